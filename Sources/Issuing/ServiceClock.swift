import Foundation

/// The clock that everything timed follows: tokens, idempotency keys, expiry.
///
/// Instants are whole milliseconds, so that what is answered now and what is read back later are the same.
public struct ServiceClock: Sendable {
    /// All that it ever reads, so that no date counted from it leaves what certificates, card expiries and timestamps
    /// can express: the years 2000 to 2099.
    public static let years =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)

    private let current: @Sendable () -> Date
    private let real: @Sendable () -> Date

    /// - Parameters:
    ///   - real: real time.
    ///   - current: what the service takes for now; real time if nil.
    public init(real: @escaping @Sendable () -> Date, current: (@Sendable () -> Date)? = nil) {
        self.real = real
        self.current = current ?? real
    }

    public func now() -> Date { Self.readable(current()) }

    /// Real time, whatever the clock reads: for what must end although the clock stands still, such as the hold that a
    /// server has on its work.
    public func realNow() -> Date { Self.inMilliseconds(real()) }

    /// The date as a clock reads it.
    package static func readable(_ date: Date) -> Date {
        inMilliseconds(min(max(date, years.lowerBound), years.upperBound))
    }

    private static func inMilliseconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    }
}
