import Foundation

/// Decides when an undelivered event is sent again, and when it is given up.
///
/// The delay grows so that a receiver that comes back is not overwhelmed. After 3 days an event is dead, because later
/// events about the same subject wait for it. A dead event can be sent again by hand.
public enum WebhookRetry {
    /// How long after being queued an event is given up.
    public static let lifetimeSeconds: TimeInterval = 3 * 24 * 60 * 60
    public static let longestDelaySeconds: TimeInterval = 60 * 60

    /// - Parameters:
    ///   - failures: how many attempts have failed in a row, including this one.
    ///   - longest: the delay up to which it grows, in seconds.
    /// - Returns: nil if the event is given up.
    public static func next(
        afterFailures failures: Int, at now: Date, queuedAt: Date, longest: TimeInterval = longestDelaySeconds
    ) -> Date? {
        guard now < queuedAt + lifetimeSeconds else { return nil }
        return now + min(longest, TimeInterval(1 << min(max(failures, 1) - 1, 12)))
    }

    /// The same for a schedule that lists the delay after each failed attempt; after the last one, the event is given
    /// up.
    public static func next(afterFailures failures: Int, at now: Date, delays: [TimeInterval]) -> Date? {
        let index = max(failures, 1) - 1
        return index < delays.count ? now + delays[index] : nil
    }
}
