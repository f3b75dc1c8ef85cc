import Foundation
import Ledger
import Validation

/// The request to charge an instrument, from a gateway.
public struct NewPayment: Sendable {
    public static let nonceLimit = 4096
    public static let metadataLimitBytes = 8192

    public let merchant: MerchantID
    /// Nil if the merchant was not read before.
    let knownMerchant: Merchant?
    public let gateway: Gateway
    public let instrument: PaymentInstrument
    /// Zero verifies the account. At most ``Payments/amountLimit``.
    public let amount: Money
    /// Whether the whole amount that the issuer approves is captured at once.
    public var capturesAtOnce = false
    /// Whether the merchant accepts an approval of a part of the amount.
    public var canApproveInPart = false
    /// Whether the customer must authenticate first. Then the payment waits for
    /// ``Payments/authenticate(_:by:)``.
    public var needsAuthentication = false
    /// At most ``nonceLimit`` characters, like ``nonce``.
    public var externalReference: String?
    public var nonce: String?
    /// At most ``metadataLimitBytes``.
    public var metadata: String?
    /// Whether the payment is only a trial, outside the card network. Only ``Payments/issuer`` is asked; there is no
    /// clearing and no reversal.
    public var isTrial = false
    /// When an amount that was not captured goes back, if that is before the network's own end.
    public var capturedBy: Date?

    public init(merchant: MerchantID, gateway: Gateway, instrument: PaymentInstrument, amount: Money) {
        (self.merchant, self.gateway, self.instrument, self.amount) = (merchant, gateway, instrument, amount)
        knownMerchant = nil
    }

    /// For a gateway that has read the merchant, so it is not read again.
    public init(of merchant: Merchant, gateway: Gateway, instrument: PaymentInstrument, amount: Money) {
        (self.merchant, knownMerchant) = (merchant.id, merchant)
        (self.gateway, self.instrument, self.amount) = (gateway, instrument, amount)
    }

    /// Checks what needs nothing stored.
    package func check() throws(PaymentRefusal) {
        guard (0...Payments.amountLimit).contains(amount.minorUnits) else {
            throw .amountNotAccepted(limit: Money(minorUnits: Payments.amountLimit, currency: amount.currency))
        }
        if let agreed = instrument.agreedAmount, agreed != amount { throw .otherAmountAgreed(agreed) }
        try Self.check(nonce: nonce, externalReference: externalReference, metadata: metadata)
    }

    /// Checks texts of a merchant, which are stored and shown as they are.
    package static func check(
        nonce: String?, externalReference: String? = nil, metadata: String? = nil
    ) throws(PaymentRefusal) {
        for (name, text) in [("nonce", nonce), ("external reference", externalReference)] {
            guard text.map({ CardNumber.isIn(identifier: $0) }) != true else { throw .cardNumber(in: name) }
            guard (text?.unicodeScalars.count ?? 0) <= nonceLimit else { throw .tooLong(name, limit: nonceLimit) }
            guard text?.hasNullCharacter != true else { throw .nullCharacter(in: name) }
        }
        guard metadata.map({ CardNumber.isRun(in: $0) }) != true else { throw .cardNumber(in: "metadata") }
        guard (metadata?.utf8.count ?? 0) <= metadataLimitBytes else {
            throw .tooLong("metadata", limit: metadataLimitBytes)
        }
    }
}

/// A filter for the payments of a merchant at a gateway, newest first.
public struct PaymentFilter: Hashable, Sendable {
    /// Each selection has an index, so listing reads no more than it returns.
    public enum Selection: Hashable, Sendable {
        case all
        case externalReference(String)
        /// Those with one of these nonces.
        case nonces([String])
        case status(PaymentStatus)

        /// Whether no payment can match, because Postgres stores no text with a null character.
        var isImpossible: Bool {
            switch self {
            case .externalReference(let text): text.hasNullCharacter
            case .nonces(let nonces): nonces.isEmpty
            case .all, .status: false
            }
        }
    }

    public static let limits = 1...1000

    public let merchant: MerchantID
    public let gateway: Gateway
    public var selection: Selection
    /// The list continues behind this payment; nil begins it.
    public var after: Payment?
    /// Clamped to ``limits``.
    public var limit: Int

    public init(
        merchant: MerchantID, gateway: Gateway, _ selection: Selection = .all, after: Payment? = nil, limit: Int = 100
    ) {
        (self.merchant, self.gateway, self.selection, self.after) = (merchant, gateway, selection, after)
        self.limit = min(max(limit, Self.limits.lowerBound), Self.limits.upperBound)
    }
}

/// The time by which captures and refunds are listed.
public enum SettlementTime: Hashable, Sendable {
    /// When the clearing house took them.
    case taken(Range<Date>)
    /// The end of the merchant's day at which they became due.
    case due(Range<Date>)

    var times: Range<Date> {
        switch self {
        case .taken(let times), .due(let times): times
        }
    }
}

extension String {
    fileprivate var hasNullCharacter: Bool { utf8.contains(0) }
}
