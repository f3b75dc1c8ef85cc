import Crypto
import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("A subscription chooses the dialect of its requests")
struct WebhookDialectTests {
    @Test("Svix's schedule has eight attempts within 28 hours", arguments: [
        (0, 5), (1, 5), (2, 300), (3, 1800), (4, 7200), (5, 18_000), (6, 36_000), (7, 36_000), (8, nil), (1000, nil),
    ] as [(Int, TimeInterval?)])
    func schedule(failures: Int, seconds: TimeInterval?) {
        let now = WebhooksFixture.now
        let next = WebhookDialect.svix.next(afterFailures: failures, at: now, queuedAt: now - 9 * 86_400)
        #expect(next == seconds.map { now + $0 })
    }

    @Test("A key is Base64, with whsec_ in front of it for Svix")
    func keys() {
        let key = SigningKey(Array(repeating: 7, count: 24))
        #expect(WebhookDialect.house.text(of: key) == "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH")
        #expect(WebhookDialect.svix.text(of: key) == "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH")
    }

    @Test("A request in Svix's dialect signs the id, the time and the body, and no other field")
    func request() async throws {
        let fixture = try await WebhooksFixture.make()
        let key = SigningKey(Array(repeating: 9, count: 32))
        let subscription = try await fixture.subscribe(in: .svix, signingKey: key)
        try await fixture.queue([NewWebhookEvent(type: "moved", body: #"{"a":"ü"}"#)])
        let webhook = try #require(try await fixture.webhooks.claim(for: subscription))
        let headers = WebhookDialect.svix.headers(of: webhook, to: try #require(WebhookURL(webhook.url)))
        let fields = Dictionary(uniqueKeysWithValues: headers.map { ($0.name, $0.value) })
        let id = "msg_\(webhook.event.uuidString.lowercased())"
        let seconds = String(Int(WebhooksFixture.now.timeIntervalSince1970))
        let signed = Array(#"\#(id).\#(seconds).{"a":"ü"}"#.utf8)
        let code = key.withBytes {
            HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: $0))
        }
        #expect(
            fields == [
                "svix-id": id, "svix-timestamp": seconds,
                "svix-signature": "v1,\(Data(code).base64EncodedString())",
            ])
    }

    @Test("MoneyHash's third version signs the body in Base64 and the time, as its published example does")
    func moneyHash() {
        let key = SigningKey(text: "test_signature_key")
        let body = Array(#""webhook_payload""#.utf8)
        let header = WebhookDialect.moneyHashSignature(of: body, at: 1_743_090_080, with: key)
        let parts = header.split(separator: ",")
        #expect(parts.first == "t=1743090080")
        #expect(parts.last == "v3=ca13480c8142f2f2b44822c764909027974e84b3e8c94457a314f129d8d60148")
        #expect(parts.map { $0.prefix(2) } == ["t=", "v1", "v2", "v3"] && Set(parts).count == 4)
        #expect(WebhookDialect.moneyHash.text(of: key) == "test_signature_key")
    }

    @Test("Dintero signs the time, the account and the address with a sorted query, as its published example does",
        arguments: ["https://example.com/callback?B=123&A=992", "https://example.com:8443/callback?A=992&B=123"])
    func dintero(text: String) throws {
        let url = try #require(WebhookURL(text))
        let header = WebhookDialect.dinteroSignature(
            of: "GET", to: url, by: "P00000000", at: 1_582_236_537, with: SigningKey(text: "123"))
        let code = "6bed2ab1b919d460ef7465a20dc6c97260dca73fab6647106ca525f0908df64a"
        #expect(header == "t=1582236537,v0-hmac-sha256=\(code)")
    }

    @Test("Dintero's schedule has five attempts", arguments: [
        (1, 60), (2, 300), (3, 1800), (4, 7200), (5, nil),
    ] as [(Int, TimeInterval?)])
    func dinteroSchedule(failures: Int, seconds: TimeInterval?) {
        let now = WebhooksFixture.now
        #expect(
            WebhookDialect.dintero.next(afterFailures: failures, at: now, queuedAt: now - 9 * 86_400)
                == seconds.map { now + $0 })
    }

    @Test("An undelivered event follows the schedule of its subscription, and is dead after the eighth failure")
    func dead() async throws {
        let fixture = try await WebhooksFixture.make()
        let subscription = try await fixture.subscribe(in: .svix)
        try await fixture.queue([NewWebhookEvent(type: "moved", body: "1")])
        var now = WebhooksFixture.now
        for delay in [5, 300, 1800, 7200, 18_000, 36_000, 36_000] as [TimeInterval] {
            let server = try fixture.server(now: now)
            let webhook = try #require(try await server.webhooks.claim(for: subscription))
            #expect(try await server.fail(webhook) == .pending)
            #expect(try await fixture.server(now: now + delay - 0.001).webhooks.claim(for: subscription) == nil)
            now += delay
        }
        let server = try fixture.server(now: now)
        let last = try #require(try await server.webhooks.claim(for: subscription))
        #expect(last.attempt == 8)
        #expect(try await server.fail(last) == .dead)
    }
}

@Suite("Events that Swift makes are queued in the caller's transaction")
struct QueueEventsTests {
    @Test("Each subscription of the owner to the type gets them, in their order, behind those that wait")
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
    @Test("It goes there instead of where the subscription says; without any address nothing is queued")
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
        #expect(webhook.url == own.text && webhook.word == "1" && webhook.dialect == .dintero)
        #expect(webhook.signer == "P12345678" && webhook.signingKey == SigningKey(text: "secret"))
        #expect(try await fixture.webhooks.record(.delivered, of: webhook) == .delivered)
        #expect(try await fixture.webhooks.due().isEmpty)
        #expect(try await fixture.webhooks.subscriptions(of: WebhooksFixture.owner) == [plain])
    }

    @Test("Who subscribes again keeps the key")
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
            WebhooksFixture.owner, of: "moved", signingKey: SigningKey(text: text), in: .dintero, as: "P12345678",
            at: WebhooksFixture.now)
    }
}

extension WebhooksFixture {
    /// A subscription to `moved`, whose requests are in a dialect.
    fileprivate func subscribe(in dialect: WebhookDialect, signingKey: SigningKey? = nil) async throws -> UUID {
        let url = try #require(WebhookURL(Self.url))
        let (subscription, _, add) = webhooks.subscribing(
            Self.owner, to: "moved", at: url, signingKey: signingKey, in: dialect)
        _ = try await webhooks.database.write(add)
        return subscription.id
    }

    fileprivate func queue(_ events: [NewWebhookEvent]) async throws {
        _ = try await webhooks.database.write(webhooks.queueing(events, of: Self.owner, about: "subject"))
    }
}
