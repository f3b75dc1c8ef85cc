import Cards
import Foundation
import Issuing
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Sends events to whoever subscribed, as they become due.
///
/// Which event is whose to send is settled in the database, so any number of servers may do this at once. Here is only
/// how much is done at the same time: a few places for each subscription, so that receivers do not wait for each other.
public struct WebhookSender: Service {
    let settings: WebhookSettings
    private let issuing: Issuing
    /// What the sandbox lets go wrong; nil without one.
    private let faults: Faults?
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let places = Places()

    init(
        _ issuing: Issuing, _ settings: WebhookSettings, faults: Faults?, logger: Logger, metrics: any MetricsFactory
    ) {
        self.issuing = issuing
        self.settings = settings
        self.faults = faults
        self.logger = logger
        self.metrics = metrics
    }

    /// Until graceful shutdown, and then until what is under way has come to its end.
    public func run() async throws {
        await send(lookingEvery: settings.interval) { _ in
            Task.isCancelled || Task.isShuttingDownGracefully
        }
    }

    /// Returns once nothing is due at this reading of the clock, whichever server sends it; or when the settings'
    /// patience ends and every attempt under way has ended.
    public func deliverWhatIsDue() async {
        let end = ContinuousClock.now + settings.patience
        await send(lookingEvery: .milliseconds(20)) { due in
            Task.isCancelled || ContinuousClock.now >= end || due?.isEmpty == true
        }
    }

    /// - Parameter isOver: is told what is due, or nil where that is not known.
    private func send(
        lookingEvery interval: Duration, until isOver: @escaping @Sendable ([Issuing.WebhooksDue]?) -> Bool
    ) async {
        await withDiscardingTaskGroup { couriers in
            while true {
                let due = await whatIsDue()
                if isOver(due) { return }
                for subscription in due ?? [] {
                    for _ in 0..<subscription.free where places.take(for: subscription.subscription) {
                        couriers.addTask { await serve(subscription.subscription) { isOver(nil) } }
                    }
                }
                let pause = due == nil ? Self.pauseAfterFailure : interval
                try? await cancelWhenGracefulShutdown { try await Task.sleep(for: pause) }
            }
        }
    }

    private func whatIsDue() async -> [Issuing.WebhooksDue]? {
        do {
            return try await issuing.webhooksDue()
        } catch {
            logger.warning("what webhooks are due is not known", metadata: ["failure": "\(error)"])
            return nil
        }
    }

    /// Carries what is due for one subscription until there is no more that nobody is at.
    private func serve(_ subscription: UUID, until isOver: () -> Bool) async {
        defer { places.give(back: subscription) }
        var courier = WebhookCourier(settings)
        do {
            while !isOver(), let webhook = try await issuing.claimWebhook(for: subscription) {
                if let seconds = faults?.lateness(of: webhook.delivery) {
                    try await issuing.postpone(webhook, seconds: seconds)
                    continue
                }
                let attempt = await courier.carry(webhook)
                if attempt.outcome == .delivered, faults?.repeatsDelivery == true { _ = await courier.carry(webhook) }
                let status = try await issuing.record(attempt, of: webhook)
                note(attempt, of: webhook, status?.rawValue ?? "TAKEN_OVER")
            }
        } catch {
            logger.warning(
                "webhooks wait",
                metadata: ["subscription": "\(subscription.spelled)", "failure": "\(error)"])
        }
        await courier.close()
    }

    /// The URL is left out: what is in it is the receiver's, and may be a secret.
    private func note(_ attempt: WebhookAttempt, of webhook: ClaimedWebhook, _ status: String) {
        Timer(
            label: "webhook_attempt_duration", dimensions: [("outcome", attempt.outcome.rawValue)], factory: metrics
        ).recordMilliseconds(attempt.milliseconds)
        guard attempt.outcome != .delivered else { return }
        logger.warning(
            "webhook was not delivered",
            metadata: [
                "delivery": "\(webhook.delivery.spelled)",
                "subscription": "\(webhook.subscription.spelled)",
                "attempt": .stringConvertible(webhook.attempt), "outcome": "\(attempt.outcome.rawValue)",
                "statusCode": "\(attempt.statusCode.map { String($0) } ?? "none")",
                "milliseconds": .stringConvertible(attempt.milliseconds), "status": "\(status)",
            ])
    }

    private static let pauseAfterFailure = Duration.seconds(5)

    /// How many attempts may be under way at once, shared by everyone who sends from this server.
    private final class Places: Sendable {
        private let taken = Mutex<[UUID: Int]>([:])

        func take(for subscription: UUID) -> Bool {
            taken.withLock { taken in
                let own = taken[subscription] ?? 0
                guard own < WebhookSettings.placesForOne,
                    taken.values.reduce(0, +) < WebhookSettings.places
                else { return false }
                taken[subscription] = own + 1
                return true
            }
        }

        func give(back subscription: UUID) {
            taken.withLock { taken in
                let own = (taken[subscription] ?? 1) - 1
                taken[subscription] = own == 0 ? nil : own
            }
        }
    }
}
