/// A statement and the values to run it with.
public struct Query<Output: Sendable>: Sendable {
    public let statement: Statement<Output>
    public let values: [SQLValue]
    /// Whether the query is sent to Postgres; see ``when(_:)``.
    private(set) var isSent = true

    /// A builder for a query with so many values that a plain call of its statement would be unreadable.
    public init(statement: Statement<Output>, values: [SQLValue]) {
        self.statement = statement
        self.values = values
    }

    /// The same query, with each row converted.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Output) -> Other) -> Query<Other> {
        let decode = statement.decode
        let mapped = Query<Other>(
            statement: Statement(statement.name, statement.sql) { row throws(PostgresFailure) in
                transform(try decode(&row))
            },
            values: values)
        return mapped.when(isSent)
    }

    /// The same query, which is sent only if it is needed. Otherwise it has no rows.
    ///
    /// Postgres executes and answers a statement even if it can find nothing, so the fewer statements, the better.
    public func when(_ isNeeded: Bool) -> Query {
        var query = self
        query.isSent = isSent && isNeeded
        return query
    }

    /// The empty query: it is not sent, and it has no rows.
    public static var none: Query {
        let statement = Statement<Output>("none", "") { (row: inout Row) throws(PostgresFailure) in
            throw row.unexpected("reads a row of no query")
        }
        return Query(statement: statement, values: []).when(false)
    }

    var erased: AnyQuery {
        AnyQuery(statement: statement.erased, values: values)
    }

    func decode(_ result: ResultSet) throws(PostgresFailure) -> [Output] {
        var rows: [Output] = []
        rows.reserveCapacity(result.rowCount)
        var row = Row(of: result, statement: statement.name)
        while row.advance() {
            rows.append(try statement.decode(&row))
        }
        return rows
    }
}

/// A query without the type of its rows, as it travels through the queues and over the wire.
struct AnyQuery: Sendable {
    let statement: AnyStatement
    let values: [SQLValue]

    init(statement: AnyStatement, values: [SQLValue] = []) {
        self.statement = statement
        self.values = values
    }

    /// Why the query must not be sent; nil if it may be sent.
    var failure: PostgresFailure? {
        values.firstIndex { !$0.isValid }.map { index in
            PostgresFailure(
                .invalidValue, statement: statement.name,
                explanation: "the value of $\(index + 1) is not accepted by Postgres; nothing was sent")
        }
    }
}
