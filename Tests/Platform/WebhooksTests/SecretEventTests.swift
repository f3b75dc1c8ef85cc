import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("The body of a secret event is sealed, sent in clear, and removed")
struct SecretEventTests {
    private static let body = #"{"code":"402817"}"#
    private static let end = WebhooksFixture.now + 60

    /// A subscription with one secret event for it.
    private static func scene() async throws -> (fixture: WebhooksFixture, subscription: WebhookSubscription) {
        let fixture = try await WebhooksFixture.make()
        let subscription = try await fixture.subscribe()
        try await fixture.tell(body, until: end)
        return (fixture, subscription)
    }

    @Test("A receiver gets the secret; until then the table has it sealed, and afterwards not at all")
    func delivered() async throws {
        let (fixture, subscription) = try await Self.scene()
        let hidden = "SELECT (position('402817' in encode(body, 'escape')) = 0)::text FROM webhook_delivery"
        #expect(try await fixture.texts(hidden) == ["true"])
        let claimed = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(claimed.word == Self.body && !"\(claimed)".contains("402817"))
        #expect(try await fixture.webhooks.anyDelivery(claimed.delivery).body == nil)
        #expect(try await fixture.webhooks.record(.delivered, of: claimed) == .delivered)
        #expect(try await fixture.texts("SELECT length(body)::text FROM webhook_delivery") == ["0"])
        #expect(try await fixture.webhooks.anyDelivery(claimed.delivery).body == nil)
        let again = await failure {
            try await fixture.webhooks.resend(claimed.delivery, of: WebhooksFixture.owner)
        }
        #expect(again == "bodyIsRemoved")
        #expect(try await fixture.texts("SELECT subject FROM webhook_line").isEmpty)
    }

    @Test("A secret that waits can be sent again at once, and another event's body does not open")
    func moved() async throws {
        let (fixture, subscription) = try await Self.scene()
        let first = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(try await fixture.fail(first) == .pending)
        try await fixture.webhooks.resend(first.delivery, of: WebhooksFixture.owner)
        let second = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(second.word == Self.body && second.attempt == 2)
        #expect(try await fixture.fail(second) == .pending)

        try await fixture.webhooks.database.execute(script: """
            UPDATE webhook_delivery SET event_id = '11111111-1111-4111-8111-111111111111'
            """)
        let later = try fixture.server(now: WebhooksFixture.now + 2)
        let reason = await failure { try await later.webhooks.claim(for: subscription.id) }
        #expect(reason?.hasPrefix("bodyDoesNotOpen") == true, "\(reason ?? "no failure")")
        let attempts = try #require(await fixture.log().deliveries.first).attempts
        #expect(attempts.map(\.outcome) == [.refused, .refused, .notReached])
    }

    @Test("A secret is given up with the last attempt that would be in time, and its body is removed")
    func lastAttempt() async throws {
        let (fixture, subscription) = try await Self.scene()
        var times: [TimeInterval] = [0]
        while true {
            let server = try fixture.server(now: WebhooksFixture.now + times[times.count - 1])
            let webhook = try #require(await server.webhooks.claim(for: subscription.id))
            guard try await server.fail(webhook) == .pending else { break }
            let next = try #require(await server.log([.pending]).deliveries.compactMap(\.nextAttemptAt).first)
            times.append(next.timeIntervalSince(WebhooksFixture.now))
        }
        #expect(times == [0, 1, 3, 7, 15, 31])
        #expect(try await fixture.texts("SELECT status || length(body) FROM webhook_delivery") == ["DEAD0"])
        #expect(try await fixture.texts("SELECT subject FROM webhook_line").isEmpty)
    }

    @Test("A secret that no server has sent in time is given up without an attempt, and the next event is sent")
    func late() async throws {
        let (fixture, subscription) = try await Self.scene()
        try await fixture.happen("next", to: "subject")
        let inTime = try fixture.server(now: Self.end - 0.001)
        let postponed = try #require(await inTime.webhooks.claim(for: subscription.id))
        try await inTime.webhooks.postpone(postponed, seconds: 1)
        let late = try fixture.server(now: Self.end + 1)
        #expect(try await late.webhooks.claim(for: subscription.id)?.word == "next")
        let given = try #require(await late.log([.dead]).deliveries.first)
        #expect(given.id == postponed.delivery && given.attempts.isEmpty && given.nextAttemptAt == nil)
        let rows = try await fixture.texts("SELECT status || attempts || length(body) FROM webhook_delivery ORDER BY 1")
        #expect(rows.first == "DEAD00")
    }
}

extension WebhooksFixture {
    fileprivate func tell(_ body: String, until end: Date) async throws {
        let event = NewWebhookEvent(type: "moved", body: body, secretUntil: end)
        try await webhooks.queue([event], of: Self.owner, about: "subject", at: Self.now)
    }
}
