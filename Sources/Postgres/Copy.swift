/// Rows of one table, many at once, by Postgres' own way in for many: COPY in its binary format.
///
/// A value is taken as it is, and no row is parsed or planned for; so values must be of the very types that the columns
/// have, which for a domain is the one below it. Constraints and triggers hold as they do for INSERT. Source: COPY, in
/// the reference of Postgres' manual.
public struct Copy: Sendable {
    /// What failures call it.
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

    /// The end of the data, where the number of a row's values would stand.
    static let trailer: [UInt8] = [0xFF, 0xFF]

    /// Each value behind its length, which is -1 for NULL.
    func append(_ row: [SQLValue], to wire: inout [UInt8]) {
        precondition(row.count == columns.count, "\(name) has \(columns.count) columns, and a row \(row.count) values.")
        wire += BinaryFormat.bytes(of: Int16(row.count))
        for value in row {
            wire += BinaryFormat.bytes(of: Int32(value.wire?.count ?? -1))
            wire += value.wire ?? []
        }
    }
}
