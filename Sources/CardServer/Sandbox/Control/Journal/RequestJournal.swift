import Synchronization

/// The requests one service was sent, to be looked at by whoever wonders what a client did.
final class RequestJournal: Sendable {
    private let requests = Mutex(RecentRequests())

    func add(_ request: RecordedRequest) { requests.withLock { $0.add(request) } }

    func forgetAll() { requests.withLock { $0.forgetAll() } }

    /// As it stands now; looking through it holds nobody up.
    var snapshot: RecentRequests { requests.withLock { $0 } }
}
