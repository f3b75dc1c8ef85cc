import Cards
import Foundation
import Postgres

/// How cards change their status: their tokens follow and the witness is told, so that nobody who moves a card can
/// leave either behind. Only what replaces a card is different, for its tokens go to the new one.
extension Issuing {
    /// Moves a card, and its tokens with it, and commits that together with what else belongs to it.
    ///
    /// - Returns: where the card stood, and what it is now if it was moved; nil where there is no such card.
    package func commitMove<each Other>(
        of card: CardID, of customer: CustomerID, to status: CardStatus, by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion, reason: String, at now: Date, in tx: Transaction<IssuingFailure>,
        with other: repeat Query<each Other>
    ) throws(IssuingFailure) -> TransitionStatements.Outcome? {
        let done = try tx.commit(
            TransitionStatements.move(
                card, of: customer, to: status, by: actor, on: occasion, reason: reason, at: now),
            TokenLifeStatements.follow(card, of: customer, at: now), repeat each other)
        tell(done.0, by: actor, on: occasion)
        return done.0.first
    }

    /// Moves all cards that are past their expiry month, a thousand at most, and their tokens with them.
    ///
    /// - Returns: how many.
    func expireCards(at now: Date) async throws(IssuingFailure) -> Int {
        let month = Expiry(months: 0, after: now)
        return try await database.transaction { tx throws(IssuingFailure) in
            let expired = try tx.run(
                TransitionStatements.expire(
                    .integer(month.year), .integer(month.month), .timestamp(now)))
            _ = try tx.commit(TokenLifeStatements.follow(expired.map { ($0.customer, $0.card) }, at: now))
            for card in expired { tell(.transition(from: card.from, to: .expired, by: .issuer, on: .event)) }
            return expired.count
        }
    }
}
