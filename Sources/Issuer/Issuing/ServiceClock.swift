import Foundation

/// The only clock of the service, for everything with a time: tokens, idempotency keys, expiry.
///
/// Instants are whole milliseconds, so a response shows the same time that is read back later.
public struct ServiceClock: Sendable {
    /// The range of times that the clock shows: the years 2000 to 2099. So certificates, card expiries and timestamps
    /// can express every date that is computed from it.
    public static let years =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)

    private let current: @Sendable () -> Date
    private let real: @Sendable () -> Date

    /// - Parameters:
    ///   - real: the time of the machine.
    ///   - current: the time that the service works with; real time if nil.
    public init(real: @escaping @Sendable () -> Date, current: (@Sendable () -> Date)? = nil) {
        self.real = real
        self.current = current ?? real
    }

    public func now() -> Date { Self.readable(current()) }

    /// Real time, which does not depend on the setting of the clock. It is for times that must pass even if the clock
    /// is frozen, such as a server's claim on its work.
    public func realNow() -> Date { Self.inMilliseconds(real()) }

    /// The date as a clock reads it.
    package static func readable(_ date: Date) -> Date {
        inMilliseconds(min(max(date, years.lowerBound), years.upperBound))
    }

    private static func inMilliseconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    }
}
