import Subprocess

/// The process of a service that runs next to a test.
///
/// A separate task waits for the process. So a test can stop waiting at a deadline even if the process hangs.
struct ServerProcess: Sendable {
    let log: ServiceLog
    private let process: Command.Process
    private let began: AsyncStream<Int32>
    private let terminating: AsyncStream<Void>.Continuation
    private let running: Task<Program.Ending, any Error>

    /// Starts it.
    init(_ configuration: Configuration) {
        let (log, process) = (ServiceLog(), Command.Process())
        let (began, begin) = AsyncStream.makeStream(of: Int32.self)
        let (requests, terminating) = AsyncStream.makeStream(of: Void.self)
        running = Task {
            defer { begin.finish() }
            let result = try await Subprocess.run(
                configuration, input: .none, output: .string(limit: 1 << 20), error: .sequence
            ) { execution in
                process.began(execution.processIdentifier.value)
                begin.yield(execution.processIdentifier.value)
                async let reading: Void = log.read(execution.standardError)
                for await _ in requests { try execution.send(signal: .terminate) }
                try await reading
            }
            return Program.Ending(
                status: result.terminationStatus, output: result.standardOutput,
                errors: log.lines.joined(separator: "\n"))
        }
        (self.log, self.process, self.began, self.terminating) = (log, process, began, terminating)
    }

    /// Waits for the start of the process.
    var processIdentifier: Int32 {
        get async throws {
            let first = try await Deadline.within(Deadline.usual, "the start of a service") {
                await began.first { _ in true }
            }
            guard let first else {
                _ = try await running.value
                throw CancellationError()
            }
            return first
        }
    }

    /// Sends SIGTERM, unless the service has already ended, and waits for the end.
    func terminate() async throws -> Program.Ending {
        if !log.isOver { terminating.yield() }
        terminating.finish()
        return try await Deadline.within(
            Deadline.usual, "the end of a service after SIGTERM, whose process \(process.description)"
        ) { try await running.value }
    }

    /// Sends SIGKILL, and waits for the end if the test is not cancelled.
    func kill() async {
        running.cancel()
        _ = try? await Deadline.within(Deadline.usual, "the end of a service after SIGKILL") {
            try await running.value
        }
    }
}
