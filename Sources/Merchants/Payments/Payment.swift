import Foundation
import Identifiers
import Ledger

/// The status of a payment. ``PaymentTransition`` lists the changes from one to another.
public enum PaymentStatus: String, CaseIterable, Hashable, Sendable {
    /// Stored, and the issuer is being asked.
    case created = "CREATED"
    /// The customer must authenticate before the issuer is asked.
    case pendingAuthentication = "PENDING_AUTHENTICATION"
    case authorized = "AUTHORIZED"
    case declined = "DECLINED"
    /// A part or the whole was captured, and perhaps a part of that was refunded.
    case captured = "CAPTURED"
    /// Everything was given back before it was cleared.
    case voided = "VOIDED"
    /// Everything that was captured was given back afterwards.
    case refunded = "REFUNDED"
    /// Its time passed before anything was captured.
    case expired = "EXPIRED"
}

/// One payment of a customer to a merchant. All its amounts have one currency.
public struct Payment: Hashable, Sendable {
    public let id: PaymentID
    public let merchant: MerchantID
    public let gateway: Gateway
    /// Twelve digits, unique: CardPointe's `retref`, and the retrieval reference number of ISO 8583.
    public let reference: String
    /// The merchant's own name for it, such as an order number; not unique.
    public let externalReference: String?
    /// The merchant's own name for the request; a merchant uses it once.
    public let nonce: String?
    /// The amount that the merchant asked for.
    public let amount: Money
    /// The amount that the issuer approved.
    public internal(set) var authorized: Money
    /// The part of ``authorized`` that was captured.
    public internal(set) var captured: Money
    /// The part of ``captured`` that was given back.
    public internal(set) var refunded: Money
    /// The part of ``authorized`` that was given back and is not captured.
    public internal(set) var voided: Money
    public internal(set) var status: PaymentStatus
    public internal(set) var declineReason: DeclineReason?
    public internal(set) var approvalCode: String?
    /// Nil for a card whose number was typed.
    public let wallet: WalletKind?
    /// Of the card's or the token's number.
    public let lastFour: String
    public let scheme: CardScheme
    public let capturesAtOnce: Bool
    public let canApproveInPart: Bool
    public let createdAt: Date
    public internal(set) var authorizedAt: Date?
    public internal(set) var capturedAt: Date?
    /// When the first capture was cleared.
    public internal(set) var settledAt: Date?
    /// The time at which the amount that is not captured goes back to the customer.
    public internal(set) var expiresAt: Date?
    /// A small JSON text of the gateway.
    public let metadata: String?
    /// Whether the payment is a trial, or made without a card, so that it is neither cleared nor reversed in the
    /// network.
    public let isTrial: Bool
    /// The time until which the merchant wants to capture; nil for as long as the network allows.
    public let capturedBy: Date?
    /// How many steps it has.
    var stepCount: Int
    /// How 3-D Secure ended; nil if it was not asked for, or has not ended.
    public internal(set) var authentication: PaymentAuthentication?
    /// The electronic commerce indicator, two digits: the wallet's, and after 3-D Secure the network's.
    public internal(set) var eci: String?

    /// The amount that can still be captured or voided.
    public var left: Money { minorUnits(authorized.minorUnits - captured.minorUnits - voided.minorUnits) }

    /// The amount that can still be refunded.
    public var leftToRefund: Money { minorUnits(captured.minorUnits - refunded.minorUnits) }

    func minorUnits(_ number: Int64) -> Money { Money(minorUnits: number, currency: amount.currency) }
}

/// A capture, a void or a refund of a payment. Rows of it are never changed, except by clearing.
public struct PaymentStep: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case capture = "CAPTURE"
        case void = "VOID"
        case refund = "REFUND"
    }

    public let payment: PaymentID
    /// Counts the steps of a payment from 1.
    public let number: Int
    public let kind: Kind
    /// Twelve digits, unique, also among those of payments.
    public let reference: String
    public let amount: Money
    public let nonce: String?
    public let isFinal: Bool
    public let at: Date
    /// The end of the merchant's day at which it is cleared; nil for a void.
    public let settlesAt: Date?
    /// When the clearing house took it, or the issuer the void.
    public let settledAt: Date?
    public let externalReference: String?
    /// A small JSON text of the gateway.
    public let metadata: String?
}

/// A payment, and the step that was just made of it.
public struct SteppedPayment: Hashable, Sendable {
    public let payment: Payment
    public let step: PaymentStep
}
