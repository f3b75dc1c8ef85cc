import Foundation
import Identifiers
import Postgres

/// The status of a delivery: an event on its way to one receiver.
public enum WebhookStatus: String, CaseIterable, Sendable {
    /// It waits for its first attempt, for its next one, or for events before it.
    case pending = "PENDING"
    case delivered = "DELIVERED"
    /// It was given up.
    case dead = "DEAD"
}

/// How one attempt to deliver ended.
public enum WebhookOutcome: String, CaseIterable, Sendable {
    /// The receiver answered with 2xx.
    case delivered = "DELIVERED"
    /// The receiver answered with another status.
    case refused = "REFUSED"
    /// No answer came in time.
    case timedOut = "TIMED_OUT"
    /// There was no connection, it broke, or the service could not sign the request.
    case notReached = "NOT_REACHED"
    /// The URL's host now resolves to an address that this service does not send to.
    case addressNotAllowed = "ADDRESS_NOT_ALLOWED"
}

/// An entry of the delivery log: an event on its way to one subscription.
public struct WebhookDelivery: Sendable {
    public let id: WebhookDeliveryID
    public let event: WebhookEventID
    public let eventType: String
    public let subscription: WebhookSubscriptionID
    public let subject: String
    public let status: WebhookStatus
    public let queuedAt: Date
    /// Nil if there is no next attempt, or other events come before it.
    public let nextAttemptAt: Date?
    /// The latest attempts, oldest first.
    public var attempts: [Attempt] = []

    public struct Attempt: Sendable {
        public let number: Int
        public let at: Date
        public let outcome: WebhookOutcome
        public let statusCode: Int?
        public let milliseconds: Int
    }

    /// How many attempts of a delivery the log keeps.
    public static let attemptsKept = 20
    /// The time after queuing for which a delivered event stays in the log. Sending it again queues it again.
    public static let deliveredLifetimeSeconds: TimeInterval = 7 * 24 * 60 * 60
    /// The time after queuing for which an event that was given up stays in the log and can be sent again. It is given
    /// up 3 days after being queued, so about 27 days are left then. Sending it again queues it again.
    public static let deadLifetimeSeconds: TimeInterval = 30 * 24 * 60 * 60
}

/// A filter for deliveries, and the page to show.
public struct WebhookFilter: Sendable {
    /// Nil for all statuses.
    public let statuses: [WebhookStatus]?
    public let subscription: WebhookSubscriptionID?
    public let subject: String?
    public let limit: Int
    /// Index of the first delivery, from 0.
    public let offset: Int

    public init(
        statuses: [WebhookStatus]?, subscription: WebhookSubscriptionID?, subject: String?, limit: Int, offset: Int
    ) {
        self.statuses = statuses
        self.subscription = subscription
        self.subject = subject
        self.limit = limit
        self.offset = offset
    }
}

extension Webhooks {
    /// Whose deliveries to read.
    enum Owner {
        case all
        case one(String)

        var name: String? { if case .one(let name) = self { name } else { nil } }
    }

    /// An owner's deliveries, newest first, and their number, of which each status of a subscription has at most a
    /// thousand.
    public func deliveries(
        of owner: String, matching filter: WebhookFilter
    ) async throws(WebhookFailure) -> (deliveries: [WebhookDelivery], total: Int) {
        try await deliveries(of: .one(owner), matching: filter)
    }

    func deliveries(
        of owner: Owner, matching filter: WebhookFilter
    ) async throws(WebhookFailure) -> (deliveries: [WebhookDelivery], total: Int) {
        let values: [SQLValue] = [
            .text(owner.name), .id(filter.subscription),
            .textArray((filter.statuses ?? WebhookStatus.allCases).map(\.rawValue)),
            .bigint(Int64(filter.limit)), .bigint(Int64(filter.offset)),
        ]
        let rows = try await listing(
            Query(
                statement: DeliveryLogStatements.page(of: owner, ofSubject: filter.subject != nil),
                values: values + (filter.subject.map { [.text($0)] } ?? [])))
        return (try await withAttempts(rows.compactMap(\.delivery)), rows.first?.total ?? 0)
    }

    /// The same deliveries with their latest attempts.
    func withAttempts(_ deliveries: [WebhookDelivery]) async throws(WebhookFailure) -> [WebhookDelivery] {
        guard !deliveries.isEmpty else { return [] }
        var deliveries = deliveries
        let logged = try await reading(
            DeliveryLogStatements.attempts(
                .textArray(deliveries.map(\.subject)), .ids(deliveries.map(\.id))))
        let attempts = Dictionary(grouping: logged, by: \.delivery)
        for index in deliveries.indices {
            deliveries[index].attempts = attempts[deliveries[index].id]?.map(\.attempt) ?? []
        }
        return deliveries
    }
}
