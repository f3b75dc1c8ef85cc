import Cards
import Ledger
import Validation

/// What somebody disputes: a payment, and how much of it.
public struct DisputeClaim: Hashable, Sendable {
    public let authorization: AuthorizationID
    /// In minor units of the account's currency; nil for all that can be disputed.
    public let amount: Int64?
    public let reason: DisputeReason
    public let description: String?

    public init(authorization: AuthorizationID, amount: Int64?, reason: DisputeReason, description: String?) {
        (self.authorization, self.amount) = (authorization, amount)
        (self.reason, self.description) = (reason, description)
    }

    /// The amount that is disputed.
    ///
    /// Fees are the issuer's, so no scheme gives them back: they are not part of it.
    ///
    /// - Parameters:
    ///   - payment: the authorization that the claim names.
    ///   - kept: what the customer has kept of earlier disputes of it, in minor units.
    public func amount(of payment: Authorization, kept: Int64) throws(Refusal) -> Int64 {
        let cleared = min(payment.state.cleared.minorUnits, payment.settlement.collected.converted.minorUnits)
        let most = cleared - payment.state.refunded.minorUnits - kept
        guard !payment.state.isRefund, most > 0 else { throw .dispute(.nothingCleared) }
        guard let amount else { return most }
        guard (1...most).contains(amount) else {
            throw .invalidFields([
                FieldError(
                    "amount",
                    "must be 1 to \(most), which is what was cleared without fees and not refunded or kept before"),
            ])
        }
        return amount
    }
}
