import HTTPContract

/// A merchant's request to a card, and the issuer's answer.
public struct AuthorizationBody: Sendable, Hashable, Decodable {
    public var id: String
    public var customerId: String
    public var accountId: String
    public var cardId: String
    public var creationTime: Timestamp
    public var status: String
    public var direction: String
    public var type: String
    /// In minor units of the merchant's currency. All amounts are 0 or above.
    public var transactionAmount: Int
    public var transactionCurrency: String
    /// The same in the card's currency; nil if there was no exchange rate.
    public var cardAmount: Int?
    public var cardCurrency: String?
    /// Without fees; nil if there was no exchange rate.
    public var netAmount: Int?
    public var netCurrency: String?
    /// With all fees; nil if there was no exchange rate.
    public var customerAmount: Int?
    public var customerCurrency: String?
    public var fees: [FeeBody]?
    public var mcc: Int
    public var merchantName: String
    public var merchantCity: String?
    public var merchantCountry: String
    public var cardPresence: String
    public var cardholderPresence: String
    public var challenge: String
    public var panEntryMethod: String
    public var mobileWallet: String?
    public var responseCode: String
    public var slipId: String?

    /// An authorization without the members that may be absent.
    public init(
        id: String, customerId: String, accountId: String, cardId: String, creationTime: Timestamp, status: String,
        direction: String, type: String, transactionAmount: Int, transactionCurrency: String, mcc: Int,
        merchantName: String, merchantCountry: String, cardPresence: String, cardholderPresence: String,
        challenge: String, panEntryMethod: String, responseCode: String
    ) {
        (self.id, self.customerId, self.accountId, self.cardId) = (id, customerId, accountId, cardId)
        (self.creationTime, self.status, self.direction, self.type) = (creationTime, status, direction, type)
        (self.transactionAmount, self.transactionCurrency) = (transactionAmount, transactionCurrency)
        (self.mcc, self.merchantName, self.merchantCountry) = (mcc, merchantName, merchantCountry)
        (self.cardPresence, self.cardholderPresence) = (cardPresence, cardholderPresence)
        (self.challenge, self.panEntryMethod, self.responseCode) = (challenge, panEntryMethod, responseCode)
    }
}

extension AuthorizationBody: AnswerBody {
    public static let members = identity + amounts + circumstances

    private static let identity: [AnswerMember<AuthorizationBody>] = [
        .member(
            "id", \.id, as: .identifier, example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The authorization's id."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the card belongs to."),
        .member("accountId", \.accountId, pattern: TextForm.accountID, example: "100000001", "The account's number."),
        .member(
            "cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
        .member("creationTime", \.creationTime, example: "2026-11-21T08:45:34Z", "The time of the first message."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.authorizationStatuses), example: "SETTLED",
            "The authorization's status. `APPROVED` holds money, `SETTLED_PARTIAL` holds the rest; the others hold "
                + "none."),
        .member(
            "direction", \.direction, as: .enumeration(Vocabulary.directions), example: "DEBIT",
            "`CREDIT` for a refund."),
        .member(
            "type", \.type, as: .enumeration(Vocabulary.authorizationTypes), example: "PURCHASE",
            "What the payment is for."),
    ]

    private static let amounts: [AnswerMember<AuthorizationBody>] = [
        .member(
            "transactionAmount", \.transactionAmount, as: .minorUnits, example: "1000",
            "What the merchant asked for, less what was reversed, in minor units of the merchant's currency."),
        .member(
            "transactionCurrency", \.transactionCurrency, example: "USD", "The merchant's currency, ISO 4217."),
        .member(
            "cardAmount", \.cardAmount, as: .minorUnits, example: "920",
            "The same in the card's currency; absent if there was no exchange rate."),
        .member("cardCurrency", \.cardCurrency, example: "EUR", "The card's currency, ISO 4217."),
        .member(
            "netAmount", \.netAmount, as: .minorUnits, example: "920",
            "The amount without fees; absent if there was no exchange rate."),
        .member("netCurrency", \.netCurrency, example: "EUR", "The currency of `netAmount`, ISO 4217."),
        .member(
            "customerAmount", \.customerAmount, as: .minorUnits, example: "948",
            "The amount with all fees, in the account's currency; absent if there was no exchange rate."),
        .member("customerCurrency", \.customerCurrency, example: "EUR", "The account's currency, ISO 4217."),
        .member("fees", \.fees, "The fees in `customerAmount`; absent if there are none."),
    ]

    private static let circumstances: [AnswerMember<AuthorizationBody>] = [
        .member("mcc", \.mcc, as: .integer(0...9999), example: "5812", "What the merchant sells, ISO 18245."),
        .member("merchantName", \.merchantName, example: "Cafe", "The merchant's name."),
        .member("merchantCity", \.merchantCity, example: "Boston", "The merchant's city."),
        .member("merchantCountry", \.merchantCountry, example: "US", "The merchant's country, ISO 3166-1 alpha-2."),
        .member(
            "cardPresence", \.cardPresence, as: .enumeration(Vocabulary.cardPresences), example: "NOT_PRESENT",
            "Whether the card was at the terminal."),
        .member(
            "cardholderPresence", \.cardholderPresence, as: .enumeration(Vocabulary.cardholderPresences),
            example: "NOT_PRESENT_ECOMMERCE", "Where the cardholder was."),
        .member(
            "challenge", \.challenge, as: .enumeration(Vocabulary.cardholderChallenges), example: "BIOMETRIC",
            "How the cardholder has proved who they are."),
        .member(
            "panEntryMethod", \.panEntryMethod, as: .enumeration(Vocabulary.panEntryMethods), example: "ECOMMERCE",
            "How the card's number reached the merchant."),
        .member(
            "mobileWallet", \.mobileWallet, as: .enumeration(Vocabulary.walletTypes), example: "APPLE_PAY",
            "The wallet that paid; absent without one."),
        .member(
            "responseCode", \.responseCode, pattern: TextForm.responseCode, example: "00",
            "The answer to the merchant: two characters of ISO 8583, field 39. `00` is an approval."),
        .member(
            "slipId", \.slipId, pattern: TextForm.transactionID, example: "5000000002",
            "The slip of its newest transaction; absent until money moves."),
    ]
}

/// One page of a customer's authorizations, newest first.
public struct AuthorizationListBody: Sendable, Hashable, Decodable {
    public var authorizations: [AuthorizationBody]
    public var meta: CardListBody.Meta

    /// - Parameter query: the query of the request; its `limit` and `offset` determine the page.
    public init(authorizations: [AuthorizationBody], numberOfRecords: Int, answering query: AuthorizationListQuery) {
        self.authorizations = authorizations
        meta = CardListBody.Meta(numberOfRecords: numberOfRecords, answering: query)
    }
}

extension AuthorizationListBody: AnswerBody {
    public static let members: [AnswerMember<AuthorizationListBody>] = [
        .member("authorizations", \.authorizations, "The authorizations on this page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

/// Which authorizations to list.
public struct AuthorizationListQuery: PagedQuery {
    public var accountId: String?
    public var cardId: String?
    public var status: String?
    public var startDate: Timestamp?
    public var endDate: Timestamp?
    public var limit = CardListQuery.defaultLimit
    public var offset = 0

    public init() {}

    public static let parameters: [BoundParameter<AuthorizationListQuery>] = [
        .number("accountId", \.accountId, digits: 12, "Returns only authorizations on this account."),
        .identifier("cardId", \.cardId, "Returns only authorizations of this card."),
        .enumeration(
            "status", \.status, of: Vocabulary.authorizationStatuses, "Returns only authorizations in this status."),
        .time("startDate", \.startDate, "Returns only authorizations that were created at this time or later."),
        .time("endDate", \.endDate, "Returns only authorizations that were created at this time or earlier."),
    ] + paging("authorizations", "authorization", upTo: 50)
}
