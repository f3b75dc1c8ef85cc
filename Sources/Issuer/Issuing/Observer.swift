import Cards

extension Issuing {
    func tell(_ occurrence: @autoclosure () -> Occurrence) {
        if let observer { observer(occurrence()) }
    }

    /// Reports a card's move, if it moved.
    func tell(
        _ outcomes: [TransitionStatements.Outcome], by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion
    ) {
        guard let outcome = outcomes.first, let status = outcome.moved?.standing.status else { return }
        tell(.transition(from: outcome.from.status, to: status, by: actor, on: occasion))
    }
}
