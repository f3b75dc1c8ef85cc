/// What happens to a dispute.
public enum DisputeStep: String, CaseIterable, Sendable {
    /// The customer, or the brand for the customer, claims.
    case open = "OPEN"
    /// The issuer finds that the claim has no ground, and does not charge back.
    case reject = "REJECT"
    case chargeBack = "CHARGE_BACK"
    case represent = "REPRESENT"
    case preArbitrate = "PRE_ARBITRATE"
    case arbitrate = "ARBITRATE"
    /// The issuer or the acquirer accepts what the other one says.
    case accept = "ACCEPT"
    /// The scheme decides for the issuer.
    case ruleForIssuer = "RULE_FOR_ISSUER"
    case ruleForAcquirer = "RULE_FOR_ACQUIRER"
    case withdraw = "WITHDRAW"
    /// The merchant has given money back meanwhile.
    case refund = "REFUND"
    /// Whose turn it was has let the deadline pass.
    case timeOut = "TIME_OUT"
}
