/// An order for cards of many customers.
public struct OrderCardsBody: RequestBody {
    public var cards: [Entry]?

    public init() {}

    public static let members: [BodyMember<OrderCardsBody>] = [
        .objects(
            "cards", \.cards, isRequired: true, maximumCount: maximumCount,
            "The applications; all are accepted, or none is.")
    ]

    public static let maximumCount = 1000

    /// The application that a customer would send, and whose it is.
    public struct Entry: RequestBody {
        public var customerId: String?
        public var application = CreateCardBody()

        public init() {}

        public static let members: [BodyMember<Entry>] =
            [.string("customerId", \.customerId, isRequired: true, example: "10000001", "A customer of the brand.")]
            + CreateCardBody.members.map { $0.amongOthers(in: \.application) }
    }
}

/// How far an order for many cards has come.
public struct BulkOrderBody: Sendable, Hashable, Decodable {
    public var orderId: String
    public var status: String
    public var numberOfCards: Int
    /// None or all of them, for they come to be together.
    public var numberOfIssued: Int
    /// In the order of the applications, once all are issued.
    public var cards: [Issued]?
    /// Why no card was issued.
    public var reason: String?
    /// Why, application by application: the first hundred.
    public var fieldErrors: [FieldError]?
    public var createdDate: Timestamp
    public var startedDate: Timestamp?
    public var completedDate: Timestamp?

    public struct Issued: Sendable, Hashable, Decodable {
        public var customerId: String
        public var cardId: String

        public init(customerId: String, cardId: String) {
            self.customerId = customerId
            self.cardId = cardId
        }
    }

    public init(
        orderId: String, status: String, numberOfCards: Int, numberOfIssued: Int, cards: [Issued]? = nil,
        reason: String? = nil, fieldErrors: [FieldError]? = nil, createdDate: Timestamp,
        startedDate: Timestamp? = nil, completedDate: Timestamp? = nil
    ) {
        self.orderId = orderId
        self.status = status
        self.numberOfCards = numberOfCards
        self.numberOfIssued = numberOfIssued
        self.cards = cards
        self.reason = reason
        self.fieldErrors = fieldErrors
        self.createdDate = createdDate
        self.startedDate = startedDate
        self.completedDate = completedDate
    }
}

extension BulkOrderBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("orderId", orderId)
            json.member("status", status)
            json.member("numberOfCards", numberOfCards)
            json.member("numberOfIssued", numberOfIssued)
            json.member("cards", cards)
            json.member("reason", reason)
            json.member("fieldErrors", fieldErrors)
            json.member("createdDate", createdDate)
            json.member("startedDate", startedDate)
            json.member("completedDate", completedDate)
        }
    }
}

extension BulkOrderBody.Issued: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("customerId", customerId)
            json.member("cardId", cardId)
        }
    }
}
