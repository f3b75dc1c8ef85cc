import CardSecrets
import Gateways
import Issuing
import MerchantsHosting
import Postgres
import Sandbox

extension SandboxSchema {
    /// The schema with the tables of all gateways, as in the program.
    public static let withMerchants = SandboxSchema(merchants: MerchantsServer.tables)
}

extension Template {
    /// A database with only the schema of the card service, as in production.
    public static let migrated = Template { database in
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
    }

    /// The demo universe with the tables of merchants and all gateways.
    public static let merchants = Template { database in
        let parts = IssuingSchema.parts + MerchantsServer.tables
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: parts.script)
    }

    /// The schema, the installation's keys and the demo universe, whose brand asks for no authentication. The keys are
    /// the same in every run.
    public static let demoUniverse = Template { database in
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        let clock = SandboxClock(.frozen(at: IssuingFixture.now)) { IssuingFixture.now }
        let sandbox = try await IssuingFixture.assemble(database, clock, .seeded(UInt64.max))
        try await sandbox.seedDemoUniverse()
        try await sandbox.issuing.setAuthenticationPolicy(.lenient(), of: DemoUniverse.brand)
    }
}

extension Issuing {
    /// The service with the keys of the database; if it has none, this creates them.
    public init(on database: Database, clock: ServiceClock, entropy: Entropy) async throws {
        let keys = try await Self.keys(in: database, entropy, clock)
        self.init(on: database, keys: keys, clock: clock, entropy: entropy)
    }

    /// The service with keys that were read before.
    init(on database: Database, keys: KeyRing, clock: ServiceClock, entropy: Entropy) {
        self.init(
            database: database, vault: CardVault(keys: keys, entropy: entropy), clock: clock, entropy: entropy)
        slowWork = .patient
    }

    /// The keys of the database; if it has none, this creates them.
    static func keys(in database: Database, _ entropy: Entropy, _ clock: ServiceClock) async throws -> KeyRing {
        let keyEncryptionKey = try KeyEncryptionKey(
            text: String(repeating: "5e", count: 32), source: "The tests' key-encryption key")
        return try await KeyRing.load(from: database, opening: keyEncryptionKey, entropy: entropy, clock: clock)
    }
}

extension SlowWork {
    /// Waits for up to 600 seconds, because the machine may be busy with other tests.
    public static let patient = SlowWork(threads: 2, limit: 1000, waitingLimit: .seconds(600), niceness: 0)
}
