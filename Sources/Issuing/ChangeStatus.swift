import Cards
import Postgres

extension Issuing {
    /// Moves a card to another status, if the matrix lets this actor, and records it; one statement, one round trip.
    public func changeStatus(
        of id: CardID, of customer: CustomerID, to status: CardStatus, by actor: TransitionMatrix.Actor,
        reason: String
    ) async throws(IssuingFailure) -> Card {
        let outcomes = try await writing(
            TransitionStatements.move(
                id, of: customer, to: status, by: actor, on: .update, reason: reason, at: clock.now()))
        return try Self.card(movedBy: outcomes, to: status, by: actor)
    }

    /// The same for a business, in its own rows of the matrix.
    ///
    /// It has a suspension lifted by asking for ACTIVE, whatever the card was before: a physical card that was never
    /// activated goes back to what it was.
    public func changeStatus(
        of id: CardID, of customer: NamedCustomer, to status: CardStatus, reason: String
    ) async throws(IssuingFailure) -> Card {
        try await database.transaction { tx throws(IssuingFailure) in
            let customer = try customer.proven(by: try tx.run(customer.lookup))
            let outcomes = try tx.commit(
                TransitionStatements.move(
                    id, of: customer, to: status, by: .business, on: .update, reason: reason, at: clock.now()))
            return try Self.card(movedBy: outcomes, to: status, by: .business)
        }
    }

    private static func card(
        movedBy outcomes: [TransitionStatements.Outcome], to status: CardStatus, by actor: TransitionMatrix.Actor
    ) throws(IssuingFailure) -> Card {
        guard let outcome = outcomes.first else { throw .refused(.cardNotFound) }
        guard let card = outcome.moved else {
            let accepted = TransitionMatrix.accepted(from: outcome.from, by: actor, on: .update)
            throw .refused(.transitionNotAllowed(from: outcome.from.status, to: status, accepted: accepted))
        }
        return card
    }
}
