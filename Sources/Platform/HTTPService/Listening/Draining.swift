import Synchronization

/// Whether a listener is about to shut down. It still accepts and answers, but each response is the last one of its
/// connection, so that its clients connect again, to another server.
package final class Draining: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var hasBegun: Bool { state.load(ordering: .relaxed) }

    func begin() { state.store(true, ordering: .relaxed) }
}
