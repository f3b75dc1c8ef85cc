import HTTPContract

/// A card as its customer sees it. Statuses and types are texts, because a client may not know all of them yet.
public struct CardBody: Sendable, Hashable, Decodable {
    public var cardId: String
    public var status: String
    public var expiry: Expiry
    /// The first digits of the card number.
    public var bin: String
    public var lastFour: String
    public var customerId: String
    public var cardType: String
    public var programName: String
    public var currency: String
    public var mobile: String?
    public var deliveryAddress: DeliveryAddressBody?
    public var createdDate: Timestamp
    public var accountId: String?
    public var scheme: String
    public var activationDate: Timestamp?
    public var isPinSet: Bool
    public var externalId: String?
    /// Present only if `include` has TOKENIZATIONS.
    public var tokenizations: [TokenizationBody]?
    /// Present only if `include` has AVAILABLE_ACTIONS.
    public var availableActions: [Action]?

    /// The last month in which the card is valid.
    public struct Expiry: Sendable, Hashable, Decodable {
        public var month: Int
        public var year: Int

        public init(month: Int, year: Int) {
            self.month = month
            self.year = year
        }
    }

    public struct Action: Sendable, Hashable, Decodable {
        public var action: String

        public init(_ action: String) { self.action = action }
    }

    public init(
        cardId: String, status: String, expiry: Expiry, bin: String, lastFour: String, customerId: String,
        cardType: String, programName: String, currency: String, mobile: String? = nil,
        deliveryAddress: DeliveryAddressBody? = nil, createdDate: Timestamp, accountId: String? = nil, scheme: String,
        activationDate: Timestamp? = nil, isPinSet: Bool, externalId: String? = nil,
        tokenizations: [TokenizationBody]? = nil, availableActions: [Action]? = nil
    ) {
        self.cardId = cardId
        self.status = status
        self.expiry = expiry
        self.bin = bin
        self.lastFour = lastFour
        self.customerId = customerId
        self.cardType = cardType
        self.programName = programName
        self.currency = currency
        self.mobile = mobile
        self.deliveryAddress = deliveryAddress
        self.createdDate = createdDate
        self.accountId = accountId
        self.scheme = scheme
        self.activationDate = activationDate
        self.isPinSet = isPinSet
        self.externalId = externalId
        self.tokenizations = tokenizations
        self.availableActions = availableActions
    }
}

extension CardBody: AnswerBody {
    public static let members: [AnswerMember<CardBody>] = [
        .member("cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
        .member("status", \.status, as: .enumeration(Vocabulary.cardStatuses), example: "ACTIVE", "Lifecycle status."),
        .member("expiry", \.expiry, "The last month in which the card is valid."),
        .member("bin", \.bin, example: "541333", "The first digits of the card number."),
        .member("lastFour", \.lastFour, example: "1234", "The last four digits of the card number."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the card belongs to."),
        .member(
            "cardType", \.cardType, as: .enumeration(Vocabulary.cardTypes), example: "PHYSICAL",
            "Virtual or physical."),
        .member(
            "programName", \.programName, example: "SKRILL-PHYSICAL-MC-EEA",
            "The program that the card was issued under."),
        .member("currency", \.currency, example: "EUR", "Currency, ISO 4217."),
        .member("mobile", \.mobile, example: "+359 881234567", "The cardholder's mobile number."),
        .member("deliveryAddress", \.deliveryAddress, "The address that the physical card is sent to."),
        .member("createdDate", \.createdDate, example: "2026-11-21T08:45:34Z", "The time of issue."),
        .member(
            "accountId", \.accountId, pattern: TextForm.accountID, example: "127623047",
            "The number of the account that holds the card's money."),
        .member("scheme", \.scheme, as: .enumeration(Vocabulary.schemes), example: "MC", "Visa or Mastercard."),
        .member("activationDate", \.activationDate, example: "2026-11-25T17:02:11Z", "The time of activation."),
        .member("isPinSet", \.isPinSet, example: "true", "Whether the card has a PIN."),
        .member("externalId", \.externalId, example: "order-4711", "The brand's own identifier for the card."),
        .member("tokenizations", \.tokenizations, "The card's tokenizations; present if `include` has TOKENIZATIONS."),
        .member(
            "availableActions", \.availableActions,
            "What the customer can do with the card now; present if `include` has AVAILABLE_ACTIONS."),
    ]
}

extension CardBody.Expiry: AnswerBody {
    public static let members: [AnswerMember<CardBody.Expiry>] = [
        .member("month", \.month, example: "11", "Month, 1 to 12."),
        .member("year", \.year, example: "2029", "Year, four digits."),
    ]
}

extension CardBody.Action: AnswerBody {
    public static let members: [AnswerMember<CardBody.Action>] = [
        .member("action", \.action, as: .enumeration(Vocabulary.cardActions), example: "LOCK", "The action.")
    ]
}

/// One page of a customer's cards, newest first.
public struct CardListBody: Sendable, Hashable, Decodable {
    public var cards: [CardBody]
    public var meta: Meta

    public struct Meta: Sendable, Hashable, Decodable {
        /// How many cards match the filters, on all pages together.
        public var numberOfRecords: Int
        public var limit: Int
        /// Counted from 1.
        public var page: Int
    }

    /// - Parameter query: the query of the request; its `limit` and `offset` determine the page.
    public init(cards: [CardBody], numberOfRecords: Int, answering query: CardListQuery) {
        self.cards = cards
        meta = Meta(numberOfRecords: numberOfRecords, answering: query)
    }
}

extension CardListBody: AnswerBody {
    public static let members: [AnswerMember<CardListBody>] = [
        .member("cards", \.cards, "The cards on this page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

extension CardListBody.Meta: AnswerBody {
    public static let members: [AnswerMember<CardListBody.Meta>] = [
        .member("numberOfRecords", \.numberOfRecords, example: "1", "The number of matches on all pages."),
        .member("limit", \.limit, example: "10", "The page size."),
        .member("page", \.page, example: "1", "The number of this page, from 1."),
    ]
}
