import Logging
import Metrics
import ServiceLifecycle
import Webhooks

/// Everything of the card service that works without being asked: its database's sessions, what time makes due, bulk
/// orders and webhooks. It needs no listener, so a process can run it without one.
public struct CardWorkers: Sendable {
    public let webhooks: WebhookSender
    private let issuing: Issuing
    private let beforeSettling: (@Sendable () async throws -> Void)?
    private let logger: Logger

    /// - Parameters:
    ///   - hooks: may delay or repeat webhooks; without them, nothing does.
    ///   - beforeSettling: runs before each round of settling what is due; nil for nothing.
    public init(
        _ issuing: Issuing, webhooks settings: WebhookSettings = .init(), hooks: WebhookHooks = .init(),
        beforeSettling: (@Sendable () async throws -> Void)? = nil, logger: Logger, metrics: any MetricsFactory
    ) {
        self.issuing = issuing
        self.beforeSettling = beforeSettling
        self.logger = logger
        webhooks = WebhookSender(issuing.webhooks, settings, hooks: hooks, logger: logger, metrics: metrics)
    }

    /// In the order in which they start.
    public var services: [(name: String, service: any Service)] {
        [
            ("database", issuing.database),
            ("timekeeper", Timekeeper(issuing, before: beforeSettling, logger: logger)),
            ("bulk orders", BulkOrderWorker(issuing, logger: logger)),
            ("webhooks", webhooks),
        ]
    }
}
