import Validation

/// A card's PIN as it came with a request, checked once. The rules see only its form; the digits stay in `PIN`, a type
/// that the rules do not know.
public enum SentPIN<PIN: Sendable>: Sendable {
    case malformed
    case wellFormed(PIN, isWeak: Bool)

    /// Nil if it is malformed.
    public var pin: PIN? {
        guard case .wellFormed(let pin, _) = self else { return nil }
        return pin
    }

    public var form: PINForm {
        switch self {
        case .malformed: .malformed
        case .wellFormed(_, let isWeak): isWeak ? .weak : .strong
        }
    }
}

/// The form of a card's PIN, as far as the rules need it.
public enum PINForm: String, Codable, Sendable {
    case malformed
    /// A PIN that anyone would try first; see ``PINRule/isWeak(_:)``.
    case weak
    case strong

    /// The error in its form.
    var violation: String? { self == .malformed ? PINRule.malformed : nil }

    /// The error of the PIN in this customer's application.
    func violation(for customer: Customer) -> String? {
        if customer.isInUnitedStates { return PINRule.separateCall }
        return violation ?? (self == .weak && customer.refusesWeakPINs ? PINRule.weak.error : nil)
    }
}
