import Audit
import CardSecrets
import Ledger
import Logging
import Metrics
import ServiceLifecycle
import Webhooks

/// The work of the card service that no request starts: its database's sessions, work that becomes due with time, the
/// house's balances, the rates of brands, bulk orders and webhooks. It needs no listener, so a process can run it
/// without one.
public struct CardWorkers: Sendable {
    public let webhooks: WebhookSender
    /// The workers, in the order in which they start.
    public let services: [(name: String, service: any Service)]
    /// Shows the service's backlog as metrics. Of several services with the same metrics, only one runs it.
    public let measuring: [(name: String, service: any Service)]

    /// - Parameters:
    ///   - dialects: those of webhooks that are not the card service's.
    ///   - hooks: can delay or repeat webhooks.
    ///   - beforeSettling: runs before each round of due work; nil for none.
    ///   - entropy: draws numbers to measure how full their ranges are; nil if nobody wants to know.
    public init(
        _ issuing: Issuing, webhooks settings: WebhookSettings = .init(), dialects: [any WebhookDialect] = [],
        hooks: WebhookHooks = .init(), beforeSettling: (@Sendable () async throws -> Void)? = nil,
        measuringRangesBy entropy: Entropy? = nil, logger: Logger, metrics: any MetricsFactory
    ) {
        let house = HouseFolder(issuing.database)
        let audit = issuing.auditTrail
        webhooks = WebhookSender(
            issuing.webhooks.knowing(dialects), settings, hooks: hooks, logger: logger, metrics: metrics)
        let backlog = WebhookBacklogMeter(issuing.webhooks, metrics: metrics)
        func repeating(
            _ name: String, every interval: Duration, _ work: @escaping @Sendable () async throws -> Void
        ) -> (name: String, service: any Service) {
            (name, Timekeeper(name, every: interval, logger: logger, work))
        }
        var measuring = [repeating("webhook backlog", every: .seconds(15), backlog.measure)]
        if let entropy {
            let ranges = NumberRangeMeter(issuing, drawing: entropy, logger: logger, metrics: metrics)
            measuring.append(repeating("ranges of card numbers", every: .seconds(3600), ranges.measure))
        }
        self.measuring = measuring
        var services: [(name: String, service: any Service)] = [
            ("database", issuing.database),
            repeating("timekeeper", every: .seconds(5)) {
                try await beforeSettling?()
                try await issuing.settleWhatIsDue { Self.log($0, to: logger) }
            },
            repeating("ledger", every: .seconds(60)) { try await house.fold() },
            repeating("audit", every: .seconds(5)) {
                while try await audit.placeWaiting(on: AuditDay(of: issuing.clock.now())) {}
            },
            repeating("rates", every: .seconds(1)) { try await issuing.shareCalls() },
            ("bulk orders", BulkOrderWorker(issuing, logger: logger)),
            ("webhooks", webhooks),
        ]
        if let key = issuing.keyEncryptionKey {
            let reader = KeyReader(issuing: issuing, keyEncryptionKey: key, logger: logger, metrics: metrics)
            services.append(("keys", reader))
        }
        if let days = issuing.daysUntilClearingIsMissing {
            services.append(
                repeating("missing clearings", every: .seconds(3600)) {
                    try await issuing.findMissingClearings(after: days)
                })
        }
        self.services = services
    }

    private static func log(_ setback: Setback, to logger: Logger) {
        let failure: Logger.MetadataValue = "\(setback.failure)"
        switch setback.subject {
        case .account(let id):
            logger.error(
                "holds of an account were not released", metadata: ["account": "\(id)", "failure": failure])
        case .card(let id):
            logger.error("a card was not expired", metadata: ["cardId": "\(id)", "failure": failure])
        }
    }
}
