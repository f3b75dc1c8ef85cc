/// Many rows for one table, sent by COPY in its binary format, the fastest way into Postgres.
///
/// Postgres takes each value as it is, and parses and plans nothing. So values must have exactly the types of the
/// columns; for a domain, that is the type below it. Constraints and triggers apply as for INSERT. Source: COPY, in the
/// reference of Postgres' manual.
public struct Copy: Sendable {
    /// The name in failures.
    public let name: String
    public let table: String
    public let columns: [String]

    public init(_ name: String, into table: String, _ columns: [String]) {
        self.name = name
        self.table = table
        self.columns = columns
    }

    var sql: String { "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN (FORMAT binary)" }
}

extension Copy {
    /// Signature, no flags, no header extension.
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    /// The end of the data, in place of the number of a row's values.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Each value follows its length, which is -1 for NULL.
    func append(_ row: [SQLValue], to wire: inout [UInt8]) {
        precondition(row.count == columns.count, "\(name) has \(columns.count) columns, not \(row.count).")
        wire += BinaryFormat.bytes(of: Int16(row.count))
        for value in row {
            wire += BinaryFormat.bytes(of: Int32(value.wire?.count ?? -1))
            wire += value.wire ?? []
        }
    }
}
