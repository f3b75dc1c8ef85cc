import Foundation
import Issuing
import Synchronization

/// A clock that can be stopped, set and moved. The card service reads it and cannot set it.
public final class SandboxClock: Sendable {
    public enum Setting: Equatable, Sendable {
        /// The clock runs, this many seconds ahead of real time, or behind it if negative.
        case running(offset: TimeInterval)
        case frozen(at: Date)
    }

    /// The time at which the clock of a service with seeded entropy is frozen, because a running clock would differ
    /// from run to run: 2026-01-01T00:00:00Z.
    public static let seededNow = Date(timeIntervalSince1970: 1_767_225_600)

    /// The setting before the first change, and again after a reset.
    public let beginning: Setting
    private let real: @Sendable () -> Date
    private let state: Mutex<Setting>

    /// - Parameter setting: the present setting; the beginning if nil.
    public init(
        _ setting: Setting? = nil, beginning: Setting = .running(offset: 0), real: @escaping @Sendable () -> Date
    ) {
        self.beginning = beginning
        self.real = real
        state = Mutex(setting ?? beginning)
    }

    public internal(set) var setting: Setting {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// The clock that the card service reads.
    public var service: ServiceClock { ServiceClock(real: real) { self.date(setting: self.setting) } }

    public func now() -> Date { reading(setting) }

    /// The time that the clock would show with this setting.
    package func reading(_ setting: Setting) -> Date { ServiceClock.readable(date(setting: setting)) }

    private func date(setting: Setting) -> Date {
        switch setting {
        case .running(let offset): real() + offset
        case .frozen(let date): date
        }
    }

    /// The setting that shows `date` now, and is frozen there or runs on from there.
    public func setting(reading date: Date, isFrozen: Bool) -> Setting {
        isFrozen ? .frozen(at: date) : .running(offset: date.timeIntervalSince(real()))
    }
}
