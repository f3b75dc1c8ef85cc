/// The name and the text of a statement, without the type of its rows. A session prepares this.
public struct AnyStatement: Sendable, Equatable {
    public let name: String
    public let sql: String
}

/// Name, SQL and row type in one value.
///
/// Each session prepares the statement under this name, and metrics and failures use the name. Parameters are `$1`,
/// `$2` and so on. They need no casts, because every value has a type.
public struct Statement<Output: Sendable>: Sendable {
    public let name: String
    public let sql: String
    let decode: @Sendable (inout Row) throws(PostgresFailure) -> Output

    /// - Parameter row: reads the columns of one row, in the order of the SELECT list.
    public init(
        _ name: String, _ sql: String, row: @escaping @Sendable (inout Row) throws(PostgresFailure) -> Output
    ) {
        self.name = name
        self.sql = sql
        self.decode = row
    }

    public func callAsFunction(_ values: SQLValue...) -> Query<Output> {
        Query(statement: self, values: values)
    }

    public var erased: AnyStatement {
        AnyStatement(name: name, sql: sql)
    }
}

extension Statement where Output == Void {
    /// A statement without rows.
    public init(_ name: String, _ sql: String) {
        self.init(name, sql) { (_: inout Row) throws(PostgresFailure) in }
    }
}
