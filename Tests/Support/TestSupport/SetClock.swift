import Foundation
import Issuing
import Synchronization

/// A clock of the card service, which moves only when the test moves it.
public final class SetClock: Sendable {
    private let time: Mutex<Date>

    public init(_ time: Date) { self.time = Mutex(time) }

    public func move(seconds: TimeInterval) { time.withLock { $0 += seconds } }

    /// The time of the machine and of the service.
    public var service: ServiceClock { ServiceClock(real: { self.time.withLock { $0 } }) }
}
