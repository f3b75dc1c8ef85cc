import Validation

/// The rule that a wallet's PIN keeps: the factor PIN of strong customer authentication.
///
/// It belongs to the customer and has nothing to do with the PIN of a card, which anyone with the customer's token can
/// set. Paysafe calls the factor "typically six digits".
public enum WalletPINRule {
    public static let digitCount = 6

    /// What is wrong with the form of a PIN; nil if it has six digits.
    public static func violation(in digits: String) -> String? {
        TextRule.digits(digits, count: digitCount)
    }

    /// What is wrong with a PIN that is to be set: its form, or that anyone would try it first.
    public static func violation(inNew digits: String) -> String? {
        if let error = violation(in: digits) { return error }
        return PINRule.isWeak(digits) ? PINRule.weak.error : nil
    }

    /// What is wrong with the call that sets one.
    public static func violations(pin: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("pin", pin.flatMap(violation(inNew:)))
        return violations.list
    }
}
