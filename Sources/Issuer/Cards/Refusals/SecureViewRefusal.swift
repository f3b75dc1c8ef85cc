/// Why a card's details or PIN are not shown.
public enum SecureViewRefusal: Equatable, Sendable {
    case notAllowed(status: CardStatus)
    case noPIN
    case tooManyWaiting

    public var message: String {
        switch self {
        case .notAllowed(let status):
            "A card shows its details and its PIN while it is ACTIVE or DIGITAL; this one is \(status.rawValue)."
        case .noPIN:
            "This card has no PIN to show; the customer must set one first."
        case .tooManyWaiting:
            "This customer has \(SecureView.waitingLimit) secure views that wait to be opened, which is the limit; "
                + "open one, or wait a minute until they expire."
        }
    }
}

extension SecureViewRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [SecureViewRefusal] = [
        .notAllowed(status: .locked), .noPIN, .tooManyWaiting,
    ]
}
