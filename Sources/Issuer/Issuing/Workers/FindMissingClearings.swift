import Foundation
import Postgres

extension Issuing {
    /// The days after which a clearing may count as missing.
    public static let missingClearingDays = 1...90

    /// Opens a break for each approved authorization of which no clearing has come within some days. It looks at all
    /// pending holds, a thousand at a time, and never at what is settled.
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
                    after: place, limit: 1000, madeBefore: now - TimeInterval(days) * 86_400, at: now)
            ).first
        } while place != nil
    }
}
