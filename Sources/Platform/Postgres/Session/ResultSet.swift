import CLibPQ
import Foundation

/// An answer of Postgres, with its memory.
///
/// The caller's task decodes the rows, not the thread that fetched them, so this object crosses threads. That is safe:
/// libpq never touches a `PGresult` again after returning it, everything here only reads it, and it is cleared when the
/// last reference goes.
@usableFromInline
final class ResultSet: @unchecked Sendable {
    /// varchar, bpchar, name and json, which have the same binary form as text.
    static let textual: Set<UInt32> = [1043, 1042, 19, 114]

    private let result: OpaquePointer
    @usableFromInline let rowCount: Int
    let columnCount: Int32

    init(_ result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columnCount = PQnfields(result)
    }

    deinit {
        PQclear(result)
    }

    var status: ExecStatusType { PQresultStatus(result) }

    /// The server's command tag: `COMMIT`, `ROLLBACK`, `INSERT 0 1`.
    var command: String { PQcmdStatus(result).map { String(cString: $0) } ?? "" }

    func type(of column: Int32) -> UInt32 {
        PQftype(result, column)
    }

    func name(of column: Int32) -> String {
        PQfname(result, column).map { String(cString: $0) } ?? "?"
    }

    func isNamed(_ name: StaticString, _ column: Int32) -> Bool {
        guard let found = PQfname(result, column) else { return false }
        return strcmp(found, name.utf8Start) == 0
    }

    /// The bytes of one field, valid while this object lives; `nil` is NULL.
    func value(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column))
        )
    }

    /// A part of an error that contains no value: see `ErrorField`.
    func field(_ field: ErrorField) -> String? {
        PQresultErrorField(result, field.rawValue).map { String(cString: $0) }
    }

    /// The name of the violated constraint.
    var violatedConstraint: String? {
        if let name = field(.constraint) { return name }
        // PG_DIAG_MESSAGE_PRIMARY
        return PQresultErrorField(result, 0x4D).flatMap { ClusterConstraint.name(inMessage: String(cString: $0)) }
    }
}

/// The only parts of a server's error that are read. Detail and hint are never read, and of the message only the name
/// of a constraint: see ``ResultSet/violatedConstraint``.
enum ErrorField: Int32 {
    case severity = 0x56  // 'V', PG_DIAG_SEVERITY_NONLOCALIZED
    case sqlState = 0x43  // 'C', PG_DIAG_SQLSTATE
    case constraint = 0x6E  // 'n', PG_DIAG_CONSTRAINT_NAME
    case position = 0x50  // 'P', PG_DIAG_STATEMENT_POSITION
}
