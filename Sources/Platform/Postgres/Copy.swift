/// Many rows for one table, sent with COPY in its binary format, which is the fastest way to load rows into Postgres.
///
/// Postgres stores each value as it is, without parsing or planning. So values must have exactly the types of the
/// columns; for a domain, that is its base type. Constraints and triggers apply as for INSERT. Source: COPY in
/// Postgres' reference manual.
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
    /// The signature, no flags and no header extension.
    static let header: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

    /// The end of the data, in place of the number of a row's values.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Appends a row. Each value follows its length, which is -1 for NULL.
    func append(_ row: [SQLValue], to wire: inout [UInt8]) {
        precondition(row.count == columns.count, "\(name) has \(columns.count) columns, not \(row.count).")
        wire += BinaryFormat.bytes(of: Int16(row.count))
        for value in row {
            wire += BinaryFormat.bytes(of: Int32(value.wire?.count ?? -1))
            wire += value.wire ?? []
        }
    }
}
