import ServiceLifecycle
import Synchronization

/// The requests that one service received. They show what a client did.
package final class RequestJournal: Sendable {
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

    package func forgetAll() { state.withLock { $0.requests.forgetAll() } }

    /// A copy of the present state, so that a search through it delays no request.
    var snapshot: RecentRequests { state.withLock { $0.requests } }

    /// A signal for each further request, or one signal for several, until the time is over or the reader stops. Nil if
    /// there are too many readers.
    package func changes(within time: Duration) -> AsyncStream<Void>? {
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
        // If the time is over already, `onTermination` is not called.
        if case .terminated = watcher.yield() { forget(number) }
        return stream
    }

    /// The page that a query asks for.
    ///
    /// - Parameter filter: the query's own.
    package func page(_ query: JournalQuery, _ filter: JournalQuery.Filter) async -> JournalAnswer {
        let requests = snapshot
        if query.number == 0 { await requests.prepare() }
        let found = requests.newestFirst(only: query.number == 0 ? nil : query.number).filter(filter)
        let page = found.dropFirst(query.offset).prefix(query.limit)
        return JournalAnswer(
            requests: Array(page), total: found.count, forgotten: requests.forgottenCount, query: query)
    }

    /// Compares the recorded requests with an expectation.
    ///
    /// - Parameters:
    ///   - expected: the accepted numbers of matches.
    ///   - changes: the signs of further requests. Each request that arrives is compared, too, until the expectation
    ///     holds or the signs end. Nil to compare only those that are there.
    package func verify(
        _ pattern: RequestPattern, expected: ClosedRange<Int>, waitingFor changes: AsyncStream<Void>?
    ) async throws(StepBudget.Exhausted) -> RequestVerification {
        var verification = RequestVerification(pattern, expected: expected)
        let requests = snapshot
        await requests.prepare()
        try verification.look(at: requests)
        guard verification.canBecomeTrue, let changes else { return verification }
        return try await wait(for: verification, changes)
    }

    /// Looks at each request that arrives until the expectation holds or the time is over.
    private func wait(
        for verification: RequestVerification, _ changes: AsyncStream<Void>
    ) async throws(StepBudget.Exhausted) -> RequestVerification {
        let outcome: Result<RequestVerification, StepBudget.Exhausted> = await cancelWhenGracefulShutdown {
            var verification = verification
            do throws(StepBudget.Exhausted) {
                for await _ in changes {
                    try verification.look(at: self.snapshot)
                    if !verification.canBecomeTrue { break }
                }
                return .success(verification)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func forget(_ watcher: Int) { state.withLock { state in _ = state.watchers.removeValue(forKey: watcher) } }

    /// How many may wait for requests at the same time.
    package static let watcherLimit = 100
}
