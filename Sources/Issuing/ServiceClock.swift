import Foundation
import Synchronization

/// The one clock that everything timed follows: tokens, idempotency keys, expiry.
///
/// In the sandbox it can be stopped, set and moved; a service without one leaves it running with real time. Instants
/// are whole milliseconds, so that what is answered now and what is read back later are the same.
public final class ServiceClock: Sendable {
    public enum Setting: Equatable, Sendable {
        /// Runs, this many seconds ahead of real time (negative: behind).
        case running(offset: TimeInterval)
        case frozen(at: Date)
    }

    /// Where the clock of a service with seeded chance stands, for what runs differs from run to run:
    /// 2026-01-01T00:00:00Z.
    public static let seededNow = Date(timeIntervalSince1970: 1_767_225_600)

    /// What it can be set to, and all that it ever reads, so that no date counted from it leaves what certificates,
    /// card expiries and timestamps can express: the years 2000 to 2099.
    public static let years =
        Date(timeIntervalSince1970: 946_684_800)...Date(timeIntervalSince1970: 4_102_444_799)

    /// Where it stands until somebody sets it, and again after a reset.
    public let beginning: Setting
    private let real: @Sendable () -> Date
    private let state: Mutex<Setting>

    /// - Parameter setting: where it stands now; at its beginning if nil.
    public init(
        _ setting: Setting? = nil, beginning: Setting = .running(offset: 0), real: @escaping @Sendable () -> Date
    ) {
        self.beginning = beginning
        self.real = real
        state = Mutex(setting ?? beginning)
    }

    public var setting: Setting {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    public func now() -> Date { reading(setting) }

    /// Real time, wherever the clock is set: for what must end although the clock stands still, such as the hold that a
    /// server has on its work.
    public func realNow() -> Date { Self.inMilliseconds(real()) }

    /// What the clock would read if it were set so.
    func reading(_ setting: Setting) -> Date {
        let date =
            switch setting {
            case .running(let offset): real() + offset
            case .frozen(let date): date
            }
        return Self.inMilliseconds(min(max(date, Self.years.lowerBound), Self.years.upperBound))
    }

    private static func inMilliseconds(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded(.down) / 1000)
    }

    /// The setting that reads `date` now and stands still or runs on from there.
    public func setting(reading date: Date, isFrozen: Bool) -> Setting {
        isFrozen ? .frozen(at: date) : .running(offset: date.timeIntervalSince(real()))
    }
}
