import Foundation

/// Disturbs deliveries on purpose, to test how receivers cope. Without hooks, nothing is delayed or repeated.
public struct WebhookHooks: Sendable {
    /// How many seconds to hold back a delivery that is due; nil to send it now.
    let delay: @Sendable (_ delivery: UUID) -> Int?
    /// Whether to send an event again that was just delivered.
    let repeatsDelivery: @Sendable () -> Bool

    public init(
        delay: @escaping @Sendable (_ delivery: UUID) -> Int? = { _ in nil },
        repeatsDelivery: @escaping @Sendable () -> Bool = { false }
    ) {
        self.delay = delay
        self.repeatsDelivery = repeatsDelivery
    }
}
