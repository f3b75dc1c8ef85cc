import EmbeddedPostgres
import Foundation
import Subprocess
import Synchronization
import SystemPackage
import Testing

/// Debian's PgBouncer between a test and the server of its database.
public enum PgBouncer {
    private struct Failure: Error {
        let error: any Error
        let log: String
    }

    private static let program: FilePath = "/usr/sbin/pgbouncer"
    /// Each one has a socket of its own in the directory of the server's, where its account can make it.
    private static let lastPort = Atomic(6432)

    /// Starts it, and ends it after `body`.
    ///
    /// - Parameters:
    ///   - settings: a pgbouncer.ini that ends within its section `[pgbouncer]`, or lines of that section alone. What
    ///     it says of addresses, passwords and TLS is replaced.
    ///   - url: of a database of the tests' server.
    ///   - body: receives the URL of the same database over PgBouncer.
    public static func with<Value: Sendable>(
        _ settings: String, to url: String, _ body: (String) async throws -> Value
    ) async throws -> Value {
        try #require(
            FileManager.default.isExecutableFile(atPath: program.string),
            "There is no \(program); make test installs Debian's pgbouncer")
        RunningTest.hasBegun()
        let port = lastPort.add(1, ordering: .relaxed).newValue
        let directory = URL(filePath: try LocalSocket.path(in: url)).deletingLastPathComponent().path
        let file = FileManager.default.temporaryDirectory.appending(path: "pgbouncer-\(getpid())-\(port).ini")
        try Data(configuration(settings, port, directory).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // It refuses to work as root, and becomes the account that the server has then.
        let account = geteuid() == 0 ? ["-u", "postgres"] : []
        let outcome = try await Subprocess.run(
            Configuration(executable: .path(program), arguments: Arguments(account + [file.path])),
            input: .none, output: .discarded, error: .string(limit: 1 << 20)
        ) { execution -> Result<Value, any Error> in
            do {
                try await untilReady("\(directory)/.s.PGSQL.\(port)", execution.processIdentifier.value)
                let value = try await body("\(url)&port=\(port)")
                try execution.send(signal: .terminate)
                return .success(value)
            } catch {
                // From version 1.23 on, SIGTERM lets it wait for its clients, which nobody closes after an error.
                try? execution.send(signal: .kill)
                return .failure(error)
            }
        }
        switch outcome.closureResult {
        case .success(let value): return value
        case .failure(let error): throw Failure(error: error, log: outcome.standardError)
        }
    }

    /// A later line replaces an earlier one. Clients need no password.
    private static func configuration(_ settings: String, _ port: Int, _ directory: String) -> String {
        """
        [pgbouncer]
        \(settings)
        listen_addr =
        listen_port = \(port)
        unix_socket_dir = \(directory)
        auth_type = any
        auth_file = /dev/null
        server_tls_sslmode = disable
        logfile =
        pidfile =
        log_connections = 0
        log_disconnections = 0
        [databases]
        * = host=\(directory) port=5432 user=\(EmbeddedPostgres.role)

        """
    }

    /// Returns when it listens.
    private static func untilReady(_ socket: String, _ process: pid_t) async throws {
        while true {
            if let client = LocalSocket.connect(to: socket) {
                close(client)
                return
            }
            try #require(!hasEnded(process), "PgBouncer has ended")
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Checks the child without reaping it. The code that waits for its end reaps it.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        return answer != 0 || information.si_signo == SIGCHLD
    }
}
