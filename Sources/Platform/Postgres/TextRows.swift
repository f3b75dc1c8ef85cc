/// All rows of a query, received with COPY in its text format: each row as it is, whatever types its columns have.
///
/// A row is a line. Tabs separate its values; in a value, a backslash comes before the letter of a control character
/// and before another backslash. `\N` is NULL. Source: COPY in Postgres' reference manual.
public struct TextRows: Sendable {
    /// The name in failures.
    public let name: String
    /// A SELECT.
    public let query: String

    public init(_ name: String, of query: String) {
        self.name = name
        self.query = query
    }

    var sql: String { "COPY (\(query)) TO STDOUT" }
}
