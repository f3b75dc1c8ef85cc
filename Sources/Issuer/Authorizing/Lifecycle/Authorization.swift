import Cards
import Foundation
import Identifiers
import Ledger

/// A request of the network to a card, its answer, and its changes by later messages: a line in Paysafe's authorization
/// history (Embedded Wallets).
public struct Authorization: Hashable, Sendable {
    public let id: AuthorizationID
    public let holder: AccountHolder
    public let account: AccountID
    public let card: CardID
    public let payment: Payment
    public let answer: Answer
    public var state: AuthorizationState
    /// The amount that the merchant asked for, less what was reversed of it, in the merchant's currency.
    public var amount: Money
    /// The price of that amount; nil if there was no rate, so that the request was declined.
    public var price: Quote?
    /// The amounts that were collected and given back so far, in the merchant's currency.
    public var settlement: Settlement
    /// From the merchant's currency to the account's; nil if both are the same.
    public let rate: ExchangeRate?
    /// The slip of its newest transaction; nil until money moves.
    public let slip: SlipID?
    /// The number of messages that have changed it.
    public let changes: Int
    public let createdAt: Date
    public let changedAt: Date

    init(
        id: AuthorizationID, holder: AccountHolder, account: AccountID, card: CardID, payment: Payment, answer: Answer,
        state: AuthorizationState, amount: Money, price: Quote?, settlement: Settlement? = nil, rate: ExchangeRate?,
        slip: SlipID?, changes: Int, createdAt: Date, changedAt: Date
    ) {
        (self.id, self.holder, self.account, self.card) = (id, holder, account, card)
        (self.payment, self.answer, self.state) = (payment, answer, state)
        (self.amount, self.price, self.rate) = (amount, price, rate)
        self.settlement = settlement ?? Settlement(in: amount.currency, for: state.currency)
        (self.slip, self.changes, self.createdAt, self.changedAt) = (slip, changes, createdAt, changedAt)
    }

    /// The merchant and the purchase, and the way in which the card is used.
    public struct Payment: Hashable, Sendable {
        /// The name of the message that began it. Later messages may use it in place of the lifecycle.
        public let reference: NetworkReference
        /// The same in all messages about it.
        public let lifecycle: NetworkReference
        public let type: TransactionType
        public let merchant: CardAcceptor
        public let entryMode: EntryMode
        public let cardPresence: CardPresence
        /// The phone's wallet; nil without one.
        public let wallet: SentToken.Wallet?
        public let challenge: CardholderChallenge
        /// The channels whose limits it counts for.
        public let channels: Set<Channel>
        /// Whether it pays without a hold: at a cash machine, or by a force post.
        public let paysAtOnce: Bool
    }

    public struct Answer: Hashable, Sendable {
        public let code: ResponseCode
        /// Six digits, which the merchant prints; nil for a decline.
        public let approvalCode: String?
        public let decidedBy: Decider

        package init(code: ResponseCode, approvalCode: String?, decidedBy: Decider) {
            (self.code, self.approvalCode, self.decidedBy) = (code, approvalCode, decidedBy)
        }
    }

    /// Who has decided.
    public enum Decider: String, CaseIterable, Sendable {
        case issuer = "ISSUER"
        /// The brand's partner.
        case partner = "PARTNER"
        /// The rule for a partner that does not answer.
        case standIn = "STAND_IN"
        /// The network, or a terminal: the issuer learned of it by an advice.
        case network = "NETWORK"
    }
}

extension Authorization {
    /// The authorization that a message begins.
    ///
    /// - Parameters:
    ///   - named: the authorization that the message names; nil if there is none.
    ///   - price: nil if there is no rate.
    ///   - settlement: the amounts that the message itself has collected or given back; nil if none.
    ///   - rate: from the merchant's currency to the account's.
    package init(
        beginning id: AuthorizationID, with request: NetworkRequest, after named: AuthorizationState?,
        of holder: AccountHolder, on account: AccountID, card: CardID, answer: Answer, state: AuthorizationState,
        price: Quote?, settlement: Settlement? = nil, rate: ExchangeRate?, at now: Date
    ) {
        let amount = price?.transaction ?? request.amount
        self.init(
            id: id, holder: holder, account: account, card: card, payment: request.payment(after: named),
            answer: answer, state: state, amount: amount, price: price, settlement: settlement,
            rate: amount.currency == state.currency ? nil : rate, slip: nil, changes: 1, createdAt: now,
            changedAt: now)
    }

    /// The authorization after a message about it.
    ///
    /// Its price follows the authorized amount: a clearing or a refund of another amount does not change it. If the
    /// price cannot follow, because the message is in another currency, it stays as it was; the state is exact in any
    /// case.
    package func after(_ booked: Booked, of kind: MessageKind) -> Authorization {
        var changed = self
        changed.state = booked.step.state
        changed.settlement = booked.settlement
        guard let price, let quote = booked.quote else { return changed }
        changed.price = switch kind {
        case .incremental: (try? price.with(quote)) ?? price
        case .partialReversal: (try? price.without(quote)) ?? price
        case .advice where booked.step.state != state && quote.transaction.currency == amount.currency: quote
        default: price
        }
        changed.amount = changed.price?.transaction ?? amount
        return changed
    }
}

/// How the cardholder has proved who they are. Paysafe's `challenge`, as far as a message can tell.
public enum CardholderChallenge: String, CaseIterable, Sendable {
    case pin = "PIN"
    /// 3-D Secure.
    case threeDSecure = "3DS"
    /// A finger, a face or a code on the phone that made the cryptogram.
    case biometric = "BIOMETRIC"
    case unknown = "UNKNOWN"
}

/// Where the cardholder was: Paysafe's `cardholderPresence`, as far as a message can tell.
public enum CardholderPresence: String, CaseIterable, Sendable {
    case present = "PRESENT"
    case ecommerce = "NOT_PRESENT_ECOMMERCE"
    case recurring = "NOT_PRESENT_RECURRING"
    case notPresent = "NOT_PRESENT_UNSPECIFIED"
    case unknown = "UNKNOWN"
}

extension Authorization.Payment {
    public var cardholderPresence: CardholderPresence {
        switch entryMode {
        case .chip, .contactless, .magneticStripe: .present
        case .ecommerce: .ecommerce
        case .credentialOnFile: .recurring
        case .manual, .unknown:
            switch cardPresence {
            case .present: .present
            case .notPresent: .notPresent
            case .unknown: .unknown
            }
        }
    }
}

extension NetworkRequest {
    /// The payment that this message begins.
    ///
    /// A message may name an earlier payment that was approved, as a charge to a stored card does. It is a payment of
    /// its own, with a lifecycle of its own: a reversal of one must not take back the other.
    ///
    /// - Parameter named: the authorization that the message names; nil if there is none.
    package func payment(after named: AuthorizationState?) -> Authorization.Payment {
        let isAnother = named.map { !$0.status.isUnapproved } ?? false
        return Authorization.Payment(
            reference: name, lifecycle: isAnother ? name : lifecycle ?? name, type: type,
            merchant: merchant, entryMode: entryMode, cardPresence: cardPresence, wallet: token?.wallet,
            challenge: challenge, channels: channels, paysAtOnce: paysAtOnce)
    }

    /// Reports of payments without a hold collect at once, too.
    private var paysAtOnce: Bool {
        switch kind {
        case .financial, .clearing, .forcePost: true
        case .authorization, .incremental, .advice, .partialReversal, .reversal, .refundAuthorization, .refund,
            .refundReversal, .balanceInquiry, .accountVerification: false
        }
    }

    private var challenge: CardholderChallenge {
        if verification.pin == .right { return .pin }
        if verification.authentication == .authenticated { return .threeDSecure }
        return token?.wallet != nil && verification.cryptogram == .valid ? .biometric : .unknown
    }
}

/// A filter for the authorizations of a customer. A nil member accepts all.
public struct AuthorizationFilter: Hashable, Sendable {
    public var account: AccountID?
    public var card: CardID?
    public var status: AuthorizationStatus?
    /// The times of creation, both included.
    public var start: Date?
    public var end: Date?

    public init() {}
}
