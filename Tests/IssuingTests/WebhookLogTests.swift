import Cards
import CardSecrets
import Foundation
import Issuing
import Postgres
import TestSupport
import Testing

@Suite struct WebhookLogTests {
    @Test func subscriptionsAreTheBrandsOwnAndLimited() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('other')")
        let servers = [fixture, try await fixture.server()]
        let refusals = try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    await refusal { try await servers[number % 2].subscribe(at: "https://hooks.example/\(number)") }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.compactMap(\.self) == Array(repeating: .webhook(.subscriptionLimitExceeded), count: 10))
        let mine = try await fixture.issuing.subscriptions(of: "demo")
        #expect(mine.count == WebhookSubscription.limit)
        #expect(try await fixture.issuing.subscriptions(of: "other").isEmpty)
        #expect(
            await refusal { try await fixture.issuing.unsubscribe("other", from: mine[0].id) }
                == .webhook(.subscriptionNotFound))
        try await fixture.issuing.unsubscribe("demo", from: mine[0].id)
        #expect(
            await refusal { try await fixture.issuing.unsubscribe("demo", from: mine[0].id) }
                == .webhook(.subscriptionNotFound))
        #expect(
            await refusal { try await fixture.subscribe(at: mine[1].url) }
                == .webhook(.subscriptionExists(.cardStatus)))
        try await fixture.subscribe(at: mine[0].url)
    }

    @Test func theKeyIsSealedForItsSubscription() async throws {
        let fixture = try await IssuingFixture.make()
        let chosen = [UInt8](7..<39)
        let url = try #require(WebhookURL("https://hooks.example"))
        let (mine, shown) = try await fixture.issuing.subscribe("demo", to: .cardStatus, at: url, signingKey: chosen)
        #expect(shown == Secret(chosen))
        let other = try await fixture.subscribe()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.issuing.claimWebhook(for: mine.id)?.signingKey == shown)
        #expect(try await DatabaseDump.text(of: fixture.scratch).contains("0708090a") == false)

        try await fixture.issuing.database.execute(script: """
            UPDATE webhook_subscription SET sealed_key = other.sealed_key FROM webhook_subscription other
            WHERE webhook_subscription.subscription_id = '\(other.id)' AND other.subscription_id = '\(mine.id)'
            """)
        let failure = await #expect(throws: IssuingFailure.self) {
            try await fixture.issuing.claimWebhook(for: other.id)
        }
        guard case .vault = failure else {
            Issue.record("A key of another subscription opens")
            return
        }
    }

    @Test func theLogIsPagedAndFiltered() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let silent = try await fixture.subscribe(at: "https://hooks.example/2")
        let customer = try await fixture.enrol()
        var cards: [Card] = []
        for seconds in 0..<3 {
            let server = try await fixture.server(now: IssuingFixture.now + TimeInterval(seconds))
            let card = try await server.issue(.virtualVisa, to: customer)
            _ = try await server.move(card, to: .cancelled)
            cards.append(card)
        }
        let later = try await fixture.server(now: IssuingFixture.now + 10)
        let sent = try await later.deliverAll(to: subscription)
        #expect(sent.map(\.card) == cards.map(\.id))

        let all = try await fixture.log()
        #expect(all.total == 6 && all.deliveries.count == 6)
        #expect(all.deliveries.map(\.queuedAt) == all.deliveries.map(\.queuedAt).sorted(by: >))
        #expect(try await fixture.log(limit: 2, offset: 1).deliveries.map(\.id) == all.deliveries[1...2].map(\.id))
        #expect(try await fixture.log(limit: 2, offset: 9).total == 6)
        #expect(try await fixture.log(limit: 2, offset: 9).deliveries.isEmpty)
        let delivered = try await fixture.log([.delivered])
        #expect(delivered.total == 3)
        #expect(delivered.deliveries.allSatisfy { $0.subscription == subscription.id && $0.nextAttemptAt == nil })
        let attempt = try #require(delivered.deliveries[0].attempts.first)
        #expect(attempt.outcome == .delivered && attempt.statusCode == 204 && attempt.milliseconds == 12)
        #expect(attempt.at == IssuingFixture.now + 10 && attempt.number == 1)
        let waiting = try await fixture.log([.pending, .dead], subscription: silent.id, card: cards[1].id.rawValue)
        #expect(waiting.total == 1 && waiting.deliveries[0].card == cards[1].id)
        #expect(waiting.deliveries[0].nextAttemptAt == IssuingFixture.now + 1)
        #expect(waiting.deliveries[0].attempts.isEmpty && waiting.deliveries[0].customer == customer)
        #expect(try await fixture.log(card: silent.id).total == 0)
        #expect(try await fixture.log(brand: "other").total == 0)
    }

    @Test func whatIsOverIsForgottenInTime() async throws {
        let fixture = try await IssuingFixture.make()
        let subscription = try await fixture.subscribe()
        let customer = try await fixture.enrol()
        for _ in 0..<3 { _ = try await fixture.move(fixture.issue(.virtualVisa, to: customer), to: .cancelled) }
        let (one, two) = (
            try #require(await fixture.issuing.claimWebhook(for: subscription.id)),
            try #require(await fixture.issuing.claimWebhook(for: subscription.id))
        )
        #expect(try await fixture.issuing.record(.delivered, of: one) == .delivered)
        let late = try await fixture.server(now: IssuingFixture.now + WebhookRetry.lifetimeSeconds)
        #expect(try await late.fail(two) == .dead)
        func left(after seconds: TimeInterval) async throws -> [String] {
            try await fixture.server(now: IssuingFixture.now + seconds).issuing.settleWhatIsDue()
            return try await fixture.log().deliveries.map(\.status.rawValue).sorted()
        }
        #expect(try await left(after: WebhookDelivery.deliveredLifetimeSeconds - 0.001) == [
            "DEAD", "DELIVERED", "PENDING",
        ])
        #expect(try await left(after: WebhookDelivery.deliveredLifetimeSeconds) == ["DEAD", "PENDING"])
        #expect(try await left(after: WebhookDelivery.deadLifetimeSeconds) == ["PENDING"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_attempt") == ["0"])
    }

    @Test func ofASubscriptionThatEndedNothingIsLeft() async throws {
        let fixture = try await IssuingFixture.make()
        let (ended, stays) = (
            try await fixture.subscribe(), try await fixture.subscribe(at: "https://hooks.example/2")
        )
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for status in [CardStatus.locked, .active] { _ = try await fixture.move(card, to: status) }
        let taken = try #require(await fixture.issuing.claimWebhook(for: ended.id))
        try await fixture.issuing.unsubscribe("demo", from: ended.id)
        #expect(try await fixture.log().total == 2)
        #expect(try await fixture.issuing.webhooksDue().map(\.subscription) == [stays.id])
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.issuing.record(.delivered, of: taken) == nil)
        let hour = try await fixture.server(now: IssuingFixture.now + 3600)
        try await hour.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT subscription_id::text FROM webhook_subscription") == [stays.id.spelled])
        #expect(try await hour.deliverAll(to: stays).count == 2)
    }
}
