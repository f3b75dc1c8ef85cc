import Cards
import Foundation
import Postgres

extension Issuing {
    /// Settles what time has made due: cards past their expiry month, and answers and refresh tokens past their life.
    ///
    /// Goes on until nothing is left, a thousand rows at a time, so one call after a long stop is enough. Any number of
    /// servers may call it at once.
    /// - Returns: how many cards expired.
    @discardableResult
    public func settleWhatIsDue() async throws(IssuingFailure) -> Int {
        let now = clock.now()
        let month = Expiry(months: 0, after: now)
        var expired = 0
        while true {
            let count = try await writing(
                TransitionStatements.expire(
                    .integer(Int32(month.year)), .integer(Int32(month.month)), .timestamp(now))
            ).first ?? 0
            expired += count
            if count == 0 { break }
        }
        _ = try await writing(
            IdempotencyStatements.forget(.timestamp(now - IdempotentRequest<Void>.lifetimeSeconds)))
        _ = try await writing(TokenStatements.forgetFamilies(.timestamp(now)))
        return expired
    }
}
