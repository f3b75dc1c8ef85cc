/// A statement and the values to run it with.
///
/// Where a query is optional, nil is not sent and has no rows. Postgres executes and answers a statement even if it can
/// find nothing, so the fewer statements, the better.
///
/// It is a class, so that a transaction passes it on without knowing its rows' type. Copies of a generic structure have
/// to look up their type at run time, which took 1,800 instructions for each query.
public final class Query<Output: Sendable>: Sendable {
    let erased: AnyQuery
    private let read: @Sendable (ResultSet) throws(PostgresFailure) -> [Output]

    /// A builder for a query with so many values that a plain call of its statement would be unreadable.
    public init(statement: Statement<Output>, values: [SQLValue]) {
        erased = AnyQuery(statement: statement.erased, values: values)
        read = statement.read
    }

    func decode(_ result: ResultSet) throws(PostgresFailure) -> [Output] { try read(result) }
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
