import HTTPContract

/// One page of a statement of account: the balances before and after a period, and what moved them.
public struct StatementBody: Sendable, Hashable, Decodable {
    public var accountId: String
    public var customerId: String
    public var currencyCode: String
    public var startDate: Timestamp
    public var endDate: Timestamp
    public var creationTime: Timestamp
    /// In minor units. It may be below 0, like every balance.
    public var openingBalance: Int
    /// The balance at the end, or the present one if the period has not ended.
    public var closingBalance: Int
    /// Whether the period is over, so that the statement stays as it is.
    public var isFinal: Bool
    /// Nil on every page but the first.
    public var totals: StatementTotalsBody?
    public var entries: [StatementEntryBody]
    /// Nil on the last page.
    public var next: String?

    public init(
        accountId: String, customerId: String, currencyCode: String, startDate: Timestamp, endDate: Timestamp,
        creationTime: Timestamp, openingBalance: Int, closingBalance: Int, isFinal: Bool,
        totals: StatementTotalsBody?, entries: [StatementEntryBody], next: String?
    ) {
        (self.accountId, self.customerId, self.currencyCode) = (accountId, customerId, currencyCode)
        (self.startDate, self.endDate, self.creationTime) = (startDate, endDate, creationTime)
        (self.openingBalance, self.closingBalance, self.isFinal) = (openingBalance, closingBalance, isFinal)
        (self.totals, self.entries, self.next) = (totals, entries, next)
    }
}

extension StatementBody: AnswerBody {
    public static let members: [AnswerMember<StatementBody>] = [
        .member("accountId", \.accountId, pattern: TextForm.accountID, example: "100000001", "The account's number."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the account belongs to."),
        .member("currencyCode", \.currencyCode, example: "EUR", "Currency, ISO 4217."),
        .member("startDate", \.startDate, example: "2026-11-01T00:00:00Z", "The beginning of the period, included."),
        .member(
            "endDate", \.endDate, example: "2026-11-30T23:59:59Z",
            "The last second of the period. It can be in the future."),
        .member("creationTime", \.creationTime, example: "2026-12-01T08:45:34Z", "The time of this answer."),
        .member(
            "openingBalance", \.openingBalance, as: .minorUnits, example: "0",
            "What was on the account before the period, in minor units. It can be below 0."),
        .member(
            "closingBalance", \.closingBalance, as: .minorUnits, example: "4052",
            "What was on the account after the period, in minor units; what is there now if `endDate` is not over."),
        .member(
            "isFinal", \.isFinal, example: "true",
            "Whether the statement stays as it is: from a minute after `endDate` on."),
        .member("totals", \.totals, "The sums of the whole period; only on the first page."),
        .member("entries", \.entries, "The entries on this page, oldest first. A hold is no entry."),
        .member(
            "next", \.next, pattern: TextForm.transactionID, example: "3",
            "The `after` of the next page; absent on the last page."),
    ]
}

/// The sums of all entries of a period.
public struct StatementTotalsBody: Sendable, Hashable, Decodable {
    public var numberOfCredits: Int
    public var numberOfDebits: Int
    /// In minor units, 0 or above, like the debits.
    public var credits: Int
    public var debits: Int
    /// The fees that are part of the debits, one for each reason; nil if there are none.
    public var fees: [FeeBody]?

    public init(numberOfCredits: Int, numberOfDebits: Int, credits: Int, debits: Int, fees: [FeeBody]?) {
        (self.numberOfCredits, self.numberOfDebits) = (numberOfCredits, numberOfDebits)
        (self.credits, self.debits, self.fees) = (credits, debits, fees)
    }
}

extension StatementTotalsBody: AnswerBody {
    public static let members: [AnswerMember<StatementTotalsBody>] = [
        .member("numberOfCredits", \.numberOfCredits, example: "1", "How many entries brought money."),
        .member("numberOfDebits", \.numberOfDebits, example: "1", "How many entries took money."),
        .member("credits", \.credits, as: .minorUnits, example: "5000", "What came in, in minor units."),
        .member("debits", \.debits, as: .minorUnits, example: "948", "What went out, in minor units, with all fees."),
        .member("fees", \.fees, "The fees in the debits, one for each reason; absent if there are none."),
    ]
}

/// A change of an account's balance.
public struct StatementEntryBody: Sendable, Hashable, Decodable {
    /// The number of the entry on the account. Later entries have higher numbers.
    public var entryReference: String
    public var bookingTime: Timestamp
    public var direction: String
    /// In minor units, above 0.
    public var amount: Int
    /// The fees that the issuer has earned out of the amount; nil if there are none.
    public var fees: [FeeBody]?
    /// The account's total after it, in minor units.
    public var balance: Int
    /// Nil if the customer has no transaction about it, as for the next four.
    public var transactionId: String?
    public var slipId: String?
    public var type: String?
    public var cardId: String?
    public var merchantRefNum: String?

    public init(
        entryReference: String, bookingTime: Timestamp, direction: String, amount: Int, fees: [FeeBody]?,
        balance: Int, transactionId: String?, slipId: String?, type: String?, cardId: String?, merchantRefNum: String?
    ) {
        (self.entryReference, self.bookingTime) = (entryReference, bookingTime)
        (self.direction, self.amount, self.fees, self.balance) = (direction, amount, fees, balance)
        (self.transactionId, self.slipId, self.type) = (transactionId, slipId, type)
        (self.cardId, self.merchantRefNum) = (cardId, merchantRefNum)
    }
}

extension StatementEntryBody: AnswerBody {
    public static let members: [AnswerMember<StatementEntryBody>] = [
        .member(
            "entryReference", \.entryReference, pattern: TextForm.transactionID, example: "3",
            "The entry's number on the account. Later entries have higher numbers; some numbers are left out."),
        .member("bookingTime", \.bookingTime, example: "2026-11-21T08:45:34Z", "The time at which it was posted."),
        .member(
            "direction", \.direction, as: .enumeration(Vocabulary.directions), example: "DEBIT",
            "`CREDIT` if the account received the amount."),
        .member(
            "amount", \.amount, as: .minorUnits, example: "948",
            "The amount in minor units, above 0; `direction` says where it went."),
        .member("fees", \.fees, "The fees in the amount; absent if there are none."),
        .member(
            "balance", \.balance, as: .minorUnits, example: "4052", "The account's total after it, in minor units."),
        .member(
            "transactionId", \.transactionId, pattern: TextForm.transactionID, example: "5000000001",
            "The transaction about it."),
        .member(
            "slipId", \.slipId, pattern: TextForm.transactionID, example: "5000000002",
            "The number that all transactions of one operation have."),
        .member(
            "type", \.type, as: .enumeration(Vocabulary.transactionTypes), example: "PREPAID_CARD",
            "The kind of transaction."),
        .member(
            "cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card that paid; absent for other transactions."),
        .member(
            "merchantRefNum", \.merchantRefNum, example: "5040452805",
            "The reference that the brand or the customer chose for the deposit or the transfer."),
    ]
}

/// A query for what happened in a period.
public protocol PeriodQuery: RequestQuery {
    var startDate: Timestamp? { get set }
    var endDate: Timestamp? { get set }
}

extension PeriodQuery {
    fileprivate static func period() -> [BoundParameter<Self>] {
        [
            .time(
                "startDate", \.startDate,
                "The beginning of the period, included; without it, the beginning of the month of `endDate` in UTC."),
            .time("endDate", \.endDate, "The last second of the period; without it, the present one."),
        ]
    }
}

/// The period of a whole statement.
public struct StatementQuery: PeriodQuery {
    public var startDate: Timestamp?
    public var endDate: Timestamp?

    public init() {}

    public static let parameters: [BoundParameter<StatementQuery>] = period()
}

/// The page of a statement.
public struct StatementPageQuery: PeriodQuery {
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    /// The maximum number of entries.
    public var limit = CardListQuery.defaultLimit
    /// The reference of the last entry of the page before; nil for the first page.
    public var after: String?

    public init() {}

    public static let parameters: [BoundParameter<StatementPageQuery>] = period() + [
        .integer(
            "limit", \.limit, in: 1...100, defaultValue: CardListQuery.defaultLimit,
            "The maximum number of entries to return."),
        .number("after", \.after, digits: 18, "Returns only entries after this one: the `next` of the page before."),
    ]
}
