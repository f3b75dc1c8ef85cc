import CardAPI
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Issuing
import Logging
import Postgres
import Sandbox
import ServiceLifecycle
import Synchronization

/// The sandbox's tenants: makes them, finds them and drops them.
///
/// Which there are, Postgres knows. One that another run of the service made is opened when it is first asked for.
public actor Tenants: Service {
    /// How the service is put together on a database: with its keys, and connected to the simulated networks.
    public typealias Assembly = @Sendable (Database, SandboxMark, SandboxClock, Entropy) async throws -> Sandbox

    /// Six connections each is what a Postgres of the usual size can bear.
    public static let limit = 32

    private let own: CardServer
    private let sandbox: Sandbox
    private let configuration: DatabaseConfiguration
    private let assemble: Assembly
    private var publicPort: Int?
    private var states: [TenantName: State] = [:]
    /// Ends when nothing more is to be done to databases from here.
    private var turns: Task<Void, Never>?

    /// The present work on a name. It is noted before anything is awaited, and other callers wait for it.
    private enum State {
        /// Nil if it turns out that there is none.
        case opening(Task<Tenant?, any Error>)
        case open(Tenant)
        /// False if it turns out that there was none.
        case closing(Task<Bool, any Error>)

        /// Returns when something else is the case; nil where nothing is under way.
        var end: (@Sendable () async -> Void)? {
            switch self {
            case .opening(let task): { _ = await task.result }
            case .open: nil
            case .closing(let task): { _ = await task.result }
            }
        }
    }

    /// - Parameters:
    ///   - own: the installation's own service; its database is where tenants are asked for.
    ///   - configuration: the configuration of that database, from which those of the tenants follow.
    public init(
        beside own: CardServer, _ sandbox: Sandbox, _ configuration: DatabaseConfiguration,
        assemble: @escaping Assembly
    ) {
        self.own = own
        self.sandbox = sandbox
        self.configuration = configuration
        self.assemble = assemble
    }

    /// Until graceful shutdown, and then until every tenant is closed. They are all there at the next start.
    public func run() async throws {
        try? await gracefulShutdown()
        for name in states.keys {
            while let end = states[name]?.end { await end() }
            guard case .open(let tenant) = states[name] else { continue }
            _ = await closing(name) {
                await tenant.close()
                return true
            }.result
        }
    }

    func publicListenerRuns(on port: Int) { publicPort = port }

    /// What the public addresses of tenants begin with, for who reached the sandbox like this.
    func publicURL(seenFrom sandbox: PublicURL) throws(Problem) -> PublicURL {
        if let url = own.publicURL { return url }
        guard sandbox.isWithinReach else {
            throw Problem(
                .hostShouldBeValid,
                "This service does not know its public address, and a tenant's begins with it. Start the service with "
                    + "--public-url or TESSERA_PUBLIC_URL, or call the sandbox by its IP address.")
        }
        return publicPort.map { sandbox.at(port: $0) } ?? sandbox
    }

    /// One that is hardly taken.
    func anyName() -> TenantName {
        let random = own.issuing.entropy.uuid().uuidString.lowercased().prefix(8)
        guard let name = TenantName("tenant-\(random)") else { preconditionFailure("A UUID is hexadecimal.") }
        return name
    }

    /// A tenant that nobody has used yet.
    ///
    /// - Parameters:
    ///   - beginning: what the demo universe's brand is called there, and where its clock stands.
    ///   - seed: the same requests in the same order get the same bytes from every tenant of this seed and name, as
    ///     long as the service runs.
    func make(_ name: TenantName, _ beginning: TenantBeginning, seed: UInt64?) async throws -> Tenant {
        while let state = states[name] {
            if case .open(let tenant) = state {
                guard try await isGone(tenant) else { throw Self.taken(name) }
            }
            await state.end?()
        }
        let made = try await opening(name) {
            let database = try await self.makeDatabase(of: name, beginning)
            do {
                // With the name, so that nothing of one tenant is good in another of the same seed.
                return try await self.open(database, seed.map { .seeded($0, for: name.description) } ?? .system)
            } catch {
                _ = try? await self.inTurn { [sandbox = self.sandbox] in
                    try await sandbox.dropTenantDatabase(database)
                }
                throw error
            }
        }.value
        guard let made else {
            throw Problem(.operationNotAllowed, "The tenant '\(name)' was dropped while it was made; make it again.")
        }
        return made
    }

    /// Nil if no tenant has that name.
    func find(_ name: TenantName) async throws -> Tenant? {
        while let state = states[name] {
            switch state {
            case .opening(let task): return try await task.value
            case .open(let tenant): return tenant
            case .closing: await state.end?()
            }
        }
        return try await opening(name) {
            guard let database = try await self.sandbox.tenantDatabase(name) else { return nil }
            return try await self.open(database, .system)
        }.value
    }

    func list() async throws -> [TenantName] { try await sandbox.tenants() }

    /// With everything in it. False where there is none.
    func drop(_ name: TenantName) async throws -> Bool {
        while let end = states[name]?.end { await end() }
        let tenant: Tenant? = if case .open(let tenant) = states[name] { tenant } else { nil }
        return try await closing(name) { [sandbox] in
            await tenant?.close()
            guard let database = try await sandbox.tenantDatabase(name) else { return false }
            return try await self.inTurn { try await sandbox.dropTenantDatabase(database) }
        }.value
    }

    /// Whether its database was dropped elsewhere, as by another server; then the tenant is forgotten here too, even if
    /// there is another one of its name by now.
    func isGone(_ tenant: Tenant) async throws -> Bool {
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

    // Both are detached: what a request began is no part of the request, nor of the listener that it came by.

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

    private func note(_ name: TenantName, _ state: State?) { states[name] = state }

    /// One after another: there is one session for such work, and nobody waits for it longer than a request may.
    private func inTurn<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        let before = turns
        let task = Task.detached {
            await before?.value
            return try await work()
        }
        turns = Task { _ = await task.result }
        return try await task.value
    }

    private func makeDatabase(of name: TenantName, _ beginning: TenantBeginning) async throws -> TenantDatabase {
        do {
            return try await inTurn { [sandbox] in
                try await sandbox.makeTenantDatabase(name, beginning, limit: Self.limit)
            }
        } catch let error as IssuingFailure {
            switch error.postgresFailure?.sqlState {
            case "42P04": throw Self.taken(name)
            case "54000":
                throw Problem(
                    .operationNotAllowed, "There are \(Self.limit) tenants, which is the limit; drop one that is done.")
            case "42501":
                throw Problem(
                    .operationNotAllowed,
                    "A tenant has a database of its own, and the service's role may not make one; "
                        + "ALTER ROLE … CREATEDB lets it.")
            default: throw error
            }
        }
    }

    private static func taken(_ name: TenantName) -> Problem {
        Problem(.operationNotAllowed, "There is a tenant '\(name)' already; drop it or choose another name.")
    }

    /// Nil if the database was dropped meanwhile, whatever else is of its name by then.
    private func open(_ found: TenantDatabase, _ entropy: Entropy) async throws -> Tenant? {
        do {
            let tenant = try await assembled(found, entropy)
            if found.isSame(as: try await sandbox.tenantDatabase(found.tenant)) { return tenant }
            await tenant.close()
            return nil
        } catch {
            let isThere = try await inTurn { [sandbox] in try await sandbox.isThere(found) }
            guard !isThere else { throw error }
            return nil
        }
    }

    /// What a killed run left half made is finished here.
    private func assembled(_ found: TenantDatabase, _ entropy: Entropy) async throws -> Tenant {
        var logger = own.logger
        logger[metadataKey: "tenant"] = .string(found.tenant.description)
        var configuration = configuration
        configuration.database = found.name
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, 2)
        let database = Database(configuration, logger: logger, metrics: own.metrics)
        do {
            _ = try await database.migrate(Schema.migrations, freshSchema: Schema.issuing)
            let clock = SandboxClock(beginning: found.beginning.clock) { [clock = own.issuing.clock] in
                clock.realNow()
            }
            let mark = try await SandboxMark(setOn: database)
            let sandbox = try await assemble(database, mark, clock, entropy).playing(found.beginning.brand)
            if try await sandbox.isEmpty() { try await sandbox.seedDemoUniverse() }
            try await sandbox.followClock()
            let settings = SandboxSettings(sandbox)
            return Tenant(found, settings, await own.serving(found.tenant, settings, logger: logger))
        } catch {
            await database.shutDown()
            throw error
        }
    }
}
