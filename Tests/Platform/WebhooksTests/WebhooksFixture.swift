import Foundation
import Postgres
import Testing
import TestSupport

@testable import Webhooks

/// Webhooks on a database for one test. Only the test makes events, and the clock stands still.
struct WebhooksFixture: Sendable {
    static let now = Date(timeIntervalSince1970: 1_773_576_000)
    static let owner = "owner"
    static let url = "https://hooks.example/"

    let scratch: ScratchDatabase
    let webhooks: Webhooks

    /// - Parameter onCluster: whether sessions find the table that tells a cluster. The database is one Postgres.
    static func make(onCluster: Bool = false) async throws -> WebhooksFixture {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        if onCluster { try await scratch.pretendToBeCluster() }
        return try WebhooksFixture(scratch: scratch, ids: CountedIDs(), now: now)
    }

    private let ids: CountedIDs

    private init(scratch: ScratchDatabase, ids: CountedIDs, now: Date) throws {
        self.scratch = scratch
        self.ids = ids
        webhooks = Webhooks(
            database: try scratch.database, host: TestWebhookHost(scratch, ids: ids) { now },
            subscriptionLimit: 10, dialects: [TestDialect()])
    }

    /// Another server on the same database, whose clock stands at `now`.
    func server(now: Date = Self.now) throws -> WebhooksFixture {
        try WebhooksFixture(scratch: scratch, ids: ids, now: now)
    }

    @discardableResult
    func subscribe(
        to eventType: String = "moved", at url: String = Self.url, owner: String = Self.owner
    ) async throws -> WebhookSubscription {
        try await webhooks.subscribe(
            owner, to: eventType, at: #require(WebhookURL(url)), signingKey: nil, in: TestDialect()
        ).subscription
    }

    /// Queues an event about a subject, with `word` in its body.
    func happen(
        _ word: String, to subject: String, owner: String = Self.owner, at now: Date = Self.now
    ) async throws {
        let event = NewWebhookEvent(type: "moved", body: word)
        try await webhooks.queue([event], of: owner, about: subject, at: now)
    }

    /// One subscription, with three waiting events about one subject.
    static func threeEvents(
        onCluster: Bool = false
    ) async throws -> (fixture: WebhooksFixture, subscription: WebhookSubscription) {
        let fixture = try await make(onCluster: onCluster)
        let subscription = try await fixture.subscribe()
        for word in ["one", "two", "three"] { try await fixture.happen(word, to: "subject") }
        return (fixture, subscription)
    }

    /// Delivers every event that is due, one at a time, and returns them. Each is delivered before the next is claimed.
    func deliverAll(to subscription: WebhookSubscription) async throws -> [ClaimedWebhook] {
        var delivered: [ClaimedWebhook] = []
        while let webhook = try await webhooks.claim(for: subscription.id) {
            #expect(try await webhooks.record(.delivered, of: webhook) == .delivered)
            delivered.append(webhook)
        }
        return delivered
    }

    func fail(_ webhook: ClaimedWebhook) async throws -> WebhookStatus? {
        try await webhooks.record(WebhookAttempt(.refused, statusCode: 500, milliseconds: 7), of: webhook)
    }

    func log(
        _ statuses: [WebhookStatus]? = nil, subscription: WebhookSubscriptionID? = nil, subject: String? = nil,
        limit: Int = 100, offset: Int = 0, owner: String = Self.owner
    ) async throws -> (deliveries: [WebhookDelivery], total: Int) {
        try await webhooks.deliveries(
            of: owner,
            matching: WebhookFilter(
                statuses: statuses, subscription: subscription, subject: subject, limit: limit, offset: offset))
    }

    func texts(_ sql: String) async throws -> [String] {
        try await webhooks.database.read(
            Statement.evidence(
                sql, named: "test_texts_\(sql.utf8.reduce(5381) { ($0 &* 33) ^ Int($1) } & 0xFFFF_FFFF)")())
    }
}

extension WebhookAttempt {
    static let delivered = WebhookAttempt(.delivered, statusCode: 204, milliseconds: 12)
}

extension ClaimedWebhook {
    var word: String { String(decoding: body, as: UTF8.self) }
}

/// The error that the body throws, as text; nil if it succeeds.
func failure<Result>(_ body: () async throws -> Result) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch {
        return "\(error)"
    }
}

extension Webhooks {
    /// Queues events in a transaction of their own.
    func queue(
        _ events: [NewWebhookEvent], of owner: String, about subject: String, at now: Date? = nil
    ) async throws {
        let query = try #require(queueing(events, of: owner, about: subject, at: now))
        _ = try await database.write(query)
    }
}
