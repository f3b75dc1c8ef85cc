import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Synchronization
import Testing
import TestSupport
import Webhooks

/// Changes at three servers and the delivery of their events by the same servers, while their connections to the
/// database fail.
@Suite("The outbox of three servers behind faulty wires", .timeLimit(.minutes(10)))
struct StormyWebhookTests {
    private static let cards = 6
    private static let changes = 8
    /// How often each of the senders looks for events. What is left waits for the time after the storm.
    private static let looks = 12

    @Test("Each change is one event for each subscription, delivered at least once", arguments: StormyServers.seeds)
    func events(seed: UInt64) async throws {
        let fixture = try await IssuingFixture.make(seed: seed)
        let subscriptions = [
            try await fixture.subscribe(at: "https://hooks.example/1"),
            try await fixture.subscribe(at: "https://hooks.example/2"),
        ]
        var issued: [Card] = []
        for _ in 1...Self.cards { issued.append(try await fixture.issue(.virtualVisa, to: fixture.enrol())) }
        let (cards, receiver) = (issued, Receiver())
        let servers = try await StormyServers(on: fixture, seed: seed)
        // The first clients change cards, and the last three send.
        let changed = try await servers.atOnce(Self.cards + 3) { client -> ClosedRange<Int> in
            guard client < Self.cards else {
                for look in 1...Self.looks {
                    try await Self.deliver(subscriptions[look % 2], at: servers, as: client, to: receiver)
                }
                return 0...0
            }
            return try await Self.change(cards[client], at: servers, as: client)
        }
        try await servers.end()
        // The claims of senders that got no answer have ended.
        let later = try await fixture.server(now: IssuingFixture.now + ClaimedWebhook.leaseSeconds)
        for subscription in subscriptions {
            for webhook in try await later.deliverAll(to: subscription) { receiver.receive(webhook) }
        }
        for (number, card) in cards.enumerated() {
            let path = try await fixture.path(of: card)
            #expect(changed[number].contains(path.count - 1), "card \(number), seed \(seed)")
            let events = subscriptions.map { receiver.events(about: card, for: $0) }
            for received in events {
                #expect(received.map(\.newStatus) == path.dropFirst().map(\.rawValue), "card \(number), seed \(seed)")
            }
            #expect(events[0].map(\.event) == events[1].map(\.event), "card \(number), seed \(seed)")
            #expect(events[0].map(\.body) == events[1].map(\.body), "card \(number), seed \(seed)")
            #expect(try await fixture.outbox(of: card).count == 2 * (path.count - 1), "card \(number), seed \(seed)")
        }
        #expect(receiver.changedEvents == [], "an event has the same bytes at each attempt, seed \(seed)")
        let waiting = try await fixture.texts("SELECT subject FROM webhook_line")
        #expect(waiting == [], "seed \(seed)")
        #expect(servers.losses > 0, "seed \(seed)")
    }

    /// Locks and unlocks a card.
    ///
    /// - Returns: how many changes there may be: those with an answer, and those that got none.
    private static func change(
        _ card: Card, at servers: StormyServers, as client: Int
    ) async throws -> ClosedRange<Int> {
        var (made, unanswered) = (0, 0)
        for number in 0..<changes {
            let outcome = try await servers.outcomeOfOneTry(for: client + number) {
                try await $0.move(card, to: number % 2 == 0 ? .locked : .active)
            }
            switch outcome {
            case nil: unanswered += 1
            case .success?: made += 1
            // The change before it was not made.
            case .failure?: break
            }
        }
        return made...(made + unanswered)
    }

    /// Delivers what a subscription has, until a look finds nothing or gets no answer.
    private static func deliver(
        _ subscription: WebhookSubscription, at servers: StormyServers, as client: Int, to receiver: Receiver
    ) async throws {
        while true {
            let claimed = try await servers.outcomeOfOneTry(for: client) {
                try await $0.issuing.webhooks.claim(for: subscription.id)
            }
            guard case .success(let webhook?)? = claimed else { return }
            receiver.receive(webhook)
            _ = try await servers.outcomeOfOneTry(for: client) {
                let attempt = WebhookAttempt(.delivered, statusCode: 204, milliseconds: 12)
                return try await $0.issuing.webhooks.record(attempt, of: webhook)
            }
        }
    }
}

/// What two receivers got.
private final class Receiver: Sendable {
    private let received = Mutex<[ClaimedWebhook]>([])

    func receive(_ webhook: ClaimedWebhook) { received.withLock { $0.append(webhook) } }

    /// The events about a card, in the order in which they first arrived.
    func events(about card: Card, for subscription: WebhookSubscription) -> [ClaimedWebhook] {
        var known: Set<WebhookEventID> = []
        return received.withLock { $0 }.filter {
            $0.isAbout(card) && $0.subscription == subscription.id && known.insert($0.event).inserted
        }
    }

    /// The events that arrived with different bytes.
    var changedEvents: [WebhookEventID] {
        let bodies = Dictionary(grouping: received.withLock { $0 }, by: \.event)
        return bodies.filter { _, webhooks in Set(webhooks.map(\.body)).count > 1 }.map(\.key)
    }
}
