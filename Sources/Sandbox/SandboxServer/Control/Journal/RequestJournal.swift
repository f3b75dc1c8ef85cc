import Synchronization

/// The requests that one service received. They show what a client did.
final class RequestJournal: Sendable {
    private struct State {
        var requests = RecentRequests()
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher = 0
    }

    private let state = Mutex(State())

    /// - Returns: the number of the entry.
    func add(_ entry: JournalEntry) -> Int {
        let (number, watchers) = state.withLock { state in (state.requests.add(entry), state.watchers) }
        for watcher in watchers.values { watcher.yield() }
        return number
    }

    func forgetAll() { state.withLock { $0.requests.forgetAll() } }

    /// A copy of the present state, so that a search through it delays no request.
    var snapshot: RecentRequests { state.withLock { $0.requests } }

    /// A sign for each further request, or one sign for several, until the time is over or nobody listens. Nil if too
    /// many are listening.
    func changes(within time: Duration) -> AsyncStream<Void>? {
        let (stream, watcher) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard state.watchers.count < Self.watcherLimit else { return nil }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = watcher
            return state.lastWatcher
        }
        guard let number else { return nil }
        let alarm = Task {
            try await Task.sleep(for: time)
            watcher.finish()
        }
        watcher.onTermination = { [weak self] _ in
            alarm.cancel()
            self?.forget(number)
        }
        // If the time is over already, nobody calls the function above.
        if case .terminated = watcher.yield() { forget(number) }
        return stream
    }

    private func forget(_ watcher: Int) { state.withLock { state in _ = state.watchers.removeValue(forKey: watcher) } }

    /// How many may wait for requests at the same time.
    static let watcherLimit = 100
}
