import Ledger

/// The reason why a message cannot change an authorization. The caller sends only messages that the decision has
/// accepted, so each is a mistake of the caller, or an amount that no account can have.
public enum AuthorizationFailure: Error, Hashable, Sendable {
    case overflow
    case negativeAmount
    case otherCurrency(expected: Currency, found: Currency)
    /// The authorization cannot grow in this status, or without a rest.
    case cannotGrow(AuthorizationStatus)
    /// There is nothing to expire or to release.
    case notOpen(AuthorizationStatus)
    /// A partial reversal of more than is left.
    case exceedsAuthorization
    /// A reversal of more than was paid.
    case exceedsPayment
    /// A reversal of more than refunds gave back.
    case exceedsRefund
    /// Stored amounts contradict each other.
    case inconsistent
}
