import CardSecrets
import Dispatch

/// Slow work whose only thread is busy until it is freed.
package struct BusyThread: Sendable {
    package let slowWork: SlowWork
    private let gate = DispatchSemaphore(value: 0)
    private let working: Task<Void, any Error>

    /// - Parameter limit: the number of tasks that may wait for the thread.
    package init(limit: Int) async {
        let slowWork = SlowWork(threads: 1, limit: limit, waitingLimit: .seconds(600), niceness: 0)
        self.slowWork = slowWork
        let owner = SlowWork.Owner("the test", in: slowWork, places: 1)
        working = Task { [gate] in
            try await slowWork.withPlace(of: owner, { $0 as any Error }) { place in
                try await place.run { gate.wait() }.get()
            }
        }
        while slowWork.load.running == 0 { await Task.yield() }
    }

    package func free() async throws {
        gate.signal()
        try await working.value
    }
}
