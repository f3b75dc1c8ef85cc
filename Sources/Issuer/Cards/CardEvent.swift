/// An event in the life of a card that no request to an operation causes.
public enum CardEvent: String, CaseIterable, Sendable {
    /// A terminal read the chip, and the right PIN was entered.
    case chipAndPIN = "CHIP_AND_PIN"
    /// A terminal read the chip, and a wrong PIN was entered.
    case wrongPIN = "WRONG_PIN"
    /// The plastic left the personaliser.
    case dispatched = "DISPATCHED"
    /// The plastic arrived.
    case delivered = "DELIVERED"
    /// Customer service blocks the card.
    case suspend = "SUSPEND"
    /// The program manager lifts the block.
    case resume = "RESUME"
    /// The card ends before its expiry month.
    case expire = "EXPIRE"
    /// The issuer restores every attempt, including those that the customer cannot reset.
    case clearTries = "CLEAR_RETRIES"
    /// The issuer begins to validate the application.
    case review = "REVIEW"
    /// The issuer accepts the application and issues the card.
    case approve = "APPROVE"
    /// The issuer refuses the application.
    case reject = "REJECT"

    /// Why a card has its first payment by chip and PIN in its history: that activates it.
    public static let chipAndPINReason = "First chip and PIN transaction"

    public enum Effect: Equatable, Sendable {
        case moves(to: CardStatus, by: TransitionMatrix.Actor, reason: String)
        /// The issuer moves the card to the ``Program/issuedStatus`` of its program.
        case issues(reason: String)
        case isDispatched
        case isDelivered
        case countsPIN(isRight: Bool)
        case clearsTries
    }

    /// The statuses in which it can happen.
    public var accepted: [CardStatus] {
        switch self {
        case .chipAndPIN, .wrongPIN: [.active, .digital]
        case .dispatched, .delivered, .clearTries: [.active, .issued, .digital, .locked, .suspended]
        case .suspend: TransitionMatrix.sources(by: .issuer, on: .event, to: .suspended)
        case .resume: [.suspended]
        case .expire: TransitionMatrix.sources(by: .issuer, on: .event, to: .expired)
        case .review: TransitionMatrix.sources(by: .issuer, on: .event, to: .pending)
        case .approve: TransitionMatrix.sources(by: .issuer, on: .event, to: .issued)
        case .reject: TransitionMatrix.sources(by: .issuer, on: .event, to: .rejected)
        }
    }

    private var needsPlastic: Bool {
        switch self {
        case .chipAndPIN, .wrongPIN, .dispatched, .delivered: true
        case .suspend, .resume, .expire, .clearTries, .review, .approve, .reject: false
        }
    }

    /// Its effect on this card.
    public func effect(on card: Card) throws(Refusal) -> Effect {
        let standing = card.standing
        guard !needsPlastic || card.cardType == .physical else { throw .event(.needsPlastic(self)) }
        guard accepted.contains(standing.status) else {
            throw .event(.notAllowed(self, status: standing.status))
        }
        switch self {
        case .chipAndPIN, .wrongPIN:
            guard !card.isPINBlockedForGood else { throw .pin(.triesUsedUpForGood) }
            guard card.wrongPINs < PINRule.allowedTries else { throw .event(.pinIsBlocked) }
            if self == .wrongPIN { return .countsPIN(isRight: false) }
            guard standing.status == .digital else { return .countsPIN(isRight: true) }
            return .moves(to: .active, by: .issuer, reason: Self.chipAndPINReason)
        case .dispatched: return .isDispatched
        case .delivered: return .isDelivered
        case .suspend: return .moves(to: .suspended, by: .issuer, reason: "Suspended by customer service")
        case .resume:
            let before = TransitionMatrix.meant(by: .active, of: standing, by: .business)
            return .moves(to: before, by: .business, reason: "Suspension lifted")
        case .expire: return .moves(to: .expired, by: .issuer, reason: "Expired")
        case .clearTries: return .clearsTries
        case .review: return .moves(to: .pending, by: .issuer, reason: "Application in review")
        case .approve: return .issues(reason: "Application approved")
        case .reject: return .moves(to: .rejected, by: .issuer, reason: "Application rejected")
        }
    }
}
