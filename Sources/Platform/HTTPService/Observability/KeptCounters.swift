import Metrics
import Synchronization

/// Counts by a key. It keeps the counter of each key, because finding one by its labels takes as long as reading a card
/// from the database.
package final class KeptCounters<Key: Hashable & Sendable>: Sendable {
    private let make: @Sendable (Key) -> Counter
    private let known = Mutex<[Key: Counter]>([:])

    /// - Parameter make: the counter of a key. The number of keys must be limited.
    package init(_ make: @escaping @Sendable (Key) -> Counter) { self.make = make }

    package func count(_ key: Key) {
        let counter = known.withLock { known in
            if let counter = known[key] { return counter }
            let counter = make(key)
            known[key] = counter
            return counter
        }
        counter.increment()
    }
}
