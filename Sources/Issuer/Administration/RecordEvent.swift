import Cards
import Foundation
import Issuing
import Postgres

extension Administration {
    /// Records something that happens to a card outside the Card service: the post delivers it, a terminal reads its
    /// chip, the issuer approves or blocks it.
    public func record(_ event: CardEvent, on id: CardID) async throws(IssuingFailure) -> Card {
        try await database.transaction { tx throws(IssuingFailure) in
            guard let held = try Self.hold(id, in: tx) else { throw .refused(.card(.notFound)) }
            let card = held.card
            let effect = try IssuingFailure.refusing { () throws(Refusal) in try event.effect(on: card) }
            _ = try tx.run(
                issuing.recording(
                    .cardEventRecorded, about: id, of: card.customer, detail: event.rawValue))
            guard let after = try commit(effect, on: held, in: tx) else {
                throw .refused(.event(.notAllowed(event, status: card.standing.status)))
            }
            return after
        }
    }

    /// Locks a card of any customer. A cluster locks it on its customer's machine, which it must find first.
    private static func hold(
        _ id: CardID, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> CardStatements.Held? {
        guard tx.isOnCluster else { return try tx.run(CardEventStatements.holdByID(.id(id))).first }
        guard let customer = try tx.run(CardEventStatements.customer(.id(id))).first else { return nil }
        return try tx.run(CardStatements.hold(.id(customer), .id(id))).first
    }

    private func commit(
        _ effect: CardEvent.Effect, on held: CardStatements.Held, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Card? {
        let card = held.card
        let (customer, id) = (SQLValue.id(card.customer), SQLValue.id(card.id))
        let now = clock.now()
        switch effect {
        case .moves(let status, let actor, let reason):
            return try move(held, to: status, by: actor, reason: reason, at: now, in: tx)
        case .issues(let reason):
            let programs = try tx.run(ProgramStatements.find(.text(card.program)))
            let program = try IssuingFailure.requiring(programs.first, "the program of a card")
            return try move(held, to: program.issuedStatus, by: .issuer, reason: reason, at: now, in: tx)
        case .isDispatched:
            return try tx.commit(CardEventStatements.markDispatched(customer, id, .timestamp(now))).first
        case .isDelivered:
            return try tx.commit(CardEventStatements.markDelivered(customer, id, .timestamp(now))).first
        case .clearsTries:
            return try tx.commit(
                CardEventStatements.clearTries(customer, id), CodeTryStatements.forget(of: card.customer, card.id)
            ).0.first
        case .countsPIN(let isRight):
            return try tx.commit(
                CardStatements.countPIN(customer, id, .boolean(isRight), .integer(PINRule.allowedTries))
            ).first
        }
    }

    private func move(
        _ held: CardStatements.Held, to status: CardStatus, by actor: TransitionMatrix.Actor, reason: String,
        at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Card? {
        try issuing.commitMove(
            of: held, to: status, by: actor, on: actor == .issuer ? .event : .update, reason: reason, at: now, in: tx
        )?.moved
    }
}
