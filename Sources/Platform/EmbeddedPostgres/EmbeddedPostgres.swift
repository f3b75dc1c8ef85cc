import Logging
import ServiceLifecycle
import SystemPackage

/// A private Postgres in a data directory, for machines without a database server. The running process owns it.
///
/// It runs the installed Postgres server. Only this account can reach its cluster, over a unix socket on which the
/// kernel identifies the caller. If the server is killed, this actor starts it again. If a `kill -9` of this process
/// leaves the server behind, the next start finds it, shuts it down and starts a new one. If creating the cluster is
/// interrupted, the next start creates it again.
///
/// `start()` returns when connections are accepted, so migrations can follow. The server is supervised until `stop()`.
/// As a `Service` it lasts until graceful shutdown: list it before the services that use it, because a `ServiceGroup`
/// shuts down from the last to the first.
public actor EmbeddedPostgres: Service {
    /// The writes that a power failure may lose.
    public enum Durability: Sendable {
        /// A power failure loses no acknowledged write.
        case full
        /// A power failure may lose everything. For tests, which delete the cluster anyway.
        case none
    }

    /// The role that the service connects as. It owns the service's database and the databases that it creates.
    public static let role = "tessera"
    public static let database = "tessera"
    /// The superuser's name.
    public static let administrator = "postgres"

    /// The libpq URL of the service's database.
    public nonisolated var url: String { url(database: Self.database) }

    private enum State {
        case stopped
        case changing
        case running(Supervision, DataDirectoryLock)
    }

    private nonisolated let layout: ClusterLayout
    private nonisolated let durability: Durability
    private nonisolated let maximumConnections: Int
    private nonisolated let logger: Logger
    private var state = State.stopped

    /// - Parameters:
    ///   - dataDirectory: created if it does not exist, accessible to its owner only. A relative path starts at the
    ///     current working directory.
    ///   - maximumConnections: Postgres' `max_connections`.
    public init(
        dataDirectory: String, durability: Durability = .full, maximumConnections: Int = 300,
        logger: Logger = Logger(label: "tessera.postgres")
    ) {
        layout = ClusterLayout(dataDirectory: FilePath(dataDirectory))
        self.durability = durability
        self.maximumConnections = maximumConnections
        self.logger = logger
    }

    /// Where the cluster writes values besides its tables: the write-ahead log, and the logs of this run and of the one
    /// before.
    public nonisolated var logPaths: [String] {
        [layout.cluster.appending("pg_wal"), layout.log, layout.previousLog].map(\.string)
    }

    /// A libpq URL to any database of the cluster, as the service's role or as the administrator.
    public nonisolated func url(database: String, user: String = EmbeddedPostgres.role) -> String {
        layout.url(database: database, user: user)
    }

    /// Creates the cluster if there is none, and returns when it accepts connections. A running server stays as it is.
    public func start() async throws(EmbeddedPostgresFailure) {
        switch state {
        case .running: return
        case .changing: throw .changingState
        case .stopped: state = .changing
        }
        do {
            let (visible, account, lock) = try await takePossession()
            state = .running(try await launch(visible, account: account), lock)
        } catch {
            state = .stopped
            throw error
        }
    }

    /// Shuts the server down: cleanly, or immediately if that takes more than 20 s. Returns when it has ended.
    public func stop() async {
        guard case .running(let supervision, _) = state else { return }
        state = .changing
        await supervision.end()
        state = .stopped
    }

    /// Stops the server, even one that a killed process left behind, and removes everything it has stored.
    public func destroy() async throws(EmbeddedPostgresFailure) {
        await stop()
        guard case .stopped = state else { throw .changingState }
        guard try layout.dataDirectory.statusIfPresent(followingLink: true) != nil else { return }
        state = .changing
        defer { state = .stopped }
        let (visible, _, lock) = try await takePossession()
        for path in [visible.home, layout.home, layout.socketDirectory, layout.lock] { try path.removeTree() }
        // From here on, another process can create and hold a new lock in the directory.
        if layout.dataDirectory.entries.isEmpty { try layout.dataDirectory.removeIfEmpty() }
        withExtendedLifetime(lock) {}
    }

    /// Runs the server until graceful shutdown, or until the task is cancelled.
    public func run() async throws {
        do {
            try await start()
        } catch EmbeddedPostgresFailure.cancelled {
            return
        }
        try? await gracefulShutdown()
        await stop()
    }

    /// Takes the data directory for this process alone. Afterwards no other process of this program uses it, and no
    /// server that one left behind.
    private func takePossession() async throws(EmbeddedPostgresFailure) -> (
        ClusterLayout, ServerAccount, DataDirectoryLock
    ) {
        let account = try ServerAccount.current()
        let directories = ClusterDirectories(account: account)
        try directories.makeDataDirectory(layout)
        let lock = try await DataDirectoryLock.acquire(layout)
        let visible = try await directories.makeHome(layout)
        if visible.home != layout.home {
            logger.notice(
                "The account that runs Postgres cannot reach the data directory, so the cluster is in another place",
                metadata: ["account": "\(account.name)", "cluster": "\(visible.home)"])
        }
        try await LeftoverServer(cluster: visible.cluster, socketLock: visible.socketLock).end()
        return (visible, account, lock)
    }

    private func launch(
        _ visible: ClusterLayout, account: ServerAccount
    ) async throws(EmbeddedPostgresFailure) -> Supervision {
        let installation = try await ServerInstallation.find(for: visible, account: account)
        try await ClusterCreation(
            installation: installation, account: account, layout: visible, durability: durability
        ).createIfMissing()
        try ServerSettings(
            layout: visible, account: account, durability: durability, maximumConnections: maximumConnections
        ).write()
        let postmaster = Postmaster(installation: installation, account: account, layout: visible)
        return try await Supervision.begin(postmaster, logger: logger)
    }
}
