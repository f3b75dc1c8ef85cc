import Postgres
import Synchronization

/// Folds the house's balances, round by round. It keeps the edge between two rounds in memory only: if that is lost, or
/// another server folds too, postings only wait for a later round.
public final class HouseFolder: Sendable {
    private let database: Database
    private let edge = Mutex<HouseStatements.Edge?>(nil)

    public init(_ database: Database) {
        self.database = database
    }

    /// Folds the postings below the edge of the previous round, if all its transactions have ended, and finds the edge
    /// for the next round.
    public func fold() async throws(PostgresFailure) {
        let next = try await HouseStatements.foldAll(upTo: edge.withLock { $0 }, in: database)
        edge.withLock { $0 = next }
    }
}
