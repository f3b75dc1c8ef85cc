/// Disturbs deliveries on purpose, to test how receivers cope, and watches them. Without hooks, no delivery is delayed,
/// repeated or reported.
public struct WebhookHooks: Sendable {
    /// How many seconds to hold back a delivery that is due; nil to send it now.
    let delay: @Sendable (_ delivery: WebhookDeliveryID) -> Int?
    /// Whether to send the event again that has just been delivered.
    let repeatsDelivery: @Sendable () -> Bool
    /// Receives each attempt that was recorded, with the status of the delivery after it; nil if another server has
    /// taken the delivery over.
    let attempted: @Sendable (ClaimedWebhook, WebhookAttempt, WebhookStatus?) -> Void

    public init(
        delay: @escaping @Sendable (_ delivery: WebhookDeliveryID) -> Int? = { _ in nil },
        repeatsDelivery: @escaping @Sendable () -> Bool = { false },
        attempted: @escaping @Sendable (ClaimedWebhook, WebhookAttempt, WebhookStatus?) -> Void = { _, _, _ in }
    ) {
        self.delay = delay
        self.repeatsDelivery = repeatsDelivery
        self.attempted = attempted
    }
}
