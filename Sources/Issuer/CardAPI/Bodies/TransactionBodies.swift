import HTTPContract

/// Money that came to an account or left it.
public struct TransactionBody: Sendable, Hashable, Decodable {
    public var id: String
    /// The number shared by all transactions of one payment, deposit, transfer or withdrawal.
    public var slipId: String
    public var customerId: String
    public var accountId: String
    public var type: String
    /// In minor units, above 0.
    public var amount: Int
    public var currencyCode: String
    public var direction: String
    /// The fees that the issuer has earned out of the amount; nil if there are none.
    public var fees: [FeeBody]?
    /// Nil if it is not known.
    public var paymentType: String?
    public var status: String
    public var statusReason: String?
    /// The account's total after it, in minor units.
    public var balance: Int?
    /// The brand's own number.
    public var merchantRefNum: String?
    public var creationTime: Timestamp
    public var lastChangeDate: Timestamp

    public init(
        id: String, slipId: String, customerId: String, accountId: String, type: String, amount: Int,
        currencyCode: String, direction: String, fees: [FeeBody]?, paymentType: String?, status: String,
        statusReason: String?, balance: Int?, merchantRefNum: String?, creationTime: Timestamp,
        lastChangeDate: Timestamp
    ) {
        self.id = id
        self.slipId = slipId
        self.customerId = customerId
        self.accountId = accountId
        self.type = type
        self.amount = amount
        self.currencyCode = currencyCode
        self.direction = direction
        self.fees = fees
        self.paymentType = paymentType
        self.status = status
        self.statusReason = statusReason
        self.balance = balance
        self.merchantRefNum = merchantRefNum
        self.creationTime = creationTime
        self.lastChangeDate = lastChangeDate
    }
}

extension TransactionBody: AnswerBody {
    public static let members: [AnswerMember<TransactionBody>] = [
        .member("id", \.id, pattern: TextForm.transactionID, example: "5000000001", "The transaction's number."),
        .member(
            "slipId", \.slipId, pattern: TextForm.transactionID, example: "5000000002",
            "The number that all transactions of one operation have."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the account belongs to."),
        .member("accountId", \.accountId, pattern: TextForm.accountID, example: "100000001", "The account's number."),
        .member(
            "type", \.type, as: .enumeration(Vocabulary.transactionTypes), example: "DEPOSIT",
            "The kind of transaction."),
        .member(
            "amount", \.amount, as: .minorUnits, example: "5000",
            "The amount in minor units, above 0; `direction` says where it went."),
        .member("currencyCode", \.currencyCode, example: "EUR", "Currency, ISO 4217."),
        .member(
            "direction", \.direction, as: .enumeration(Vocabulary.directions), example: "CREDIT",
            "`CREDIT` if the account received the amount."),
        .member("fees", \.fees, "The fees in the amount; absent if there are none."),
        .member(
            "paymentType", \.paymentType, as: .enumeration(Vocabulary.paymentTypes), example: "CARD",
            "How the money moved; absent if it is not known."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.transactionStatuses), example: "COMPLETED",
            "The transaction's status."),
        .member("statusReason", \.statusReason, example: "INSUFFICIENT_FUNDS", "The reason for a failure."),
        .member(
            "balance", \.balance, as: .minorUnits, example: "5000",
            "The account's total after it, in minor units; absent until it is `COMPLETED`."),
        .member(
            "merchantRefNum", \.merchantRefNum, example: "5040452805",
            "The reference that the brand or the customer chose for the deposit or the transfer."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time of creation."),
        .member("lastChangeDate", \.lastChangeDate, example: "2026-11-21T08:45:34Z", "The time of the last change."),
    ]
}

/// One page of a customer's transactions, newest first.
public struct TransactionListBody: Sendable, Hashable, Decodable {
    public var transactions: [TransactionBody]
    public var meta: CardListBody.Meta

    /// - Parameter query: the query of the request; its `limit` and `offset` determine the page.
    public init(transactions: [TransactionBody], numberOfRecords: Int, answering query: TransactionListQuery) {
        self.transactions = transactions
        meta = CardListBody.Meta(numberOfRecords: numberOfRecords, answering: query)
    }
}

extension TransactionListBody: AnswerBody {
    public static let members: [AnswerMember<TransactionListBody>] = [
        .member("transactions", \.transactions, "The transactions on this page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

/// Which transactions to list.
public struct TransactionListQuery: PagedQuery {
    public var accountId: String?
    public var merchantRefNum: String?
    public var slipId: String?
    public var cardId: String?
    public var type: String?
    public var status: String?
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters: [BoundParameter<TransactionListQuery>] = [
        .number("accountId", \.accountId, digits: 12, "Returns only transactions of this account."),
        .text(
            "merchantRefNum", \.merchantRefNum,
            "Returns only transactions with this number; for a business without `accountId`, a number of its brand."),
        .number("slipId", \.slipId, digits: 18, "Returns only transactions of this operation."),
        .identifier("cardId", \.cardId, "Returns only payments with this card."),
        .enumeration("type", \.type, of: Vocabulary.transactionTypes, "Returns only transactions of this type."),
        .enumeration(
            "status", \.status, of: Vocabulary.transactionStatuses, "Returns only transactions in this status."),
        .time("startDate", \.startDate, "Returns only transactions that were created at this time or later."),
        .time("endDate", \.endDate, "Returns only transactions that were created at this time or earlier."),
    ] + paging("transactions", "transaction", upTo: 50)
}
