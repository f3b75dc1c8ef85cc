import CardAPI
import CardServer
import HTTPContract
import HTTPTypes
import Sandbox

/// The clock, the reset and snapshots.
extension SandboxOperations {
    static let getClock = Operation.sandbox(
        "getClock", "Get the clock",
        """
        Returns the time by which the service works, and whether the clock is frozen.
        """, .time, .get, "/clock", answer: ClockAnswer.schema)

    static let setClock = Operation.sandbox(
        "setClock", "Set the clock",
        """
        Sets the clock, moves it forward, freezes it or lets it run. Everything that becomes due by that is done \
        before the response: cards expire, and webhooks are sent.
        """, .time, .put, "/clock", answer: ClockAnswer.schema, payload: ClockBody.schema)

    static let resetSandbox = Operation.sandbox(
        "resetSandbox", "Reset the sandbox",
        """
        Deletes everything, snapshots included, and creates the demo universe again. Keys stay, so access tokens \
        stay valid as long as their customer exists.
        """, .time, .post, "/reset", status: .noContent, errors: [.tooManyRequests])

    static let takeSnapshot = Operation.sandbox(
        "takeSnapshot", "Take a snapshot",
        """
        Gives the present state a name, so that `restoreSnapshot` can return to it. A name that exists already \
        is a conflict.
        """, .time, .post, "/snapshots", status: .created, answer: SnapshotAnswer.schema,
        payload: SnapshotRequestBody.schema, errors: [.snapshotConflict])

    static let listSnapshots = Operation.sandbox(
        "listSnapshots", "List snapshots",
        """
        Returns all snapshots.
        """, .time, .get, "/snapshots", answer: SnapshotListAnswer.schema)

    static let compareSnapshot = Operation.sandbox(
        "compareSnapshot", "Compare with a snapshot",
        """
        Lists the rows that have been added, changed or removed since a snapshot was taken. Secrets are not \
        shown.
        """, .time, .get, "/snapshots/{name}/diff", answer: SnapshotDifferenceAnswer.schema)

    static let restoreSnapshot = Operation.sandbox(
        "restoreSnapshot", "Restore a snapshot",
        """
        Returns everything except keys to the state of a snapshot. Snapshots that were taken later are deleted.
        """, .time, .post, "/snapshots/{name}/restore", status: .noContent)

    static let deleteSnapshot = Operation.sandbox(
        "deleteSnapshot", "Delete a snapshot",
        """
        Deletes a snapshot. The present state does not change.
        """, .time, .delete, "/snapshots/{name}", status: .noContent)

    static let exportSnapshot: Operation = {
        var operation = Operation.sandbox(
            "exportSnapshot", "Export a snapshot as a file",
            """
            Returns all data as it was at a snapshot. Card numbers and other secrets stay sealed in it. A file has at \
            most \(SnapshotFile.maximumRows) rows and \(SnapshotFile.maximumBytes >> 20) MiB.
            """, .time, .get, "/snapshots/{name}/file")
        operation.textAnswer = file
        return operation
    }()

    static let importSnapshot: Operation = {
        var operation = Operation.sandbox(
            "importSnapshot", "Restore the data of a file",
            """
            Replaces all data, the clock included, by that of a file which `exportSnapshot` has returned, and takes a \
            snapshot of it. All other snapshots are deleted. A file is refused, and nothing changes, if it comes from \
            a version of the service with other tables, or from a database with other keys.
            """, .time, .post, "/snapshots/{name}/file", status: .created, answer: SnapshotAnswer.schema,
            otherMediaTypes: ["application/json"], bodyLimitBytes: 2 * SnapshotFile.maximumBytes)
        operation.payload = .text(file)
        return operation
    }()

    private static let file = TextBody(
        mediaType: SnapshotFile.mediaType,
        description: "JSON: the form and the keys of the database, and all rows of each table.",
        example: #"{"format":"tessera-snapshot","version":1,"shape":"…","keys":{},"numbers":{},"tables":{}}"#)
}
