import Administration
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Webhooks

@Suite("Orders to a network's token service")
struct TokenOrderTests {
    private struct Order: Decodable {
        let reference, tokenReference, action, requestedAt: String
    }

    private func begin(
        _ network: Program.Scheme = .visa
    ) async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        try await set("https://tokens.example/a", of: network, in: fixture)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        return (fixture, card)
    }

    private func set(_ url: String, of network: Program.Scheme, in fixture: IssuingFixture) async throws {
        _ = try await fixture.issuing.setTokenService(
            of: network, at: #require(WebhookURL(url)), signingKey: nil)
    }

    /// The orders about a card's tokens, waiting and finished ones.
    private func orders(about card: Card, in fixture: IssuingFixture) async throws -> [String] {
        try await fixture.outbox(of: card).map { text in
            let order = try JSONDecoder().decode(Order.self, from: Data(text.utf8))
            return "\(order.action) \(order.tokenReference)"
        }
    }

    private func times(of cards: [Card], in fixture: IssuingFixture) async throws -> [String] {
        var times: [String] = []
        for card in cards {
            times += try await fixture.outbox(of: card).map { text in
                try JSONDecoder().decode(Order.self, from: Data(text.utf8)).requestedAt
            }
        }
        return times
    }

    private func subscription(in fixture: IssuingFixture) async throws -> WebhookSubscriptionID {
        let ids = try await fixture.texts("SELECT subscription_id::text FROM webhook_subscription")
        return try #require(ids.first.flatMap { WebhookSubscriptionID($0) })
    }

    @Test("The network hears that tokens follow their card, whoever changes it")
    func follow() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.move(card, to: .locked)
        _ = try await fixture.move(card, to: .active)
        _ = try await fixture.administration.record(.suspend, on: card.id)
        _ = try await fixture.move(card, to: .cancelled, by: .business)
        #expect(try await orders(about: card, in: fixture) == ["SUSPEND A", "RESUME A", "SUSPEND A", "DELETE A"])
    }

    @Test("A network hears nothing of another network's tokens, or of a card without tokens")
    func others() async throws {
        let (fixture, card) = try await begin(.mastercard)
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.texts("SELECT event_id::text FROM webhook_delivery") == [])
        try await set("https://tokens.example/b", of: .visa, in: fixture)
        let bare = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(bare, to: .locked)
        #expect(try await fixture.texts("SELECT event_id::text FROM webhook_delivery") == [])
    }

    @Test("A network is not told what it has done itself")
    func own() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.report("M1", .event(.suspend), of: "A")
        _ = try await fixture.report("M2", .event(.resume), of: "A")
        #expect(try await orders(about: card, in: fixture) == [])
        _ = try await fixture.report("M3", .event(.suspend), of: "A")
        _ = try await fixture.move(card, to: .locked)
        _ = try await fixture.move(card, to: .active)
        #expect(try await orders(about: card, in: fixture) == [], "the token stays as its network left it")
    }

    @Test("Cards that expire together delete their tokens at the network")
    func expired() async throws {
        let (fixture, card) = try await begin()
        let later = try await fixture.server(now: instant("2029-04-01T00:00:00.000Z"))
        #expect(try await later.issuing.settleWhatIsDue() == 1)
        #expect(try await orders(about: card, in: fixture) == ["DELETE A"])
    }

    @Test("A replacement resumes the tokens that the lock of the old card has suspended, and no others")
    func replaced() async throws {
        let (fixture, card) = try await begin()
        try await fixture.token("B", for: card, .google(.samsung))
        _ = try await fixture.report("M1", .event(.suspend), of: "B")
        let locked = try await fixture.move(card, to: .locked)
        let new = try await fixture.replace(locked, .damaged)
        #expect(try await orders(about: card, in: fixture) == ["SUSPEND A"])
        #expect(try await orders(about: new, in: fixture) == ["RESUME A"])
    }

    @Test("Orders about a token in one second, before and after the replacement of its card, have an order")
    func ordersInOneSecond() async throws {
        let (fixture, card) = try await begin()
        let start = try instant("2026-03-15T12:00:00.000Z")
        let locked = try await fixture.server(now: start + 0.1).move(card, to: .locked)
        let new = try await fixture.server(now: start + 0.999).replace(locked, .damaged)
        #expect(try await times(of: [card, new], in: fixture) == [
            "2026-03-15T12:00:00.100Z", "2026-03-15T12:00:00.999Z",
        ])
    }

    @Test(
        "An order has the time at which its change got the card, for which it may have waited", .timeLimit(.minutes(5)))
    func timeOfTheLock() async throws {
        let (fixture, card) = try await begin()
        let clock = SetClock(IssuingFixture.now)
        let server = fixture.reading(clock.service)
        let locked = try await server.queued(on: card, meanwhile: { clock.move(seconds: 0.25) }, {
            try await server.move(card, to: .locked)
        })
        let held = try #require(locked.first).get()
        let replaced = try await server.queued(on: held, meanwhile: { clock.move(seconds: 0.25) }, {
            try await server.replace(held, .damaged)
        })
        let new = try #require(replaced.first).get()
        try await fixture.tokenize(new, .google(.samsung))
        _ = try await server.move(new, to: .locked)
        let completed = try await server.queued(on: new, meanwhile: { clock.move(seconds: 0.25) }, {
            try await server.complete(new, as: "B", in: .samsung)
        })
        _ = try #require(completed.first).get()
        #expect(try await times(of: [card, new], in: fixture) == [
            "2026-03-15T12:00:00.250Z", "2026-03-15T12:00:00.500Z", "2026-03-15T12:00:00.500Z",
            "2026-03-15T12:00:00.750Z",
        ])
    }

    @Test("A token that is activated for a locked card is suspended at the network at once")
    func activatedForLockedCard() async throws {
        let (fixture, card) = try await begin()
        let seasoned = try await fixture.seasoned()
        _ = try await seasoned.ask("M1", for: card, token: "T1")
        _ = try await seasoned.move(card, to: .locked)
        #expect(try await seasoned.report("M2", .activated, of: "T1").tokenStatus == .suspended)
        #expect(try await orders(about: card, in: fixture) == ["SUSPEND A", "SUSPEND T1"])
    }

    @Test("A server that dies after its claim leaves the order to the next one, which sends it once")
    func deathBeforeCall() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.move(card, to: .locked)
        let id = try await subscription(in: fixture)
        let claimed = try #require(try await fixture.issuing.webhooks.claim(for: id))
        #expect(try await fixture.issuing.webhooks.claim(for: id) == nil, "it is claimed")
        let later = try await fixture.server(now: IssuingFixture.now + ClaimedWebhook.leaseSeconds + 1)
        let again = try #require(try await later.issuing.webhooks.claim(for: id))
        #expect(again.event == claimed.event && again.body == claimed.body && again.attempt == 2)
        let attempt = WebhookAttempt(.delivered, statusCode: 204, milliseconds: 1)
        #expect(try await later.issuing.webhooks.record(attempt, of: again) == .delivered)
        #expect(try await later.issuing.webhooks.claim(for: id) == nil)
    }

    @Test("An order is never given up, and goes to the URL that is set meanwhile")
    func patience() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.move(card, to: .locked)
        let id = try await subscription(in: fixture)
        let month = try await fixture.server(now: IssuingFixture.now + 30 * 86_400)
        let claimed = try #require(try await month.issuing.webhooks.claim(for: id))
        let failed = WebhookAttempt(.timedOut, milliseconds: 10_000)
        #expect(try await month.issuing.webhooks.record(failed, of: claimed) == .pending)
        try await set("https://tokens.example/b", of: .visa, in: month)
        let later = try await fixture.server(now: IssuingFixture.now + 31 * 86_400)
        let again = try #require(try await later.issuing.webhooks.claim(for: id))
        #expect(again.url == "https://tokens.example/b" && again.event == claimed.event)
    }

    @Test("A network whose address is removed hears nothing any more")
    func removed() async throws {
        let (fixture, card) = try await begin()
        try await fixture.issuing.removeTokenService(of: .visa)
        try await fixture.issuing.removeTokenService(of: .visa)
        _ = try await fixture.move(card, to: .locked)
        #expect(try await orders(about: card, in: fixture) == [])
    }
}
