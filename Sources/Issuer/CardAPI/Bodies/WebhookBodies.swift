import HTTPContract

/// A subscription to one type of event at one URL.
public struct SubscribeWebhookBody: RequestBody {
    public var eventType: String?
    public var url: String?
    public var signingKey: String?

    public init() {}

    public static let members: [BodyMember<SubscribeWebhookBody>] = [
        .enumeration(
            "eventType", \.eventType, of: Vocabulary.webhookEvents, isRequired: true,
            example: "/prepaid/card/status/events", "The type of event."),
        .string(
            "url", \.url, isRequired: true, pattern: "^https?://[!-~]+$", example: "https://hooks.example.com/cards",
            "The address that events are sent to: https, with a public address."),
        .string(
            "signingKey", \.signingKey, isSecret: true, pattern: "^[A-Za-z0-9+/]{22,86}={0,2}$",
            example: "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es=",
            "The key that events are signed with: 16 to 64 bytes in Base64; a new one if absent. The HMAC uses the "
                + "decoded bytes."),
    ]
}

public struct WebhookSubscriptionBody: Sendable, Hashable, Decodable {
    public var id: String
    public var eventType: String
    public var url: String
    /// Base64. Present only in the response to the request that created the subscription.
    public var signingKey: String?
    public var createdDate: Timestamp

    public init(id: String, eventType: String, url: String, signingKey: String? = nil, createdDate: Timestamp) {
        self.id = id
        self.eventType = eventType
        self.url = url
        self.signingKey = signingKey
        self.createdDate = createdDate
    }
}

extension WebhookSubscriptionBody: AnswerBody {
    public static let members: [AnswerMember<WebhookSubscriptionBody>] = [
        .member("id", \.id, as: .identifier, example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10", "The subscription's id."),
        .member(
            "eventType", \.eventType, as: .enumeration(Vocabulary.webhookEvents),
            example: "/prepaid/card/status/events", "The type of event."),
        .member("url", \.url, example: "https://hooks.example.com/cards", "The address that events are sent to."),
        .member(
            "signingKey", \.signingKey, isSecret: true, example: "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es=",
            "The key that events are signed with, in Base64: decode it before you compute the HMAC. Only in the "
                + "response that created the subscription."),
        .member(
            "createdDate", \.createdDate, example: "2026-11-21T08:45:34Z",
            "The time when the subscription was created."),
    ]
}

/// One page of a brand's subscriptions, newest first.
public struct WebhookSubscriptionListBody: Sendable, Hashable, Decodable {
    public var subscriptions: [WebhookSubscriptionBody]
    public var meta: CardListBody.Meta

    /// - Parameter all: all subscriptions; the query selects a page of them.
    public init(all: [WebhookSubscriptionBody], answering query: WebhookSubscriptionListQuery) {
        subscriptions = Array(all.dropFirst(query.offset).prefix(query.limit))
        meta = CardListBody.Meta(numberOfRecords: all.count, answering: query)
    }
}

extension WebhookSubscriptionListBody: AnswerBody {
    public static let members: [AnswerMember<WebhookSubscriptionListBody>] = [
        .member("subscriptions", \.subscriptions, "This page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

/// An event on its way to one subscription, with the outcomes of its attempts.
public struct WebhookDeliveryBody: Sendable, Hashable, Decodable {
    public var id: String
    public var eventId: String
    public var eventType: String
    public var subscriptionId: String
    /// The card that the event is about; nil if it is about an account.
    public var cardId: String?
    /// The account whose transaction the event is about; nil if it is about a card.
    public var accountId: String?
    public var customerId: String
    /// PENDING, DELIVERED or DEAD.
    public var status: String
    public var createdDate: Timestamp
    /// Present only if the delivery is PENDING and does not wait for another one about the same card or account.
    public var nextAttemptDate: Timestamp?
    /// The latest attempts, oldest first.
    public var attempts: [Attempt]

    public struct Attempt: Sendable, Hashable, Decodable {
        public var number: Int
        public var attemptedDate: Timestamp
        /// DELIVERED, REFUSED, TIMED_OUT, NOT_REACHED or ADDRESS_NOT_ALLOWED.
        public var outcome: String
        public var statusCode: Int?
        public var milliseconds: Int

        public init(number: Int, attemptedDate: Timestamp, outcome: String, statusCode: Int?, milliseconds: Int) {
            self.number = number
            self.attemptedDate = attemptedDate
            self.outcome = outcome
            self.statusCode = statusCode
            self.milliseconds = milliseconds
        }
    }

    public init(
        id: String, eventId: String, eventType: String, subscriptionId: String, cardId: String?, accountId: String?,
        customerId: String, status: String, createdDate: Timestamp, nextAttemptDate: Timestamp?, attempts: [Attempt]
    ) {
        self.id = id
        self.eventId = eventId
        self.eventType = eventType
        self.subscriptionId = subscriptionId
        self.cardId = cardId
        self.accountId = accountId
        self.customerId = customerId
        self.status = status
        self.createdDate = createdDate
        self.nextAttemptDate = nextAttemptDate
        self.attempts = attempts
    }
}

extension WebhookDeliveryBody: AnswerBody {
    public static let members: [AnswerMember<WebhookDeliveryBody>] = [
        .member("id", \.id, as: .identifier, example: "0b7f5a52-5d3e-4f4d-8c61-0f9a3f1d2e77", "The delivery's id."),
        .member(
            "eventId", \.eventId, as: .identifier, example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21", "The event's id."),
        .member(
            "eventType", \.eventType, as: .enumeration(Vocabulary.webhookEvents),
            example: "/prepaid/card/status/events", "The type of event."),
        .member(
            "subscriptionId", \.subscriptionId, as: .identifier, example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10",
            "The subscription that receives the event."),
        .member(
            "cardId", \.cardId, as: .identifier, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "The card that the event is about; absent if it is about an account."),
        .member(
            "accountId", \.accountId, pattern: TextForm.accountID, example: "100000001",
            "The account whose transaction the event is about; absent if it is about a card."),
        .member("customerId", \.customerId, example: "10000001", "The customer that the card or account belongs to."),
        .member(
            "status", \.status, as: .enumeration(Vocabulary.webhookStatuses), example: "DELIVERED",
            "DEAD if no further attempt is made."),
        .member("createdDate", \.createdDate, example: "2026-11-21T08:45:34Z", "The time when the event was queued."),
        .member(
            "nextAttemptDate", \.nextAttemptDate,
            "The time of the next attempt; only if PENDING and first in line for its card or account."),
        .member("attempts", \.attempts, "The latest attempts, oldest first."),
    ]
}

extension WebhookDeliveryBody.Attempt: AnswerBody {
    public static let members: [AnswerMember<WebhookDeliveryBody.Attempt>] = [
        .member("number", \.number, example: "1", "The attempt's number, from 1."),
        .member("attemptedDate", \.attemptedDate, example: "2026-11-21T08:45:35Z", "The time of the attempt."),
        .member(
            "outcome", \.outcome, as: .enumeration(Vocabulary.webhookOutcomes), example: "DELIVERED",
            "The outcome."),
        .member("statusCode", \.statusCode, example: "204", "The receiver's HTTP status, if it answered."),
        .member("milliseconds", \.milliseconds, example: "34", "The duration in milliseconds."),
    ]
}

/// One page of the delivery log, newest first.
public struct WebhookDeliveryListBody: Sendable, Hashable, Decodable {
    public var deliveries: [WebhookDeliveryBody]
    public var meta: CardListBody.Meta

    public init(
        deliveries: [WebhookDeliveryBody], numberOfRecords: Int, answering query: WebhookDeliveryListQuery
    ) {
        self.deliveries = deliveries
        meta = CardListBody.Meta(numberOfRecords: numberOfRecords, answering: query)
    }
}

extension WebhookDeliveryListBody: AnswerBody {
    public static let members: [AnswerMember<WebhookDeliveryListBody>] = [
        .member("deliveries", \.deliveries, "This page, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}
