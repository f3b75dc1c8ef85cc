import Logging
import Metrics
import ServiceLifecycle
import Webhooks

/// The work of the card service that no request starts: its database's sessions, work that becomes due with time, bulk
/// orders and webhooks. It needs no listener, so a process can run it without one.
public struct CardWorkers: Sendable {
    public let webhooks: WebhookSender
    private let issuing: Issuing
    private let beforeSettling: (@Sendable () async throws -> Void)?
    private let logger: Logger

    /// - Parameters:
    /// - hooks: can delay or repeat webhooks.
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

    /// The workers, in the order in which they start.
    public var services: [(name: String, service: any Service)] {
        [
            ("database", issuing.database),
            ("timekeeper", Timekeeper(issuing, before: beforeSettling, logger: logger)),
            ("bulk orders", BulkOrderWorker(issuing, logger: logger)),
            ("webhooks", webhooks),
        ]
    }
}
