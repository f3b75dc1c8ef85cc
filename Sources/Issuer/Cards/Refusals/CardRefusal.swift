/// Why a request about a card is refused.
public enum CardRefusal: Equatable, Sendable {
    case notFound
    case transitionNotAllowed(from: CardStatus, to: CardStatus, accepted: [CardStatus])
    case activationNotAllowed(status: CardStatus, type: Program.CardType)
    case activationDataWrong(triesLeft: Int)
    case replacementNotAllowed(status: CardStatus, reason: Replacement)

    public var message: String {
        switch self {
        case .notFound:
            "There is no such card."
        case .transitionNotAllowed(let from, let to, let accepted):
            Self.transition(from, to, accepted)
        case .activationNotAllowed(let status, .virtual):
            "A virtual card needs no activation; a physical card can be activated while it is ISSUED or DIGITAL, "
                + "and this one is VIRTUAL and \(status.rawValue)."
        case .activationNotAllowed(let status, .physical):
            "A card can be activated once, while it is ISSUED or DIGITAL; this one is \(status.rawValue)."
        case .activationDataWrong(let triesLeft):
            triesLeft == 0
                ? "The digits do not match the card, which is now SUSPENDED; customer service can lift that."
                : "The digits do not match the card; tries left before it is SUSPENDED: \(triesLeft)."
        case .replacementNotAllowed(let status, let reason):
            "A card can be replaced as \(reason.rawValue) while it is \(reason.accepted.joinedByOr); "
                + "this one is \(status.rawValue)."
        }
    }

    private static func transition(_ from: CardStatus, _ to: CardStatus, _ accepted: [CardStatus]) -> String {
        let sentence = "A card cannot go from \(from.rawValue) to \(to.rawValue); "
        if from == .cancelled { return sentence + "cancelling is final." }
        if from.isFinal { return sentence + "\(from.rawValue) is final." }
        if [.applied, .pending].contains(from) {
            return sentence + "until its application is approved, only the issuer can change its status."
        }
        if from == .digital && to == .active {
            return sentence + "it becomes ACTIVE by activation or its first chip and PIN transaction."
        }
        return sentence
            + (accepted.isEmpty ? "it cannot change its status here." : "it can go to \(accepted.joinedByOr).")
    }
}

extension CardRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [CardRefusal] = [
        .notFound, .transitionNotAllowed(from: .locked, to: .active, accepted: [.cancelled, .digital]),
        .activationNotAllowed(status: .active, type: .physical), .activationDataWrong(triesLeft: 2),
        .replacementNotAllowed(status: .issued, reason: .lost),
    ]
}
