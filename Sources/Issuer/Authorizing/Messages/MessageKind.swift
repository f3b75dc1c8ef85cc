/// The kind of a message from the network to an issuer host.
public enum MessageKind: String, CaseIterable, Sendable {
    /// Asks whether a payment is approved (message type 0100).
    case authorization = "AUTHORIZATION"
    /// Asks for more on an authorization that exists (0100), such as another night in a hotel.
    case incremental = "INCREMENTAL"
    /// Reports another party's decision (0120): that of the network for a silent issuer, of a terminal without a
    /// connection, or of a pump that knows the final amount.
    case advice = "ADVICE"
    /// Asks, and pays at once if it is approved (0200): cash machines.
    case financial = "FINANCIAL"
    /// Takes back a part of an authorization (0400 or 0420). Field 95 has the amount that remains;
    /// `amount` is the part.
    case partialReversal = "PARTIAL_REVERSAL"
    /// Takes back an authorization (0400 or 0420).
    case reversal = "REVERSAL"
    /// Collects the money of an authorization (Mastercard 1240, Visa's TC 05 and 07).
    case clearing = "CLEARING"
    /// Collects money without an authorization (0220).
    case forcePost = "FORCE_POST"
    /// Asks whether the card takes a refund (0100 with processing code 20). It moves no money: ``refund`` does.
    case refundAuthorization = "REFUND_AUTHORIZATION"
    /// Gives money back (Visa's TC 06, Mastercard 1240 with processing code 20).
    case refund = "REFUND"
    /// Takes a refund back (Visa's TC 25 to 27 for a refund).
    case refundReversal = "REFUND_REVERSAL"
    /// Asks for the available balance (processing codes 30 and 31).
    case balanceInquiry = "BALANCE_INQUIRY"
    /// Asks whether the card could pay, with the amount 0.
    case accountVerification = "ACCOUNT_VERIFICATION"

    /// Whether the issuer may decline the message. The others report past events, so they are accepted even for a
    /// closed card and an empty account.
    public var isRequest: Bool {
        switch self {
        case .authorization, .incremental, .financial, .refundAuthorization, .balanceInquiry, .accountVerification:
            true
        case .advice, .partialReversal, .reversal, .clearing, .forcePost, .refund, .refundReversal: false
        }
    }

    /// Whether the message asks for money. Otherwise neither limits nor the balance can decline it.
    public var asksForMoney: Bool { self == .authorization || self == .incremental || self == .financial }

    /// Whether the message changes a payment, which it must name.
    var namesItsPayment: Bool {
        switch self {
        case .incremental, .partialReversal, .reversal, .clearing, .refundReversal: true
        case .authorization, .advice, .financial, .forcePost, .refundAuthorization, .refund, .balanceInquiry,
            .accountVerification: false
        }
    }

    /// Whether the message is a request that adds to an earlier one. It carries neither a cryptogram nor a PIN.
    public var isFollowUp: Bool { self == .incremental }
}

/// The purpose of a payment: Paysafe's AuthorizationType, whose values are ours, after ISO 8583's processing code
/// (field 3).
public enum TransactionType: String, CaseIterable, Sendable {
    /// Processing code 00.
    case purchase = "PURCHASE"
    /// 01.
    case atmWithdrawal = "ATM_WITHDRAWAL"
    /// 09.
    case purchaseWithCashback = "PURCHASE_WITH_CASHBACK"
    /// 20.
    case refund = "REFUND"
    /// 30 and 31.
    case balanceInquiry = "BALANCE_INQUIRY"
    /// 00 with the amount 0.
    case accountVerification = "ACCOUNT_VERIFICATION"

    /// Whether the customer gets banknotes. A withdrawal of banknotes cannot be approved in part.
    public var paysCash: Bool { self == .atmWithdrawal || self == .purchaseWithCashback }
}

/// How the terminal read the card (field 22). Paysafe's PanEntryMethod, whose values are ours.
public enum EntryMode: String, CaseIterable, Sendable {
    case chip = "CHIP"
    case contactless = "CONTACTLESS"
    case magneticStripe = "MAGNETIC_STRIPE"
    /// Typed by hand.
    case manual = "MANUAL"
    /// On a page or in an app.
    case ecommerce = "ECOMMERCE"
    /// The merchant has stored the card.
    case credentialOnFile = "CREDENTIAL_ON_FILE"
    case unknown = "UNKNOWN"
}

/// Whether the card was at the terminal: Paysafe's `cardPresence`.
public enum CardPresence: String, CaseIterable, Sendable {
    case present = "PRESENT"
    case notPresent = "NOT_PRESENT"
    case unknown = "UNKNOWN"
}
