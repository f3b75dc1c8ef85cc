import Cards

extension Issuing {
    /// Moves a card to another status, if the matrix lets this actor, and records it; one statement, one round trip.
    ///
    /// Lifting a suspension is asked for as ACTIVE by whoever knows no better; a physical card that was never activated
    /// goes back to what it was.
    public func changeStatus(
        of id: CardID, of customer: CustomerID, to status: CardStatus, by actor: TransitionMatrix.Actor,
        reason: String
    ) async throws(IssuingFailure) -> Card {
        let outcomes = try await writing(
            TransitionStatements.move(
                id, of: customer, to: status, by: actor, on: .update, reason: reason, at: clock.now()))
        guard let outcome = outcomes.first else { throw .refused(.cardNotFound) }
        guard let card = outcome.moved else {
            let accepted = TransitionMatrix.accepted(from: outcome.from, by: actor, on: .update)
            throw .refused(.transitionNotAllowed(from: outcome.from.status, to: status, accepted: accepted))
        }
        return card
    }
}
