import ArgumentParser
import Audit
import CardSecrets
import EmbeddedPostgres
import Foundation
import HTTPContract
import HTTPService
import Issuing
import Logging
import Metrics
import Postgres
import Validation

/// The embedded or external database that every sub-command works on, and its keys.
package struct Installation: Sendable {
    /// The version of all programs.
    package static let version = OpenAPIDocument.version

    /// Nil if the database is external.
    package let embedded: EmbeddedPostgres?
    package let configuration: DatabaseConfiguration
    /// Nil if the primary answers all lists.
    package let standby: DatabaseConfiguration?
    package let database: Database
    package let logger: Logger
    package let metrics: PrometheusRegistry
    /// The directory for everything that this service stores in files.
    package let dataDirectory: String
    private let keySource: KeySource

    /// Starts the embedded Postgres, if there is one. The connection to the database is opened when it is first used.
    ///
    /// - Parameters:
    ///   - standby: answers lists, if the service has one.
    ///   - mayBegin: whether a data directory is made if there is none.
    package static func open(
        _ options: StorageOptions, standby: StandbyChoice? = nil, mayBegin: Bool = true
    ) async throws -> Installation {
        let logger = try makeLogger(options)
        let keySource = try options.keySource()
        let dataDirectory = options.dataDirectory
        let wait = try Setting.seconds(options.databaseWait, "DATABASE_WAIT", default: 2)
        let statementTimeout = try Setting.seconds(options.statementTimeout, "STATEMENT_TIMEOUT", default: 5)
        let metrics = ServiceMetrics.registry()
        var embedded: EmbeddedPostgres?
        var configuration: DatabaseConfiguration
        if let external = try options.externalDatabase() {
            configuration = external.configuration
            if external.showsPassword { warn(of: "--database-url", logger) }
            if standby?.showsPassword == true { warn(of: "--read-url", logger) }
        } else {
            guard standby == nil else {
                throw ValidationError(
                    "--read-url and --read-url-file name a standby of --database-url, and the service's own PostgreSQL "
                        + "has none; remove them.")
            }
            guard mayBegin || FileManager.default.fileExists(atPath: dataDirectory + "/postgres") else {
                throw Failure(
                    description: "There is no database in \(dataDirectory). Name its directory with --data-dir, or the "
                        + "database with --database-url or --database-url-file.")
            }
            let postgres = EmbeddedPostgres(dataDirectory: dataDirectory, logger: logger)
            try await postgres.start()
            embedded = postgres
            configuration = try DatabaseConfiguration(url: postgres.url)
        }
        (configuration.waitingLimit, configuration.statementTimeout) = (wait, statementTimeout)
        configuration.schemas = IssuingSchema.searchPath
        configuration.sessionSettings = IssuingSchema.sessionSettings
        let database = Database(
            configuration, standby: standby?.configuration, logger: logger, metrics: metrics)
        return Installation(
            embedded: embedded, configuration: configuration, standby: standby?.configuration, database: database,
            logger: logger, metrics: metrics, dataDirectory: dataDirectory, keySource: keySource)
    }

    private static func warn(of option: String, _ logger: Logger) {
        logger.warning("""
            Every account of this machine can see the password in \(option). Put the URL into a file that only the \
            service's account can read, and name it with \(option)-file.
            """)
    }

    private static func makeLogger(_ options: StorageOptions) throws -> Logger {
        let name = Setting.text(options.logLevel, "LOG_LEVEL", default: "info")
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError(
                "Unknown log level '\(name)'; use trace, debug, info, notice, warning, error or critical.")
        }
        let environment = ProcessInfo.processInfo.environment
        let isColoured = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        // A person reads a terminal. Programs read everything else.
        let isTerminal = isatty(STDERR_FILENO) == 1
        return Logger(label: "tessera") { label -> any LogHandler in
            guard isTerminal else { return JSONLogHandler(label: label, level: level, now: { Date() }) }
            return TerminalLogHandler(level: level, isColoured: isColoured, now: { Date() })
        }
    }

    package func close() async {
        await database.shutDown()
        await embedded?.stop()
    }

    /// - Parameters:
    ///   - contracting: whether no earlier program uses the database any more.
    ///   - role: a role that serves from now on.
    ///   - caller: whom the audit trail names.
    package func migrate(
        contracting: Bool, serving role: String? = nil, by caller: AuditCaller = .service
    ) async throws -> MigrationReport {
        let clock = ServiceClock { Date() }
        do throws(PostgresFailure) {
            return try await database.migrate(
                IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script, contracting: contracting,
                giving: IssuingSchema.servingRights, to: role, placing: IssuingSchema.distribution
            ) { from, to in
                AuditTrail.recording([
                    AuditEvent(
                        AuditedAct.migrated.rawValue, detail: "\(from) -> \(to)", by: caller, at: clock.now()),
                ])
            }
        } catch {
            guard error.sqlState == "42501" else { throw error }
            if let found = try await database.read(Self.owner()).first {
                throw Failure(
                    description: "The database role \(found.role) may not change the schema, which belongs to "
                        + "\(found.owner). Run the command migrate as \(found.owner), and serve without --migrate.")
            }
            throw Failure(
                description: "The database role lacks a privilege: \(error). To create the schema, it needs "
                    + "GRANT CREATE ON DATABASE … TO … and GRANT CREATE ON SCHEMA public TO …, from the owner.")
        }
    }

    /// Gives the tables their places on the machines of a cluster.
    func distribute(by caller: AuditCaller) async throws -> DistributionReport {
        let clock = ServiceClock { Date() }
        return try await database.distribute(by: IssuingSchema.distribution) { tables in
            AuditTrail.recording([
                AuditEvent(
                    AuditedAct.distributed.rawValue, detail: "\(tables) tables", by: caller, at: clock.now()),
            ])
        }
    }

    /// The session's role and the role that owns the schema, if that is another one.
    private static let owner = Statement(
        "schema_owner",
        """
        SELECT current_user::text AS role, pg_get_userbyid(relowner)::text AS owner FROM pg_class
        WHERE oid = to_regclass('public.schema_migration') AND NOT pg_has_role(relowner, 'USAGE')
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (role: try row.text("role"), owner: try row.text("owner"))
    }

    /// The write-ahead log and the logs of an embedded database.
    package var databaseLogs: [String] {
        (embedded?.logPaths ?? []).filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Whether the database is marked as the database of a sandbox.
    package func isSandbox() async throws -> Bool { try await database.hasTable("mark", in: "sandbox") }

    /// Migrates the schema of an embedded database, and of an external one on request, which earlier programs may still
    /// use. Otherwise checks that the schema
    /// is up to date. A newer schema is accepted if it works with this program.
    package func prepareSchema(migrating: Bool) async throws {
        let newer: Int?
        if migrating || embedded != nil {
            let report = try await migrate(contracting: embedded != nil)
            newer = report.newer
            if !report.wasFresh, !report.applied.isEmpty {
                logger.notice(
                    "the database's schema was migrated",
                    metadata: ["versions": .array(report.applied.map { .stringConvertible($0) })])
            }
        } else {
            newer = try await requireSchema()
        }
        if let newer {
            logger.notice(
                "the database's schema is newer than this program, and works with it",
                metadata: ["version": .stringConvertible(newer)])
        }
    }

    /// For a process that must not migrate. The error names the missing migrations; otherwise, a later statement would
    /// fail because of them.
    ///
    /// - Returns: the schema's version if it is newer than this program.
    private func requireSchema() async throws -> Int? {
        let plan = try await database.migrationPlan(IssuingSchema.migrations)
        guard plan.needed.isEmpty else {
            let names = plan.needed.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
            throw Failure(
                description: "The database lacks migrations: \(names). Run the command migrate, or serve with "
                    + "--migrate, as the role that owns the tables.")
        }
        return plan.isNewer ? plan.found : nil
    }

    /// The service over this database, with its keys loaded.
    package func issuing() async throws -> Issuing {
        try await issuing(on: database, ServiceClock { Date() }, .system)
    }

    /// The service over another database with the same key.
    package func issuing(on database: Database, _ clock: ServiceClock, _ entropy: Entropy) async throws -> Issuing {
        let (keys, keyEncryptionKey) = try await keys(of: database, entropy, clock)
        var issuing = Issuing(
            database: database, vault: CardVault(keys: keys, entropy: entropy), clock: clock, entropy: entropy)
        issuing.keyEncryptionKey = keyEncryptionKey
        return issuing
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The key-encryption key, which must be there already.
    package func keyEncryptionKey() async throws -> KeyEncryptionKey { try await keySource.key() }

    /// The default key file is created on the first start. If the database already has keys, the new file is removed
    /// again, because the next start would take it for the right one.
    private func keys(
        of database: Database, _ entropy: Entropy, _ clock: ServiceClock
    ) async throws -> (KeyRing, KeyEncryptionKey) {
        let newFile = keySource.newFile
        let key = if let newFile { try makeKeyFile(newFile, entropy) } else { try await keySource.key() }
        do throws(KeyLoadingFailure) {
            return (try await KeyRing.load(from: database, opening: key, entropy: entropy, clock: clock), key)
        } catch {
            guard case .keys(let failure) = error else { throw error }
            if let newFile { try? FileManager.default.removeItem(atPath: newFile) }
            throw Failure(
                description: (newFile.map { "There is no key file \($0)" } ?? "\(keySource) does not fit")
                    + ", and this database's keys need the key-encryption key that seals them: \(keySource.remedy) "
                    + "\(failure)")
        }
    }

    private func makeKeyFile(_ path: String, _ entropy: Entropy) throws -> KeyEncryptionKey {
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return try KeyEncryptionKey.generate(file: path, using: entropy)
    }
}

/// Runs the work of a sub-command, then closes the installation, even if the work fails.
package func withInstallation(
    _ options: StorageOptions, standby: StandbyChoice? = nil, mayBegin: Bool = true,
    _ work: (Installation) async throws -> Void
) async throws {
    let installation = try await Installation.open(options, standby: standby, mayBegin: mayBegin)
    do {
        // An embedded Postgres is as this program made it.
        if installation.embedded == nil { try await installation.database.examineServer() }
        try await work(installation)
    } catch {
        await installation.close()
        throw error
    }
    await installation.close()
}
