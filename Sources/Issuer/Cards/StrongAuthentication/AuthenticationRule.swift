import Validation

/// The possible errors of a request for a challenge or an attempt, once the event is known.
public enum AuthenticationRule {
    /// The chosen method is not one that the event offers.
    public static func notOffered(among offered: [Verification]) -> FieldError {
        FieldError(
            "verification.method",
            "must be one that is open to this customer: \(offered.map(\.name).joined(separator: ", "))")
    }

    /// The attempt uses another method than the challenge.
    public static func notChallenged(_ challenged: Verification) -> FieldError {
        FieldError("verification.method", "must be that of the latest challenge, which is \(challenged.name)")
    }

    /// The errors in the means that a customer authenticates with.
    public static func violations(email: String?, password: String?, pin: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("email", email.flatMap(TextRule.email))
        let isTooLong = password.map { !(1...128).contains($0.utf8.count) } ?? false
        violations.check("password", isTooLong ? "must be 1 to 128 bytes" : nil)
        violations.check("pin", pin.flatMap(WalletPINRule.violation(inNew:)))
        return violations.list
    }
}
