import Foundation
import Subprocess
import SystemPackage

/// One run of the server, from its start to its end, whatever the reason.
struct Postmaster: Sendable {
    let installation: ServerInstallation
    let account: ServerAccount
    let layout: ClusterLayout

    var program: FilePath { installation.programs.appending("postgres") }

    /// Crash recovery replays the write-ahead log before the server accepts its first connection. That can take a long
    /// time.
    static let readyLimit: Duration = .seconds(300)

    struct Life: Sendable {
        let status: TerminationStatus
        /// Nil if it ended before it accepted connections.
        let readySince: ContinuousClock.Instant?
    }

    /// Runs the server. Cancelling the task shuts it down: cleanly at first, immediately after 20 s, by force 5 s
    /// later.
    func run(whenReady: @Sendable (Int32) -> Void) async throws(EmbeddedPostgresFailure) -> Life {
        var command = account.command(
            installation.path(of: "postgres"), ["-D", layout.cluster.string, "-c", "config_file=\(layout.settings)"])
        command.platformOptions.teardownSequence = [
            .send(signal: .interrupt, allowedDurationToNextStep: .seconds(20)),
            .send(signal: .quit, allowedDurationToNextStep: .seconds(5)),
        ]
        let log = try openLog()
        do {
            let result = try await Subprocess.run(
                command, input: .none,
                output: .fileDescriptor(log, closeAfterSpawningProcess: true), error: .combinedWithOutput
            ) { execution in
                try await waitUntilReady(execution.processIdentifier.value, whenReady)
            }
            return Life(status: result.terminationStatus, readySince: result.closureResult)
        } catch let failure as EmbeddedPostgresFailure {
            throw failure
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .programNotRun(installation.programs.appending("postgres"), reason: "\(error)")
        }
    }

    /// Shuts a running server down, in order.
    func shutDown() {
        guard let server = PostmasterFile(in: layout.cluster), server.isRunning(in: layout.cluster) else { return }
        kill(server.processIdentifier, SIGINT)
    }

    var lastLogLines: String { lastLines(of: layout.log.lastText(limit: 4096)) }

    /// Keeps this run's log and the previous one, so a log grows no longer than a run lasts.
    private func openLog() throws(EmbeddedPostgresFailure) -> FileDescriptor {
        if try layout.log.statusIfPresent() != nil { try layout.log.move(to: layout.previousLog) }
        return try layout.log.openForReplacing(permissions: .ownerReadWrite)
    }

    /// The file of an earlier server may also say "ready", so it must name this process.
    private func waitUntilReady(
        _ processIdentifier: pid_t, _ whenReady: (Int32) -> Void
    ) async throws -> ContinuousClock.Instant? {
        let deadline = ContinuousClock.now + Self.readyLimit
        while !Self.hasEnded(processIdentifier) {
            if let file = PostmasterFile(in: layout.cluster), file.isReady,
                file.processIdentifier == processIdentifier
            {
                whenReady(processIdentifier)
                return ContinuousClock.now
            }
            guard ContinuousClock.now < deadline else {
                throw EmbeddedPostgresFailure.serverNotReady(
                    seconds: Self.readyLimit.components.seconds, log: layout.log, lastLines: lastLogLines)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    /// Checks the child without reaping it. The code that waits for its end reaps it.
    private static func hasEnded(_ processIdentifier: pid_t) -> Bool {
        var information = siginfo_t()
        let answer = waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || information.si_signo == SIGCHLD
    }
}
