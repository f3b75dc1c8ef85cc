@testable import EmbeddedPostgres
import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// One of two Postgres servers: the primary, or its standby. Nobody restarts it.
///
/// Clients and the other server reach it at its door, a directory that is a link: to the directory of its socket, or to
/// one in which a proxy listens.
final class DatabaseNode: Sendable {
    struct Failure: Error {
        let node: String
        let reason: String
    }

    private struct Running {
        let process: ServerProcess
        let postmaster: Int32
    }

    let name: String
    /// The directory with the data.
    let cluster: String
    /// The directory with the link `door`, and with what the door leads to.
    let folder: String
    private let account: ServerAccount
    private let installation: ServerInstallation
    private let running = Mutex<Running?>(nil)

    /// - Parameters:
    ///   - cluster: a stopped server's data; or a path at which ``follow(_:)`` copies those of another server.
    ///   - place: a directory that every account can reach.
    init(
        _ name: String, cluster: String, in place: String, _ account: ServerAccount, _ installation: ServerInstallation
    ) throws {
        (self.name, self.cluster, folder) = (name, cluster, "\(place)/\(name)")
        (self.account, self.installation) = (account, installation)
        try Self.makeDirectory(folder)
        try Self.makeDirectory(socket)
        try give(socket)
        try openDoor(to: socket)
        for (path, text) in [(settings, settingsText), (hostAccess, hostAccessText), (identities, identitiesText)] {
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        }
    }

    /// The `host` of a URL.
    var door: String { folder + "/door" }
    var socket: String { folder + "/socket" }
    private var settings: String { folder + "/postgresql.conf" }
    private var hostAccess: String { folder + "/pg_hba.conf" }
    private var identities: String { folder + "/pg_ident.conf" }

    /// The URL of the service's database on this server alone.
    var url: String { url(database: EmbeddedPostgres.database, user: EmbeddedPostgres.role) }

    private func url(database: String, user: String) -> String { "postgresql://\(user)@/\(database)?host=\(socket)" }

    func openDoor(to directory: String) throws {
        try? FileManager.default.removeItem(atPath: door)
        try FileManager.default.createSymbolicLink(atPath: door, withDestinationPath: directory)
    }

    // MARK: Life and death

    /// Starts it, and returns when it accepts sessions.
    func start(_ options: [String: String] = [:]) async throws {
        let all = options.merging(["config_file": settings]) { given, _ in given }
        let arguments = all.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        let process = ServerProcess(
            account.command(installation.path(of: "postgres"), ["-D", cluster] + arguments))
        let postmaster = try await process.processIdentifier
        running.withLock { $0 = Running(process: process, postmaster: postmaster) }
        // A standby says "ready to accept read-only connections".
        guard try await process.log.line(containing: "ready to accept") != nil else {
            throw Failure(node: name, reason: process.log.lines.suffix(20).joined(separator: "\n"))
        }
    }

    /// Ends all its processes at once, as a power failure does.
    func die() async throws {
        signalAll(SIGKILL)
        try await awaitEnd()
    }

    /// Stops all its processes where they are. Its sockets still accept connections.
    func freeze() { signalAll(SIGSTOP) }

    /// Shuts it down without a last checkpoint, and without waiting for its clients, also if it is frozen. Unlike a
    /// server that is killed, it removes its shared memory.
    func stop() async throws {
        if let postmaster = running.withLock({ $0?.postmaster }) {
            kill(postmaster, SIGQUIT)
            for process in DataDirectory.serverProcesses(of: cluster) { kill(process, SIGCONT) }
        }
        try await awaitEnd()
    }

    private func signalAll(_ number: Int32) {
        guard let postmaster = running.withLock({ $0?.postmaster }) else { return }
        // A postmaster that is stopped makes no new processes.
        kill(postmaster, SIGSTOP)
        for process in DataDirectory.serverProcesses(of: cluster) { kill(process, number) }
    }

    private func awaitEnd() async throws {
        let ended = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let ended else { return }
        // All its processes share the log, so none is left afterwards.
        try await ended.process.log.end()
        _ = try await ended.process.terminate()
    }

    // MARK: Primary and standby

    /// Replaces its data by a copy of the primary's, and starts it as the primary's synchronous standby.
    func follow(_ primary: DatabaseNode) async throws {
        try? FileManager.default.removeItem(atPath: cluster)
        try Self.makeDirectory(cluster, mode: 0o700)
        try give(cluster)
        let copying = try await Command.run(
            account.command(
                installation.path(of: "pg_basebackup"),
                [
                    "--pgdata", cluster, "--host", primary.door, "--username", EmbeddedPostgres.administrator,
                    "--write-recovery-conf", "--checkpoint=fast", "--no-sync",
                ]))
        guard copying.status.isSuccess else { throw Failure(node: name, reason: copying.errors) }
        try await start()
        // Only now: the copy must not have this setting, with which a promoted standby would wait for a standby.
        _ = try await primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        _ = try await primary.ask("SELECT pg_reload_conf()")
        try await primary.says("1", to: "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
    }

    /// Returns when it accepts writes.
    func promote() async throws {
        guard try await ask("SELECT pg_promote(wait_seconds => 300)") == "t" else {
            throw Failure(node: name, reason: "it was not promoted in time")
        }
    }

    /// Waits until the server's answer to a query is this one.
    func says(_ answer: String, to query: String) async throws {
        try await Deadline.within(Deadline.usual, "the answer \(answer) of server \(self.name) to \(query)") {
            while try await self.ask(query) != answer, !Task.isCancelled {}
        }
    }

    /// Runs a statement as the superuser with psql, which accepts a standby.
    func ask(_ query: String) async throws -> String {
        let url = self.url(database: "postgres", user: EmbeddedPostgres.administrator)
        let run = try await Command.run(
            Configuration(
                executable: .name("psql"),
                arguments: ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", query, url]))
        guard run.status.isSuccess else { throw Failure(node: name, reason: run.errors) }
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Files

    private static func makeDirectory(_ path: String, mode: Int = 0o755) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: mode])
    }

    /// Makes the server's account the owner, if that is another one than the tests'.
    private func give(_ directory: String) throws {
        if account.isAnother { try FilePath(directory).setOwner(account.userID, group: account.groupID) }
    }

    /// No test ends the operating system, so nothing has to reach the disk. By default, a copy waits some seconds for
    /// the checkpoint that follows a promotion, and a standby that finds no new log asks again after 5 seconds.
    private var settingsText: String {
        """
        include '\(cluster)/postgresql.conf'
        hba_file = '\(hostAccess)'
        ident_file = '\(identities)'
        cluster_name = '\(name)'
        listen_addresses = ''
        unix_socket_directories = '\(socket)'
        max_connections = 100
        hot_standby = on
        wal_level = replica
        wal_retrieve_retry_interval = 100ms
        checkpoint_completion_target = 0
        fsync = off
        autovacuum = off
        logging_collector = off
        log_destination = 'stderr'
        log_min_error_statement = panic

        """
    }

    private var hostAccessText: String {
        """
        local all all peer map=owner
        local replication all peer map=owner

        """
    }

    private var identitiesText: String {
        Set([account.launcherName, account.name]).sorted().flatMap { account in
            [EmbeddedPostgres.role, EmbeddedPostgres.administrator].map { "owner \"\(account)\" \($0)\n" }
        }.joined()
    }
}
