import CardAPI
import Cards
import HTTPTypes
import Hummingbird
import Issuing

/// Moments of the sandbox that can be gone back to.
struct SnapshotRoutes {
    let issuing: Issuing

    var routes: [SandboxRoutes.Route] {
        [
            (.post, "/sandbox/snapshots", take),
            (.get, "/sandbox/snapshots", list),
            (.get, "/sandbox/snapshots/{name}/diff", differences),
            (.post, "/sandbox/snapshots/{name}/restore", restore),
            (.delete, "/sandbox/snapshots/{name}", drop),
        ]
    }

    @Sendable private func take(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(SnapshotRequestBody.self)
        let name = try IssuingFailure.refusing { () throws(Refusal) in
            try SnapshotName(body.value.name, unreadable: body.violations)
        }
        return Response(status: .created, json: SnapshotAnswer(snapshot: try await issuing.takeSnapshot(name)))
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: SnapshotListAnswer(snapshots: try await issuing.snapshots()))
    }

    @Sendable private func differences(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let difference = try await issuing.differences(since: context.snapshotName())
        return Response(status: .ok, json: try SnapshotDifferenceAnswer(difference))
    }

    @Sendable private func restore(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        try await issuing.restore(context.snapshotName())
        return Response(status: .noContent)
    }

    @Sendable private func drop(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await issuing.dropSnapshot(context.snapshotName())
        return Response(status: .noContent)
    }
}

extension RequestContext {
    fileprivate func snapshotName() throws(IssuingFailure) -> SnapshotName {
        let name = parameters.get("name")
        return try IssuingFailure.refusing { () throws(Refusal) in try SnapshotName(name) }
    }
}

struct SnapshotRequestBody: CardAPI.RequestBody {
    var name: String?

    static let members: [BodyMember<SnapshotRequestBody>] = [
        .string(
            "name", \.name, isRequired: true, example: "before-checkout",
            "1 to 60 of the characters 0-9, A-Z, a-z, ., _ and -.")
    ]
}

private struct SnapshotAnswer: JSONWritable {
    let snapshot: Snapshot

    func write(to json: inout JSONWriter) {
        json.object(members)
    }

    func members(_ json: inout JSONWriter) {
        json.member("name", snapshot.name.rawValue)
        json.member("takenDate", Timestamp(snapshot.takenAt))
    }
}

private struct SnapshotListAnswer: JSONWritable {
    let snapshots: [Snapshot]

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("snapshots", snapshots.map(SnapshotAnswer.init)) }
    }
}

private struct SnapshotDifferenceAnswer: JSONWritable {
    private struct Row: JSONWritable {
        let table, change: String
        let key, columns: JSONValue

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("table", table)
                json.member("change", change)
                json.member("key", key)
                json.member("columns", columns)
            }
        }
    }

    private let snapshot: SnapshotAnswer
    private let total: Int
    private let rows: [Row]

    init(_ difference: SnapshotDifference) throws(JSONSyntaxError) {
        snapshot = SnapshotAnswer(snapshot: difference.snapshot)
        total = difference.total
        rows = try difference.rows.map { row throws(JSONSyntaxError) in
            Row(
                table: row.table, change: row.change.rawValue, key: try JSONValue(parsing: Array(row.keyJSON.utf8)),
                columns: try JSONValue(parsing: Array(row.columnsJSON.utf8)))
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            snapshot.members(&json)
            json.member("total", total)
            json.member("rows", rows)
        }
    }
}
