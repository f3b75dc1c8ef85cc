import Cards
import Foundation
import Postgres

/// An entry of the delivery log: an event on its way to one subscription.
public struct WebhookDelivery: Sendable {
    public let id: UUID
    public let event: UUID
    public let type: WebhookEvent
    public let subscription: UUID
    public let card: CardID
    public let customer: CustomerID
    public let status: WebhookStatus
    public let queuedAt: Date
    /// Nil where nothing is to come, or others come before it.
    public let nextAttemptAt: Date?
    /// The last ones, oldest first.
    public var attempts: [Attempt] = []

    public struct Attempt: Sendable {
        public let number: Int
        public let at: Date
        public let outcome: WebhookOutcome
        public let statusCode: Int?
        public let milliseconds: Int
    }

    /// How many attempts of a delivery stay in the log.
    public static let attemptsKept = 20
    /// Seconds for which what was delivered stays in the log.
    public static let deliveredLifetimeSeconds: TimeInterval = 7 * 24 * 60 * 60
    /// Seconds for which what was given up can still be sent again.
    public static let deadLifetimeSeconds: TimeInterval = 30 * 24 * 60 * 60
}

/// Which deliveries of a brand to show, and which page of them.
public struct WebhookFilter: Sendable {
    /// Nil for any.
    public let statuses: [WebhookStatus]?
    public let subscription: UUID?
    public let card: UUID?
    public let limit: Int
    /// Index of the first delivery, from 0.
    public let offset: Int

    public init(statuses: [WebhookStatus]?, subscription: UUID?, card: UUID?, limit: Int, offset: Int) {
        self.statuses = statuses
        self.subscription = subscription
        self.card = card
        self.limit = limit
        self.offset = offset
    }
}

extension Issuing {
    /// A brand's deliveries, newest first, with how many there are.
    public func webhookDeliveries(
        of brand: String, matching filter: WebhookFilter
    ) async throws(IssuingFailure) -> (deliveries: [WebhookDelivery], total: Int) {
        let statement = filter.card == nil ? WebhookLogStatements.page : WebhookLogStatements.pageOfCard
        let values: [SQLValue] = [
            .text(brand), .uuid(filter.subscription),
            .textArray((filter.statuses ?? WebhookStatus.allCases).map(\.rawValue)),
            .bigint(Int64(filter.limit)), .bigint(Int64(filter.offset)),
        ]
        let rows = try await reading(
            Query(statement: statement, values: values + (filter.card.map { [.uuid($0)] } ?? [])))
        var deliveries = rows.compactMap(\.delivery)
        guard !deliveries.isEmpty else { return ([], rows.first?.total ?? 0) }
        let logged = try await reading(
            WebhookLogStatements.attempts(
                .bigintArray(deliveries.map(\.customer.rawValue)), .uuidArray(deliveries.map(\.id))))
        let attempts = Dictionary(grouping: logged, by: \.delivery)
        for index in deliveries.indices {
            deliveries[index].attempts = attempts[deliveries[index].id]?.map(\.attempt) ?? []
        }
        return (deliveries, rows.first?.total ?? 0)
    }
}
