import Cards

extension Issuing {
    func tell(
        _ occurrence: @autoclosure () -> Occurrence, about subject: @autoclosure () -> Occurrence.Subject = .init()
    ) {
        if let observer { observer(occurrence(), subject()) }
    }

    /// Reports a card's move, if it moved.
    func tell(
        _ outcomes: [TransitionStatements.Outcome], by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion
    ) {
        guard let outcome = outcomes.first else { return }
        tell(
            .transition(from: outcome.from, to: outcome.moved.standing.status, by: actor, on: occasion),
            about: .init(outcome.moved))
    }
}
