import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import Sandbox
import Testing
import TestSupport
import Webhooks

/// The steps of a brand's backend and of its webhook receivers.
extension IssuingFixture {
    @discardableResult
    package func subscribe(
        to event: WebhookEvent = .cardStatus, at url: String = "https://hooks.example/cards",
        brand: String = DemoUniverse.brand
    ) async throws -> WebhookSubscription {
        try await issuing.subscribe(brand, to: event, at: #require(WebhookURL(url)), signingKey: nil).subscription
    }

    /// Delivers all waiting webhooks, one at a time, and returns them.
    package func deliverAll(to subscription: WebhookSubscription) async throws -> [ClaimedWebhook] {
        let webhooks = issuing.webhooks
        var delivered: [ClaimedWebhook] = []
        while let webhook = try await webhooks.claim(for: subscription.id) {
            let attempt = WebhookAttempt(.delivered, statusCode: 204, milliseconds: 12)
            #expect(try await webhooks.record(attempt, of: webhook) == .delivered)
            delivered.append(webhook)
        }
        return delivered
    }

    /// The bodies of all deliveries for a card, waiting and finished ones, in order.
    package func outbox(of card: Card) async throws -> [String] {
        try await texts(
            "SELECT convert_from(body, 'UTF8') FROM webhook_delivery WHERE subject = $1 ORDER BY event_number",
            .text("\(card.customer)/\(card.id)"))
    }
}

extension ClaimedWebhook {
    package var text: String { String(decoding: body, as: UTF8.self) }

    package var newStatus: String {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: String]
        return object?["newStatus"] ?? "nothing"
    }

    package func isAbout(_ card: Card) -> Bool { subject == "\(card.customer)/\(card.id)" }
}
