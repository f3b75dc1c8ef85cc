import Cards

extension Issuing {
    /// The same service, with somebody told of everything that cards, tokens and authentications come through, by this
    /// server and as soon as it is done.
    public func telling(_ witness: @escaping @Sendable (Occurrence) -> Void) -> Issuing {
        var issuing = self
        issuing.witness = witness
        return issuing
    }

    func tell(_ occurrence: @autoclosure () -> Occurrence) {
        if let witness { witness(occurrence()) }
    }

    /// Tells of a card's move, if it was moved.
    func tell(
        _ outcomes: [TransitionStatements.Outcome], by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion
    ) {
        guard let outcome = outcomes.first, let status = outcome.moved?.standing.status else { return }
        tell(.transition(from: outcome.from.status, to: status, by: actor, on: occasion))
    }
}
