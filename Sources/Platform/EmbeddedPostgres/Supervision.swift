import Logging

/// Keeps a server running from the first connection that it accepts until `end()`.
final class Supervision: Sendable {
    private let task: Task<Void, Never>

    private init(task: Task<Void, Never>) {
        self.task = task
    }

    /// Starts the server and returns when it accepts connections.
    ///
    /// - Parameter interval: how often to look whether the server's program was replaced.
    static func begin(
        _ postmaster: Postmaster, lookingEvery interval: Duration = .seconds(5), logger: Logger
    ) async throws(EmbeddedPostgresFailure) -> Supervision {
        let (outcomes, outcome) = AsyncStream<Result<Void, EmbeddedPostgresFailure>>
            .makeStream(bufferingPolicy: .bufferingOldest(1))
        let task = Task {
            await keepRunning(postmaster, interval, logger: logger) { outcome.yield($0) }
        }
        let first = await outcomes.first { _ in true }
        guard case .success = first else {
            task.cancel()
            await task.value
            if case .failure(let failure) = first { throw failure }
            throw .cancelled
        }
        return Supervision(task: task)
    }

    /// Shuts the server down and returns when it has ended.
    func end() async {
        task.cancel()
        await task.value
    }

    private static func keepRunning(
        _ postmaster: Postmaster, _ interval: Duration, logger: Logger,
        report: @escaping @Sendable (Result<Void, EmbeddedPostgresFailure>) -> Void
    ) async {
        var policy = RestartPolicy()
        while !Task.isCancelled {
            let (failure, readySince) = await runOnce(postmaster, interval, logger: logger) { report(.success(())) }
            guard !Task.isCancelled else { return }
            let decision = policy.serverEnded(
                workedFor: readySince.map { ContinuousClock.now - $0 },
                predecessorIsPresent: failure.blamesPredecessor)
            switch decision {
            case .giveUp:
                return report(.failure(failure))
            case .startAgain(let delay):
                logger.error(
                    "The Postgres server ended and is being restarted",
                    metadata: ["reason": "\(failure)", "delay": "\(delay)"])
                try? await Task.sleep(for: delay)
            }
        }
    }

    private static func runOnce(
        _ postmaster: Postmaster, _ interval: Duration, logger: Logger, whenReady: @escaping @Sendable () -> Void
    ) async -> (EmbeddedPostgresFailure, readySince: ContinuousClock.Instant?) {
        let program = postmaster.program
        let upgrade = UpgradeWatch(of: program, every: interval)
        let watching = Task {
            guard await upgrade.notices() else { return }
            logger.notice("PostgreSQL was upgraded, so its server is restarted", metadata: ["program": "\(program)"])
            postmaster.shutDown()
        }
        defer { watching.cancel() }
        do {
            let life = try await postmaster.run { processIdentifier in
                logger.info("The Postgres server is ready", metadata: ["pid": "\(processIdentifier)"])
                whenReady()
            }
            let failure = EmbeddedPostgresFailure.serverEnded(
                status: "\(life.status)", wasReady: life.readySince != nil, log: postmaster.layout.log,
                lastLines: postmaster.lastLogLines)
            return (failure, life.readySince)
        } catch {
            return (error, nil)
        }
    }
}

extension EmbeddedPostgresFailure {
    /// Postgres reports a predecessor in two ways: shared memory that is still attached, or a lock file whose process
    /// is running.
    var blamesPredecessor: Bool {
        guard case .serverEnded(_, _, _, let lines) = self else { return false }
        return ["pre-existing shared memory block", "\"postmaster.pid\" already exists"].contains { lines.contains($0) }
    }
}
