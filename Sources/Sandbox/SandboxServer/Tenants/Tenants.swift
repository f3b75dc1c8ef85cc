import CardAPI
import CardSecrets
import CardServer
import Foundation
import HTTPContract
import HTTPService
import Identifiers
import Issuing
import Logging
import Postgres
import Sandbox
import ServiceLifecycle
import Synchronization
import Validation

/// Creates, finds and deletes the sandbox's tenants.
///
/// Postgres knows which tenants exist. A tenant that another run of the service created is opened by the first request
/// for it. A tenant that is no longer used is deleted, because a test run that is killed deletes nothing.
public actor Tenants: Service {
    /// Creates the sandbox on a tenant's database, with its keys and connected to the simulated networks.
    public typealias Assembly = @Sendable (Database, SandboxMark, SandboxClock, Entropy) async throws -> Sandbox

    /// Each tenant has six connections; more tenants would exceed the connections of a Postgres with usual settings.
    public static let limit = 32
    /// A tenant that gets no request for this long is deleted.
    public static let idleLifetimeSeconds: TimeInterval = 24 * 60 * 60
    /// As soon as there is a tenant, so many databases and RSA keys for Samsung Pay are made ahead that a test run with
    /// four workers finds them.
    public static let stock = 4
    /// The interval at which idle tenants are looked for. Other servers know a tenant's last use at most this late.
    private static let interval = Duration.seconds(600)

    private let own: SandboxServer
    private let configuration: DatabaseConfiguration
    private let schema: SandboxSchema
    private let databases: TenantDatabases
    private let assemble: Assembly
    private var sandbox: Sandbox { own.sandbox }
    private var publicPort: Int?
    private var merchantsPort: Int?
    private var states: [TenantName: State] = [:]
    /// When the tenants that are open here were last used; in real time.
    private var uses: [TenantName: Date] = [:]

    /// The state of a name. It is stored before anything is awaited, so that other callers wait for the work in
    /// progress.
    private enum State {
        /// The result is nil if there is no such tenant.
        case opening(Task<Tenant?, any Error>)
        case open(Tenant)
        /// The result is false if there was no such tenant.
        case closing(Task<Bool, any Error>)

        /// Waits for the end of the work; nil if there is no work in progress.
        var end: (@Sendable () async -> Void)? {
            switch self {
            case .opening(let task): { _ = await task.result }
            case .open: nil
            case .closing(let task): { _ = await task.result }
            }
        }
    }

    /// - Parameters:
    ///   - own: the installation's own service, whose Postgres has the tenants' databases.
    ///   - configuration: the configuration of the installation's own database. The tenants' configurations are derived
    /// from it.
    ///   - schema: the schema of each tenant's database.
    ///   - spares: how many databases are made ahead.
    public init(
        beside own: SandboxServer, _ configuration: DatabaseConfiguration, with schema: SandboxSchema, spares: Int = 0,
        assemble: @escaping Assembly
    ) {
        self.own = own
        self.configuration = configuration
        self.schema = schema
        databases = TenantDatabases(own.sandbox, schema, spares: spares, logger: own.settings.logger)
        self.assemble = assemble
    }

    /// Deletes idle tenants until graceful shutdown, and then closes all. The others still exist at the next start.
    public func run() async throws {
        await databases.removeDropped()
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.dropIdle(at: self.sandbox.issuing.clock.realNow())
                try? await Task.sleep(for: Self.interval)
            }
        }
        for name in states.keys {
            while let end = states[name]?.end { await end() }
            guard case .open(let tenant) = states[name] else { continue }
            _ = await closing(name) {
                await tenant.close()
                return true
            }.result
        }
        await databases.close()
    }

    func publicListenerRuns(on port: Int) { publicPort = port }

    func merchantsListenerRuns(on port: Int) { merchantsPort = port }

    /// The first part of the tenants' addresses for merchants, for a caller who reached the sandbox at this address.
    /// Nil if there is no listener for merchants, or if its address cannot be known.
    func merchantsURL(seenFrom sandbox: PublicURL) -> PublicURL? {
        sandbox.isWithinReach ? merchantsPort.map { sandbox.at(port: $0) } : nil
    }

    /// The first part of the tenants' public addresses, for a caller who reached the sandbox at this address.
    func publicURL(seenFrom sandbox: PublicURL) throws(Problem) -> PublicURL {
        if let url = own.settings.publicURL { return url }
        guard sandbox.isWithinReach else {
            throw Problem(
                .hostShouldBeValid,
                "The service does not know its public address, with which a tenant's address begins. Start the service "
                    + "with --public-url or TESSERA_PUBLIC_URL, or call the sandbox by its IP address.")
        }
        return publicPort.map { sandbox.at(port: $0) } ?? sandbox
    }

    /// A random name, which is almost certainly free.
    func anyName() -> TenantName {
        let random = sandbox.issuing.entropy.uuid().spelled.prefix(8)
        guard let name = TenantName("tenant-\(random)") else { preconditionFailure("A UUID is hexadecimal.") }
        return name
    }

    /// Creates a tenant.
    ///
    /// - Parameters:
    ///   - beginning: the name of the demo universe's brand there, and the time of its clock.
    ///   - seed: as long as the service runs, every tenant with this seed and name gives the same responses to the same
    /// sequence of requests, byte for byte.
    func make(_ name: TenantName, _ beginning: TenantBeginning, seed: UInt64?) async throws -> Tenant {
        while let state = states[name] {
            if case .open(let tenant) = state {
                guard try await isGone(tenant) else { throw Self.taken(name) }
            }
            await state.end?()
        }
        // They are made while the database is.
        sandbox.issuing.slowWork.stockRSAKeys(Self.stock)
        let made = try await opening(name) {
            let database = try await self.makeDatabase(of: name, beginning)
            do {
                // The name is part of the seed, so that nothing from one tenant is valid in another one with the same
                // seed.
                let entropy = seed.map { Entropy.seeded($0, for: name.description) } ?? .system
                return try await self.open(database, entropy, isNew: true)
            } catch {
                _ = try? await self.databases.drop(database)
                // Another server, which was opening an earlier tenant of this name, has written into the new database.
                if case .vault = error as? IssuingFailure { return nil }
                throw error
            }
        }.value
        await databases.fill()
        guard let made else {
            throw Problem(
                .operationNotAllowed,
                "The tenant '\(name)' was deleted while it was being created; create it again.")
        }
        return made
    }

    /// The tenant with a name; nil if there is none.
    func find(_ name: TenantName) async throws -> Tenant? {
        while let state = states[name] {
            switch state {
            case .opening(let task): return try await task.value
            case .open(let tenant):
                uses[name] = sandbox.issuing.clock.realNow()
                return tenant
            case .closing: await state.end?()
            }
        }
        return try await opening(name) {
            guard let database = try await self.sandbox.tenantDatabase(name) else { return nil }
            return try await self.open(database, .system)
        }.value
    }

    /// Deletes the tenants that were not used for too long. Stores when the others were used here, for other servers
    /// and for the next start.
    func dropIdle(at now: Date) async {
        let logger = own.settings.logger
        do {
            for database in try await sandbox.tenantDatabases() {
                let used = max(database.usedAt ?? now, uses[database.tenant] ?? .distantPast)
                if now.timeIntervalSince(used) >= Self.idleLifetimeSeconds {
                    guard try await drop(database.tenant, ifStill: database) else { continue }
                    logger.notice("an idle tenant was deleted", metadata: ["tenant": "\(database.tenant)"])
                } else if used != database.usedAt {
                    try await sandbox.note(database, usedAt: used)
                }
            }
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning("idle tenants were not deleted", metadata: ["failure": "\(error)"])
        }
    }

    func list() async throws(IssuingFailure) -> [TenantName] { try await sandbox.tenants() }

    /// Deletes a tenant with all its data. Returns false if there is none.
    ///
    /// - Parameter database: the tenant's database; another one of the same name is not deleted. Nil for any.
    func drop(_ name: TenantName, ifStill database: TenantDatabase? = nil) async throws -> Bool {
        while let end = states[name]?.end { await end() }
        let tenant: Tenant? = if case .open(let tenant) = states[name] { tenant } else { nil }
        return try await closing(name) { [sandbox, databases] in
            await tenant?.close()
            guard let found = try await sandbox.tenantDatabase(name), database?.isSame(as: found) != false else {
                return false
            }
            return try await databases.drop(found)
        }.value
    }

    /// Whether the tenant's database was deleted, here or by another server. If so, the tenant is forgotten here too,
    /// even if a new one has the same name.
    func isGone(_ tenant: Tenant) async throws(IssuingFailure) -> Bool {
        // Its sessions end before its database does.
        while case .closing(let task) = states[tenant.name] { _ = await task.result }
        let database = try await sandbox.tenantDatabase(tenant.name)
        guard !tenant.database.isSame(as: database) else { return false }
        if case .open(let held) = states[tenant.name], held.isSame(as: tenant) {
            _ = closing(tenant.name) {
                await tenant.close()
                return true
            }
        }
        return true
    }

    // The tasks of both functions are detached, because the work must not end with the request or the listener that
    // began it.

    private func opening(
        _ name: TenantName, _ open: @escaping @Sendable () async throws -> Tenant?
    ) -> Task<Tenant?, any Error> {
        let task = Task.detached {
            do {
                let tenant = try await open()
                await self.note(name, tenant.map(State.open))
                return tenant
            } catch {
                await self.note(name, nil)
                throw error
            }
        }
        states[name] = .opening(task)
        return task
    }

    private func closing(
        _ name: TenantName, _ close: @escaping @Sendable () async throws -> Bool
    ) -> Task<Bool, any Error> {
        let task = Task.detached {
            let outcome: Result<Bool, any Error>
            do { outcome = .success(try await close()) } catch { outcome = .failure(error) }
            await self.note(name, nil)
            return try outcome.get()
        }
        states[name] = .closing(task)
        return task
    }

    private func note(_ name: TenantName, _ state: State?) {
        states[name] = state
        uses[name] = if case .open = state { sandbox.issuing.clock.realNow() } else { nil }
    }

    private func makeDatabase(of name: TenantName, _ beginning: TenantBeginning) async throws -> TenantDatabase {
        do {
            return try await databases.make(name, beginning, limit: Self.limit)
        } catch let error as IssuingFailure {
            switch error.postgresFailure?.sqlState {
            case "42P04": throw Self.taken(name)
            case "54000":
                throw Problem(
                    .operationNotAllowed,
                    "There are \(Self.limit) tenants, which is the limit; delete one that is no longer used.")
            case "42501":
                throw Problem(
                    .operationNotAllowed,
                    "A tenant has a database of its own, and the service's role may not create one; "
                        + "allow it with ALTER ROLE … CREATEDB.")
            default: throw error
            }
        }
    }

    private static func taken(_ name: TenantName) -> Problem {
        Problem(.operationNotAllowed, "There is a tenant '\(name)' already; drop it or choose another name.")
    }

    /// Opens a tenant; nil if its database was deleted meanwhile, even if a new one has its name.
    ///
    /// - Parameter isNew: whether the database was just made, with this version's schema.
    private func open(_ found: TenantDatabase, _ entropy: Entropy, isNew: Bool = false) async throws -> Tenant? {
        do {
            let tenant = try await assembled(found, entropy, isNew: isNew)
            if found.isSame(as: try await sandbox.tenantDatabase(found.tenant)) { return tenant }
            await tenant.close()
            return nil
        } catch {
            guard try await !sandbox.isThere(found) else { throw error }
            return nil
        }
    }

    /// Creates the service on a tenant's database. It also completes a setup that a killed run left unfinished.
    private func assembled(_ found: TenantDatabase, _ entropy: Entropy, isNew: Bool) async throws -> Tenant {
        var settings = own.settings
        settings.logger[metadataKey: "tenant"] = .string(found.tenant.description)
        settings.pathPrefix = Tenant.path(found.tenant)
        var configuration = configuration
        configuration.database = found.name
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, 2)
        let database = Database(configuration, logger: settings.logger, metrics: settings.metrics)
        do {
            if !isNew { try await bringForward(database, settings.logger) }
            let clock = SandboxClock(beginning: found.beginning.clock) { [clock = own.sandbox.issuing.clock] in
                clock.realNow()
            }
            guard let mark = try await SandboxMark(setOn: database, with: schema) else {
                throw IssuingFailure.damaged("a tenant's database holds data and is not marked as a sandbox's")
            }
            let sandbox = try await assemble(database, mark, clock, entropy).playing(found.beginning.brand)
            let server = await own.tenant(sandbox, settings)
            if try await sandbox.isEmpty() { try await server.seedDemoUniverse() }
            try await sandbox.followClock()
            return Tenant(found, server, addresses: self)
        } catch {
            await database.shutDown()
            throw error
        }
    }

    /// Migrates the database of a tenant that an earlier version made.
    private func bringForward(_ database: Database, _ logger: Logger) async throws(PostgresFailure) {
        let report = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        guard !report.applied.isEmpty else { return }
        logger.notice(
            "the database's schema was migrated",
            metadata: ["versions": .array(report.applied.map { .stringConvertible($0) })])
    }
}
