import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Logging
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

@Suite("Tenant databases") struct TenantDatabaseTests {
    private let beginning = TenantBeginning(brand: "acme", frozenAt: SandboxClock.seededNow)

    @Test("A tenant database is found with its settings, and only by its own installation")
    func found() async throws {
        let (sandbox, other) = try await (IssuingFixture.make().sandbox, IssuingFixture.make().sandbox)
        let name = try #require(TenantName("blue"))
        let made = try await sandbox.makeTenantDatabase(name, beginning, limit: 9)
        let found = try #require(try await sandbox.tenantDatabase(name))
        #expect(found.name == made.name && found.beginning == beginning && found.tenant == name)
        #expect(found.isSame(as: made))
        #expect(try await other.tenantDatabase(name) == nil)
        #expect(try await other.tenants() == [])
        #expect(try await sandbox.dropTenantDatabase(found))
        #expect(try await sandbox.tenantDatabase(name) == nil)
        #expect(try await !sandbox.dropTenantDatabase(found))
    }

    @Test("A foreign database with a tenant's name is not found or dropped, and the name is taken")
    func foreign() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        let name = try #require(TenantName("blue"))
        let made = try await sandbox.makeTenantDatabase(name, limit: 9)
        try await sandbox.issuing.database.execute(script: #"COMMENT ON DATABASE "\#(made.name)" IS 'our cards'"#)
        #expect(try await sandbox.tenantDatabase(name) == nil)
        #expect(try await sandbox.tenants() == [])
        #expect(try await !sandbox.dropTenantDatabase(made))
        #expect(await sqlState { try await sandbox.makeTenantDatabase(name, limit: 9) } == "42P04")
        try await sandbox.issuing.database.execute(script: #"DROP DATABASE "\#(made.name)""#)
    }

    @Test("The last use of a tenant is stored, and a database of an earlier version without it is a tenant's")
    func lastUse() async throws {
        let sandbox = try await IssuingFixture.make().sandbox
        let name = try #require(TenantName("blue"))
        let made = try await sandbox.makeTenantDatabase(name, beginning, limit: 9)
        #expect(made.usedAt == IssuingFixture.now)
        try await sandbox.note(made, usedAt: IssuingFixture.now + 60)
        let found = try #require(try await sandbox.tenantDatabase(name))
        #expect(found.usedAt == IssuingFixture.now + 60 && found.beginning == beginning && found.isSame(as: made))
        try await sandbox.issuing.database.execute(script: """
            DO $$ BEGIN EXECUTE (
                SELECT format('COMMENT ON DATABASE %I IS %L', datname,
                              shobj_description(oid, 'pg_database')::jsonb - 'usedAt')
                FROM pg_database WHERE datname = '\(made.name)');
            END $$
            """)
        let earlier = try #require(try await sandbox.tenantDatabase(name))
        #expect(earlier.usedAt == nil && earlier.isSame(as: made))
        #expect(try await sandbox.dropTenantDatabase(earlier))
        try await sandbox.note(earlier, usedAt: IssuingFixture.now)
    }

    @Test("Tenants are copies of a template with a sandbox's schema, which exists from the first tenant to the end")
    func template() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        #expect(try await databases(of: fixture) == [])
        for name in ["red", "blue"] {
            let made = try await sandbox.makeTenantDatabase(#require(TenantName(name)), limit: 9)
            var configuration = try fixture.scratch.configuration
            configuration.database = made.name
            let database = Database(configuration, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
            #expect(try await database.neededMigrations(IssuingSchema.migrations).isEmpty)
            #expect(try await SandboxMark(of: database)?.database == made.name)
            #expect(try await Sandbox.isUntouched(database))
            await database.shutDown()
        }
        #expect(try await databases(of: fixture) == ["-", "blue", "red"])
        try await sandbox.removeTenantTemplate()
        #expect(try await databases(of: fixture) == ["blue", "red"])
        #expect(try await sandbox.tenants().map(\.description) == ["blue", "red"])
    }

    @Test("A template of another version is replaced")
    func otherVersion() async throws {
        let fixture = try await IssuingFixture.make()
        let (sandbox, database) = (fixture.sandbox, fixture.issuing.database)
        let template = "\"\(fixture.scratch.name)_tenant_-\""
        try await database.execute(script: "CREATE DATABASE \(template)")
        try await database.execute(script: "COMMENT ON DATABASE \(template) IS 'template of tenants, schema 1'")
        let made = try await sandbox.makeTenantDatabase(#require(TenantName("blue")), limit: 9)
        var configuration = try fixture.scratch.configuration
        configuration.database = made.name
        let copy = Database(configuration, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
        #expect(try await copy.neededMigrations(IssuingSchema.migrations).isEmpty)
        await copy.shutDown()
        try await sandbox.removeTenantTemplate()
    }

    @Test("Tenants get the copies that were made ahead, which are complete, replaced, not counted and removed")
    func spares() async throws {
        let fixture = try await IssuingFixture.make()
        let (sandbox, schema) = (fixture.sandbox, SandboxSchema.withMerchants)
        let spare = #""\#(fixture.scratch.name)_tenant_-1""#
        await #expect(sqlState { try await sandbox.makeSpareTenantDatabase(of: 2, with: schema) } == "3D000")
        _ = try await sandbox.makeTenantDatabase(#require(TenantName("red")), limit: 9)
        try await fixture.issuing.database.execute(script: "CREATE DATABASE \(spare)")
        try await fixture.issuing.database.execute(script: "COMMENT ON DATABASE \(spare) IS 'template, schema 1'")
        while try await sandbox.makeSpareTenantDatabase(of: 2, with: schema) {}
        #expect(try await databases(of: fixture) == ["-", "-0", "-1", "red"])
        for (name, left) in [("blue", ["-", "-1"]), ("gray", ["-"]), ("pink", ["-"])] {
            let made = try await sandbox.makeTenantDatabase(#require(TenantName(name)), limit: 4)
            #expect(try await databases(of: fixture).filter { $0.hasPrefix("-") } == left)
            #expect(try await sandbox.tenantDatabase(made.tenant)?.isSame(as: made) == true)
            var configuration = try fixture.scratch.configuration
            configuration.database = made.name
            let copy = Database(configuration, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
            #expect(try await copy.neededMigrations(IssuingSchema.migrations).isEmpty)
            await copy.shutDown()
        }
        _ = try await sandbox.makeSpareTenantDatabase(of: 2, with: schema)
        let (more, taken) = try (#require(TenantName("more")), #require(TenantName("pink")))
        #expect(await sqlState { try await sandbox.makeTenantDatabase(more, limit: 4) } == "54000")
        #expect(await sqlState { try await sandbox.makeTenantDatabase(taken, limit: 9) } == "42P04")
        try await sandbox.removeTenantTemplate()
        #expect(try await databases(of: fixture) == ["blue", "gray", "pink", "red"])
    }

    @Test("A tenant gets, keeps and loses a database while another server creates and deletes files of databases")
    func namesDoNotWaitForFiles() async throws {
        let fixture = try await IssuingFixture.make()
        let (sandbox, other) = try await (fixture.sandbox, fixture.server().sandbox.issuing.database)
        let kept = try await sandbox.makeTenantDatabase(#require(TenantName("kept")), limit: 2)
        _ = try await sandbox.makeSpareTenantDatabase(of: 1, with: .withMerchants)
        let lock = "32762622053872755"
        try await other.execute(script: "SELECT pg_advisory_lock(\(lock))")
        let made = try await sandbox.makeTenantDatabase(#require(TenantName("blue")), limit: 2)
        try await sandbox.note(made, usedAt: IssuingFixture.now + 60)
        #expect(try await sandbox.isThere(made))
        #expect(try await sandbox.dropTenantDatabase(made))
        #expect(try await sandbox.tenants() == [kept.tenant])
        #expect(try await databases(of: fixture).filter { $0.hasPrefix("_") }.count == 1)
        try await other.execute(script: "SELECT pg_advisory_unlock(\(lock))")
        try await sandbox.removeDroppedTenantDatabases()
        #expect(try await databases(of: fixture) == ["-", "kept"])
        try await sandbox.removeTenantTemplate()
    }

    /// The ends of the names of the installation's databases, without its own.
    private func databases(of fixture: IssuingFixture) async throws -> [String] {
        let prefix = "\(fixture.scratch.name)_tenant_"
        let names = Statement("names", "SELECT datname FROM pg_database WHERE starts_with(datname, $1) ORDER BY 1") {
            (row: inout Row) throws(PostgresFailure) in try row.text("datname")
        }
        return try await fixture.issuing.database.read(names(.text(prefix))).map { String($0.dropFirst(prefix.count)) }
    }

    @Test("3 servers that make 60 databases at the same time make only as many as the limit allows")
    func limit() async throws {
        let servers = try await servers(3)
        let outcomes = try await withThrowingTaskGroup(of: String.self) { tasks in
            for number in 0..<60 {
                let name = try #require(TenantName("tenant-\(number)"))
                tasks.addTask {
                    await sqlState { try await servers[number % 3].makeTenantDatabase(name, limit: 4) } ?? "made"
                }
            }
            return try await tasks.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["made": 4, "54000": 56])
        let names = try await servers[0].tenants()
        #expect(names.count == 4)
        for name in names {
            #expect(try await servers[1].dropTenantDatabase(#require(try await servers[1].tenantDatabase(name))))
        }
    }

    @Test("If many servers make and drop one name and the template at the same time, each database is dropped once")
    func storm() async throws {
        let servers = try await servers(3)
        let name = try #require(TenantName("wanted"))
        let (made, dropped) = try await withThrowingTaskGroup(of: (Int, Int).self) { tasks in
            for server in servers + servers {
                tasks.addTask {
                    var (made, dropped) = (0, 0)
                    for turn in 0..<4 {
                        if turn % 2 == 1 { try await server.removeTenantTemplate() }
                        let spare = await sqlState {
                            try await server.makeSpareTenantDatabase(of: 2, with: .withMerchants)
                        }
                        #expect(spare == nil || spare == "3D000")
                        let failure = await sqlState { try await server.makeTenantDatabase(name, limit: 9) }
                        #expect(failure == nil || failure == "42P04")
                        if failure == nil { made += 1 }
                        if let there = try await server.tenantDatabase(name),
                            try await server.dropTenantDatabase(there)
                        {
                            dropped += 1
                        }
                    }
                    return (made, dropped)
                }
            }
            return try await tasks.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
        }
        #expect(made > 0 && made == dropped)
        #expect(try await servers[0].tenants() == [])
        try await servers[0].removeTenantTemplate()
    }

    @Test("A database that a killed run left half made is replaced and does not count towards the limit")
    func halfMade() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        let name = try #require(TenantName("blue"))
        let made = try await sandbox.makeTenantDatabase(name, limit: 1)
        let draft = made.name.replacing("blue", with: "_")
        #expect(try await sandbox.dropTenantDatabase(made))
        try await sandbox.issuing.database.execute(script: #"CREATE DATABASE "\#(draft)""#)
        let again = try await sandbox.makeTenantDatabase(name, limit: 1)
        #expect(!again.isSame(as: made))
        #expect(try await !sandbox.dropTenantDatabase(made))
        #expect(try await sandbox.dropTenantDatabase(again))
        try await sandbox.issuing.database.execute(script: #"CREATE DATABASE "\#(draft)""#)
        try await sandbox.removeTenantTemplate()
        #expect(try await databases(of: fixture) == [])
    }

    /// Servers on one database, each with its own connections.
    private func servers(_ count: Int) async throws -> [Sandbox] {
        let fixture = try await IssuingFixture.make()
        var servers = [fixture.sandbox]
        while servers.count < count { servers.append(try await fixture.server().sandbox) }
        return servers
    }

    @Test("A name that Postgres would truncate is refused, and the installation's database is no tenant")
    func tooLong() async throws {
        let fixture = try await IssuingFixture.make()
        let installation = "installation_of_a_name_that_is_quite_long"
        try await fixture.issuing.database.execute(script: "CREATE DATABASE \(installation)")
        var configuration = try fixture.scratch.configuration
        configuration.database = installation
        let database = Database(configuration, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        let sandbox = try await IssuingFixture.assemble(database, fixture.sandbox.clock, .seeded(1))
        let room = 63 - installation.count - "_tenant_".count
        let (fits, longer) = (String(repeating: "a", count: room), String(repeating: "a", count: room + 1))
        let tooLong = Refusal.invalidFields([
            FieldError(
                "name",
                "must be 1 to \(room) characters, because the name of the installation's database precedes it")
        ])
        let refused = try #require(TenantName(longer))
        #expect(await refusal { try await sandbox.makeTenantDatabase(refused, limit: 9) } == tooLong)
        #expect(try await sandbox.tenants() == [])
        let name = try #require(TenantName(fits))
        let made = try await sandbox.makeTenantDatabase(name, limit: 9)
        #expect(made.name.utf8.count == 63)
        #expect(try await sandbox.tenants() == [name])
        #expect(try await sandbox.tenantDatabase(refused) == nil)
        #expect(try await sandbox.dropTenantDatabase(#require(try await sandbox.tenantDatabase(name))))
        await database.shutDown()
        try await fixture.issuing.database.execute(script: "DROP DATABASE \(installation) WITH (FORCE)")
    }
}

/// The SQLSTATE with which Postgres refuses a call; nil if it does not.
private func sqlState<Success: Sendable>(_ call: () async throws -> Success) async -> String? {
    do {
        _ = try await call()
        return nil
    } catch {
        return (error as? IssuingFailure)?.postgresFailure?.sqlState ?? "\(error)"
    }
}

extension Sandbox {
    fileprivate func makeTenantDatabase(
        _ tenant: TenantName, _ beginning: TenantBeginning = TenantBeginning(), limit: Int
    ) async throws(IssuingFailure) -> TenantDatabase {
        if let spare = try await takeTenantDatabase(tenant, beginning, limit: limit, with: .withMerchants) {
            return spare
        }
        return try await makeTenantDatabase(tenant, beginning, limit: limit, with: .withMerchants)
    }
}
