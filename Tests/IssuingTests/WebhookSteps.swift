import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import TestSupport
import Testing

/// What a brand's backend and its receivers do, each in a few words.
extension IssuingFixture {
    @discardableResult
    func subscribe(
        to event: WebhookEvent = .cardStatus, at url: String = "https://hooks.example/cards",
        brand: String = DemoUniverse.brand
    ) async throws -> WebhookSubscription {
        try await issuing.subscribe(brand, to: event, at: #require(WebhookURL(url)), signingKey: nil).subscription
    }

    /// What a receiver would be sent now, one at a time, each delivered before the next is asked for.
    func deliverAll(to subscription: WebhookSubscription) async throws -> [ClaimedWebhook] {
        var delivered: [ClaimedWebhook] = []
        while let webhook = try await issuing.claimWebhook(for: subscription.id) {
            #expect(try await issuing.record(.delivered, of: webhook) == .delivered)
            delivered.append(webhook)
        }
        return delivered
    }

    func fail(_ webhook: ClaimedWebhook) async throws -> WebhookStatus? {
        try await issuing.record(WebhookAttempt(.refused, statusCode: 500, milliseconds: 7), of: webhook)
    }

    /// The bodies of what waits or is over, in order of their places.
    func outbox(of card: Card) async throws -> [String] {
        try await texts(
            "SELECT convert_from(body, 'UTF8') FROM webhook_delivery WHERE card_id = $1 ORDER BY place",
            .uuid(card.id.rawValue))
    }

    func log(
        _ statuses: [WebhookStatus]? = nil, subscription: UUID? = nil, card: UUID? = nil, limit: Int = 100,
        offset: Int = 0, brand: String = DemoUniverse.brand
    ) async throws -> (deliveries: [WebhookDelivery], total: Int) {
        try await issuing.webhookDeliveries(
            of: brand,
            matching: WebhookFilter(
                statuses: statuses, subscription: subscription, card: card, limit: limit, offset: offset))
    }
}

extension WebhookAttempt {
    static let delivered = WebhookAttempt(.delivered, statusCode: 204, milliseconds: 12)
}

extension ClaimedWebhook {
    var text: String { String(decoding: body, as: UTF8.self) }

    var newStatus: String {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: String]
        return object?["newStatus"] ?? "nothing"
    }
}
