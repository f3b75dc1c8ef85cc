import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// The period of a statement of account, at most 366 days, and the page of it.
    public struct AccountStatementParameters: Sendable, Hashable {
        /// The beginning, included, in whole seconds; the beginning of the month of `endDate` in UTC if nil.
        public var startDate: Date?
        /// The last second; the present one if nil.
        public var endDate: Date?
        /// The maximum number of entries, 1 to 100; 10 if nil.
        public var limit: Int?
        /// The ``AccountStatement/next`` of the page before; nil for the first page.
        public var after: String?

        public init(startDate: Date? = nil, endDate: Date? = nil, limit: Int? = nil, after: String? = nil) {
            (self.startDate, self.endDate) = (startDate, endDate)
            (self.limit, self.after) = (limit, after)
        }
    }

    /// One page of a statement of account: the balances before and after a period, and what moved them. All amounts are
    /// in minor units.
    public struct AccountStatement: Sendable, Hashable {
        public let accountID: String
        public let customerID: String
        public let currencyCode: String
        public let startDate: Date
        public let endDate: Date
        public let creationTime: Date
        public let openingBalance: Int
        public let closingBalance: Int
        /// Whether it stays as it is.
        public let isFinal: Bool
        /// The sums of the whole period; nil on every page but the first.
        public let totals: AccountStatementTotals?
        /// Oldest first. A hold is no entry.
        public let entries: [AccountStatementEntry]
        /// The `after` of the next page; nil on the last one.
        public let next: String?
    }

    /// The sums of all entries of a period.
    public struct AccountStatementTotals: Sendable, Hashable {
        public let numberOfCredits: Int
        public let numberOfDebits: Int
        public let credits: Int
        public let debits: Int
        /// The fees that are part of the debits, one for each reason.
        public let fees: [SimpleFeePayment]
    }

    /// A change of an account's balance.
    public struct AccountStatementEntry: Sendable, Hashable {
        public let entryReference: String
        public let bookingTime: Date
        public let direction: TransactionDirection
        /// Above 0.
        public let amount: Int
        /// The fees that are part of the amount.
        public let fees: [SimpleFeePayment]
        /// The account's total after it.
        public let balance: Int
        /// Nil if the customer has no transaction about it, as for the next two.
        public let transactionID: String?
        public let slipID: String?
        public let type: TransactionType?
        /// The card that paid.
        public let cardID: String?
        public let merchantRefNum: String?
    }
}

extension Wallet.AccountStatementParameters {
    var query: StatementPageQuery {
        var query = StatementPageQuery()
        (query.startDate, query.endDate) = (startDate.map(Timestamp.init), endDate.map(Timestamp.init))
        query.limit = limit ?? query.limit
        query.after = after
        return query
    }
}

extension Wallet.AccountStatement {
    init(_ body: StatementBody) {
        self.init(
            accountID: body.accountId, customerID: body.customerId, currencyCode: body.currencyCode,
            startDate: Date(body.startDate), endDate: Date(body.endDate), creationTime: Date(body.creationTime),
            openingBalance: body.openingBalance, closingBalance: body.closingBalance, isFinal: body.isFinal,
            totals: body.totals.map(Wallet.AccountStatementTotals.init),
            entries: body.entries.map(Wallet.AccountStatementEntry.init), next: body.next)
    }
}

extension Wallet.AccountStatementTotals {
    init(_ body: StatementTotalsBody) {
        self.init(
            numberOfCredits: body.numberOfCredits, numberOfDebits: body.numberOfDebits, credits: body.credits,
            debits: body.debits, fees: body.fees?.map(Wallet.SimpleFeePayment.init) ?? [])
    }
}

extension Wallet.AccountStatementEntry {
    init(_ body: StatementEntryBody) {
        self.init(
            entryReference: body.entryReference, bookingTime: Date(body.bookingTime),
            direction: Wallet.TransactionDirection(word: body.direction), amount: body.amount,
            fees: body.fees?.map(Wallet.SimpleFeePayment.init) ?? [], balance: body.balance,
            transactionID: body.transactionId, slipID: body.slipId,
            type: body.type.map(Wallet.TransactionType.init(word:)), cardID: body.cardId,
            merchantRefNum: body.merchantRefNum)
    }
}
