import Foundation

/// The period of a statement of account: from one moment to another one, which is not part of it. If a period begins
/// where another one ends, each entry is in exactly one of them.
public struct StatementPeriod: Hashable, Sendable {
    /// The longest period: a leap year.
    public static let limitSeconds: TimeInterval = 366 * 86_400

    public let start: Date
    public let end: Date

    /// - Returns: nil if the end is not after the start, or more than ``limitSeconds`` after it.
    public init?(from start: Date, to end: Date) {
        guard end > start, end.timeIntervalSince(start) <= Self.limitSeconds else { return nil }
        (self.start, self.end) = (start, end)
    }
}
