import Synchronization

/// Calls its disaster after a number of steps.
final class Fuse: Sendable {
    private let steps = Atomic(0)
    private let length: Int
    private let disaster: @Sendable () -> Void

    init(_ length: Int, _ disaster: @escaping @Sendable () -> Void) {
        (self.length, self.disaster) = (length, disaster)
    }

    var burnt: Int { steps.load(ordering: .relaxed) }
    var isOver: Bool { burnt >= length }

    func burn() {
        if steps.add(1, ordering: .relaxed).newValue == length { disaster() }
    }
}
