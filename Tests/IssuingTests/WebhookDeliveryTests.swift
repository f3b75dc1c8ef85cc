import Cards
import Foundation
import Issuing
import Postgres
import TestSupport
import Testing

/// How what waits is sent: each by one server, one after the other for a card, again after a while, and not for ever.
@Suite struct WebhookDeliveryTests {
    /// A card that was locked and unlocked and locked, and who is to be told of it.
    private func threeEvents() async throws -> (IssuingFixture, WebhookSubscription, Card) {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for status in [CardStatus.locked, .active, .locked] { _ = try await fixture.move(card, to: status) }
        return (fixture, subscription, card)
    }

    @Test func theNextWaitsForTheOneBeforeIt() async throws {
        let (fixture, subscription, card) = try await threeEvents()
        let other = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(other, to: .cancelled)

        let first = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        let second = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        #expect(Set([first.card, second.card]) == Set([card.id, other.id]), "another card's does not wait")
        #expect(try await fixture.issuing.claimWebhook(for: subscription.id) == nil)
        let mine = first.card == card.id ? first : second
        #expect(try await fixture.fail(mine) == .pending)
        #expect(try await fixture.issuing.claimWebhook(for: subscription.id) == nil)

        let later = try await fixture.server(now: IssuingFixture.now + 1)
        let again = try #require(await later.issuing.claimWebhook(for: subscription.id))
        #expect(again.delivery == mine.delivery && again.body == mine.body && again.attempt == 2)
        #expect(try await later.issuing.record(.delivered, of: again) == .delivered)
        #expect(try await later.deliverAll(to: subscription).map(\.newStatus) == ["ACTIVE", "LOCKED"])
    }

    @Test func twoServersGetEachOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        let subscription = try await fixture.subscribe()
        let customer = try await fixture.enrol()
        for program in [DemoProgram.virtualVisa, .virtualMastercard] {
            for _ in 0..<5 {
                let card = try await fixture.issue(program, to: customer)
                for status in [CardStatus.locked, .active, .cancelled] { _ = try await fixture.move(card, to: status) }
            }
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
    }

    @Test func aServerThatIsKilledLosesWhatItHadTaken() async throws {
        let (fixture, subscription, _) = try await threeEvents()
        let taken = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        let before = try await fixture.server(now: IssuingFixture.now + ClaimedWebhook.leaseSeconds - 0.001)
        #expect(try await before.issuing.claimWebhook(for: subscription.id) == nil)
        #expect(try await before.issuing.webhooksDue().map(\.free) == [0])
        let after = try await fixture.server(now: IssuingFixture.now + ClaimedWebhook.leaseSeconds)
        #expect(try await after.issuing.webhooksDue().map(\.free) == [1])
        let again = try #require(await after.issuing.claimWebhook(for: subscription.id))
        #expect(again.delivery == taken.delivery && again.attempt == 2)

        #expect(try await fixture.issuing.record(.delivered, of: taken) == nil, "who comes too late is not heard")
        #expect(try await after.fail(again) == .pending)
        let entry = try #require(await fixture.log([.pending]).deliveries.last)
        #expect(entry.attempts.map(\.number) == [2])
    }

    @Test func theDelayGrowsUntilItIsGivenUpAndTheLineGoesOn() async throws {
        let (fixture, subscription, _) = try await threeEvents()
        var now = IssuingFixture.now
        var delays: [TimeInterval] = []
        while true {
            let server = try await fixture.server(now: now)
            let webhook = try #require(await server.issuing.claimWebhook(for: subscription.id))
            #expect(webhook.newStatus == "LOCKED" && webhook.attempt == delays.count + 1)
            guard try await server.fail(webhook) == .pending else { break }
            let next = try #require(await server.log([.pending]).deliveries.compactMap(\.nextAttemptAt).first)
            delays.append(next.timeIntervalSince(now))
            now = next
        }
        #expect(delays.prefix(13) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600])
        #expect(delays.dropFirst(12).allSatisfy { $0 == 3600 })
        let age = now.timeIntervalSince(IssuingFixture.now)
        #expect(age >= WebhookRetry.lifetimeSeconds && age < WebhookRetry.lifetimeSeconds + 3600)

        let server = try await fixture.server(now: now)
        let dead = try await server.log([.dead])
        #expect(dead.total == 1 && dead.deliveries[0].nextAttemptAt == nil)
        let numbers = dead.deliveries[0].attempts.map(\.number)
        #expect(numbers == Array((delays.count + 1 - 19)...(delays.count + 1)), "the last twenty")
        #expect(try await server.deliverAll(to: subscription).map(\.newStatus) == ["ACTIVE", "LOCKED"])
    }

    @Test func whatIsSentAgainComesAtItsPlace() async throws {
        let (fixture, subscription, _) = try await threeEvents()
        let first = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        _ = try await fixture.fail(first)
        // On its way: now, not in a second.
        try await fixture.issuing.resendWebhook(first.delivery, of: "demo")
        let again = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        #expect(again.delivery == first.delivery)
        #expect(try await fixture.issuing.record(.delivered, of: again) == .delivered)
        let second = try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        #expect(second.newStatus == "ACTIVE")
        // Delivered, while another is under way: it waits for that to end, and is before all that come later.
        try await withThrowingTaskGroup { group in
            for _ in 0..<10 {
                group.addTask { try await fixture.issuing.resendWebhook(first.delivery, of: "demo") }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.texts("SELECT waiting::text FROM webhook_line") == ["3"])
        #expect(try await fixture.issuing.record(.delivered, of: second) == .delivered)
        let rest = try await fixture.deliverAll(to: subscription)
        #expect(rest.map(\.newStatus) == ["LOCKED", "LOCKED"] && rest[0].delivery == first.delivery)
        #expect(rest[0].attempt == 3)

        // All is over.
        try await fixture.issuing.resendWebhook(second.delivery, of: "demo")
        #expect(try await fixture.deliverAll(to: subscription).map(\.delivery) == [second.delivery])
        for (delivery, brand) in [(second.delivery, "other"), (subscription.id, "demo")] {
            #expect(
                await refusal { try await fixture.issuing.resendWebhook(delivery, of: brand) }
                    == .webhook(.deliveryNotFound))
        }
    }

    @Test func whatIsDueIsToldForEachSubscription() async throws {
        let (fixture, subscription, _) = try await threeEvents()
        #expect(try await fixture.issuing.webhooksDue().map(\.subscription) == [subscription.id])
        #expect(try await fixture.issuing.webhooksDue().map(\.free) == [1], "a line counts once")
        let before = try await fixture.server(now: IssuingFixture.now - 0.001)
        #expect(try await before.issuing.webhooksDue().isEmpty)
        _ = try await fixture.deliverAll(to: subscription)
        #expect(try await fixture.issuing.webhooksDue().isEmpty)
    }
}
