import Validation

/// The activation of a delivered card. It happens once, with the data printed on the card.
public enum Activation {
    /// How many wrong answers suspend the card. Paysafe documents the suspension, but not the number.
    public static let allowedTries = 3

    /// The errors of the data that the cardholder copies from the plastic. Only its form is checked.
    public static func violations(lastFourDigits: String?, cvv: String?, userAgent: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("lastFourDigits", lastFourDigits.flatMap { TextRule.digits($0, count: 4) })
        violations.check("cvv", cvv.flatMap { TextRule.digits($0, count: 3) })
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        return violations.list
    }

    /// Refuses a card that has no plastic, or that was activated already.
    public static func check(_ card: Card) throws(Refusal) {
        guard isPossible(on: card) else {
            throw .card(.activationNotAllowed(status: card.standing.status, type: card.cardType))
        }
    }

    public static func isPossible(on card: Card) -> Bool {
        card.cardType == .physical
            && TransitionMatrix.allows(from: card.standing, to: .active, by: .customer, on: .activation)
    }
}
