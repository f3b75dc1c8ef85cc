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
    private let state: Mutex<State>

    private struct State {
        var setting: Setting
        /// How often the setting was taken over.
        var changes = 0
    }

    /// - Parameter setting: the present setting; the beginning if nil.
    public init(
        _ setting: Setting? = nil, beginning: Setting = .running(offset: 0), real: @escaping @Sendable () -> Date
    ) {
        self.beginning = beginning
        self.real = real
        state = Mutex(State(setting: setting ?? beginning))
    }

    public var setting: Setting { state.withLock { $0.setting } }

    /// Takes over the stored setting. If another setting was taken over during the reading, it reads again, because it
    /// may have read before that one was stored.
    package func follow<Failure: Error>(_ stored: () async throws(Failure) -> Setting) async throws(Failure) {
        var isCurrent = false
        while !isCurrent {
            let known = state.withLock { $0.changes }
            let found = try await stored()
            isCurrent = state.withLock { state in
                guard state.changes == known else { return false }
                if state.setting != found { state = State(setting: found, changes: known + 1) }
                return true
            }
        }
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
