import Validation

/// The rules for a wallet's PIN: the factor PIN of strong customer authentication.
///
/// It belongs to the customer and has nothing to do with the PIN of a card, which anyone with the customer's token can
/// set. Paysafe calls the factor "typically six digits".
public enum WalletPINRule {
    public static let digitCount = 6

    /// The error in the form of a PIN; nil if it has six digits.
    public static func violation(in digits: String) -> String? {
        TextRule.digits(digits, count: digitCount)
    }

    /// The error of a new PIN: its form, or that it is easy to guess.
    public static func violation(inNew digits: String) -> String? {
        if let error = violation(in: digits) { return error }
        return PINRule.isWeak(digits) ? PINRule.weak.error : nil
    }

    /// The errors of the call that sets one.
    public static func violations(pin: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("pin", pin.flatMap(violation(inNew:)))
        return violations.list
    }
}
