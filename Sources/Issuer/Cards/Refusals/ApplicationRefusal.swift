/// Why no card is issued for a valid application.
public enum ApplicationRefusal: Equatable, Sendable {
    case cardLimitExceeded
    case cardNumbersUsedUp(program: String)

    public var message: String {
        switch self {
        case .cardLimitExceeded:
            "This customer has been issued as many cards as the program allows; its allowableCards is 0."
        case .cardNumbersUsedUp(let program):
            "The card numbers of \(program) are nearly used up; no more of its cards can be issued."
        }
    }
}

extension ApplicationRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [ApplicationRefusal] = [
        .cardLimitExceeded, .cardNumbersUsedUp(program: "SKRILL-VIRTUAL-MC-EEA"),
    ]
}
