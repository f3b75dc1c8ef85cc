import ArgumentParser
import CardSecrets
import CardServer
import EmbeddedPostgres
import Foundation
import HTTPService
import Issuing
import Logging
import Metrics
import Postgres
import Sandbox

/// What every sub-command works on: an embedded or external database, and its keys.
struct Installation {
    /// Nil if the database is external.
    let embedded: EmbeddedPostgres?
    let configuration: DatabaseConfiguration
    let database: Database
    let logger: Logger
    let metrics: PrometheusRegistry
    private let keyFile: String
    private let isKeyFileGiven: Bool

    /// Starts the embedded Postgres, if there is one. The connection to the database is opened when it is first used.
    static func open(_ options: StorageOptions) async throws -> Installation {
        let logger = try makeLogger(options)
        let dataDirectory = Setting.text(options.dataDir, "DATA_DIR", default: ".tessera")
        let keyFile = Setting.text(options.keyFile, "KEY_FILE")
        let wait = try Setting.seconds(options.databaseWait, "DATABASE_WAIT", default: 2)
        let statementTimeout = try Setting.seconds(options.statementTimeout, "STATEMENT_TIMEOUT", default: 5)
        let metrics = PrometheusRegistry()
        var embedded: EmbeddedPostgres?
        let url: String
        if let given = Setting.text(options.databaseURL, "DATABASE_URL") {
            url = given
        } else {
            let postgres = EmbeddedPostgres(dataDirectory: dataDirectory, logger: logger)
            try await postgres.start()
            embedded = postgres
            url = postgres.url
        }
        var configuration = try DatabaseConfiguration(url: url)
        (configuration.waitingLimit, configuration.statementTimeout) = (wait, statementTimeout)
        configuration.schemas = Schema.searchPath
        let database = Database(configuration, logger: logger, metrics: metrics)
        return Installation(
            embedded: embedded, configuration: configuration, database: database, logger: logger, metrics: metrics,
            keyFile: keyFile ?? dataDirectory + "/key-encryption.key", isKeyFileGiven: keyFile != nil)
    }

    private static func makeLogger(_ options: StorageOptions) throws -> Logger {
        let name = Setting.text(options.logLevel, "LOG_LEVEL", default: "info")
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError(
                "Unknown log level '\(name)'; use trace, debug, info, notice, warning, error or critical.")
        }
        return Logger(label: "tessera") { JSONLogHandler(label: $0, level: level, now: { Date() }) }
    }

    func close() async {
        await database.shutDown()
        await embedded?.stop()
    }

    func migrate() async throws -> MigrationReport {
        try await database.migrate(Schema.migrations, freshSchema: Schema.issuing)
    }

    /// Migrates the schema, or checks that it is up to date. Returns the mark if the database is a sandbox's.
    ///
    /// - Parameters:
    ///   - migrating: whether to migrate an external database. An embedded one is always migrated, and so is a
    ///     sandbox's.
    ///   - option: the option that requires a sandbox's database; nil if none does. An empty database is marked. One
    ///     that holds data and is not marked is refused before anything is changed.
    func prepareDatabase(migrating: Bool, markingFor option: String?) async throws -> SandboxMark? {
        if let option, try await !SandboxMark.isPossible(on: database) {
            // An older sandbox's mark is not found, so the version of the schema is the better reason.
            _ = try await database.pendingMigrations(Schema.migrations)
            throw Self.notEmpty(option)
        }
        if migrating || embedded != nil || option != nil {
            _ = try await migrate()
        } else {
            try await requireSchema()
        }
        guard let option else { return try await SandboxMark(of: database) }
        do throws(IssuingFailure) {
            return try await SandboxMark(setOn: database)
        } catch {
            guard case .refused = error else { throw error }
            throw Self.notEmpty(option)
        }
    }

    private static func notEmpty(_ option: String) -> Failure {
        Failure(
            description: "\(option) needs an empty database or one that is marked as a sandbox's; this one holds data "
                + "and is not marked. Nothing was changed; name another database.")
    }

    /// The tenants in addition to the service's own database.
    func tenants(beside server: CardServer, _ sandbox: Sandbox, trusting appleRoots: [String]) -> Tenants {
        Tenants(beside: server, sandbox, configuration) { database, mark, clock, entropy in
            let issuing = try await issuing(on: database, clock.service, entropy)
            return try await Sandbox(issuing, mark: mark, clock: clock)
                .connectedToSimulatedNetworks(trusting: appleRoots)
        }
    }

    /// For a process that must not migrate: names the missing migrations before a statement fails for lack of them.
    private func requireSchema() async throws {
        let pending = try await database.pendingMigrations(Schema.migrations)
        guard pending.isEmpty else {
            let names = pending.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
            throw Failure(
                description: "The database lacks migrations: \(names). Run tessera migrate, or serve with --migrate.")
        }
    }

    /// The service over this database, with its keys loaded.
    func issuing() async throws -> Issuing {
        try await issuing(on: database, ServiceClock { Date() }, .system)
    }

    /// The sandbox over this database, with its keys loaded.
    ///
    /// - Parameter seed: the seed of all random values, with the clock frozen; nil for true randomness and real time. A
    ///   seed produces the same values again, so nothing that it produced may be in the database.
    func sandbox(_ mark: SandboxMark, seed: UInt64? = nil) async throws -> Sandbox {
        guard let seed else {
            let clock = SandboxClock { Date() }
            return Sandbox(try await issuing(on: database, clock.service, .system), mark: mark, clock: clock)
        }
        guard try await Sandbox.isUntouched(database) else {
            throw Failure(
                description: "--seed \(seed) needs a database that was never used, because it would produce the "
                    + "same ids and numbers again. Name another --data-dir, or start without --seed.")
        }
        let clock = SandboxClock(beginning: .frozen(at: SandboxClock.seededNow)) { Date() }
        return Sandbox(try await issuing(on: database, clock.service, .seeded(seed)), mark: mark, clock: clock)
    }

    /// The service over another database with the same key.
    func issuing(on database: Database, _ clock: ServiceClock, _ entropy: Entropy) async throws -> Issuing {
        let keys = try await keys(of: database, entropy, clock)
        return Issuing(
            database: database, vault: CardVault(keys: keys, entropy: entropy), clock: clock, entropy: entropy)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A key file named on the command line must exist. The default one is created on the first start, but is removed
    /// if the database already has keys: the next start would take it for the right one.
    private func keys(
        of database: Database, _ entropy: Entropy, _ clock: ServiceClock
    ) async throws -> KeyRing {
        let isNew = !isKeyFileGiven && !FileManager.default.fileExists(atPath: keyFile)
        let key = try isNew ? makeKeyFile(entropy) : KeyEncryptionKey(file: keyFile)
        do throws(KeyLoadingFailure) {
            return try await KeyRing.load(from: database, opening: key, entropy: entropy, clock: clock)
        } catch {
            guard case .keys(let failure) = error else { throw error }
            if isNew { try? FileManager.default.removeItem(atPath: keyFile) }
            throw Failure(
                description: (isNew ? "There is no key file \(keyFile)" : "The key file \(keyFile) does not fit")
                    + ", and this database's keys need the one they were made with: put it there or name it with "
                    + "--key-file. \(failure)")
        }
    }

    private func makeKeyFile(_ entropy: Entropy) throws -> KeyEncryptionKey {
        try FileManager.default.createDirectory(
            at: URL(filePath: keyFile).deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return try KeyEncryptionKey.generate(file: keyFile, using: entropy)
    }
}

/// Runs the work of a sub-command and closes the installation after it, however it ends.
func withInstallation(
    _ options: StorageOptions, _ work: (Installation) async throws -> Void
) async throws {
    let installation = try await Installation.open(options)
    do {
        try await work(installation)
    } catch {
        await installation.close()
        throw error
    }
    await installation.close()
}
