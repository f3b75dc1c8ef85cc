/// Why an event cannot happen to a card.
public enum CardEventRefusal: Equatable, Sendable {
    case needsPlastic(CardEvent)
    case notAllowed(CardEvent, status: CardStatus)
    case pinIsBlocked

    public var message: String {
        switch self {
        case .needsPlastic(let event):
            "\(event.rawValue) can happen only to a physical card; this one is VIRTUAL."
        case .notAllowed(let event, let status):
            "\(event.rawValue) can happen to a card that is \(event.accepted.joinedByOr); "
                + "this one is \(status.rawValue)."
        case .pinIsBlocked:
            "The PIN is blocked after \(PINRule.allowedTries) wrong attempts; reset the retries first."
        }
    }
}

extension CardEventRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [CardEventRefusal] = [
        .needsPlastic(.delivered), .notAllowed(.resume, status: .active), .pinIsBlocked,
    ]
}
