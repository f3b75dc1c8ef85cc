import Foundation
import Postgres

/// Who did what, when, and from where: events that are only added, in a chain of hashes.
///
/// An event is written in the transaction of its act, so there is none without the other. A worker gives the events
/// their places: each has a hash of itself and of the hash before it. So whoever changes or removes an event later must
/// change all hashes behind it, and a hash that was kept elsewhere tells.
public struct AuditTrail: Sendable {
    let database: Database

    public init(_ database: Database) { self.database = database }

    /// Records events in the caller's transaction. Texts longer than 200 characters are cut.
    ///
    /// - Parameter events: at least one.
    public static func recording(_ events: [AuditEvent]) -> Query<Void> {
        Query(statement: AuditStatements.record, values: SQLValue.columns(of: events.map(\.values)))
    }

    /// How many events one round places.
    static let batch = 1000

    /// Gives waiting events their places, up to 1000 in the order of their numbers. Any number of servers may do it at
    /// once; one that comes second leaves them to the first.
    ///
    /// - Returns: whether more may wait.
    @discardableResult
    public func placeWaiting(on today: AuditDay) async throws(PostgresFailure) -> Bool {
        do {
            return try await placed(on: today)
        } catch {
            switch error {
            case .isPlaced: return true
            case .database(let failure) where failure.constraint == "audit_event_has_one_place": return true
            case .database(let failure): throw failure
            }
        }
    }

    private func placed(on today: AuditDay) async throws(PlacingFailure) -> Bool {
        try await database.transaction { tx throws(PlacingFailure) in
            let (lasts, waiting) = try tx.run(
                AuditStatements.last(), AuditStatements.waiting(.integer(Self.batch)))
            var previous = lasts.first
            let rows = waiting.map { event in
                let place = AuditPlace(of: event, after: previous, on: today)
                previous = place
                return [
                    .bigint(event.number), .text(place.day.description), .bigint(place.position),
                    .bytes(place.hash.bytes),
                ] as [SQLValue]
            }
            guard !rows.isEmpty else { return false }
            let placed = try tx.run(Query(statement: AuditStatements.place, values: SQLValue.columns(of: rows)))
            guard placed.count == rows.count else { throw .isPlaced }
            return rows.count == Self.batch
        }
    }
}

private enum PlacingFailure: DatabaseError {
    /// Another server has placed some of the events, so the places computed for the others are not theirs.
    case isPlaced
    case database(PostgresFailure)

    init(_ failure: PostgresFailure) { self = .database(failure) }

    var postgresFailure: PostgresFailure? { if case .database(let failure) = self { failure } else { nil } }
}
