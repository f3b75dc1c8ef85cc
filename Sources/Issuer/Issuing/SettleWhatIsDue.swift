import Cards
import Foundation
import Postgres
import Webhooks

extension Issuing {
    /// Does what time has made due. Cards past their expiry month expire. Responses, refresh tokens, authentication
    /// events, messages, webhooks, secure views, unfinished tokenizations and nonces past their life are deleted. It
    /// sends no webhooks, because that takes as long as their receivers do.
    ///
    /// It continues until nothing is left, a thousand rows at a time, so one call after a long stop is enough. Any
    /// number of servers may call it at once.
    /// - Returns: how many cards expired.
    @discardableResult
    public func settleWhatIsDue() async throws(IssuingFailure) -> Int {
        let now = clock.now()
        var expired = 0
        while case let count = try await expireCards(at: now), count > 0 { expired += count }
        try await repeating(
            IdempotencyStatements.forget(.timestamp(now - IdempotentRequest<Void>.lifetimeSeconds)))
        try await repeating(TokenStatements.forgetFamilies(.timestamp(now)))
        try await repeating(AuthenticationStatements.forgetEvents(.timestamp(now)))
        try await repeating(AuthenticationStatements.forgetOutsourced(.timestamp(now)))
        try await repeating(MessageStatements.forget(.timestamp(now - MessageStatements.lifetimeSeconds)))
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

    /// Runs a statement that settles some rows and counts them, until it finds none.
    @discardableResult
    private func repeating(_ query: Query<Int>) async throws(IssuingFailure) -> Int {
        var settled = 0
        while let count = try await writing(query).first, count > 0 { settled += count }
        return settled
    }
}
