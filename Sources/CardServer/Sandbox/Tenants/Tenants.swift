import CardAPI
import Foundation
import Issuing
import Logging
import Postgres
import ServiceLifecycle
import Synchronization
import WalletCrypto

/// The sandbox's tenants: makes them, finds them and drops them.
///
/// Which there are, Postgres knows. One that another run of the service made is opened when it is first asked for.
public actor Tenants: Service {
    /// How the service is put together on a database: with its keys, and connected to the simulated networks.
    public typealias Assembly = @Sendable (Database, ServiceClock, Entropy) async throws -> Issuing

    /// Six connections each is what a Postgres of the usual size can bear.
    public static let limit = 32

    private let own: CardServer
    private let configuration: DatabaseConfiguration
    private let assemble: Assembly
    private var publicPort: Int?
    private var opened: [TenantName: Task<Tenant, any Error>] = [:]

    /// - Parameters:
    ///   - own: the installation's own service; its database is where tenants are asked for.
    ///   - configuration: of that database, for those beside it.
    public init(beside own: CardServer, _ configuration: DatabaseConfiguration, assemble: @escaping Assembly) {
        self.own = own
        self.configuration = configuration
        self.assemble = assemble
    }

    /// Until graceful shutdown, and then until every tenant is closed. They are all there at the next start.
    public func run() async throws {
        try? await gracefulShutdown()
        for tenant in opened.values { await (try? tenant.value)?.close() }
        opened = [:]
    }

    func publicListenerRuns(on port: Int) { publicPort = port }

    /// What the public addresses of tenants begin with, for who reached the sandbox like this.
    func publicURL(seenFrom sandbox: PublicURL) -> PublicURL {
        own.publicURL ?? publicPort.map { sandbox.at(port: $0) } ?? sandbox
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
    ///   - brand: what the demo universe's is called there.
    ///   - seed: the same requests in the same order get the same bytes from every tenant of this seed, as long as the
    ///     service runs.
    ///   - beginning: where its clock stands.
    func make(
        _ name: TenantName, brand: String, seed: UInt64?, clockBeginning beginning: ServiceClock.Setting
    ) async throws -> Tenant {
        guard try await own.issuing.tenants().count < Self.limit else {
            throw Problem(
                .operationNotAllowed, "There are \(Self.limit) tenants, which is the limit; drop one that is done.")
        }
        guard opened[name] == nil else { throw Self.taken(name) }
        return try await opening(name) {
            try await self.makeDatabase(of: name)
            return try await self.open(
                name, brand: brand, seed.map { .seeded($0) } ?? .system, beginning: beginning)
        }
    }

    /// Nil where there is none of that name.
    func find(_ name: TenantName) async throws -> Tenant? {
        if let tenant = opened[name] { return try await tenant.value }
        guard try await own.issuing.tenantDatabase(name) != nil else { return nil }
        if let tenant = opened[name] { return try await tenant.value }
        return try await opening(name) {
            try await self.open(name, brand: DemoUniverse.brand, .system, beginning: .running(offset: 0))
        }
    }

    func list() async throws -> [TenantName] { try await own.issuing.tenants() }

    /// With everything in it.
    func drop(_ name: TenantName) async throws -> Bool {
        guard let database = try await own.issuing.tenantDatabase(name) else { return false }
        let tenant = opened.removeValue(forKey: name)
        await (try? tenant?.value)?.close()
        try await own.issuing.dropTenantDatabase(database)
        return true
    }

    /// Whoever asks meanwhile waits for the same one.
    private func opening(
        _ name: TenantName, _ open: @escaping @Sendable () async throws -> Tenant
    ) async throws -> Tenant {
        let task = Task { try await open() }
        opened[name] = task
        do {
            return try await task.value
        } catch {
            opened[name] = nil
            throw error
        }
    }

    private func makeDatabase(of name: TenantName) async throws {
        do throws(IssuingFailure) {
            _ = try await own.issuing.makeTenantDatabase(name)
        } catch {
            switch error.postgresFailure?.sqlState {
            case "42P04": throw Self.taken(name)
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

    /// What a killed run left half made is finished here.
    private func open(
        _ name: TenantName, brand: String, _ entropy: Entropy, beginning: ServiceClock.Setting
    ) async throws -> Tenant {
        var logger = own.logger
        logger[metadataKey: "tenant"] = .string(name.description)
        var configuration = configuration
        configuration.database = try await own.issuing.tenantDatabase(name)
        (configuration.readers, configuration.writers, configuration.transactors) = (1, 2, 2)
        let database = Database(configuration, logger: logger, metrics: own.metrics)
        do {
            _ = try await database.migrate(Schema.migrations, freshSchema: Schema.whole)
            let clock = ServiceClock(beginning: beginning) { [clock = own.issuing.clock] in clock.realNow() }
            let issuing = try await assemble(database, clock, entropy).playing(brand)
            if try await issuing.isEmpty() { try await issuing.seedDemoUniverse() }
            try await issuing.followClock()
            return Tenant(name, await own.serving(name, issuing, logger: logger))
        } catch {
            await database.shutDown()
            throw error
        }
    }
}
