import Ledger
import Validation

/// One message of the network, as the rules see it. All its values are within their bounds.
///
/// ``MessageFields/read()`` makes it from what came in.
public struct NetworkRequest: Hashable, Sendable {
    public let kind: MessageKind
    public let type: TransactionType
    /// Unique for each message. The same message again gets the same answer.
    public let reference: NetworkReference
    /// The same for a payment's authorization, increments, reversals and clearings. Visa's transaction id, Mastercard's
    /// trace id.
    public let lifecycle: NetworkReference?
    /// The name of the one message that this message is about, if it has one (field 90). It is more exact than
    /// ``lifecycle``.
    public let original: NetworkReference?
    /// The name that later messages use for this one.
    public let name: NetworkReference
    /// In the merchant's currency. 0 if the message asks for no money, and where a full reversal names no amount.
    public let amount: Money
    public let merchant: CardAcceptor
    public let entryMode: EntryMode
    public let cardPresence: CardPresence
    /// The expiry that was sent: the card's, or the token's if there is a token. Nil if none was sent.
    public let expiry: YearMonth?
    /// Nil if the merchant sent the number of the card itself.
    public let token: SentToken?
    /// Whether the terminal accepts an approval of a part of the amount (field 60 or 61, by network).
    public let canApproveInPart: Bool
    /// Of a clearing: whether no other clearing follows.
    public let isLast: Bool
    public private(set) var verification: VerificationResults

    /// The same request with the results of the caller's verification.
    public func with(_ verification: VerificationResults) -> NetworkRequest {
        var request = self
        request.verification = verification
        return request
    }

    /// Whether the message names a payment. Otherwise it is the first message of one.
    public var namesPayment: Bool { original != nil || lifecycle != nil }

    /// The names of the payment that the message belongs to, the most exact first; at least one.
    public var namesOfPayment: [NetworkReference] {
        let names = [original, lifecycle].compactMap(\.self)
        return names.isEmpty ? [name] : names
    }

    /// Whether the message counts for the limits on the number of payments. An increment belongs to a payment that
    /// counts already.
    var isCounted: Bool { !kind.isFollowUp }

    /// Whether the plastic card is at the terminal. A phone is not a plastic card.
    public var isPlasticPresent: Bool {
        guard token == nil else { return false }
        switch entryMode {
        case .chip, .contactless, .magneticStripe: return true
        case .manual, .ecommerce, .credentialOnFile, .unknown: return cardPresence == .present
        }
    }

    /// Whether the terminal read the card's chip by its contacts, and the customer has typed the PIN.
    public var isChipAndPIN: Bool { token == nil && entryMode == .chip && verification.pin != .notSent }

    /// Whether the payment is made on a page, in an app, or with a card that the merchant has stored. A merchant cannot
    /// avoid a check by leaving out the entry mode.
    public var isRemote: Bool {
        switch entryMode {
        case .ecommerce, .credentialOnFile: true
        case .unknown: cardPresence != .present
        case .chip, .contactless, .magneticStripe, .manual: false
        }
    }

    /// The channels that the payment uses. A switch for any of them can decline it.
    public var channels: Set<Channel> {
        var channels: Set<Channel> = []
        if token?.wallet != nil { channels.insert(.mobileWallet) }
        if entryMode == .magneticStripe { channels.insert(.magneticStripe) }
        if entryMode == .contactless, token == nil { channels.insert(.contactless) }
        if type == .atmWithdrawal { return channels.union([.atm]) }
        switch entryMode {
        case .chip, .contactless, .magneticStripe: channels.insert(.pointOfSale)
        case .ecommerce, .credentialOnFile: channels.insert(.ecommerce)
        case .manual, .unknown: channels.insert(cardPresence == .present ? .pointOfSale : .ecommerce)
        }
        return channels
    }
}

/// A name of a message or a payment in its network: 1…100 printable ASCII characters without spaces. It is stored and
/// shown, so it must not contain a card number.
public struct NetworkReference: Hashable, Sendable, CustomStringConvertible {
    public static let length = 1...100
    /// The beginning of the references that gateways of merchants send. A gateway clears its payments by itself.
    public static let gatewayPrefix = "merchants-"

    public let text: String

    public init?(_ text: String) {
        guard Self.length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !CardNumber.isRun(in: text)
        else { return nil }
        self.text = text
    }

    public var description: String { text }
}

/// A month of a year, such as the last one in which a card is valid (field 14).
public struct YearMonth: Hashable, Comparable, Sendable {
    /// The last one.
    static let last = YearMonth(2099, 12)

    public let year: Int
    public let month: Int

    private init(_ year: Int, _ month: Int) { (self.year, self.month) = (year, month) }

    /// Nil unless the month is 1…12 and the year 2000…2099.
    public init?(year: Int, month: Int) {
        guard (1...12).contains(month), (2000...2099).contains(year) else { return nil }
        self.year = year
        self.month = month
    }

    public static func < (left: YearMonth, right: YearMonth) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }
}

/// The token data of a payment, which the network adds when it replaces the token's number by the card's.
public struct SentToken: Hashable, Sendable {
    /// The only permitted user of the token: 11 digits from the network's token service.
    public let requestorID: String
    /// Nil for a merchant's own token.
    public let wallet: Wallet?
    /// The counter that the cryptogram was made with (tag 9F36); 0…65,535.
    public let counter: Int?

    init(requestorID: String, wallet: Wallet?, counter: Int?) {
        self.requestorID = requestorID
        self.wallet = wallet
        self.counter = counter
    }

    /// Paysafe's `walletType`.
    public enum Wallet: String, CaseIterable, Sendable {
        case applePay = "APPLE_PAY"
        case googlePay = "GOOGLE_PAY"
        case samsungPay = "SAMSUNG_PAY"
    }
}
