import Synchronization

/// A time that never goes back, and moves only when a test moves it.
package final class MovableInstant: Sendable {
    private let time = Mutex(ContinuousClock.now)

    package init() {}

    package var now: ContinuousClock.Instant { time.withLock { $0 } }

    package func move(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
}
