/// Why a request about a card's PIN or its tries is refused.
public enum PINRefusal: Equatable, Sendable {
    case isSetBySeparateCall
    case isSetByUpdate
    case notAllowed(status: CardStatus, isPINSet: Bool)
    case triesNotUsedUp
    case triesUsedUpForGood

    public var message: String {
        switch self {
        case .isSetBySeparateCall:
            "Customers in the US set the PIN by PUT …/cards/{cardId}/pin."
        case .isSetByUpdate:
            "Only customers in the US set the PIN by this call; send pin with PATCH …/cards/{cardId}."
        case .notAllowed(.issued, _):
            "This card is ISSUED and has a PIN, which can be changed only after the activation."
        case .notAllowed(let status, _):
            "The PIN can be set while the card is ACTIVE or DIGITAL, or ISSUED without a PIN; this one is "
                + "\(status.rawValue)."
        case .triesNotUsedUp:
            "The retries can be reset once they are used up; this card has some left."
        case .triesUsedUpForGood:
            "This card had \(PINRule.allowedTriesInAll) wrong PINs and wrong activation attempts; only the issuer can "
                + "reset its retries."
        }
    }
}

extension PINRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [PINRefusal] = [
        .isSetBySeparateCall, .isSetByUpdate, .notAllowed(status: .locked, isPINSet: true), .triesNotUsedUp,
        .triesUsedUpForGood,
    ]
}
