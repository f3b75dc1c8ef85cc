import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("Events that Swift makes are queued in the caller's transaction")
struct QueueEventsTests {
    @Test("Each subscription of the owner to the type gets the events, in order, after those that wait")
    func order() async throws {
        let fixture = try await WebhooksFixture.make()
        let one = try await fixture.subscribe()
        let two = try await fixture.subscribe(at: "https://two.example/")
        try await fixture.subscribe(at: "https://three.example/", owner: "other")
        let stopped = try await fixture.subscribe(to: "stopped")
        try await fixture.queue(["1", "2"].map { NewWebhookEvent(type: "moved", body: $0) })
        try await fixture.queue([
            NewWebhookEvent(type: "stopped", body: "3"), NewWebhookEvent(type: "moved", body: "4"),
            NewWebhookEvent(type: "unknown", body: "5"),
        ])
        #expect(try await fixture.deliverAll(to: one).map(\.word) == ["1", "2", "4"])
        #expect(try await fixture.deliverAll(to: two).map(\.word) == ["1", "2", "4"])
        #expect(try await fixture.deliverAll(to: stopped).map(\.word) == ["3"])
        #expect(try await fixture.log().total == 7)
        #expect(try await fixture.log(owner: "other").total == 0)
    }

    @Test("A transaction that is rolled back queues nothing")
    func rollback() async throws {
        let fixture = try await WebhooksFixture.make()
        try await fixture.subscribe()
        let events = [NewWebhookEvent(type: "moved", body: "1")]
        await #expect(throws: WebhookFailure.self) {
            try await fixture.webhooks.database.transaction { tx throws(WebhookFailure) -> Void in
                _ = try tx.run(fixture.webhooks.queueing(events, of: "owner", about: "subject"))
                throw .ownerNotFound
            }
        }
        #expect(try await fixture.log().total == 0)
        #expect(try await fixture.texts("SELECT subject FROM webhook_line") == [])
    }

    @Test("Without a subscription nothing is written")
    func nobody() async throws {
        let fixture = try await WebhooksFixture.make()
        try await fixture.queue([NewWebhookEvent(type: "moved", body: "1")])
        #expect(try await fixture.texts("SELECT subject FROM webhook_line") == [])
    }
}

@Suite("An event can have an address of its own")
struct AddressedEventTests {
    @Test("Such an event goes to its own address, not the subscription's; without any address nothing is queued")
    func address() async throws {
        let fixture = try await WebhooksFixture.make()
        let plain = try await fixture.subscribe()
        _ = try await fixture.webhooks.database.write(Self.adding(to: fixture, text: "secret"))
        let own = try #require(WebhookURL("https://shop.example/order-1"))
        try await fixture.queue([
            NewWebhookEvent(type: "moved", body: "1", url: own), NewWebhookEvent(type: "moved", body: "2"),
        ])
        #expect(try await fixture.deliverAll(to: plain).map(\.url) == [own.text, WebhooksFixture.url])
        let due = try #require(try await fixture.webhooks.due().first)
        let webhook = try #require(try await fixture.webhooks.claim(for: due.subscription))
        #expect(webhook.url == own.text && webhook.word == "1" && webhook.dialect.name == "TEST")
        #expect(webhook.signer == "P12345678" && webhook.signingKey == SigningKey(text: "secret"))
        #expect(try await fixture.webhooks.record(.delivered, of: webhook) == .delivered)
        #expect(try await fixture.webhooks.due().isEmpty)
        #expect(try await fixture.webhooks.subscriptions(of: WebhooksFixture.owner) == [plain])
    }

    @Test("A new subscription to the same event keeps the key")
    func again() async throws {
        let fixture = try await WebhooksFixture.make()
        let webhooks = fixture.webhooks
        #expect(try await webhooks.signingKeyOfAddressedEvents(WebhooksFixture.owner, of: "moved") == nil)
        for text in ["first", "second"] { _ = try await webhooks.database.write(Self.adding(to: fixture, text: text)) }
        let key = try await webhooks.signingKeyOfAddressedEvents(WebhooksFixture.owner, of: "moved")
        #expect(key == SigningKey(text: "first"))
    }

    private static func adding(to fixture: WebhooksFixture, text: String) -> Query<Void> {
        fixture.webhooks.subscribingToAddressedEvents(
            WebhooksFixture.owner, of: "moved", signingKey: SigningKey(text: text), in: TestDialect(), as: "P12345678",
            at: WebhooksFixture.now)
    }
}

extension WebhooksFixture {
    fileprivate func queue(_ events: [NewWebhookEvent]) async throws {
        try await webhooks.queue(events, of: Self.owner, about: "subject")
    }
}
