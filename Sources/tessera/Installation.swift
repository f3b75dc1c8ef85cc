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

/// What every sub-command works on: a database, embedded or given, and the keys to it.
struct Installation {
    /// Nil where a database was given.
    let embedded: EmbeddedPostgres?
    let configuration: DatabaseConfiguration
    let database: Database
    let logger: Logger
    let metrics: PrometheusRegistry
    private let keyFile: String
    private let isKeyFileGiven: Bool

    /// Starts the embedded Postgres, if there is to be one. The database itself is connected to when first used.
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
                "There is no log level '\(name)'; there are trace, debug, info, notice, warning, error and critical.")
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

    /// Brings the schema up to date, or demands that it is, and returns the mark if the database is a sandbox's.
    ///
    /// - Parameters:
    ///   - migrating: whether to migrate a database that was given; the embedded one always is, as is a sandbox's.
    ///   - option: what asks for a sandbox's database; nil if nothing does. It marks an empty database. One that holds
    ///     data and is not marked is refused before anything is changed.
    func prepareDatabase(migrating: Bool, markingFor option: String?) async throws -> SandboxMark? {
        if let option, try await !SandboxMark.isPossible(on: database) { throw Self.notEmpty(option) }
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

    /// The tenants beside the service's own database.
    func tenants(beside server: CardServer, _ sandbox: Sandbox, trusting appleRoots: [String]) -> Tenants {
        Tenants(beside: server, sandbox, configuration) { database, mark, clock, entropy in
            let issuing = try await issuing(on: database, clock.service, entropy)
            return try await Sandbox(issuing, mark: mark, clock: clock)
                .connectedToSimulatedNetworks(trusting: appleRoots)
        }
    }

    /// For who may not migrate: what is missing in a sentence, before a statement fails for it.
    private func requireSchema() async throws {
        let pending = try await database.pendingMigrations(Schema.migrations)
        guard pending.isEmpty else {
            let names = pending.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
            throw Failure(
                description: "The database lacks migrations: \(names). Run tessera migrate, or serve with --migrate.")
        }
    }

    /// The service over this database, its keys loaded.
    func issuing() async throws -> Issuing {
        try await issuing(on: database, ServiceClock { Date() }, .system)
    }

    /// The sandbox over this database, its keys loaded.
    ///
    /// - Parameter seed: makes ids and numbers repeatable, and the clock stands still; nil for randomness and real
    ///   time. A seed repeats what it gave before, so nothing may be stored that it gave.
    func sandbox(_ mark: SandboxMark, seed: UInt64? = nil) async throws -> Sandbox {
        guard let seed else {
            let clock = SandboxClock { Date() }
            return Sandbox(try await issuing(on: database, clock.service, .system), mark: mark, clock: clock)
        }
        guard try await Sandbox.isUntouched(database) else {
            throw Failure(
                description: "--seed \(seed) needs a database that nothing was ever put into, for it would give the "
                    + "same ids and numbers again. Name another --data-dir, or start without --seed.")
        }
        let clock = SandboxClock(beginning: .frozen(at: SandboxClock.seededNow)) { Date() }
        return Sandbox(try await issuing(on: database, clock.service, .seeded(seed)), mark: mark, clock: clock)
    }

    /// The service over another database that belongs to the same key.
    func issuing(on database: Database, _ clock: ServiceClock, _ entropy: Entropy) async throws -> Issuing {
        let keys = try await keys(of: database, entropy, clock)
        return Issuing(
            database: database, vault: CardVault(keys: keys, entropy: entropy), clock: clock, entropy: entropy)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A key file named on the command line must be there; the default one is made on the first start, and does not
    /// stay if the database turns out to have keys already: the next start would take it for the right one.
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

/// Runs a sub-command's work and closes the installation behind it, however it ends.
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
