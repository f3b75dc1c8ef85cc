import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Sandbox
import Validation
import Webhooks

import struct HTTPContract.Operation

/// The webhooks of all owners: brands, and clients of gateways.
struct AllWebhooksRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listAllSubscriptions, subscriptions),
            (SandboxOperations.listAllDeliveries, deliveries),
            (SandboxOperations.getAnyDelivery, delivery),
            (SandboxOperations.resendDelivery, resend),
        ]
    }

    @Sendable private func subscriptions(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try PageQuery.read(request.target.query)
        let page = try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await sandbox.issuing.webhooks.allSubscriptions(limit: query.limit, offset: query.offset)
        }
        return Response(
            status: .ok,
            json: AllSubscriptionsAnswer(
                subscriptions: page.subscriptions.map(OwnedSubscriptionAnswer.init),
                meta: .init(of: page.total, query)))
    }

    @Sendable private func deliveries(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try AllDeliveriesQuery.read(request.target.query)
        let page = try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await sandbox.issuing.webhooks.allDeliveries(matching: query.filter)
        }
        return Response(
            status: .ok,
            json: AllDeliveriesAnswer(
                deliveries: page.deliveries.map(FullDeliveryAnswer.init), meta: .init(of: page.total, query)))
    }

    @Sendable private func delivery(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.deliveryID()
        let found = try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await sandbox.issuing.webhooks.anyDelivery(id)
        }
        return Response(status: .ok, json: FullDeliveryAnswer(found))
    }

    @Sendable private func resend(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.deliveryID()
        _ = try await request.noBody()
        try await translating(IssuingFailure.init) { () async throws(WebhookFailure) in
            try await sandbox.issuing.webhooks.resend(id)
        }
        return Response(status: .accepted)
    }
}

extension PathParameters {
    fileprivate func deliveryID() throws(IssuingFailure) -> WebhookDeliveryID {
        guard let id = get("deliveryId").flatMap({ WebhookDeliveryID($0) }) else {
            throw .refused(.webhook(.deliveryNotFound))
        }
        return id
    }
}

struct AllDeliveriesQuery: PagedQuery {
    var subscriptionId: String?
    var subject: String?
    var statuses: [String] = []
    var limit = 20
    var offset = 0

    var filter: WebhookFilter {
        WebhookFilter(
            statuses: statuses.isEmpty ? nil : statuses.compactMap(WebhookStatus.init(rawValue:)),
            subscription: subscriptionId.flatMap { WebhookSubscriptionID($0) }, subject: subject, limit: limit,
            offset: offset)
    }

    static let parameters: [BoundParameter<AllDeliveriesQuery>] =
        [
            .identifier("subscriptionId", \.subscriptionId, "Returns only deliveries to this subscription."),
            .text(
                "subject", \.subject,
                "Returns only deliveries about this subject, such as 10000001/100000001: customer and account."),
            .enumerationList(
                "status", \.statuses, of: Vocabulary.webhookStatuses, "Returns only deliveries with these statuses."),
        ] + paging()
}

struct OwnedSubscriptionAnswer: AnswerBody {
    let subscription: OwnedSubscription

    init(_ subscription: OwnedSubscription) { self.subscription = subscription }

    static let members: [AnswerMember<OwnedSubscriptionAnswer>] = [
        .member(
            "id", \.subscription.id.description, as: .identifier, example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10",
            "The subscription's id."),
        .member("owner", \.subscription.owner, example: "demo", "A brand, or a client of a gateway."),
        .member(
            "eventType", \.subscription.eventType, example: "/prepaid/card/status/events", "The type of event."),
        .member(
            "url", \.subscription.url, example: "https://acme.example/events",
            "Where events are sent; absent if each has an address of its own."),
        .member("createdDate", { Timestamp($0.subscription.createdAt) }, example: "2026-11-21T08:45:34Z", "The time."),
    ]
}

struct AllSubscriptionsAnswer: AnswerBody {
    let subscriptions: [OwnedSubscriptionAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<AllSubscriptionsAnswer>] = [
        .member("subscriptions", \.subscriptions, "The subscriptions, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

struct FullDeliveryAnswer: AnswerBody {
    let full: FullDelivery

    init(_ full: FullDelivery) { self.full = full }

    static let members: [AnswerMember<FullDeliveryAnswer>] = [
        .member(
            "id", \.full.delivery.id.description, as: .identifier, example: "0b7f5a52-5d3e-4f4d-8c61-0f9a3f1d2e77",
            "The delivery's id."),
        .member(
            "eventId", \.full.delivery.event.description, as: .identifier,
            example: "c2f0e6a4-1d0a-4b3b-9a55-6f0d4e8b9c21", "The event's id."),
        .member(
            "eventType", \.full.delivery.eventType, example: "/prepaid/card/status/events", "The type of event."),
        .member(
            "subscriptionId", \.full.delivery.subscription.description, as: .identifier,
            example: "6f1c9a2e-0f53-4f0f-9d6b-2f8f5d0f7a10", "The subscription that receives the event."),
        .member(
            "url", \.full.url, example: "https://acme.example/events/17",
            "Where it is sent, if not where the subscription says."),
        .member("subject", \.full.delivery.subject, example: "10000001/100000001", "What the event is about."),
        .member(
            "status", \.full.delivery.status.rawValue, as: .enumeration(Vocabulary.webhookStatuses),
            example: "DELIVERED", "DEAD if no further attempt is made."),
        .member(
            "createdDate", { Timestamp($0.full.delivery.queuedAt) }, example: "2026-11-21T08:45:34Z",
            "The time when the event was queued."),
        .member(
            "nextAttemptDate", { $0.full.delivery.nextAttemptAt.map(Timestamp.init) },
            "The time of the next attempt; only if PENDING and first in its line."),
        .member("body", \.body, "The body of every attempt, if it is JSON and no secret."),
        .member(
            "bodyIsSecret", { $0.full.body == nil ? true : nil },
            "True if the body is a secret: it is stored encrypted, removed after the delivery, and never shown."),
        .member(
            "attempts", { $0.full.delivery.attempts.map(DeliveryAttemptAnswer.init) },
            "The latest attempts, oldest first."),
    ]

    private var body: JSONValue? { full.body.flatMap { try? JSONValue(parsing: $0) } }
}

struct DeliveryAttemptAnswer: AnswerBody {
    let attempt: WebhookDelivery.Attempt

    static let members: [AnswerMember<DeliveryAttemptAnswer>] = [
        .member("number", \.attempt.number, example: "1", "The attempt's number, from 1."),
        .member(
            "attemptedDate", { Timestamp($0.attempt.at) }, example: "2026-11-21T08:45:35Z", "The time of the attempt."),
        .member(
            "outcome", \.attempt.outcome.rawValue, as: .enumeration(Vocabulary.webhookOutcomes), example: "DELIVERED",
            "The outcome."),
        .member("statusCode", \.attempt.statusCode, example: "204", "The receiver's HTTP status, if it answered."),
        .member("milliseconds", \.attempt.milliseconds, example: "34", "The duration in milliseconds."),
    ]
}

struct AllDeliveriesAnswer: AnswerBody {
    let deliveries: [FullDeliveryAnswer]
    let meta: ListPageAnswer

    static let members: [AnswerMember<AllDeliveriesAnswer>] = [
        .member("deliveries", \.deliveries, "The deliveries, newest first."),
        .member("meta", \.meta, "The position of this page."),
    ]
}

extension SandboxOperations {
    static let listAllSubscriptions = Operation.sandbox(
        "listAllSubscriptions", "List all webhook subscriptions",
        """
        Returns the subscriptions of all brands and of the gateways' clients, newest first, without their keys.
        """, .webhooks, .get, "/webhooks/subscriptions", answer: AllSubscriptionsAnswer.schema,
        query: PageQuery.schema)

    static let listAllDeliveries = Operation.sandbox(
        "listAllDeliveries", "List all webhook deliveries",
        """
        Returns the deliveries to all subscriptions, newest first, with the body that every attempt sends, unless it \
        is a secret, and with the outcomes of the latest attempts. `numberOfRecords` counts at most a thousand of each \
        status of a subscription.
        """, .webhooks, .get, "/webhooks/deliveries", answer: AllDeliveriesAnswer.schema,
        query: AllDeliveriesQuery.schema)

    static let getAnyDelivery = Operation.sandbox(
        "getAnyDelivery", "Get a webhook delivery",
        """
        Returns one delivery, whoever it is for, as the list of deliveries has it.
        """, .webhooks, .get, "/webhooks/deliveries/{deliveryId}", answer: FullDeliveryAnswer.schema)

    static let resendDelivery = Operation.sandbox(
        "resendDelivery", "Resend a webhook",
        """
        Sends an event again that was delivered or given up. If it is still pending, its next attempt becomes due now. \
        A message to a customer is not sent again: its code was removed.
        """, .webhooks, .post, "/webhooks/deliveries/{deliveryId}/resend", status: .accepted)
}

extension Operation.Noun {
    static let webhooks = Self("Webhooks", "Shows the webhooks of all owners, and receives them.")
}
