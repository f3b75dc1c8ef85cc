import Cards
import Foundation
import Postgres

/// Changes the status of cards. This also changes their tokens and tells the observer, so no use case can forget that.
/// Only the replacement of a card is different, because its tokens go to the new card.
extension Issuing {
    /// Moves a locked card and its tokens, tells its brand, and commits this together with the other queries.
    ///
    /// If the brand or the network hears what happens to tokens and the card has some, this takes one more round trip,
    /// because only the statement finds out which tokens follow.
    ///
    /// - Parameter now: read while the card is locked, so that the network's token service gets the times of its orders
    ///   in the order of the changes.
    /// - Returns: the card and its earlier status; nil if the matrix does not allow the move.
    package func commitMove<each Other>(
        of held: CardStatements.Held, to status: CardStatus, by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion, reason: String, at now: Date, in tx: Transaction<IssuingFailure>,
        with other: repeat Query<each Other>?
    ) throws(IssuingFailure) -> TransitionStatements.Outcome? {
        let (card, customer) = (held.card.id, held.card.customer)
        let move = TransitionStatements.move(
            card, of: customer, to: status, by: actor, on: occasion, reason: reason, at: now)
        let follow = held.hasTokenizations ? TokenLifeStatements.follow(card, of: customer, at: now) : nil
        let change = held.change(to: status, by: actor, on: occasion, reason: reason, at: now)
        let outcomes: [TransitionStatements.Outcome]
        if held.hasTokenizations, held.audience.followsTokens {
            let done = try tx.run(move, follow, repeat each other)
            _ = try tx.commit(telling(change + done.1.map { $0.told(as: .token) }, to: held.audience))
            outcomes = done.0
        } else {
            outcomes = try tx.commit(move, follow, telling(change, to: held.audience), repeat each other).0
        }
        tell(outcomes, by: actor, on: occasion)
        return outcomes.first
    }

    /// Moves all cards that are past their expiry month, with their tokens, up to a thousand in a transaction.
    ///
    /// Each moves in a transaction of its own if a damaged card undoes that of the others, and if another transaction
    /// has locked it, for which this waits. On a cluster, each always does, because no statement locks cards of several
    /// machines.
    ///
    /// - Returns: how many.
    func expireCards(at now: Date) async throws(IssuingFailure) -> Int {
        var expired = 0
        try await settleInPages({ (paused) async throws(IssuingFailure) -> [TransitionStatements.Due] in
            let excluded = paused.compactMap(\.card)
            do throws(IssuingFailure) {
                while let count = try await expireTogether(at: now, except: excluded), count > 0 { expired += count }
            } catch {
                guard error.isOfStoredData else { throw error }
            }
            return try await reading(TransitionStatements.due(at: now, except: excluded))
        }, about: { .card($0.card) }, { (due) async throws(IssuingFailure) in
            if try await expire(due) { expired += 1 }
        })
        return expired
    }

    /// - Returns: how many; nil on a cluster.
    private func expireTogether(at now: Date, except excluded: [CardID]) async throws(IssuingFailure) -> Int? {
        try await database.transaction { tx throws(IssuingFailure) in
            if tx.isOnCluster { return nil }
            let expired = try tx.run(TransitionStatements.expire(at: now, except: excluded))
            let changes = expired.map { ($0.change, $0.audience) }
            // Another server may have changed the card after `now` and before this one has locked it.
            let follow = TokenLifeStatements.follow(expired.map { ($0.customer, $0.card) }, at: clock.now())
            let audiences = expired.filter(\.audience.followsTokens)
                .reduce(into: [:]) { $0[$1.card] = $1.audience }
            if audiences.isEmpty {
                _ = try tx.commit(follow, telling(changes))
            } else {
                let followed = try tx.run(follow).compactMap { change in
                    audiences[change.card].map { (change.told(as: .token), $0) }
                }
                _ = try tx.commit(telling(changes + followed))
            }
            for card in expired {
                setbacks.remove(.card(card.card))
                tell(
                    .transition(from: card.from, to: .expired, by: .issuer, on: .event),
                    about: .init(card: card.card, customer: card.customer))
            }
            return expired.count
        }
    }

    /// - Returns: whether the card was still due.
    private func expire(_ due: TransitionStatements.Due) async throws(IssuingFailure) -> Bool {
        try await database.transaction { tx throws(IssuingFailure) -> Bool in
            guard let held = try tx.run(TransitionStatements.hold(due)).first else { return false }
            let moved = try commitMove(
                of: held, to: .expired, by: .issuer, on: .event, reason: TransitionStatements.expiryReason,
                at: clock.now(), in: tx)
            return moved != nil
        }
    }
}

extension CardStatements.Held {
    /// The event of a move, if the matrix allows it. The card is locked, so a move that the matrix allows will happen.
    func change(
        to status: CardStatus, by actor: TransitionMatrix.Actor, on occasion: TransitionMatrix.Occasion, reason: String,
        at now: Date
    ) -> [CardChange] {
        let (from, next) = (card.standing, TransitionMatrix.meant(by: status, of: card.standing, by: actor))
        guard TransitionMatrix.allows(from: from, to: next, by: actor, on: occasion) else { return [] }
        return [
            CardChange(
                card: card.id, customer: card.customer, number: changes + 1,
                content: .status(from: from.status, to: next, reason: reason), time: now)
        ]
    }
}
