import Administration
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

/// The demo universe as the documentation prints it.
@Suite("The demo universe")
struct DemoUniverseTests {
    static let clients = ["demo demo-app t f", "demo demo-backend f t"]
    static let programs = [
        "DEMO-PHYSICAL-MC-US PHYSICAL MC US {USD} f 5",
        "DEMO-PHYSICAL-VISA-EEA PHYSICAL VISA EEA {EUR,BGN,PLN,RON} t 5",
        "DEMO-VIRTUAL-VISA-EEA VIRTUAL VISA EEA {EUR,BGN,PLN,RON} f 5",
        "DEMO-VIRTUAL-VISA-US VIRTUAL VISA US {USD} f 5",
        "SKRILL-PHYSICAL-MC-EEA PHYSICAL MC EEA {EUR,BGN,PLN,RON} f 5",
        "SKRILL-VIRTUAL-MC-EEA VIRTUAL MC EEA {EUR,BGN,PLN,RON} f 5",
    ]
    static let customers = ["10000001 BG ∅", "10000002 DE ∅", "20000001 US UT"]

    private func expectExactlyTheDemoUniverse(
        in fixture: IssuingFixture, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let clients = try await fixture.texts(
            "SELECT concat_ws(' ', brand, client_id, may_exchange, is_business) FROM client ORDER BY 1")
        let programs = try await fixture.texts("""
            SELECT concat_ws(' ', program_name, card_type, scheme, region, currencies, is_digital, cards_per_customer)
            FROM program ORDER BY program_name COLLATE "C"
            """)
        let customers = try await fixture.texts("""
            SELECT concat_ws(' ', customer_id, country, coalesce(state, '∅')) FROM customer
            WHERE country = country_code AND num_nulls(first_name, last_name, mobile, address1) = 0 ORDER BY 1
            """)
        #expect(try await fixture.texts("SELECT brand FROM brand") == ["demo"], sourceLocation: location)
        #expect(clients == Self.clients, sourceLocation: location)
        #expect(programs == Self.programs, sourceLocation: location)
        #expect(customers == Self.customers, sourceLocation: location)
        for table in SchemaCatalog.growingTables where !["customer", "authentication_means"].contains(table) {
            #expect(try await fixture.texts("SELECT count(*)::text FROM \(table)") == ["0"], sourceLocation: location)
        }
    }

    @Test("The universe has the documented brand, clients, programs and customers")
    func documentedContents() async throws {
        let fixture = try await IssuingFixture.make()
        try await expectExactlyTheDemoUniverse(in: fixture)
        #expect(try await fixture.texts("""
            SELECT count(*) || ' ' || count(DISTINCT pan_prefix) FROM program
            """) == ["6 6"], "two programs share a range")
    }

    @Test("Seeding twice changes nothing")
    func repeatedSeed() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: CustomerID(10_000_001))
        let before = try await fixture.contents()
        try await fixture.sandbox.seedDemoUniverse()
        #expect(try await fixture.contents() == before)
        #expect(try await fixture.reread(card) == card)
    }

    @Test("An empty database is recognized and can be seeded")
    func emptyDatabase() async throws {
        let fixture = try await IssuingFixture.make()
        #expect(try await fixture.sandbox.isEmpty() == false)
        try await fixture.issuing.database.execute(script: "TRUNCATE brand CASCADE")
        #expect(try await fixture.sandbox.isEmpty())
        try await fixture.sandbox.seedDemoUniverse()
        try await expectExactlyTheDemoUniverse(in: fixture)
    }

    @Test("A reset leaves only the demo universe")
    func reset() async throws {
        let fixture = try await IssuingFixture.make()
        let sandbox = fixture.sandbox
        let customer = try await fixture.enrol()
        #expect(customer == CustomerID(30_000_001))
        for program in [DemoProgram.virtualVisa, .physicalMastercard] {
            let card = try await fixture.issue(program, to: customer, pin: "4071")
            _ = try await fixture.replace(card, .renew)
        }
        _ = try await sandbox.issuing.createCard(
            .ordering(.digitalVisa), pin: nil, for: customer, request: .keyed("one"))
        let phone = try await sandbox.makePhone(.pixel, of: customer)
        _ = try await sandbox.beginToken(of: fixture.issue(.virtualVisa, to: customer).id, on: phone.id)
        let program: Program = try ProgramDraft.read(
            name: "EXTRA", cardType: .virtual, scheme: .visa, region: .eea, currencies: ["EUR"], isDigital: nil,
            allowableCards: nil, panPrefix: \.addedProgramPrefix
        ).accepted()
        _ = try await sandbox.administration.add(program, to: DemoUniverse.brand)
        try await sandbox.setClock(.frozen(at: IssuingFixture.now + 86400))
        let clients = ["demo-app": "demo-secret", "demo-backend": "demo-backend-secret"]

        let clock = ContinuousClock()
        let duration = try await clock.measure { try await sandbox.resetToDemoUniverse() }
        if duration > .seconds(1) {
            Issue.record("The reset took \(duration); in under a second is what is promised", severity: .warning)
        }
        try await expectExactlyTheDemoUniverse(in: fixture)
        #expect(sandbox.clock.setting == .running(offset: 0))
        #expect(try await fixture.texts("SELECT count(*)::text FROM sandbox.clock") == ["0"])
        for (id, secret) in clients {
            #expect(try await sandbox.issuing.client(id, of: "demo", secret: secret) != nil, "the keys are the same")
        }
        #expect(try await fixture.enrol() == customer, "numbers begin again")
        let card = try await fixture.issue(.virtualVisa, to: customer)
        #expect(card.account == AccountID(100_000_001), "those of accounts, too")
    }

    /// Postgres gives a table that is emptied, and a sequence that restarts, a new file. So the test needs no row in
    /// each table, and a table that is added later is in it.
    @Test("A reset empties every table and restarts every sequence, except the named ones")
    func everythingIsReset() async throws {
        let fixture = try await IssuingFixture.make()
        let files = """
            SELECT oid::regclass || ' ' || pg_relation_filenode(oid) FROM pg_class
            WHERE (\(SchemaCatalog.ours) OR relnamespace = 'audit'::regnamespace) AND relkind IN ('r', 'S')
            """
        let before = try await Set(fixture.texts(files))
        try await fixture.sandbox.resetToDemoUniverse()
        let kept = try await before.intersection(fixture.texts(files)).compactMap { $0.split(separator: " ").first }
        #expect(kept.sorted() == [
            "audit_event", "audit_number", "card_transition", "data_key", "dispute_transition", "sandbox.mark",
            "sandbox.network_keys",
        ])
    }

    @Test("Enrolled customers are numbered from 30000001")
    func customerNumbers() async throws {
        let fixture = try await IssuingFixture.make()
        for number: CustomerID in [30_000_001, 30_000_002, 30_000_003] {
            #expect(try await fixture.enrol() == number)
        }
    }

    @Test("The universe can have a brand with another name")
    func otherBrand() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let clock = SandboxClock { IssuingFixture.now }
        let acme = try await IssuingFixture.assemble(scratch.database, clock, .seeded(1)).playing("acme")
        try await acme.seedDemoUniverse()
        try await acme.resetToDemoUniverse()
        let found = try await IssuingFixture.assemble(scratch.database, clock, .seeded(2)).playing("another")
        #expect(found.brand == "acme")
        try await found.seedDemoUniverse()
        try await found.seed(#require(Crowd(customers: 3, cards: 5)), in: found.brand)
        #expect(try await found.issuing.subscriptions(of: "acme").isEmpty)
        for table in ["brand", "client", "program", "customer", "authentication_policy"] {
            try await scratch.database.execute(script: """
                DO $$ BEGIN ASSERT (SELECT bool_and(brand = 'acme') FROM \(table)), '\(table)'; END $$
                """)
        }
    }

    @Test("The next server and a reset use the clock with which the sandbox began")
    func initialClock() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let day = SandboxClock.Setting.frozen(at: SandboxClock.seededNow)
        let first = try await IssuingFixture.assemble(
            scratch.database, SandboxClock(beginning: day) { IssuingFixture.now }, .seeded(1))
        try await first.seedDemoUniverse()
        let clock = SandboxClock { IssuingFixture.now }
        let next = try await IssuingFixture.assemble(scratch.database, clock, .seeded(2))
        try await next.followClock()
        #expect(clock.setting == day)
        try await first.setClock(.running(offset: 60))
        try await first.resetToDemoUniverse()
        try await next.followClock()
        #expect(clock.setting == day)
    }
}
