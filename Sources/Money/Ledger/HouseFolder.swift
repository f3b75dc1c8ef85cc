import Postgres
import Synchronization

/// Folds the house's balances, round by round. What it remembers between two rounds is its own: if it is lost, or
/// another server folds too, postings only wait for a later round.
public final class HouseFolder: Sendable {
    private let database: Database
    private let edge = Mutex<HouseStatements.Edge?>(nil)

    public init(_ database: Database) {
        self.database = database
    }

    /// Folds what the round before has found, if all its transactions have ended, and finds what the next one can fold.
    public func fold() async throws(PostgresFailure) {
        let next = try await HouseStatements.foldAll(upTo: edge.withLock { $0 }, in: database)
        edge.withLock { $0 = next }
    }
}
