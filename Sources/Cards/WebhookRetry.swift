import Foundation

/// When an event that could not be delivered is sent again, and when no more.
///
/// The delay grows so that a receiver that comes back is not run over by those who waited for it. Paysafe retries
/// without end; here an event is dead after three days, because what comes after it for the same card waits for it, and
/// because a list that somebody looks at beats a queue that nobody empties. A dead event can be sent again by hand.
public enum WebhookRetry {
    /// Seconds from the moment an event was put in line until it is given up.
    public static let lifetimeSeconds: TimeInterval = 3 * 24 * 60 * 60
    static let longestDelaySeconds: TimeInterval = 60 * 60

    /// - Parameter failures: attempts that failed in a row, this one included.
    /// - Returns: nil where the event is given up.
    public static func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        guard now < queuedAt + lifetimeSeconds else { return nil }
        return now + min(longestDelaySeconds, TimeInterval(1 << min(max(failures, 1) - 1, 12)))
    }
}
