import Validation

/// Why a card is replaced, which determines what happens to the old one.
public enum Replacement: String, CaseIterable, Sendable {
    case damaged = "DAMAGED"
    case lost = "LOST"
    /// Before or at its expiry.
    case renew = "RENEW"

    /// The final status of the replaced card.
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

/// A request to replace a card.
///
/// The new physical card goes to the old address unless the request has another one. A virtual card has no address.
public struct ReplacementApplication: Sendable {
    /// Nil if it is missing or unknown; the reader of the body reports that.
    public let reason: Replacement?
    public let deliveryAddress: DeliveryAddress.Draft?
    private let pin: PINForm?

    /// The application, with the errors that do not depend on the card.
    public static func read(
        reason: Replacement?, deliveryAddress: DeliveryAddress.Draft?, pin: PINForm?, userAgent: String?
    ) -> Draft<ReplacementApplication> {
        var violations = Violations()
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        let application = ReplacementApplication(reason: reason, deliveryAddress: deliveryAddress, pin: pin)
        let address = deliveryAddress?.violations(under: "deliveryAddress") ?? []
        return Draft(application, errors: violations.list + address)
    }

    /// The errors for this card and its customer.
    fileprivate func violations(replacing card: Card, of customer: Customer) -> [FieldError] {
        var violations = Violations()
        violations.check("cardPin", pin.flatMap { $0.violation(for: customer) })
        if card.cardType == .virtual && deliveryAddress != nil {
            violations.check("deliveryAddress", "must be absent: a virtual card is not delivered")
        }
        let address = deliveryAddress?.violations(under: "deliveryAddress", forCustomerIn: customer.country) ?? []
        return violations.list + address
    }
}

extension Draft<ReplacementApplication> {
    /// All errors.
    public func errors(replacing card: Card, of customer: Customer) -> [FieldError] {
        errors.adding(value.violations(replacing: card, of: customer))
    }
}
