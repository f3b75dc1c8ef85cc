import Foundation
import Identifiers
import Testing

@testable import Webhooks

@Suite("One server claims each delivery, in order, and tries it again")
struct DeliveryTests {
    @Test("An event waits only for earlier events about the same subject", arguments: [false, true])
    func order(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        try await fixture.happen("other", to: "other subject")
        let webhooks = fixture.webhooks

        let first = try #require(await webhooks.claim(for: subscription.id))
        let second = try #require(await webhooks.claim(for: subscription.id))
        #expect(Set([first.subject, second.subject]) == ["subject", "other subject"])
        #expect(try await webhooks.claim(for: subscription.id) == nil)
        let mine = first.subject == "subject" ? first : second
        #expect(try await fixture.fail(mine) == .pending)
        #expect(try await webhooks.claim(for: subscription.id) == nil)

        let later = try fixture.server(now: WebhooksFixture.now + 1)
        let again = try #require(await later.webhooks.claim(for: subscription.id))
        #expect(again.delivery == mine.delivery && again.body == mine.body && again.attempt == 2)
        #expect(try await later.webhooks.record(.delivered, of: again) == .delivered)
        #expect(try await later.deliverAll(to: subscription).map(\.word) == ["two", "three"])
    }

    @Test("Two servers deliver each event once", arguments: [false, true])
    func twoServers(onCluster: Bool) async throws {
        let fixture = try await WebhooksFixture.make(onCluster: onCluster)
        let servers = [fixture, try fixture.server()]
        let subscription = try await fixture.subscribe()
        for subject in 0..<10 {
            for word in ["one", "two", "three"] { try await fixture.happen(word, to: "\(subject)") }
        }
        let delivered = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { try await servers[number % 2].deliverAll(to: subscription) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let all = delivered.flatMap { $0 }
        #expect(all.count == 30 && Set(all.map(\.delivery)).count == 30)
        #expect(try await fixture.texts("SELECT DISTINCT status || attempts FROM webhook_delivery") == ["DELIVERED1"])
        #expect(try await fixture.texts("SELECT subject FROM webhook_line").isEmpty)
    }

    @Test("A server that is killed loses its claim when the lease ends", arguments: [false, true])
    func lease(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        let taken = try #require(await fixture.webhooks.claim(for: subscription.id))
        let before = try fixture.server(now: WebhooksFixture.now + ClaimedWebhook.leaseSeconds - 0.001)
        #expect(try await before.webhooks.claim(for: subscription.id) == nil)
        #expect(try await before.webhooks.due().map(\.free) == [0])
        let after = try fixture.server(now: WebhooksFixture.now + ClaimedWebhook.leaseSeconds)
        #expect(try await after.webhooks.due().map(\.free) == [1])
        let again = try #require(await after.webhooks.claim(for: subscription.id))
        #expect(again.delivery == taken.delivery && again.attempt == 2)

        #expect(try await fixture.webhooks.record(.delivered, of: taken) == nil, "a late record counts for nothing")
        #expect(try await after.fail(again) == .pending)
        let entry = try #require(await fixture.log([.pending]).deliveries.first { $0.id == taken.delivery })
        #expect(entry.attempts.map(\.number) == [2])
    }

    @Test("The delay grows until the event is given up, and then the line moves on", arguments: [false, true])
    func retries(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        var now = WebhooksFixture.now
        var delays: [TimeInterval] = []
        while true {
            let server = try fixture.server(now: now)
            let webhook = try #require(await server.webhooks.claim(for: subscription.id))
            #expect(webhook.word == "one" && webhook.attempt == delays.count + 1)
            guard try await server.fail(webhook) == .pending else { break }
            let next = try #require(await server.log([.pending]).deliveries.compactMap(\.nextAttemptAt).first)
            delays.append(next.timeIntervalSince(now))
            now = next
        }
        #expect(delays.prefix(13) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600])
        #expect(delays.dropFirst(12).allSatisfy { $0 == 3600 })
        let age = now.timeIntervalSince(WebhooksFixture.now)
        #expect(age >= WebhookRetry.lifetimeSeconds && age < WebhookRetry.lifetimeSeconds + 3600)

        let server = try fixture.server(now: now)
        let dead = try await server.log([.dead])
        #expect(dead.total == 1 && dead.deliveries[0].nextAttemptAt == nil)
        let numbers = dead.deliveries[0].attempts.map(\.number)
        #expect(numbers == Array((delays.count + 1 - 19)...(delays.count + 1)), "the last twenty attempts")
        #expect(try await server.deliverAll(to: subscription).map(\.word) == ["two", "three"])
    }

    @Test("An event that is sent again keeps its order", arguments: [false, true])
    func resending(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        let first = try #require(await fixture.webhooks.claim(for: subscription.id))
        _ = try await fixture.fail(first)
        // The event is pending, so it is now due at once instead of in a second.
        try await fixture.webhooks.resend(first.delivery, of: WebhooksFixture.owner)
        let again = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(again.delivery == first.delivery)
        #expect(try await fixture.webhooks.record(.delivered, of: again) == .delivered)
        let second = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(second.word == "two")
        // The event is delivered and another one is being sent, so it comes after that one and before all later ones.
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { try await fixture.webhooks.resend(first.delivery, of: WebhooksFixture.owner) }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.texts("SELECT waiting::text FROM webhook_line") == ["3"])
        #expect(try await fixture.webhooks.record(.delivered, of: second) == .delivered)
        let rest = try await fixture.deliverAll(to: subscription)
        #expect(rest.map(\.word) == ["one", "three"] && rest[0].delivery == first.delivery)
        #expect(rest[0].attempt == 3)

        // No event waits any more.
        try await fixture.webhooks.resend(second.delivery, of: WebhooksFixture.owner)
        #expect(try await fixture.deliverAll(to: subscription).map(\.delivery) == [second.delivery])
        let unknown = WebhookDeliveryID(rawValue: subscription.id.rawValue)
        for (delivery, owner) in [(second.delivery, "other"), (unknown, WebhooksFixture.owner)] {
            #expect(
                await failure { try await fixture.webhooks.resend(delivery, of: owner) } == "deliveryNotFound")
        }
    }

    @Test("Due events are listed by subscription", arguments: [false, true])
    func due(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        #expect(try await fixture.webhooks.due().map(\.subscription) == [subscription.id])
        #expect(try await fixture.webhooks.due().map(\.free) == [1], "a line counts once")
        let before = try fixture.server(now: WebhooksFixture.now - 0.001)
        #expect(try await before.webhooks.due().isEmpty)
        _ = try await fixture.deliverAll(to: subscription)
        #expect(try await fixture.webhooks.due().isEmpty)
    }
}
