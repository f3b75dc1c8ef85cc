import Foundation
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Sends events to subscribers as they become due.
///
/// Servers claim events in the database, so any number of them may send at once. ``CourierPlaces`` decides how many
/// attempts each subscription has at once, so that receivers do not wait for each other.
public struct WebhookSender: Service {
    public let settings: WebhookSettings
    private let webhooks: Webhooks
    private let hooks: WebhookHooks
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let places = Places()

    public init(
        _ webhooks: Webhooks, _ settings: WebhookSettings, hooks: WebhookHooks = WebhookHooks(), logger: Logger,
        metrics: any MetricsFactory
    ) {
        self.webhooks = webhooks
        self.settings = settings
        self.hooks = hooks
        self.logger = logger
        self.metrics = metrics
    }

    /// Runs until graceful shutdown, and then until all attempts have ended.
    public func run() async throws {
        await send(lookingEvery: settings.interval) { _ in
            Task.isCancelled || Task.isShuttingDownGracefully
        }
    }

    /// Returns when no delivery is due on any server, or when the settings' patience has run out and every attempt has
    /// ended.
    public func deliverWhatIsDue() async {
        let end = ContinuousClock.now + settings.patience
        await send(lookingEvery: .milliseconds(20)) { due in
            Task.isCancelled || ContinuousClock.now >= end || due?.isEmpty == true
        }
    }

    /// - Parameter isOver: receives the subscriptions with due events, or nil if they are unknown.
    private func send(
        lookingEvery interval: Duration, until isOver: @escaping @Sendable ([Webhooks.Due]?) -> Bool
    ) async {
        await withDiscardingTaskGroup { couriers in
            while true {
                let due = await whatIsDue()
                if isOver(due) { return }
                for subscription in places.state.withLock({ $0.begin(due ?? []) }) {
                    couriers.addTask { await serve(subscription) { isOver(nil) } }
                }
                let pause = due == nil ? Self.pauseAfterFailure : interval
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            }
        }
    }

    private func whatIsDue() async -> [Webhooks.Due]? {
        do {
            return try await webhooks.due()
        } catch {
            logger.warning("the webhooks that are due could not be read", metadata: ["failure": "\(error)"])
            return nil
        }
    }

    /// Sends the due events of one subscription until no unclaimed one is left, or until it must give its place up.
    private func serve(_ subscription: WebhookSubscriptionID, until isOver: () -> Bool) async {
        defer { places.state.withLock { $0.end(subscription) } }
        var courier = WebhookCourier(settings)
        do {
            while !isOver(), let webhook = try await webhooks.claim(for: subscription) {
                if let seconds = hooks.delay(webhook.delivery) {
                    try await webhooks.postpone(webhook, seconds: seconds)
                    continue
                }
                let attempt = await courier.send(webhook)
                if attempt.outcome == .delivered, hooks.repeatsDelivery() { _ = await courier.send(webhook) }
                let status = try await webhooks.record(attempt, of: webhook)
                hooks.attempted(webhook, attempt, status)
                note(attempt, of: webhook, status?.rawValue ?? "TAKEN_OVER")
                if places.state.withLock({ $0.givesUp(subscription) }) { break }
            }
        } catch {
            logger.warning(
                "webhooks wait",
                metadata: ["subscription": "\(subscription)", "failure": "\(error)"])
        }
        await courier.close()
    }

    /// The log leaves out the URL, because it may hold a secret of the receiver.
    private func note(_ attempt: WebhookAttempt, of webhook: ClaimedWebhook, _ status: String) {
        Timer(
            label: "webhook_attempt_duration", dimensions: [("outcome", attempt.outcome.rawValue)], factory: metrics
        ).recordMilliseconds(attempt.milliseconds)
        guard attempt.outcome != .delivered else { return }
        logger.warning(
            "webhook was not delivered",
            metadata: [
                "delivery": "\(webhook.delivery)",
                "subscription": "\(webhook.subscription)",
                "attempt": .stringConvertible(webhook.attempt), "outcome": "\(attempt.outcome.rawValue)",
                "statusCode": "\(attempt.statusCode.map { String($0) } ?? "none")",
                "milliseconds": .stringConvertible(attempt.milliseconds), "status": "\(status)",
            ])
    }

    private static let pauseAfterFailure = Duration.seconds(5)

    /// Copies of the sender share it.
    private final class Places: Sendable {
        let state = Mutex(CourierPlaces())
    }
}
