import Foundation
import Testing

@testable import Webhooks

@Suite("The backlog of webhooks", .timeLimit(.minutes(5)))
struct WebhookBacklogTests {
    @Test("It is empty without events, and after all of them were delivered or given up")
    func empty() async throws {
        let fixture = try await WebhooksFixture.make()
        #expect(try await fixture.webhooks.backlog() == WebhookBacklog(waiting: 0, oldest: nil))
        let subscription = try await fixture.subscribe()
        try await fixture.happen("one", to: "subject")
        _ = try await fixture.deliverAll(to: subscription)
        #expect(try await fixture.webhooks.backlog() == WebhookBacklog(waiting: 0, oldest: nil))
    }

    @Test(
        "It counts the deliveries of all subscriptions and subjects, also of claimed lines, from the oldest on",
        arguments: [false, true])
    func waiting(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        try await fixture.subscribe(at: "https://other.example/")
        let later = WebhooksFixture.now + 7
        try await fixture.happen("four", to: "subject", at: later)
        try await fixture.happen("five", to: "other subject", at: later)
        #expect(
            try await fixture.webhooks.backlog() == WebhookBacklog(waiting: 7, oldest: WebhooksFixture.now))
        let claimed = try #require(await fixture.webhooks.claim(for: subscription.id))
        #expect(try await fixture.fail(claimed) == .pending)
        #expect(try await fixture.webhooks.backlog().waiting == 7)
        _ = try await fixture.server(now: later + 60).deliverAll(to: subscription)
        #expect(try await fixture.webhooks.backlog() == WebhookBacklog(waiting: 2, oldest: later))
    }

    @Test("Events of a subscription that has ended do not wait", arguments: [false, true])
    func ended(onCluster: Bool) async throws {
        let (fixture, subscription) = try await WebhooksFixture.threeEvents(onCluster: onCluster)
        try await fixture.webhooks.unsubscribe(WebhooksFixture.owner, from: subscription.id)
        #expect(try await fixture.webhooks.backlog() == WebhookBacklog(waiting: 0, oldest: nil))
    }
}
