/// A card as its customer sees it. Words the client may not know yet stay words.
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
    /// Only where `include` asks for TOKENIZATIONS.
    public var tokenizations: [TokenizationBody]?
    /// Only where `include` asks for AVAILABLE_ACTIONS.
    public var availableActions: [Action]?

    /// The last month in which the card is good.
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

extension CardBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("cardId", cardId)
            json.member("status", status)
            json.member("expiry", expiry)
            json.member("bin", bin)
            json.member("lastFour", lastFour)
            json.member("customerId", customerId)
            json.member("cardType", cardType)
            json.member("programName", programName)
            json.member("currency", currency)
            json.member("mobile", mobile)
            json.member("deliveryAddress", deliveryAddress)
            json.member("createdDate", createdDate)
            json.member("accountId", accountId)
            json.member("scheme", scheme)
            json.member("activationDate", activationDate)
            json.member("isPinSet", isPinSet)
            json.member("externalId", externalId)
            json.member("tokenizations", tokenizations)
            json.member("availableActions", availableActions)
        }
    }
}

extension CardBody.Expiry: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("month", month)
            json.member("year", year)
        }
    }
}

extension CardBody.Action: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in json.member("action", action) }
    }
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

    /// - Parameter query: the request answered; its `limit` and `offset` say which page this is.
    public init(cards: [CardBody], numberOfRecords: Int, answering query: CardListQuery) {
        self.cards = cards
        let page = query.offset / query.limit + 1
        meta = Meta(numberOfRecords: numberOfRecords, limit: query.limit, page: page)
    }
}

extension CardListBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("cards", cards)
            json.member("meta", meta)
        }
    }
}

extension CardListBody.Meta: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("numberOfRecords", numberOfRecords)
            json.member("limit", limit)
            json.member("page", page)
        }
    }
}
