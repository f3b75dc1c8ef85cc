import Foundation

/// The difference between the clocks of a database and of the machine that asks it.
public struct ClockDifference: Sendable, Equatable, CustomStringConvertible {
    /// The difference in seconds from which on one clock cannot judge the times of the other.
    public static let limitSeconds: TimeInterval = 30

    public static let advice =
        "Synchronize both clocks (NTP): codes, tokens and signatures are valid only for a time."

    /// How many seconds the database's clock is ahead of the machine's; negative if it is behind.
    public let leadSeconds: TimeInterval

    public init(leadSeconds: TimeInterval) {
        self.leadSeconds = leadSeconds
    }

    public var isTooLarge: Bool { abs(leadSeconds) >= Self.limitSeconds }

    public var description: String {
        let seconds = String(format: "%.1f", abs(leadSeconds))
        return "The database's clock is \(seconds) s \(leadSeconds < 0 ? "behind" : "ahead of") this machine's."
    }
}
