import Validation

/// Why a card is replaced, which decides what becomes of the old one.
public enum Replacement: String, CaseIterable, Sendable {
    case damaged = "DAMAGED"
    case lost = "LOST"
    /// Before or instead of its expiry.
    case renew = "RENEW"

    /// What the replaced card ends as.
    public var leaves: CardStatus {
        switch self {
        case .damaged: .damaged
        case .lost: .lost
        case .renew: .expired
        }
    }

    /// The statuses a card can be replaced from for this reason.
    public var accepted: [CardStatus] {
        TransitionMatrix.sources(by: .customer, on: .replacement, to: leaves)
    }

    /// Refuses a card that cannot be replaced for this reason now.
    public func check(_ card: Card) throws(Refusal) {
        guard accepted.contains(card.standing.status) else {
            throw .card(.replacementNotAllowed(status: card.standing.status, reason: self))
        }
    }
}

/// A request to replace a card as it was sent, judged against the card and its customer.
///
/// A physical card goes to its old address unless a new one is given; a virtual one goes nowhere.
public struct ReplacementApplication: Sendable {
    public let reason: Replacement?
    public let deliveryAddress: DeliveryAddress.Draft?
    private let userAgent: String?
    private let pin: PINRule.Look?
    private let unreadable: [FieldError]

    public init(
        reason: Replacement?, deliveryAddress: DeliveryAddress.Draft?, cardPIN: String?, userAgent: String?,
        unreadable: [FieldError] = []
    ) {
        self.reason = reason
        self.deliveryAddress = deliveryAddress
        self.userAgent = userAgent
        self.unreadable = unreadable
        pin = cardPIN.map { PINRule.Look($0) }
    }

    /// Everything wrong with it, in the order of the fields.
    public func violations(replacing card: Card, of customer: Customer) -> [FieldError] {
        var violations = Violations()
        violations.check("cardPin", pin.flatMap { $0.violation(for: customer) })
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        if card.cardType == .virtual && deliveryAddress != nil {
            violations.check("deliveryAddress", "must be absent: a virtual card is not delivered")
        }
        return unreadable.adding(
            violations.list + (deliveryAddress?.violations(under: "deliveryAddress") ?? []))
    }
}
