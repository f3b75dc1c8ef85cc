import EmbeddedPostgres
import Issuing
import Postgres
import Synchronization

/// A database for one test in the test process's cluster. It is empty or a copy of a template, and is dropped when the
/// last reference to it is released.
public final class ScratchDatabase: Sendable {
    public let name: String
    /// True if the database contains the service's schema, or will contain it. Tables in any other database are created
    /// in `public`.
    private let holdsSchema: Bool
    /// The URL for the role that the service uses in production, which is not a superuser.
    public let url: String

    /// Creates a database in about 0.1 seconds.
    public static func make(from template: Template? = nil) async throws -> ScratchDatabase {
        try await make(copying: template?.name() ?? "template1", holdsSchema: template != nil)
    }

    /// Creates an empty database whose sessions look names up as the service's do.
    public static func makeForService() async throws -> ScratchDatabase {
        try await make(copying: "template1", holdsSchema: true)
    }

    /// The connection to the database, with fewer threads than in the service. It is opened on first use.
    public var database: Database {
        get throws {
            try connected.withLock { database in
                if let database { return database }
                var configuration = try configuration
                (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, 4)
                let connecting = Database(configuration, logger: TestCluster.quietLogger)
                database = connecting
                return connecting
            }
        }
    }

    /// The settings for connecting to it, or to other databases of the cluster.
    public var configuration: DatabaseConfiguration {
        get throws { try configuration(url) }
    }

    /// The settings for connecting to it over a wire; directly if nil.
    public func configuration(over wire: FaultyWire?) throws -> DatabaseConfiguration {
        guard let wire else { return try configuration }
        var configuration = try configuration(wire.url(for: url))
        configuration.applicationName = Self.nameBehindWire
        return configuration
    }

    /// The name of sessions over a wire.
    public static let nameBehindWire = "behind-a-wire"

    private func configuration(_ url: String) throws -> DatabaseConfiguration {
        var configuration = try DatabaseConfiguration(url: url)
        // A busy machine makes tests slow, but must not make them fail.
        (configuration.waitingLimit, configuration.statementTimeout) = (.seconds(60), .seconds(120))
        // A test may hold a lock until a program that it has started waits for it.
        configuration.sessionSettings = ["idle_in_transaction_session_timeout": "10min"]
        if holdsSchema {
            configuration.schemas = IssuingSchema.searchPath
            configuration.sessionSettings.merge(IssuingSchema.sessionSettings) { $1 }
        }
        return configuration
    }

    /// The URL of the cluster's superuser.
    public static var administratorURL: String { TestCluster.administratorURL() }

    /// Runs a script as the cluster's superuser, outside the databases of tests.
    public static func administer(script: String) async throws { try await TestCluster.execute(script: script) }

    /// Runs a script as the cluster's superuser, who alone may leave out the checks of foreign keys and the triggers.
    public func executeUnchecked(script: String) async throws {
        var configuration = try configuration(TestCluster.administratorURL(database: name))
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 1, 1)
        configuration.sessionSettings["session_replication_role"] = "replica"
        let unchecked = Database(configuration, logger: TestCluster.quietLogger)
        try await unchecked.execute(script: script)
        await unchecked.shutDown()
    }

    /// Makes later sessions send what they would send to a cluster: they find the table that tells one. Only a
    /// superuser can make it. The database stays one Postgres.
    public func pretendToBeCluster() async throws {
        let script = "SET allow_system_table_mods = on; CREATE TABLE pg_catalog.pg_dist_partition ()"
        try await TestCluster.execute(script: script, in: name)
    }

    /// The segments of the cluster's write-ahead log that some work has written to.
    public func segments(writtenBy work: () async throws -> Void) async throws -> [String] {
        let segment = Statement<String>.evidence(
            "SELECT pg_walfile_name(pg_current_wal_insert_lsn())", named: "wal_segment")
        let first = try await database.read(segment())
        try await work()
        let names = Set(first + (try await database.read(segment())))
        return names.sorted().map { "\(TestCluster.walPath)/\($0)" }
    }

    /// Makes a role without rights.
    ///
    /// - Parameter opens: whether `url(as:)` opens sessions with the role's rights.
    public func makeRole(_ options: String = "LOGIN", opens: Bool = true) async throws -> String {
        let role = "role_\(Self.made.add(1, ordering: .relaxed).newValue)"
        let member = opens ? "GRANT \(role) TO \(EmbeddedPostgres.role)" : ""
        try await TestCluster.execute(script: "CREATE ROLE \(role) \(options); \(member)")
        return role
    }

    /// The URL of sessions that have the rights of a role, as after its login, which the cluster allows its owner only.
    public func url(as role: String) -> String { "\(url)&options=-crole%3D\(role)" }

    /// A connection that has the rights of a role.
    public func connect(as role: String) throws -> Database {
        var configuration = try configuration(url(as: role))
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, 4)
        return Database(configuration, logger: TestCluster.quietLogger)
    }

    static func make(copying template: String, holdsSchema: Bool) async throws -> ScratchDatabase {
        RunningTest.hasBegun()
        let name = "scratch_\(made.add(1, ordering: .relaxed).newValue)"
        let database = ScratchDatabase(name: name, holdsSchema: holdsSchema)
        // Copying files takes half as long as writing every page to the log, which Postgres does by default.
        let script = """
            CREATE DATABASE \(database.name) OWNER \(EmbeddedPostgres.role) TEMPLATE \(template) STRATEGY file_copy
            """
        try await TestCluster.execute(script: script)
        return database
    }

    private static let made = Atomic(0)
    private let connected = Mutex<Database?>(nil)

    private init(name: String, holdsSchema: Bool) {
        self.name = name
        self.holdsSchema = holdsSchema
        url = TestCluster.url(database: name)
    }

    deinit {
        let name = name
        Task { try? await TestCluster.drop(database: name) }
    }
}
