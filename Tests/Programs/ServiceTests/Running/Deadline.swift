import NIOCore
import NIOPosix
import TestSupport

/// The end of a test's wait for another process.
///
/// A test that waits too long fails at its deadline and says what it waited for, and all other tests go on. The time
/// limits of the suites cannot do that, because they cancel a test and then wait for it.
enum Deadline {
    /// For work that takes seconds on an idle machine. A busy machine makes tests slow, but must not make them fail.
    static let usual: Duration = .seconds(300)
    /// For compilers, generators and testers, which take minutes, and for scripts that start many programs. It is a
    /// little less than the 20 minutes of a suite, because this limit names what the test waited for.
    static let long: Duration = .seconds(1100)

    struct Passed: Error, CustomStringConvertible {
        let limit: Duration
        let wait: String

        var description: String { "A test waited for \(wait), but not longer than \(limit)" }
    }

    /// Waits for `work` until the limit. Then it cancels the work but does not wait for it, because work that hangs may
    /// ignore its cancellation.
    ///
    /// - Parameter wait: describes what the test waits for. It is called at the limit.
    static func within<Result: Sendable>(
        _ limit: Duration, _ wait: @autoclosure @escaping @Sendable () -> String,
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Result.self)
        let working = Task {
            do {
                outcome.yield(try await work())
            } catch {
                outcome.finish(throwing: error)
            }
        }
        let alarm = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(limit)) {
            outcome.finish(throwing: Passed(limit: limit, wait: wait()))
        }
        defer {
            alarm.cancel()
            working.cancel()
        }
        for try await result in outcomes { return result }
        // The stream ends without a result only if the test is cancelled.
        throw CancellationError()
    }
}

extension WebhookReceiver {
    /// Waits until this many requests have arrived, and returns all requests so far.
    func receivedInTime(_ count: Int) async throws -> [Received] {
        try await Deadline.within(Deadline.usual, "\(count) webhooks, of which \(self.received.count) came") {
            await self.received(count)
        }
    }
}

extension TableLock {
    /// Waits until a statement of the service waits for the table.
    func isWaitedForInTime() async throws {
        try await Deadline.within(Deadline.usual, "a statement that waits for a locked table") {
            try await isWaitedFor()
        }
    }
}
