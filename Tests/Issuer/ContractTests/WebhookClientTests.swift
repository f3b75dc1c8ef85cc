import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport
import Webhooks

@testable import CardServer

@Suite("Webhooks, through the client of a program manager's backend")
struct WebhookClientTests {
    @Test("A subscription is created and listed, its webhook sent and resent, and it is deleted")
    func life() async throws {
        try await withWebhookReceiver { receiver, port in
            try await withLiveService(webhooks: .local) { service in
                let backend = service.client.business(accessToken: try await service.businessToken())
                var body = SubscribeWebhookBody()
                (body.eventType, body.url) = ("/prepaid/card/status/events", "http://127.0.0.1:\(port)/")
                let subscription = try await backend.subscribe(body)
                #expect(subscription.signingKey != nil)
                #expect(try await backend.subscriptions().subscriptions.map(\.id) == [subscription.id])

                let card = try await service.cards(of: .ivana).create(.virtual)
                _ = try await service.happens("SUSPEND", to: card)
                try await service.advance(seconds: 0)
                var query = WebhookDeliveryListQuery()
                (query.cardId, query.statuses) = (card.cardId, ["DELIVERED"])
                let delivery = try #require(try await backend.deliveries(query).deliveries.first)
                #expect(delivery.subscriptionId == subscription.id)
                try await backend.resend(delivery.id)
                try await service.advance(seconds: 0)
                #expect(receiver.received.map { $0.member("id") } == [delivery.eventId, delivery.eventId])

                try await backend.unsubscribe(subscription.id)
                #expect(try await backend.subscriptions().subscriptions.isEmpty)
            }
        }
    }
}
