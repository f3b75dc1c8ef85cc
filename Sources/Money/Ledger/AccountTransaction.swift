import Foundation

/// A line in the statement of an account, in which a customer reads about a payment in or out. Names and meanings are
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
        /// The money has moved. All statuses are final except the two above.
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
    /// The fees that the issuer has earned out of the amount, in the order of the postings.
    public let fees: [Fee]
    /// The account's posted balance after the transaction; nil until money has moved.
    public let balance: Money?
    public let status: Status
    /// Why it has failed or was declined.
    public let statusReason: String?
    /// The instrument that the customer paid with, by an id of the target that posted the payment; nil for other
    /// transactions.
    public let instrument: PayingInstrumentID?
    /// The brand's own number for it.
    public let merchantRefNum: String?
    public let createdAt: Date
    public let changedAt: Date

    public init(
        id: TransactionID, slip: SlipID, holder: AccountHolder, account: AccountID, kind: Kind,
        direction: LedgerAccount.Side, amount: Money, fees: [Fee], balance: Money?, status: Status,
        statusReason: String?, instrument: PayingInstrumentID?, merchantRefNum: String? = nil, createdAt: Date,
        changedAt: Date
    ) {
        (self.id, self.slip, self.holder, self.account) = (id, slip, holder, account)
        (self.kind, self.direction, self.amount, self.fees) = (kind, direction, amount, fees)
        (self.balance, self.status, self.statusReason) = (balance, status, statusReason)
        self.instrument = instrument
        (self.merchantRefNum, self.createdAt, self.changedAt) = (merchantRefNum, createdAt, changedAt)
    }
}

extension AccountTransaction {
    /// The transaction of a journal, as ``TransactionStatements`` completes it; nil if the journal moves nothing on the
    /// account.
    ///
    /// - Parameter locked: the account before the journal.
    public init?(
        completing journal: Journal, on locked: Account, as kind: Kind, instrument: PayingInstrumentID? = nil,
        numbers: TransactionNumbers, merchantRefNum: String? = nil, at now: Date
    ) throws(LedgerRefusal) {
        let change = try journal.change(ofAccountIn: locked.currency)
        guard !change.isZero else { return nil }
        self.init(
            id: numbers.transaction, slip: numbers.slip, holder: locked.holder, account: locked.id, kind: kind,
            direction: change.isPositive ? .credit : .debit,
            amount: Money(minorUnits: abs(change.minorUnits), currency: locked.currency), fees: journal.paidFees,
            balance: try locked.balance(after: journal), status: .completed, statusReason: nil, instrument: instrument,
            merchantRefNum: merchantRefNum, createdAt: now, changedAt: now)
    }
}

extension Account {
    /// The account's posted balance after a journal.
    public func balance(after journal: Journal) throws(LedgerRefusal) -> Money {
        let change = try journal.change(ofAccountIn: currency)
        return try LedgerRefusal.limiting { () throws(MoneyFailure) in try posted + change }
    }
}

extension Journal {
    /// The fees that the customer pays with it, in the order of its postings.
    var paidFees: [Fee] {
        postings.compactMap { posting in
            guard posting.from == .customer, case .income(let reason) = posting.to else { return nil }
            return Fee(reason: reason, amount: posting.amount)
        }
    }
}

/// The numbers of a new transaction, drawn while its account was locked.
public struct TransactionNumbers: Hashable, Sendable {
    public let transaction: TransactionID
    /// Of the operation that the transaction belongs to.
    public let slip: SlipID

    public init(_ transaction: TransactionID, slip: SlipID) {
        (self.transaction, self.slip) = (transaction, slip)
    }
}

/// A filter for the transactions of a customer. A nil member accepts all.
public struct TransactionFilter: Hashable, Sendable {
    public var account: AccountID?
    public var slip: SlipID?
    public var instrument: PayingInstrumentID?
    public var merchantRefNum: String?
    public var kind: AccountTransaction.Kind?
    public var status: AccountTransaction.Status?
    /// The times of creation, both included.
    public var start: Date?
    public var end: Date?

    public init() {}
}
