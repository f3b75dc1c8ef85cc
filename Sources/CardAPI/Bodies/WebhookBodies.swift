/// A wish to be told of one type of event at one URL.
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
            "url", \.url, isRequired: true, example: "https://hooks.example.com/cards",
            "Where events are sent: https, and at a public address."),
        .string(
            "signingKey", \.signingKey, isSecret: true, example: "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es=",
            "What requests are signed with: 16 to 64 bytes in Base64; one is made if absent."),
    ]
}

public struct WebhookSubscriptionBody: Sendable, Hashable, Decodable {
    public var id: String
    public var eventType: String
    public var url: String
    /// Base64; only in the answer to the request that made the subscription.
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

extension WebhookSubscriptionBody: JSONWritable, CustomStringConvertible, CustomReflectable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("eventType", eventType)
            json.member("url", url)
            json.member("signingKey", signingKey)
            json.member("createdDate", createdDate)
        }
    }

    /// Without the key: whoever holds it can sign as this service.
    public var description: String { "WebhookSubscriptionBody(\(id))" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id], displayStyle: .struct) }
}

/// One page of a brand's subscriptions, newest first.
public struct WebhookSubscriptionListBody: Sendable, Hashable, Decodable {
    public var subscriptions: [WebhookSubscriptionBody]
    public var meta: CardListBody.Meta

    /// - Parameter all: every subscription, of which the query shows a part.
    public init(all: [WebhookSubscriptionBody], answering query: WebhookSubscriptionListQuery) {
        subscriptions = Array(all.dropFirst(query.offset).prefix(query.limit))
        meta = CardListBody.Meta(
            numberOfRecords: all.count, limit: query.limit, page: query.offset / query.limit + 1)
    }
}

extension WebhookSubscriptionListBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("subscriptions", subscriptions)
            json.member("meta", meta)
        }
    }
}

/// An event on its way to one subscription, and how the attempts to deliver it went.
public struct WebhookDeliveryBody: Sendable, Hashable, Decodable {
    public var id: String
    public var eventId: String
    public var eventType: String
    public var subscriptionId: String
    public var cardId: String
    public var customerId: String
    /// PENDING, DELIVERED or DEAD.
    public var status: String
    public var createdDate: Timestamp
    /// Only of one that is PENDING and waits for no other of the same card.
    public var nextAttemptDate: Timestamp?
    /// The last ones, oldest first.
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
        id: String, eventId: String, eventType: String, subscriptionId: String, cardId: String, customerId: String,
        status: String, createdDate: Timestamp, nextAttemptDate: Timestamp?, attempts: [Attempt]
    ) {
        self.id = id
        self.eventId = eventId
        self.eventType = eventType
        self.subscriptionId = subscriptionId
        self.cardId = cardId
        self.customerId = customerId
        self.status = status
        self.createdDate = createdDate
        self.nextAttemptDate = nextAttemptDate
        self.attempts = attempts
    }
}

extension WebhookDeliveryBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("eventId", eventId)
            json.member("eventType", eventType)
            json.member("subscriptionId", subscriptionId)
            json.member("cardId", cardId)
            json.member("customerId", customerId)
            json.member("status", status)
            json.member("createdDate", createdDate)
            json.member("nextAttemptDate", nextAttemptDate)
            json.member("attempts", attempts)
        }
    }
}

extension WebhookDeliveryBody.Attempt: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("number", number)
            json.member("attemptedDate", attemptedDate)
            json.member("outcome", outcome)
            json.member("statusCode", statusCode)
            json.member("milliseconds", milliseconds)
        }
    }
}

/// One page of the delivery log, newest first.
public struct WebhookDeliveryListBody: Sendable, Hashable, Decodable {
    public var deliveries: [WebhookDeliveryBody]
    public var meta: CardListBody.Meta

    public init(
        deliveries: [WebhookDeliveryBody], numberOfRecords: Int, answering query: WebhookDeliveryListQuery
    ) {
        self.deliveries = deliveries
        meta = CardListBody.Meta(
            numberOfRecords: numberOfRecords, limit: query.limit, page: query.offset / query.limit + 1)
    }
}

extension WebhookDeliveryListBody: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("deliveries", deliveries)
            json.member("meta", meta)
        }
    }
}
