import Cards
import Foundation
import Ledger
import Postgres
import Webhooks

extension Issuing {
    /// Does the work that is due by now. Cards past their expiry month expire, and so do holds that nobody has cleared.
    /// Confirmed transfers, and deposits whose money has arrived, are completed.
    /// Outdated responses, previews of deposits and transfers, refresh tokens, authentication events, messages,
    /// webhooks, secure views, unfinished tokenizations and nonces are deleted. It sends no webhooks, because slow
    /// receivers would delay it.
    ///
    /// It works on a thousand rows at a time until none is left, so one call is enough even after a long stop. Any
    /// number of servers may call it at once.
    ///
    /// - Parameter tell: receives each damaged account once, while the work on the others goes on. If nil, the next
    ///   call tells it.
    /// - Returns: how many cards expired.
    @discardableResult
    public func settleWhatIsDue(
        telling tell: (@Sendable (Setback) -> Void)? = nil
    ) async throws(IssuingFailure) -> Int {
        defer { if let tell { (setbacks.takeUntold() + movementSetbacks.takeUntold()).forEach(tell) } }
        let now = clock.now()
        var expired = 0
        while case let count = try await expireCards(at: now), count > 0 { expired += count }
        try await expireHolds(at: now)
        try await completeMovements(.transfer, at: now)
        if confirmsDeposits { try await completeMovements(.deposit, at: now) }
        try await repeating(MovementStatements.forgetPreviews(at: now))
        try await repeating(
            IdempotencyStatements.forget(.timestamp(now - IdempotentRequest<Void>.lifetimeSeconds)))
        try await repeating(TokenStatements.forgetFamilies(.timestamp(now)))
        try await repeating(AuthenticationStatements.forgetEvents(.timestamp(now)))
        try await repeating(AuthenticationStatements.forgetOutsourced(.timestamp(now)))
        try await repeating(MessageStatements.forget(.timestamp(now - MessageStatements.lifetimeSeconds)))
        try await repeating(PartnerStatements.forgetThoseOfEndedSubscriptions())
        do {
            try await webhooks.removeOutdated()
        } catch {
            throw IssuingFailure(error)
        }
        try await repeating(SecureViewStatements.forget(.timestamp(now)))
        try await repeating(
            TokenizationStatements.forgetAbandoned(.timestamp(now - Tokenization.abandonedAfterSeconds)))
        // A day later, because another server's clock may be behind and still accept the certificate.
        try await repeating(TokenizationStatements.forgetNonces(.timestamp(now - 24 * 60 * 60)))
        return expired
    }

    /// Repeats a statement, which processes some rows and counts them, until it finds none.
    @discardableResult
    private func repeating(_ query: Query<Int>) async throws(IssuingFailure) -> Int {
        var settled = 0
        while let count = try await writing(query).first, count > 0 { settled += count }
        return settled
    }
}
