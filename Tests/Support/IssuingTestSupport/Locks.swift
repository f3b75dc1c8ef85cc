import Cards
import Foundation
import Identifiers
import Issuing
import Postgres
import TestSupport

/// The steps of another server that has locked a row.
extension IssuingFixture {
    /// Keeps a transaction open, with the locks that the query takes, while `work` runs.
    package func holding(_ hold: Query<Bool>, while work: () async throws -> Void) async throws {
        let (isHeld, isLetGo) = (Gate(), Gate())
        async let holding: Void = issuing.database.transaction { tx throws(PostgresFailure) in
            _ = try tx.run(hold)
            isHeld.open()
            isLetGo.wait()
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isHeld.wait()
                continuation.resume()
            }
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
        isLetGo.open()
        try await holding
        try outcome.get()
    }

    /// The outcomes of operations that all want to lock this card. Another transaction holds it until every operation
    /// waits for it, so they get it in this order.
    ///
    /// - Parameters:
    ///   - table: has the row of the card that is locked.
    ///   - meanwhile: is done while all of them wait.
    package func queued<Value: Sendable>(
        on card: Card, in table: String = "card", meanwhile: () -> Void = {},
        _ operations: (@Sendable () async throws -> Value)...
    ) async throws -> [Result<Value, any Error>] {
        let hold = Statement(
            "test_hold_\(table)", "SELECT true AS is_held FROM \(table) WHERE card_id = $1 FOR NO KEY UPDATE"
        ) { row throws(PostgresFailure) in try row.boolean("is_held") }
        var tasks: [Task<Value, any Error>] = []
        try await holding(hold(.id(card.id))) {
            for operation in operations {
                tasks.append(Task { try await operation() })
                while try await waitingForLocks() < tasks.count {}
            }
            meanwhile()
        }
        var outcomes: [Result<Value, any Error>] = []
        for task in tasks { outcomes.append(await task.result) }
        return outcomes
    }

    /// How many sessions of this database wait for a lock.
    package func waitingForLocks() async throws -> Int {
        let counted = try await texts("""
            SELECT count(*)::text FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)
        return counted.first.flatMap { Int($0) } ?? 0
    }
}
