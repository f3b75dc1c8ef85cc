/// The name and the text of a statement, without the type of its rows. A session prepares this.
public struct AnyStatement: Sendable, Equatable {
    public let name: String
    public let sql: String
    /// The text for a cluster; nil if it is the same.
    private let clusterSQL: String?

    @usableFromInline
    init(name: String, sql: String, onCluster clusterSQL: String? = nil) {
        self.name = name
        self.sql = sql
        self.clusterSQL = clusterSQL
    }

    /// The statement as a cluster gets it.
    public var onCluster: AnyStatement { AnyStatement(name: name, sql: clusterSQL ?? sql) }

    /// The text for a machine that has no sequences to draw numbers from.
    var drawingElsewhere: String { sql.replacing("nextval('", with: "\(Distribution.nextNumber)('") }
}

/// Name, SQL and row type in one value.
///
/// Each session prepares the statement under this name, and metrics and failures use the name. Parameters are `$1`,
/// `$2` and so on. They need no casts, because every value has a type.
public struct Statement<Output: Sendable>: Sendable {
    public let erased: AnyStatement
    let read: @Sendable (ResultSet) throws(PostgresFailure) -> [Output]

    /// Inlinable, so that the compiler makes the loop over the rows for their type.
    ///
    /// - Parameters:
    ///   - clusterSQL: the text for a cluster (``Transaction/isOnCluster``) that refuses the other one, with the same
    ///     parameters and columns.
    ///   - row: reads the columns of one row, in the order of the SELECT list.
    @inlinable
    public init(
        _ name: String, _ sql: String, onCluster clusterSQL: String? = nil,
        row: @escaping @Sendable (inout Row) throws(PostgresFailure) -> Output
    ) {
        let erased = AnyStatement(name: name, sql: sql, onCluster: clusterSQL)
        self.init(erased: erased) { (result: ResultSet) throws(PostgresFailure) in
            var rows: [Output] = []
            rows.reserveCapacity(result.rowCount)
            var current = Row(of: result, statement: name)
            while current.advance() { rows.append(try row(&current)) }
            return rows
        }
    }

    @usableFromInline
    init(
        erased: AnyStatement, read: @escaping @Sendable (ResultSet) throws(PostgresFailure) -> [Output]
    ) {
        self.erased = erased
        self.read = read
    }

    public var name: String { erased.name }
    public var sql: String { erased.sql }

    public func callAsFunction(_ values: SQLValue...) -> Query<Output> {
        Query(statement: self, values: values)
    }
}

extension Statement where Output == Void {
    /// A statement without rows.
    public init(_ name: String, _ sql: String, onCluster clusterSQL: String? = nil) {
        self.init(name, sql, onCluster: clusterSQL) { (_: inout Row) throws(PostgresFailure) in }
    }
}
