import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("A subscription chooses the dialect of its requests")
struct WebhookDialectTests {
    @Test("An undelivered event follows the schedule of its dialect, and is dead after its last failure")
    func schedule() async throws {
        let fixture = try await WebhooksFixture.make()
        let subscription = try await fixture.subscribe(in: ListedSchedule())
        var now = WebhooksFixture.now
        for delay in ListedSchedule.delays {
            let webhooks = try fixture.webhooks(at: now)
            let webhook = try #require(try await webhooks.claim(for: subscription))
            #expect(try await webhooks.record(Self.refused, of: webhook) == .pending)
            #expect(try await fixture.webhooks(at: now + delay - 0.001).claim(for: subscription) == nil)
            now += delay
        }
        let webhooks = try fixture.webhooks(at: now)
        let last = try #require(try await webhooks.claim(for: subscription))
        #expect(last.attempt == ListedSchedule.delays.count + 1)
        #expect(try await webhooks.record(Self.refused, of: last) == .dead)
    }

    @Test("A program leaves events in another program's dialect to that program")
    func unknown() async throws {
        let fixture = try await WebhooksFixture.make()
        let subscription = try await fixture.subscribe(in: ListedSchedule())
        let (other, own) = (fixture.webhooks, try fixture.webhooks(at: WebhooksFixture.now))
        #expect(try await other.due().isEmpty)
        #expect(await failure { try await other.claim(for: subscription) } == #"dialectNotKnown("LISTED")"#)
        #expect(try await own.due().map(\.subscription) == [subscription])
    }

    @Test("The name of a dialect has the form of a name", arguments: [
        ("A", true), ("SOMEBODY_2", true), (String(repeating: "A", count: 32), true),
        ("", false), ("house", false), ("2A", false), ("A B", false), (String(repeating: "A", count: 33), false),
    ])
    func names(_ name: String, _ isAccepted: Bool) async throws {
        let fixture = try await WebhooksFixture.make()
        let reason = await failure { try await fixture.subscribe(in: TestDialect(name: name)) }
        #expect(reason?.contains("webhook_dialect_is_a_name") ?? false != isAccepted)
    }

    private static let refused = WebhookAttempt(.refused, statusCode: 500, milliseconds: 7)
}

/// A dialect with a schedule of its own.
private struct ListedSchedule: WebhookDialect {
    static let delays: [TimeInterval] = [5, 300]
    let name = "LISTED"

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] { [] }

    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(afterFailures: failures, at: now, delays: Self.delays)
    }
}

extension WebhooksFixture {
    /// The webhooks of a program that knows ``ListedSchedule``, too.
    fileprivate func webhooks(at now: Date) throws -> Webhooks {
        try server(now: now).webhooks.knowing([ListedSchedule()])
    }

    /// A subscription to `moved` in a dialect, with an event that is due.
    @discardableResult
    fileprivate func subscribe(in dialect: any WebhookDialect) async throws -> WebhookSubscriptionID {
        let url = try #require(WebhookURL(Self.url))
        let (subscription, _, add) = webhooks.subscribing(
            Self.owner, to: "moved", at: url, signingKey: nil, in: dialect)
        _ = try await webhooks.database.write(add)
        try await happen("one", to: "subject")
        return subscription.id
    }
}
