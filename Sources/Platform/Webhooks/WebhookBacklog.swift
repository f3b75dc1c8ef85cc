import Foundation
import Metrics
import Postgres

/// The deliveries that wait in the database, whichever server will send them.
public struct WebhookBacklog: Sendable, Equatable {
    /// Of each subscription, at most the deliveries about 1000 subjects count.
    public let waiting: Int
    /// When the delivery was queued that has waited longest; nil if none waits.
    public let oldest: Date?
}

extension Webhooks {
    public func backlog() async throws(WebhookFailure) -> WebhookBacklog {
        try await reading(QueueStatements.backlog()).first ?? WebhookBacklog(waiting: 0, oldest: nil)
    }
}

/// Shows the backlog as metrics. It asks the database only in ``measure()``, and not for each reader of the metrics.
public struct WebhookBacklogMeter: Sendable {
    private let webhooks: Webhooks
    private let waiting: Gauge
    private let age: Gauge

    public init(_ webhooks: Webhooks, metrics: any MetricsFactory) {
        self.webhooks = webhooks
        waiting = Gauge(label: "webhook_deliveries_waiting", factory: metrics)
        age = Gauge(label: "webhook_oldest_delivery_age_seconds", factory: metrics)
    }

    public func measure() async throws(WebhookFailure) {
        let backlog = try await webhooks.backlog()
        waiting.record(backlog.waiting)
        age.record(backlog.oldest.map { max(0, webhooks.host.now().timeIntervalSince($0)) } ?? 0)
    }
}
