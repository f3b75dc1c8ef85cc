import Synchronization

/// The place where a connection's event loop leaves the next request for the task that answers them.
///
/// There is at most one request in it, because a connection passes on a request only after the previous response.
final class NextRequest: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Request?, Never>)
        case here(Request)
        /// The connection ends after this request, if there is one.
        case last(Request?)
    }

    private let state = Mutex(State.empty)

    /// The next request; nil if there will be none. Only one task may wait.
    func take() async -> Request? {
        await withCheckedContinuation { continuation in
            let (request, mustWait): (Request?, Bool) = state.withLock { state in
                switch state {
                case .empty:
                    state = .awaited(continuation)
                    return (nil, true)
                case .here(let request):
                    state = .empty
                    return (request, false)
                case .last(let request):
                    state = .last(nil)
                    return (request, false)
                case .awaited: preconditionFailure("Only one task answers the requests of a connection.")
                }
            }
            if !mustWait { continuation.resume(returning: request) }
        }
    }

    func put(_ request: Request) {
        let waiting: CheckedContinuation<Request?, Never>? = state.withLock { state in
            switch state {
            case .awaited(let continuation):
                state = .empty
                return continuation
            case .empty:
                state = .here(request)
                return nil
            case .here, .last: return nil
            }
        }
        waiting?.resume(returning: request)
    }

    /// There will be no further request.
    func end() {
        let waiting: CheckedContinuation<Request?, Never>? = state.withLock { state in
            switch state {
            case .awaited(let continuation):
                state = .last(nil)
                return continuation
            case .empty: state = .last(nil)
            case .here(let request): state = .last(request)
            case .last: break
            }
            return nil
        }
        waiting?.resume(returning: nil)
    }
}
