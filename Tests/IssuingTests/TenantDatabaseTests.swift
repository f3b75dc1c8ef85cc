import Cards
import Foundation
import Issuing
import Logging
import Postgres
import TestSupport
import Testing
import WalletCrypto

@Suite("The databases of tenants") struct TenantDatabaseTests {
    private let beginning = TenantBeginning(brand: "acme", frozenAt: ServiceClock.seededNow)

    @Test("one is found again with what it was made with, and by no other installation")
    func found() async throws {
        let (issuing, other) = try await (IssuingFixture.make().issuing, IssuingFixture.make().issuing)
        let name = try #require(TenantName("blue"))
        let made = try await issuing.makeTenantDatabase(name, beginning)
        let found = try #require(try await issuing.tenantDatabase(name))
        #expect(found.name == made.name && found.beginning == beginning && found.tenant == name)
        #expect(try await other.tenantDatabase(name) == nil)
        #expect(try await other.tenants() == [])
        try await issuing.database.execute(script: #"COMMENT ON DATABASE "\#(made.name)" IS 'our tests'"#)
        #expect(try await issuing.tenantDatabase(name)?.beginning == TenantBeginning())
        try await issuing.dropTenantDatabase(found)
        #expect(try await issuing.tenantDatabase(name) == nil)
    }

    @Test("a name that Postgres would cut off is refused, and the installation's own database is never a tenant's")
    func tooLong() async throws {
        let fixture = try await IssuingFixture.make()
        let installation = "installation_of_a_name_that_is_quite_long"
        try await fixture.issuing.database.execute(script: "CREATE DATABASE \(installation)")
        var configuration = try fixture.scratch.configuration
        configuration.database = installation
        let database = Database(configuration, logger: Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() })
        _ = try await database.migrate(Schema.migrations, freshSchema: Schema.whole)
        let issuing = try await IssuingFixture.assemble(database, fixture.issuing.clock, .seeded(1))
        let room = 63 - installation.count - "_tenant_".count
        let (fits, longer) = (String(repeating: "a", count: room), String(repeating: "a", count: room + 1))
        let tooLong = Refusal.invalidFields([
            FieldViolation(
                "name",
                "must be 1 to \(room) characters: more have no room behind the name of the installation's database")
        ])
        let refused = try #require(TenantName(longer))
        #expect(await refusal { try await issuing.makeTenantDatabase(refused) } == tooLong)
        #expect(try await issuing.tenants() == [])
        let name = try #require(TenantName(fits))
        let made = try await issuing.makeTenantDatabase(name)
        #expect(made.name.utf8.count == 63)
        #expect(try await issuing.tenants() == [name])
        #expect(try await issuing.tenantDatabase(refused) == nil)
        try await issuing.dropTenantDatabase(#require(try await issuing.tenantDatabase(name)))
        await database.shutDown()
        try await fixture.issuing.database.execute(script: "DROP DATABASE \(installation) WITH (FORCE)")
    }
}
