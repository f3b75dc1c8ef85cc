import Cards
import Ledger

/// All facts that a decision depends on. The rules read no other data, so the same facts lead to the same decision.
///
/// The caller reads them while it holds the lock of the account, so nothing has changed when it writes the answer.
public struct Facts: Sendable {
    public var request: NetworkRequest
    public var reception: Reception
    /// The authorization that began the message's lifecycle. An increment adds to it. A merchant that charges a stored
    /// card refers to it as the payment in which the customer agreed.
    public var original: Original
    /// The channels of the payment ``original``.
    public var originalChannels: Set<Channel> = []
    /// The merchant of ``original``; nil without one.
    public var originalMerchant: CardAcceptor?
    /// Whether the merchant's tries are paused: it may try no security code and no expiry date now; see ``CodeTries``.
    public var areMerchantTriesPaused = false
    public var token: TokenLookup
    /// Nil if no card has the number.
    public var card: CardFacts?
    /// Whether a restriction of the customer blocks payments.
    public var isCustomerRestricted = false
    /// The program's and the card's.
    public var controls: [CardControls]
    public var counters: Counters
    /// Nil if the card has no account.
    public var account: AccountFacts?
    public var policy: Policy
    public var partner: Partner
    /// The current month, by the clock of the service.
    public var month: YearMonth

    public init(
        request: NetworkRequest, reception: Reception = .first, original: Original = .none, token: TokenLookup = .none,
        card: CardFacts?, controls: [CardControls] = [],
        counters: Counters = Counters(), account: AccountFacts?, policy: Policy = Policy(), partner: Partner = .none,
        month: YearMonth
    ) {
        self.request = request
        self.reception = reception
        self.original = original
        self.token = token
        self.card = card
        self.controls = controls
        self.counters = counters
        self.account = account
        self.policy = policy
        self.partner = partner
        self.month = month
    }
}

/// The message's relation to the messages that arrived before it.
public enum Reception: Hashable, Sendable {
    case first
    /// Another message had this reference.
    case referenceTaken
    /// A reversal has arrived before the message that it takes back. A request is declined. A report is accepted: an
    /// advice books nothing, and a clearing collects.
    case alreadyReversed
    /// The network has reported the payment while a partner was asked about this request, so its money is booked. A
    /// request for no more than that is approved and books nothing. One for more is declined.
    case alreadyReported(inFull: Bool)
}

/// The authorization of the same card that a message refers to by its lifecycle.
public enum Original: Hashable, Sendable {
    /// The message refers to none.
    case none
    /// No authorization of this card has the lifecycle.
    case unknown
    /// An authorization of another card has the lifecycle, so the number or the lifecycle in the message is wrong.
    case ofAnotherCard
    case known(AuthorizationState)

    public var state: AuthorizationState? {
        if case .known(let state) = self { state } else { nil }
    }
}

/// The result of looking up the message's token by its number.
public enum TokenLookup: Hashable, Sendable {
    /// The merchant sent a card's number, so no token was looked up.
    case none
    case unknown
    case known(TokenFacts)
}

/// A token as the decision needs it. Its number, its expiry and its cryptogram are the network's: the network checks
/// them, and sends the results.
public struct TokenFacts: Hashable, Sendable {
    public enum Status: String, CaseIterable, Sendable {
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
        case deleted = "DELETED"
    }

    public var status: Status
    /// The wallet of the token; nil for a merchant's own token.
    public var wallet: SentToken.Wallet?
    /// The entry modes that the token may be used with: a phone's token by antenna and in apps.
    public var entryModes: Set<EntryMode>

    public init(
        status: Status, wallet: SentToken.Wallet?, entryModes: Set<EntryMode> = [.contactless, .ecommerce]
    ) {
        self.status = status
        self.wallet = wallet
        self.entryModes = entryModes
    }
}

/// A card as the decision needs it.
public struct CardFacts: Hashable, Sendable {
    public var status: CardStatus
    public var scheme: Scheme
    public var expiry: YearMonth
    /// Wrong PINs in a row. The PIN is blocked when they reach ``Policy/allowedPINTries``.
    public var wrongPINs: Int
    /// Whether the tries for the card are paused: no security code and no expiry date may be tried now; see
    /// ``CodeTries``.
    public var areCodeTriesPaused: Bool

    public init(
        status: CardStatus, scheme: Scheme, expiry: YearMonth, wrongPINs: Int = 0, areCodeTriesPaused: Bool = false
    ) {
        self.status = status
        self.scheme = scheme
        self.expiry = expiry
        self.wrongPINs = wrongPINs
        self.areCodeTriesPaused = areCodeTriesPaused
    }
}

/// An account as the decision needs it.
public struct AccountFacts: Hashable, Sendable {
    /// Posted less held; may be below 0.
    public var available: Money
    /// With the rate from the message's currency, if there is one.
    public var pricing: Pricing

    public init(available: Money, pricing: Pricing) {
        self.available = available
        self.pricing = pricing
    }
}

/// The program's decisions for all its cards.
public struct Policy: Hashable, Sendable {
    /// Whether a payment on the internet, without a token, needs the printed security code.
    public var needsSecurityCode: Bool
    /// Whether a payment on the internet needs the customer's authentication (PSD2).
    public var needsAuthentication: Bool
    /// Wrong PINs in a row until the PIN is blocked.
    public var allowedPINTries: Int

    public init(needsSecurityCode: Bool = false, needsAuthentication: Bool = false, allowedPINTries: Int = 3) {
        self.needsSecurityCode = needsSecurityCode
        self.needsAuthentication = needsAuthentication
        self.allowedPINTries = allowedPINTries
    }
}

/// The partner's part in the decision.
public enum Partner: Hashable, Sendable {
    /// The partner of the program's brand is not asked.
    case none
    /// The partner must be asked if everything else passes.
    case toAsk
    case approved
    /// Approved up to this amount, in the merchant's currency.
    case approvedUpTo(Money)
    /// Declined; nil without a reason.
    case declined(ResponseCode?)
    /// No answer that counts.
    case silent(StandIn, because: Silence)

    /// Why there is no answer.
    public enum Silence: String, CaseIterable, Sendable {
        case timedOut = "TIMED_OUT"
        /// No connection, or an address that may not be asked.
        case notReached = "NOT_REACHED"
        /// A status other than 200.
        case refused = "REFUSED"
        /// A body that is no answer.
        case unreadable = "UNREADABLE"
        /// Too many questions are open.
        case notAsked = "NOT_ASKED"
    }

    /// The rule that decides for a silent partner.
    public enum StandIn: Hashable, Sendable {
        case decline
        case approve
        /// Approves a payment of at most this amount, with fees, in minor units of the account's currency, except in
        /// these categories.
        case approveUpTo(Int64, except: Set<MerchantCategory>)
    }
}
