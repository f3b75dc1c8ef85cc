import Validation

/// A card's PIN as it came with a request, looked at once. The rules see only its form; the digits stay in `PIN`, a
/// type they know nothing of.
public enum SentPIN<PIN: Sendable>: Sendable {
    case malformed
    case wellFormed(PIN, isWeak: Bool)

    /// Nil where it is malformed.
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

/// What the rules have to know of a card's PIN.
public enum PINForm: String, Codable, Sendable {
    case malformed
    /// One that anyone would try first; see ``PINRule/isWeak(_:)``.
    case weak
    case strong

    /// What is wrong with its form.
    var violation: String? { self == .malformed ? PINRule.malformed : nil }

    /// What is wrong with it in an application of this customer's.
    func violation(for customer: Customer) -> String? {
        if customer.isInUnitedStates { return PINRule.separateCall }
        return violation ?? (self == .weak && customer.refusesWeakPINs ? PINRule.weak.error : nil)
    }
}
