/// Why a purchase is disputed. Each reason is in a category of both networks: Visa's condition 10 and Mastercard's 4837
/// are fraud, 12 and 4834 are errors of processing, and 13 and 4853 are disputes of a cardholder.
public enum DisputeReason: String, CaseIterable, Sendable {
    /// The cardholder has not made the purchase.
    case fraud = "FRAUD"
    case notReceived = "NOT_RECEIVED"
    case notAsDescribed = "NOT_AS_DESCRIBED"
    /// Of a subscription or a booking.
    case cancelled = "CANCELLED"
    /// The merchant has promised a refund.
    case creditNotProcessed = "CREDIT_NOT_PROCESSED"
    case duplicate = "DUPLICATE"
    case incorrectAmount = "INCORRECT_AMOUNT"
    case cashNotDispensed = "CASH_NOT_DISPENSED"
    case other = "OTHER"
}
