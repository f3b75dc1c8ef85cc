import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import NIOCore
import Sandbox
import TrafficControl
import Validation

/// Takes, lists, compares, restores and deletes snapshots, and turns them into files and back.
struct SnapshotRoutes {
    let sandbox: Sandbox
    let events: EventStreams

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.takeSnapshot, take),
            (SandboxOperations.listSnapshots, list),
            (SandboxOperations.compareSnapshot, differences),
            (SandboxOperations.restoreSnapshot, restore),
            (SandboxOperations.deleteSnapshot, drop),
            (SandboxOperations.exportSnapshot, export),
            (SandboxOperations.importSnapshot, read),
        ]
    }

    @Sendable private func take(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(SnapshotRequestBody.self)
        let name = try body.accepted { SnapshotName.read($0.name) }
        return Response(status: .created, json: SnapshotAnswer(snapshot: try await sandbox.takeSnapshot(name)))
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: SnapshotListAnswer(snapshots: try await sandbox.snapshots()))
    }

    @Sendable private func differences(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let difference = try await sandbox.differences(since: context.parameters.snapshotName())
        return Response(status: .ok, json: try SnapshotDifferenceAnswer(difference))
    }

    @Sendable private func restore(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try await request.noBody()
        try await sandbox.restore(context.parameters.snapshotName())
        events.publish(SandboxEvent(.reset))
        return Response(status: .noContent)
    }

    @Sendable private func drop(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try await sandbox.dropSnapshot(context.parameters.snapshotName())
        return Response(status: .noContent)
    }

    @Sendable private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let file = try await sandbox.file(of: context.parameters.snapshotName())
        return Response(
            status: .ok, headers: [.contentType: SnapshotFile.mediaType], body: ByteBuffer(string: file))
    }

    @Sendable private func read(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let name = try context.parameters.snapshotName()
        let operation = SandboxOperations.importSnapshot
        try request.requireMediaType(operation.mediaTypes)
        let bytes = try await request.bodyBytes(upTo: operation.bodyLimitBytes)
        let value = try translating({ Problem(.bodyNotReadable, "The file cannot be read as JSON: \($0).") }) {
            () throws(JSONSyntaxError) in
            try JSONValue(parsing: bytes)
        }
        if let violation = value.violationOfStorage(at: "") {
            throw Problem(.bodyNotReadable, "The file cannot be stored: \(CardNumber.hidden(in: violation)).")
        }
        let snapshot = try await sandbox.read(String(decoding: bytes, as: UTF8.self), as: name)
        events.publish(SandboxEvent(.reset))
        return Response(status: .created, json: SnapshotAnswer(snapshot: snapshot))
    }
}

extension JSONValue {
    /// The first part that Postgres does not accept in JSON: its place, such as `tables.customer[0].email`, and what it
    /// must be. Nil if it accepts all.
    fileprivate func violationOfStorage(at place: String) -> String? {
        switch self {
        case .null, .boolean: nil
        case .number(let digits): Self.isStorable(digits) ? nil : "\(place) must be a number of at most 1000 digits"
        case .string(let text): Self.violation(in: text, at: place)
        case .array(let values):
            values.indices.lazy.compactMap { values[$0].violationOfStorage(at: "\(place)[\($0)]") }.first
        case .object(let members):
            members.names.lazy.compactMap { name in
                let place = (place.isEmpty ? "" : place + ".") + name.prefix(60)
                return Self.violation(in: name, at: place) ?? members[name]?.violationOfStorage(at: place)
            }.first
        }
    }

    private static func violation(in text: String, at place: String) -> String? {
        ControlCharacters.nulIsIn(text) ? "\(place) \(ControlCharacters.nulViolation)" : nil
    }

    /// Postgres' numbers have at most 131,072 digits before the point and 16,383 after it. No column needs so many.
    private static func isStorable(_ number: String) -> Bool {
        let parts = number.lowercased().split(separator: "e")
        return parts[0].utf8.count <= 1000
            && (parts.count == 1 || (-1000...1000).contains(Int(parts[1]) ?? .max))
    }
}

extension PathParameters {
    fileprivate func snapshotName() throws(IssuingFailure) -> SnapshotName {
        let name = get("name")
        return try IssuingFailure.refusing { () throws(Refusal) in try SnapshotName.read(name).accepted() }
    }
}

struct SnapshotRequestBody: RequestBody {
    var name: String?

    static let members: [BodyMember<SnapshotRequestBody>] = [
        .string(
            "name", \.name, isRequired: true, example: "before-checkout",
            "The snapshot's name: 1 to 60 of the characters 0-9, A-Z, a-z, ., _ and -.")
    ]
}

struct SnapshotAnswer: AnswerBody {
    let snapshot: Snapshot

    static let members: [AnswerMember<SnapshotAnswer>] = [
        .member("name", \.snapshot.name.rawValue, example: "before-checkout", "The snapshot's name."),
        .member(
            "takenDate", { Timestamp($0.snapshot.takenAt) }, example: "2026-11-21T09:45:42Z",
            "The time when the snapshot was taken."),
    ]
}

struct SnapshotListAnswer: AnswerBody {
    let snapshots: [Snapshot]

    static let members: [AnswerMember<SnapshotListAnswer>] = [
        .member("snapshots", { $0.snapshots.map(SnapshotAnswer.init) }, "The snapshots, oldest first.")
    ]
}

struct SnapshotDifferenceAnswer: AnswerBody {
    private let snapshot: Snapshot
    private let total: Int
    private let rows: [ChangedRowAnswer]

    static let members: [AnswerMember<SnapshotDifferenceAnswer>] = [
        .member("name", \.snapshot.name.rawValue, example: "before-checkout", "The snapshot's name."),
        .member(
            "takenDate", { Timestamp($0.snapshot.takenAt) }, example: "2026-11-21T09:45:42Z",
            "The time when the snapshot was taken."),
        .member("total", \.total, example: "2", "The number of rows that differ."),
        .member("rows", \.rows, "The differences; at most 1,000."),
    ]

    init(_ difference: SnapshotDifference) throws(JSONSyntaxError) {
        snapshot = difference.snapshot
        total = difference.total
        rows = try difference.rows.map { row throws(JSONSyntaxError) in
            ChangedRowAnswer(
                table: row.table, change: row.change.rawValue, key: try JSONValue(parsing: Array(row.keyJSON.utf8)),
                columns: try JSONValue(parsing: Array(row.columnsJSON.utf8)))
        }
    }
}

struct ChangedRowAnswer: AnswerBody {
    let table, change: String
    let key, columns: JSONValue

    static let members: [AnswerMember<ChangedRowAnswer>] = [
        .member("table", \.table, example: "card", "The table."),
        .member("change", \.change, as: .enumeration(["ADDED", "CHANGED", "REMOVED"]), "What happened to the row."),
        .member("key", \.key, "The row's primary key, by column."),
        .member("columns", \.columns, "The columns that differ: each with what it `is` and what it `was`."),
    ]
}
