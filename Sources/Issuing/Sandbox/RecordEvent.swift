import Cards
import Foundation
import Postgres

extension Issuing {
    /// Lets something happen to a card that no one asks for by an operation: the post delivers it, a terminal reads its
    /// chip, the issuer blocks it.
    public func record(_ event: CardEvent, on id: CardID) async throws(IssuingFailure) -> Card {
        try await database.transaction { tx throws(IssuingFailure) in
            guard let held = try tx.run(SandboxStatements.holdByID(.uuid(id.rawValue))).first else {
                throw .refused(.cardNotFound)
            }
            let card = held.card
            let effect = try IssuingFailure.refusing { () throws(Refusal) in try event.effect(on: card) }
            let (changed, _) = try tx.commit(
                query(for: effect, on: card), TokenLifeStatements.follow(id, of: card.customer, at: clock.now()))
            guard let after = changed.first.flatMap(\.self) else {
                throw .refused(.eventNotAllowed(event, status: card.standing.status))
            }
            if case .moves(_, let actor, _) = effect {
                tell(
                    .transition(
                        from: card.standing.status, to: after.standing.status, by: actor, on: Self.occasion(of: actor)))
            }
            return after
        }
    }

    private static func occasion(of actor: TransitionMatrix.Actor) -> TransitionMatrix.Occasion {
        actor == .issuer ? .event : .update
    }

    private func query(for effect: CardEvent.Effect, on card: Card) -> Query<Card?> {
        let now = clock.now()
        let row: [SQLValue] = [.bigint(card.customer.rawValue), .uuid(card.id.rawValue)]
        return switch effect {
        case .moves(let status, let actor, let reason):
            TransitionStatements.move(
                card.id, of: card.customer, to: status, by: actor, on: Self.occasion(of: actor),
                reason: reason, at: now
            ).map(\.moved)
        case .isDispatched:
            Query(statement: SandboxStatements.markDispatched, values: row + [.timestamp(now)]).map(\.self)
        case .isDelivered:
            Query(statement: SandboxStatements.markDelivered, values: row + [.timestamp(now)]).map(\.self)
        case .countsPIN(let isRight):
            Query(
                statement: CardStatements.countPIN,
                values: row + [.boolean(isRight), .integer(Int32(PINRule.allowedTries))]
            ).map(\.self)
        }
    }
}
