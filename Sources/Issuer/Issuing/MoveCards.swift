import Cards
import Foundation
import Postgres

/// Changes the status of cards. This also changes their tokens and tells the observer, so no use case can forget that.
/// Only the replacement of a card is different, because its tokens go to the new card.
extension Issuing {
    /// Moves a locked card and its tokens, and commits this together with the other queries.
    ///
    /// - Parameter hasTokenizations: whether the card may have tokens. Pass false only if that was read with the card
    ///   locked.
    /// - Returns: the card and its earlier status; nil if the matrix does not allow the move.
    package func commitMove<each Other>(
        of card: CardID, of customer: CustomerID, to status: CardStatus, by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion, reason: String, at now: Date, in tx: Transaction<IssuingFailure>,
        hasTokenizations: Bool = true, with other: repeat Query<each Other>
    ) throws(IssuingFailure) -> TransitionStatements.Outcome? {
        let done = try tx.commit(
            TransitionStatements.move(
                card, of: customer, to: status, by: actor, on: occasion, reason: reason, at: now),
            TokenLifeStatements.follow(card, of: customer, at: now).when(hasTokenizations), repeat each other)
        tell(done.0, by: actor, on: occasion)
        return done.0.first
    }

    /// Moves up to a thousand cards that are past their expiry month, with their tokens.
    ///
    /// If a damaged card among them undoes this, each moves in a transaction of its own. The damaged card is left out
    /// and tried again after ten minutes. ``setbacks`` has it.
    ///
    /// - Returns: how many.
    func expireCards(at now: Date) async throws(IssuingFailure) -> Int {
        let excluded = setbacks.pausing(at: clock.realNow()).compactMap(\.card)
        do {
            return try await expireTogether(at: now, except: excluded)
        } catch {
            guard error.isOfStoredData else { throw error }
        }
        var expired = 0
        for due in try await reading(TransitionStatements.due(at: now, except: excluded)) {
            do {
                if try await expire(due.card, of: due.customer, at: now) { expired += 1 }
            } catch {
                guard error.isOfStoredData else { throw error }
                setbacks.add(Setback(subject: .card(due.card), failure: error), at: clock.realNow())
            }
        }
        return expired
    }

    private func expireTogether(at now: Date, except excluded: [CardID]) async throws(IssuingFailure) -> Int {
        try await database.transaction { tx throws(IssuingFailure) in
            let expired = try tx.run(TransitionStatements.expire(at: now, except: excluded))
            _ = try tx.commit(TokenLifeStatements.follow(expired.map { ($0.customer, $0.card) }, at: now))
            for card in expired {
                setbacks.remove(.card(card.card))
                tell(
                    .transition(from: card.from, to: .expired, by: .issuer, on: .event),
                    about: .init(card: card.card, customer: card.customer))
            }
            return expired.count
        }
    }

    /// - Returns: whether it was still to expire.
    private func expire(_ card: CardID, of customer: CustomerID, at now: Date) async throws(IssuingFailure) -> Bool {
        let moved = try await database.transaction { tx throws(IssuingFailure) -> TransitionStatements.Outcome? in
            guard let held = try tx.run(CardStatements.hold(.id(customer), .id(card))).first else { return nil }
            return try commitMove(
                of: card, of: customer, to: .expired, by: .issuer, on: .event,
                reason: TransitionStatements.expiryReason, at: now, in: tx, hasTokenizations: held.hasTokenizations)
        }
        setbacks.remove(.card(card))
        return moved != nil
    }
}
