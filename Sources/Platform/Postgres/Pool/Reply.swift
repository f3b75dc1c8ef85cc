import Synchronization

/// The one answer that a caller waits for. The first call to settle it wins, so an answer and a cancellation may race.
final class Reply<Success: Sendable, Failure: Error>: Sendable {
    typealias Outcome = Result<Success, Failure>

    private enum State {
        case open
        case awaited(CheckedContinuation<Outcome, Never>)
        case settled(Outcome)
        case over
    }

    private let state = Mutex(State.open)

    func settle(_ outcome: Outcome) {
        let waiting: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .open:
                state = .settled(outcome)
                return nil
            case .awaited(let continuation):
                state = .over
                return continuation
            case .settled, .over:
                return nil
            }
        }
        waiting?.resume(returning: outcome)
    }

    /// Must be called once.
    func await(_ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome: Outcome? = state.withLock { state in
            guard case .settled(let outcome) = state else {
                state = .awaited(continuation)
                return nil
            }
            state = .over
            return outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
    }
}
