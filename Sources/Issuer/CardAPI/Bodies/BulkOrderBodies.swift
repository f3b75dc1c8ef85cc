import HTTPContract
import Validation

/// An order for cards of many customers.
public struct OrderCardsBody: RequestBody {
    public var cards: [Entry]?

    public init() {}

    public static let members: [BodyMember<OrderCardsBody>] = [
        .objects(
            "cards", \.cards, isRequired: true, maximumCount: maximumCount,
            "The applications; all of them are accepted, or none.")
    ]

    public static let examples: [BodyExample<OrderCardsBody>] = [
        BodyExample("Cards for two customers") { body in
            body.cards = ["10000001", "10000002"].map { customer in
                var entry = Entry()
                entry.customerId = customer
                entry.application.programName = "SKRILL-VIRTUAL-MC-EEA"
                entry.application.currency = "EUR"
                return entry
            }
        }
    ]

    public static let maximumCount = 1000

    /// The application that a customer would send, and the customer.
    public struct Entry: RequestBody {
        public var customerId: String?
        public var application = CreateCardBody()

        public init() {}

        public static let members: [BodyMember<Entry>] =
            [
                .string(
                    "customerId", \.customerId, isRequired: true, pattern: TextForm.customerID, example: "10000001",
                    "A customer of the brand.")
            ] + CreateCardBody.members.map { $0.amongOthers(in: \.application) }
    }
}

/// The progress of an order for many cards.
public struct BulkOrderBody: Sendable, Hashable, Decodable {
    public var orderId: String
    public var status: String
    public var numberOfCards: Int
    /// Either 0 or all cards, because they are issued together.
    public var numberOfIssued: Int
    /// In the order of the applications, once all are issued.
    public var cards: [Issued]?
    /// Why no card was issued.
    public var reason: String?
    /// The errors of single applications, at most 100.
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

extension BulkOrderBody: AnswerBody {
    public static let members: [AnswerMember<BulkOrderBody>] = [
        .member(
            "orderId", \.orderId, as: .identifier, example: "1f0c2f9e-7d9a-4a43-9d0e-3b1f6f3d8e55", "The order's id."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.bulkOrderStatuses), example: "COMPLETED",
            "The order's status."),
        .member("numberOfCards", \.numberOfCards, example: "1", "The number of cards ordered."),
        .member(
            "numberOfIssued", \.numberOfIssued, example: "1",
            "The number of cards issued: 0 until all are issued together."),
        .member("cards", \.cards, "The cards in the order of the applications; present once all are issued."),
        .member("reason", \.reason, "The reason why no card was issued."),
        .member("fieldErrors", \.fieldErrors, "The errors of each application; at most 100."),
        .member("createdDate", \.createdDate, example: "2026-11-21T08:45:34Z", "The time when the order was accepted."),
        .member("startedDate", \.startedDate, example: "2026-11-21T08:45:34Z", "The time when processing began."),
        .member(
            "completedDate", \.completedDate, example: "2026-11-21T08:45:35Z",
            "The time when the order was completed or failed."),
    ]
}

extension BulkOrderBody.Issued: AnswerBody {
    public static let members: [AnswerMember<BulkOrderBody.Issued>] = [
        .member("customerId", \.customerId, example: "10000001", "The customer that the card belongs to."),
        .member("cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24", "The card's id."),
    ]
}
