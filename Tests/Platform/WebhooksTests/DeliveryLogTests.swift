import Foundation
import Identifiers
import Postgres
import Testing
import TestSupport

@testable import Webhooks

@Suite("Subscriptions and the delivery log belong to their owner")
struct DeliveryLogTests {
    @Test("An owner's limit of subscriptions holds even if several servers are called at once")
    func limit() async throws {
        let fixture = try await WebhooksFixture.make()
        let servers = [fixture, try fixture.server()]
        let failures = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    await failure { try await servers[number % 2].subscribe(at: "https://hooks.example/\(number)") }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(failures.compactMap(\.self) == Array(repeating: "subscriptionLimitReached", count: 10))
        let webhooks = fixture.webhooks
        let mine = try await webhooks.subscriptions(of: WebhooksFixture.owner)
        #expect(mine.count == 10)
        #expect(try await webhooks.subscriptions(of: "other").isEmpty)
        let ending = mine[0].id
        #expect(await failure { try await webhooks.unsubscribe("other", from: ending) } == "subscriptionNotFound")
        try await webhooks.unsubscribe(WebhooksFixture.owner, from: ending)
        #expect(
            await failure { try await webhooks.unsubscribe(WebhooksFixture.owner, from: ending) }
                == "subscriptionNotFound")
        #expect(await failure { try await fixture.subscribe(at: mine[1].url) } == "subscriptionExists")
        try await fixture.subscribe(at: mine[0].url)
    }

    @Test("An owner that does not exist cannot subscribe")
    func unknownOwner() async throws {
        let fixture = try await WebhooksFixture.make()
        #expect(await failure { try await fixture.subscribe(owner: "nobody") } == "ownerNotFound")
        #expect(try await fixture.texts("SELECT owner FROM webhook_subscription").isEmpty)
    }

    @Test("A key opens only for its own subscription and does not print its bytes")
    func keys() async throws {
        let fixture = try await WebhooksFixture.make()
        let (mine, other) = (
            try await fixture.subscribe(), try await fixture.subscribe(at: "https://hooks.example/2")
        )
        try await fixture.happen("one", to: "subject")
        let claimed = try #require(await fixture.webhooks.claim(for: mine.id))
        #expect(String(reflecting: claimed.signingKey) == "SigningKey")
        #expect("\(claimed)" == "attempt 1 of the delivery \(claimed.delivery)")
        try await fixture.webhooks.database.execute(script: """
            UPDATE webhook_subscription s SET sealed_key = o.sealed_key FROM webhook_subscription o
            WHERE s.subscription_id = '\(other.id)' AND o.subscription_id = '\(mine.id)'
            """)
        let reason = await failure { try await fixture.webhooks.claim(for: other.id) }
        #expect(reason?.hasPrefix("signingKeyDoesNotOpen") == true)
    }

    @Test("An event that cannot be signed waits like any other, is given up at last, and delays no other line")
    func unsigned() async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents()
        try await fixture.happen("other", to: "other subject")
        try await fixture.webhooks.database.execute(script: "UPDATE webhook_subscription SET sealed_key = '\\x00'")
        for _ in 1...2 {
            let reason = await failure { try await fixture.webhooks.claim(for: subscription.id) }
            #expect(reason?.hasPrefix("signingKeyDoesNotOpen") == true)
        }
        #expect(try await fixture.webhooks.claim(for: subscription.id) == nil)
        let waiting = try await fixture.log([.pending]).deliveries.filter { !$0.attempts.isEmpty }
        #expect(Set(waiting.map(\.subject)) == ["subject", "other subject"])
        #expect(waiting.flatMap(\.attempts).allSatisfy { $0.outcome == .notReached && $0.statusCode == nil })
        #expect(waiting.allSatisfy { $0.nextAttemptAt == WebhooksFixture.now + 1 })

        let end = try fixture.server(now: WebhooksFixture.now + WebhookRetry.lifetimeSeconds)
        while await failure({ try await end.webhooks.claim(for: subscription.id) }) != nil {}
        #expect(try await end.log([.dead]).total == 4)
        #expect(try await fixture.texts("SELECT subject FROM webhook_line").isEmpty)
    }

    @Test("Each subscriber to an event's type gets its own delivery, and nobody else gets one")
    func audience() async throws {
        let fixture = try await WebhooksFixture.make()
        try await fixture.subscribe(owner: "other")
        try await fixture.subscribe(to: "renamed")
        let ended = try await fixture.subscribe(at: "https://hooks.example/ended")
        try await fixture.webhooks.unsubscribe(WebhooksFixture.owner, from: ended.id)
        try await fixture.happen("nobody learns", to: "subject")
        #expect(try await fixture.texts("SELECT subject FROM webhook_delivery").isEmpty)
        #expect(try await fixture.texts("SELECT subject FROM webhook_line").isEmpty)

        let two = [
            try await fixture.subscribe(at: "https://hooks.example/1"),
            try await fixture.subscribe(at: "https://hooks.example/2"),
        ]
        try await fixture.happen("two learn", to: "subject")
        var told: [ClaimedWebhook] = []
        for subscription in two { told += try await fixture.deliverAll(to: subscription) }
        #expect(told.map(\.word) == ["two learn", "two learn"])
        #expect(told[0].event == told[1].event && told[0].delivery != told[1].delivery)
        #expect(told[0].signingKey != told[1].signingKey)
    }

    @Test("The log is paged and filtered", arguments: [false, true])
    func pages(onCluster: Bool) async throws {
        let fixture = try await WebhooksFixture.make(onCluster: onCluster)
        let subscription = try await fixture.subscribe()
        let silent = try await fixture.subscribe(at: "https://hooks.example/2")
        for number in 0..<3 {
            try await fixture.happen(
                "\(number)", to: "subject \(number)", at: WebhooksFixture.now + TimeInterval(number))
        }
        let later = try fixture.server(now: WebhooksFixture.now + 10)
        let sent = try await later.deliverAll(to: subscription)
        #expect(sent.map(\.subject) == ["subject 0", "subject 1", "subject 2"])

        let all = try await fixture.log()
        #expect(all.total == 6 && all.deliveries.count == 6)
        #expect(all.deliveries.map(\.queuedAt) == all.deliveries.map(\.queuedAt).sorted(by: >))
        #expect(all.deliveries.allSatisfy { $0.eventType == "moved" })
        #expect(try await fixture.log(limit: 2, offset: 1).deliveries.map(\.id) == all.deliveries[1...2].map(\.id))
        #expect(try await fixture.log(limit: 2, offset: 9).total == 6)
        #expect(try await fixture.log(limit: 2, offset: 9).deliveries.isEmpty)
        let delivered = try await fixture.log([.delivered])
        #expect(delivered.total == 3)
        #expect(delivered.deliveries.allSatisfy { $0.subscription == subscription.id && $0.nextAttemptAt == nil })
        let attempt = try #require(delivered.deliveries[0].attempts.first)
        #expect(attempt.outcome == .delivered && attempt.statusCode == 204 && attempt.milliseconds == 12)
        #expect(attempt.at == WebhooksFixture.now + 10 && attempt.number == 1)
        let waiting = try await fixture.log([.pending, .dead], subscription: silent.id, subject: "subject 1")
        #expect(waiting.total == 1 && waiting.deliveries[0].subject == "subject 1")
        #expect(waiting.deliveries[0].nextAttemptAt == WebhooksFixture.now + 1)
        #expect(waiting.deliveries[0].attempts.isEmpty)
        #expect(try await fixture.log(subject: "subject 9").total == 0)
        #expect(try await fixture.log(owner: "other").total == 0)
    }

    @Test(
        "The log keeps events from when they were queued: delivered 7 days, dead 30 days, pending without limit",
        arguments: [false, true])
    func retention(onCluster: Bool) async throws {
        let fixture = try await WebhooksFixture.make(onCluster: onCluster)
        let subscription = try await fixture.subscribe()
        for number in 0..<3 { try await fixture.happen("\(number)", to: "subject \(number)") }
        let (one, two) = (
            try #require(await fixture.webhooks.claim(for: subscription.id)),
            try #require(await fixture.webhooks.claim(for: subscription.id))
        )
        #expect(try await fixture.webhooks.record(.delivered, of: one) == .delivered)
        let late = try fixture.server(now: WebhooksFixture.now + WebhookRetry.lifetimeSeconds)
        #expect(try await late.fail(two) == .dead)
        func left(after seconds: TimeInterval) async throws -> [String] {
            try await fixture.server(now: WebhooksFixture.now + seconds).webhooks.removeOutdated()
            return try await fixture.log().deliveries.map(\.status.rawValue).sorted()
        }
        #expect(try await left(after: WebhookDelivery.deliveredLifetimeSeconds - 0.001) == [
            "DEAD", "DELIVERED", "PENDING",
        ])
        #expect(try await left(after: WebhookDelivery.deliveredLifetimeSeconds) == ["DEAD", "PENDING"])
        #expect(try await left(after: WebhookDelivery.deadLifetimeSeconds - 0.001) == ["DEAD", "PENDING"])
        #expect(try await left(after: WebhookDelivery.deadLifetimeSeconds) == ["PENDING"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_attempt") == ["0"])
    }

    @Test("An ended subscription is removed with everything that belongs to it", arguments: [false, true])
    func ended(onCluster: Bool) async throws {
        let (fixture, ended) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        let stays = try await fixture.subscribe(at: "https://hooks.example/2")
        try await fixture.happen("four", to: "subject")
        let taken = try #require(await fixture.webhooks.claim(for: ended.id))
        try await fixture.webhooks.unsubscribe(WebhooksFixture.owner, from: ended.id)
        #expect(try await fixture.log().total == 1)
        #expect(try await fixture.webhooks.due().map(\.subscription) == [stays.id])
        try await fixture.webhooks.removeOutdated()
        #expect(try await fixture.webhooks.record(.delivered, of: taken) == nil)
        let hour = try fixture.server(now: WebhooksFixture.now + 3600)
        try await hour.webhooks.removeOutdated()
        #expect(
            try await fixture.texts("SELECT subscription_id::text FROM webhook_subscription")
                == [stays.id.description])
        #expect(try await hour.deliverAll(to: stays).map(\.word) == ["four"])
    }
}
