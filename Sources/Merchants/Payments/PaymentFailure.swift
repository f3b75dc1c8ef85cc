import CardSecrets
import Ledger
import Postgres
import Validation

/// Why a payment is not made, or not changed as asked. A gateway has its own words and codes for these.
public enum PaymentRefusal: Error, Hashable, Sendable {
    case notFound
    case merchantNotFound
    /// The payment's status does not allow the change; `accepted` are the statuses that do.
    case wrongStatus(PaymentStatus, accepted: [PaymentStatus])
    case moreThanAuthorized(left: Money)
    case moreThanCaptured(left: Money)
    /// A payment, or another step of the payment, has the nonce.
    case duplicateNonce(PaymentID)
    /// The amount is below zero or too large, or it is zero where a step needs an amount.
    case amountNotAccepted(limit: Money)
    case otherCurrency(Currency)
    /// The customer agreed to another amount on the phone.
    case otherAmountAgreed(Money)
    /// Captured money that was cleared can only be refunded.
    case alreadySettled
    /// A text is longer than its limit, in characters.
    case tooLong(String, limit: Int)
    /// A text has U+0000, which cannot be stored.
    case nullCharacter(in: String)
    /// A text contains a possible card number.
    case cardNumber(in: String)
}

extension PaymentRefusal: CustomStringConvertible {
    /// A sentence for people who read it in English; it contains no secret.
    public var description: String {
        switch self {
        case .notFound: "There is no such payment."
        case .merchantNotFound: "There is no such merchant."
        case .wrongStatus(let status, let accepted):
            "The payment is \(status.rawValue); it must be \(accepted.map(\.rawValue).joined(separator: " or "))."
        case .moreThanAuthorized(let left): "At most \(left) of the payment is left to capture or void."
        case .moreThanCaptured(let left): "At most \(left) of the payment is left to refund."
        case .duplicateNonce(let id): "The nonce belongs to the payment \(id)."
        case .amountNotAccepted(let limit): "The amount must be positive and at most \(limit)."
        case .otherCurrency(let currency): "The payment is in \(currency)."
        case .otherAmountAgreed(let amount): "The wallet's token is for another amount: \(amount)."
        case .alreadySettled: "The payment was cleared; it can only be refunded."
        case .tooLong(let what, let limit): "The \(what) must have at most \(limit) characters."
        case .cardNumber(let what): "The \(what) \(CardNumber.violation)."
        case .nullCharacter(let what): "The \(what) must have no null character."
        }
    }
}

/// Why a payment is not made, changed or found.
public typealias PaymentFailure = MerchantsFailure<PaymentRefusal>
