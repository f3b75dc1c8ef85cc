import Authorizing
import Cards
import Foundation
import Ledger
import Postgres
import Validation
import Webhooks

extension Issuing {
    /// Does the work that is due by now. Cards are renewed before they expire, if their program says so. Cards past
    /// their expiry month expire, and so do holds that were not cleared in time. Disputes end whose deadline has
    /// passed. Confirmed transfers, and deposits whose money has arrived, are completed. Outdated responses, previews
    /// of deposits and transfers, refresh tokens, authentication events, messages, webhooks, secure views, unfinished
    /// tokenizations, nonces and the differences of drafts are deleted. It sends no webhooks, because slow receivers
    /// would delay it.
    ///
    /// It works on a thousand rows at a time until none is left, so one call is enough even after a long stop. Several
    /// servers may call it at once. If one kind of work fails, the others are still done, unless the database is
    /// unreachable.
    ///
    /// - Parameter tell: receives each damaged account and card once, while the work on the others goes on. If nil, the
    ///   next call reports them.
    /// - Returns: how many cards expired without a successor.
    /// - Throws: the first failure, at the end.
    @discardableResult
    public func settleWhatIsDue(
        telling tell: (@Sendable (Setback) -> Void)? = nil
    ) async throws(IssuingFailure) -> Int {
        defer { if let tell { (setbacks.takeUntold() + movementSetbacks.takeUntold()).forEach(tell) } }
        let now = clock.now()
        var expired = 0
        var firstFailure: IssuingFailure?
        func attempt(_ work: () async throws(IssuingFailure) -> Void) async throws(IssuingFailure) {
            do throws(IssuingFailure) {
                try await work()
            } catch {
                guard error.postgresFailure?.kind != .unavailable else { throw error }
                firstFailure = firstFailure ?? error
            }
        }
        // Before they expire, also those whose time has passed while no server ran.
        try await attempt { () async throws(IssuingFailure) in try await renewCards(at: now) }
        try await attempt { () async throws(IssuingFailure) in try await handOverCards(at: now) }
        try await attempt { () async throws(IssuingFailure) in expired = try await expireCards(at: now) }
        try await attempt { () async throws(IssuingFailure) in try await expireHolds(at: now) }
        try await attempt { () async throws(IssuingFailure) in try await settleDisputes(at: now) }
        for kind in playsBank ? Movement.Kind.allCases : [.transfer] {
            try await attempt { () async throws(IssuingFailure) in try await completeMovements(kind, at: now) }
        }
        // Rates are in real time: the clock of the service may stand still.
        for query in Self.forgetting(at: now) + [CallStatements.forget(at: clock.realNow())] {
            try await attempt { () async throws(IssuingFailure) in try await repeating(query) }
        }
        try await attempt { () async throws(IssuingFailure) in try await forgetAbandonedTokenizations(at: now) }
        try await attempt { () async throws(IssuingFailure) in try await forgetDifferences(at: now) }
        try await attempt { () async throws(IssuingFailure) in try await removeOutdatedWebhooks() }
        if let firstFailure { throw firstFailure }
        return expired
    }

    /// The statements that delete outdated rows. Each processes some rows and counts them.
    private static func forgetting(at now: Date) -> [Query<Int>] {
        [
            MovementStatements.forgetPreviews(at: now),
            IdempotencyStatements.forget(.timestamp(now - IdempotentRequest<Void>.lifetimeSeconds)),
            TokenStatements.forgetFamilies(.timestamp(now)),
            AuthenticationStatements.forgetEvents(.timestamp(now)),
            AuthenticationStatements.forgetOwners(.timestamp(now)),
            MessageStatements.forget(.timestamp(now - MessageStatements.lifetimeSeconds)),
            PartnerStatements.forgetThoseOfEndedSubscriptions(),
            SecureViewStatements.forget(.timestamp(now)),
            TokenServiceStatements.forget(.timestamp(now - TokenServiceStatements.lifetimeSeconds)),
            // A day later, because another server's clock may be behind and still accept the certificate.
            TokenizationStatements.forgetNonces(.timestamp(now - 24 * 60 * 60)),
        ]
    }

    private func forgetAbandonedTokenizations(at now: Date) async throws(IssuingFailure) {
        let time = SQLValue.timestamp(now - Tokenization.abandonedAfterSeconds)
        guard try await database.transaction({ tx throws(IssuingFailure) in tx.isOnCluster }) else {
            return try await repeating(TokenizationStatements.forgetAbandoned(time))
        }
        while case let abandoned = try await reading(TokenizationStatements.abandoned(time)), !abandoned.isEmpty {
            for (customer, card, tokenization) in abandoned {
                try await database.transaction { tx throws(IssuingFailure) in
                    let (_, forgotten) = try tx.run(
                        CardStatements.hold(.id(customer), .id(card)),
                        TokenizationStatements.forget(.id(customer), .id(tokenization), time))
                    guard case let reference?? = forgotten.first else { return }
                    _ = try tx.commit(
                        TokenizationStatements.release(.text(reference), .id(customer), .id(tokenization)))
                }
            }
        }
    }

    /// Removes what versions of drafts would have answered that are not in shadow any more, and what is too old.
    private func forgetDifferences(at now: Date) async throws(IssuingFailure) {
        let query = ShadowStatements.allEnded(before: now - ShadowStatements.lifetimeSeconds)
        while case let ended = try await reading(query), !ended.isEmpty {
            for version in ended { _ = try await writing(ShadowStatements.forget(version)) }
        }
    }

    private func removeOutdatedWebhooks() async throws(IssuingFailure) {
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await webhooks.removeOutdated()
        }
    }

    /// Repeats a statement until it finds no more rows.
    private func repeating(_ query: Query<Int>) async throws(IssuingFailure) {
        while let count = try await writing(query).first, count > 0 {}
    }
}
