import Synchronization

/// The requests that one service received. They show what a client did.
final class RequestJournal: Sendable {
    private let requests = Mutex(RecentRequests())

    /// - Returns: the number of the entry.
    func add(_ entry: JournalEntry) -> Int { requests.withLock { $0.add(entry) } }

    func forgetAll() { requests.withLock { $0.forgetAll() } }

    /// A copy of the present state, so that a search through it delays no request.
    var snapshot: RecentRequests { requests.withLock { $0 } }
}
