import Foundation
import Postgres

extension AuditTrail {
    /// How many events one transaction removes.
    private static let forgottenAtOnce = 5000

    /// The first day of which events must stay: a year before today (PCI DSS 4.0, requirement 10.5.1).
    public static func firstDayToKeep(on today: Date) -> AuditDay {
        AuditDay(of: Calendar(identifier: .gregorian).date(byAdding: .year, value: -1, to: today) ?? today)
    }

    /// The act of removing events from before the day that is its subject.
    static let forgetting = "TRAIL_FORGOTTEN"

    /// Removes the events from before a day, except the last of them, with which the next one can still be checked. The
    /// trail tells of it first.
    ///
    /// - Parameter day: not after ``firstDayToKeep(on:)``; Postgres refuses to remove younger events.
    /// - Returns: how many were removed.
    public func forget(
        before day: AuditDay, by caller: AuditCaller, at now: Date
    ) async throws(PostgresFailure) -> Int {
        let event = AuditEvent(Self.forgetting, about: day.description, by: caller, at: now)
        _ = try await database.write(Self.recording([event]))
        var removed = 0
        while true {
            let gone = try await database.write(
                AuditStatements.forget(.text(day.description), .integer(Self.forgottenAtOnce)))
            removed += gone.count
            guard gone.count == Self.forgottenAtOnce else { return removed }
        }
    }
}
