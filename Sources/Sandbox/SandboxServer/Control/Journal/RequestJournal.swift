import Synchronization

/// The requests that one service received, for anyone who wonders what a client did.
final class RequestJournal: Sendable {
    private let requests = Mutex(RecentRequests())

    func add(_ request: RecordedRequest) { requests.withLock { $0.add(request) } }

    func forgetAll() { requests.withLock { $0.forgetAll() } }

    /// A copy of the present state; looking through it delays nobody.
    var snapshot: RecentRequests { requests.withLock { $0 } }
}
