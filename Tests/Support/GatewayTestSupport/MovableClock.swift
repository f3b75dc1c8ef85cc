import Foundation
import Payments
import Synchronization

/// The time of a test, which moves only when the test moves it.
package final class MovableClock: Sendable {
    private let time: Mutex<Date>

    package init(_ now: Date) { time = Mutex(now) }

    package var now: Date { time.withLock { $0 } }

    package func move(seconds: TimeInterval) { time.withLock { $0 += seconds } }

    /// Tells payments this time, as the sandbox's and as the real one.
    package var forPayments: PaymentClock { PaymentClock(now: { self.now }, realNow: { self.now }) }
}
