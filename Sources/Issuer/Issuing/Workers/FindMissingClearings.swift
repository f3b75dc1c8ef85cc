import Foundation
import Postgres

extension Issuing {
    /// The days after which a clearing may count as missing.
    public static let missingClearingDays = 1...90

    /// How many holds or breaks are looked at together.
    private static let missingAtOnce = 1000

    /// Opens a break for each approved authorization of which no clearing has come within some days, and ends those
    /// whose clearing has come since. It looks at all pending holds and open breaks of the kind, a thousand at a time,
    /// and never at what is settled.
    ///
    /// - Parameters:
    ///   - days: one of ``missingClearingDays``.
    ///   - time: until which the days have passed; now if nil.
    public func findMissingClearings(after days: Int, at time: Date? = nil) async throws(IssuingFailure) {
        let now = time ?? clock.now()
        var place: MissingClearingStatements.Place?
        repeat {
            place = try await writing(
                MissingClearingStatements.open(
                    after: place, limit: Self.missingAtOnce, madeBefore: now - TimeInterval(days) * 86_400, at: now)
            ).first
        } while place != nil
        try await endMissingClearings(at: now)
    }

    /// A clearing that comes as a message does not look for a break, so that it costs no payment anything. Nor could it
    /// see one that is opened at the same moment.
    private func endMissingClearings(at now: Date) async throws(IssuingFailure) {
        var last: MissingClearingStatements.Missing?
        repeat {
            let page = try await reading(MissingClearingStatements.page(after: last, limit: Self.missingAtOnce))
            last = page.last
            guard !page.isEmpty else { continue }
            let came = try await reading(MissingClearingStatements.collected(among: page.map(\.authorization)))
            guard !came.isEmpty else { continue }
            _ = try await writing(MissingClearingStatements.end(of: came, at: now))
        } while last != nil
    }
}
