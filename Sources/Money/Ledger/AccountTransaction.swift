import Foundation

/// A line in the statement of an account: what a customer reads about money that came or went. Names and meanings are
/// Paysafe's (Embedded Wallets, transaction history).
public struct AccountTransaction: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Money from outside, such as a bank transfer or a load.
        case deposit = "DEPOSIT"
        case withdrawal = "WITHDRAWAL"
        /// Money from another customer.
        case transferIn = "TRANSFER_IN"
        case transferOut = "TRANSFER_OUT"
        /// A payment to a merchant, or its refund.
        case payment = "PREPAID_CARD"
        case chargeback = "CHARGEBACK"
        case chargebackReversal = "CHARGEBACK_REVERSAL"
    }

    public enum Status: String, CaseIterable, Sendable {
        case pending = "PENDING"
        case processing = "PROCESSING"
        /// The money has moved. The others are final, too, except the two above.
        case completed = "COMPLETED"
        case failed = "FAILED"
        case cancelled = "CANCELLED"
        case refunded = "REFUNDED"
        case declined = "DECLINED"
    }

    public let id: TransactionID
    public let slip: SlipID
    public let holder: AccountHolder
    public let account: AccountID
    public let kind: Kind
    /// Credit if the account has received money.
    public let direction: LedgerAccount.Side
    /// Above 0, with all fees.
    public let amount: Money
    /// What of the amount the issuer has earned, in the order of the postings.
    public let fees: [Fee]
    /// What was posted on the account after it; nil as long as nothing has moved.
    public let balance: Money?
    public let status: Status
    /// Why it has failed or was declined.
    public let statusReason: String?
    /// With what the customer paid, by an id of whoever posted the payment; nil for everything else.
    public let instrument: UUID?
    /// The brand's own number for it.
    public let merchantRefNum: String?
    public let createdAt: Date
    public let changedAt: Date

    public init(
        id: TransactionID, slip: SlipID, holder: AccountHolder, account: AccountID, kind: Kind,
        direction: LedgerAccount.Side, amount: Money, fees: [Fee], balance: Money?, status: Status,
        statusReason: String?, instrument: UUID?, merchantRefNum: String? = nil, createdAt: Date, changedAt: Date
    ) {
        (self.id, self.slip, self.holder, self.account) = (id, slip, holder, account)
        (self.kind, self.direction, self.amount, self.fees) = (kind, direction, amount, fees)
        (self.balance, self.status, self.statusReason) = (balance, status, statusReason)
        self.instrument = instrument
        (self.merchantRefNum, self.createdAt, self.changedAt) = (merchantRefNum, createdAt, changedAt)
    }
}

/// Which transactions of a customer to list. A nil accepts everything.
public struct TransactionFilter: Hashable, Sendable {
    public var account: AccountID?
    public var slip: SlipID?
    public var instrument: UUID?
    public var merchantRefNum: String?
    public var kind: AccountTransaction.Kind?
    public var status: AccountTransaction.Status?
    /// The times of creation, both included.
    public var start: Date?
    public var end: Date?

    public init() {}
}
