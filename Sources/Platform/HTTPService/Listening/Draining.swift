import Synchronization

/// The shared flag that a listener is about to shut down. From then on, each response is the last one of its
/// connection, so that the client connects again, to another server. The listener still accepts connections and answers
/// requests.
package final class Draining: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var hasBegun: Bool { state.load(ordering: .relaxed) }

    func begin() { state.store(true, ordering: .relaxed) }
}
