import Administration
import Authorizing
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Scenarios
import Testing
import TestSupport

@Suite("Applying settings to a database")
struct ApplySettingsTests {
    private func administration(_ fixture: IssuingFixture) -> Administration { fixture.administration }

    @Test("A new client gets a secret that works, and applying the file again keeps it")
    func secrets() async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: SettingsFileTests.file)
        #expect(try await administration(fixture).plan(scenario).count == 4, "the demo has the rate already")
        let applied = try await administration(fixture).apply(scenario)
        #expect(applied.secrets.map(\.client) == ["acme-app", "acme-backend"])
        #expect(Set(applied.secrets.map(\.secret)).count == 2)
        for (client, secret) in applied.secrets {
            let known = try await fixture.issuing.client(client, of: "acme", secret: secret)
            #expect(known?.mayExchange == (client == "acme-app") && known?.isBusiness == (client == "acme-backend"))
        }
        #expect(try await administration(fixture).plan(scenario) == [])
        let again = try await administration(fixture).apply(scenario)
        #expect(again.changes == [] && again.secrets.isEmpty)
        let rights = try Scenario(reading: "clients: {acme-app: {brand: acme, isBusiness: true}}")
        #expect(try await administration(fixture).apply(rights).changes.count == 1)
        let secret = try #require(applied.secrets.first?.secret)
        let changed = try await fixture.issuing.client("acme-app", of: "acme", secret: secret)
        #expect(changed?.isBusiness == true && changed?.mayExchange == true)
    }

    @Test("A customer of an applied brand gets a card of an applied program, with its digits, terms and controls")
    func card() async throws {
        let fixture = try await IssuingFixture.make()
        _ = try await administration(fixture).apply(Scenario(reading: SettingsFileTests.file))
        let customer = try await fixture.enrol(in: "acme")
        let application = CardApplication(
            programName: "ACME-VIRTUAL-VISA-EEA", currency: "BGN", mobile: nil, pin: nil, externalID: nil,
            userAgent: nil, deliveryAddress: nil, termsAndConditionsAccepted: nil, eDisclosureAccepted: nil)
        let card = try await fixture.issuing.createCard(
            application, pin: nil, for: NamedCustomer(customer, in: "acme"), request: .unkeyed()
        ).done()
        #expect(card.bin == "400000")
        let controls = try await administration(fixture).controls(ofProgram: "ACME-VIRTUAL-VISA-EEA")
        #expect(controls.switchedOff == [.atm] && controls.limits.count == 2)
    }

    @Test("The demo's settings, exported, make every program usable in an empty database")
    func demo() async throws {
        let fixture = try await IssuingFixture.make()
        let text = try await administration(fixture).settings().text
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let elsewhere = Administration(
            Issuing(
                database: try scratch.database, vault: fixture.issuing.vault, clock: fixture.issuing.clock,
                entropy: fixture.issuing.entropy))
        let applied = try await elsewhere.apply(Scenario(reading: text))
        #expect(applied.added(in: .programs).count == 6 && applied.secrets.map(\.client).contains("demo-app"))
        #expect(try await elsewhere.settings().text == text)
        #expect(try await elsewhere.plan(Scenario(reading: text)) == [])
    }

    @Test("Rates of calls are stored, read again, and taken away")
    func rates() async throws {
        let fixture = try await IssuingFixture.make()
        let rates = "callsPerMinute: {client: 6000, customer: 120, operations: {createCard: 60}}"
        let scenario = try Scenario(reading: "brands: {acme: {\(rates)}, other: {}}")
        #expect(try await administration(fixture).apply(scenario).changes.count == 2)
        let stored = try await administration(fixture).settings()
        #expect(stored.text.contains("    \(rates)\n"))
        #expect(try await administration(fixture).plan(Scenario(reading: stored.text)) == [])
        let none = "brands: {acme: {callsPerMinute: {client: any, customer: any, operations: {createCard: any}}}}"
        #expect(try await administration(fixture).apply(Scenario(reading: none)).changes.count == 1)
        let emptied = try await administration(fixture).settings().text
        #expect(emptied.contains("  acme:\n") && !emptied.contains("client: 6000"))
    }

    @Test("Interchange is stored as the operation stores it, and read again")
    func interchange() async throws {
        let fixture = try await IssuingFixture.make()
        let name = "ACME-VIRTUAL-VISA-EEA"
        _ = try await administration(fixture).apply(Scenario(reading: SettingsFileTests.file))
        let other = InterchangeRate(
            program: name, category: MerchantCategory("5812"), share: try #require(BasisPoints(10)),
            fixed: Money(minorUnits: 2, currency: .euro))
        try await administration(fixture).set(other)
        let before = try await administration(fixture).settings().text
        #expect(before.contains("interchange: [{currency: EUR, category: 5812, basisPoints: 10, fixed: 2}]"))
        let file = before.replacing(
            "[{currency: EUR, category: 5812",
            with: "[{currency: EUR, basisPoints: 20}, {currency: BGN, category: 5812")
        let planned = try await administration(fixture).plan(Scenario(reading: file))
        #expect(planned.count == 1 && "\(planned)".contains("interchange"), "\(planned)")
        let applied = try await administration(fixture).apply(Scenario(reading: file))
        #expect(applied.changes == planned)
        let stored = try await administration(fixture).interchangeRates().filter { $0.program == name }
        #expect(stored.map { "\($0.fixed.currency.code) \($0.category?.text ?? "") \($0.share.value)" } == [
            "BGN 5812 10", "EUR  20", "EUR 5812 10",
        ])
        #expect(try await administration(fixture).plan(Scenario(reading: file)) == [])
        let exported = try await administration(fixture).settings().text
        #expect(try await administration(fixture).plan(Scenario(reading: exported)) == [])
    }

    @Test("A file with an error changes nothing")
    func nothingHalfWritten() async throws {
        let fixture = try await IssuingFixture.make()
        let before = try await administration(fixture).settings()
        let wrong = SettingsFileTests.file + "\n  EUR-EUR: {rate: 1}\n"
        let found = await #expect(throws: SettingsFailure.self) {
            try await administration(fixture).apply(Scenario(reading: wrong))
        }
        #expect("\(try #require(found))".contains("line 25, column 3"), "\(String(describing: found))")
        #expect(try await administration(fixture).settings() == before)
    }

    @Test("Of two operators who apply one file at once, one makes the changes")
    func twoAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: SettingsFileTests.file)
        let other = try await fixture.server(drawing: .seeded(2)).administration
        async let first = administration(fixture).apply(scenario)
        async let second = other.apply(scenario)
        let secrets = try await [first, second].map(\.secrets.count)
        #expect(secrets.sorted() == [0, 2])
    }

    @Test("A program's kind, numbers and brand stay as they are; its limits may change")
    func fixedParts() async throws {
        let fixture = try await IssuingFixture.make()
        _ = try await administration(fixture).apply(Scenario(reading: SettingsFileTests.file + "\n"))
        func program(_ fields: String) -> String {
            "programs: {ACME-VIRTUAL-VISA-EEA: {cardType: VIRTUAL, region: EEA, currencies: [EUR, BGN], \(fields)}}"
        }
        for fields in [
            "scheme: MC, panPrefix: 512345", "scheme: VISA, panPrefix: 40000013", "scheme: VISA, brand: demo",
        ] {
            await #expect(throws: SettingsFailure.self, "\(fields)") {
                try await administration(fixture).apply(Scenario(reading: program(fields)))
            }
        }
        let changed = try await administration(fixture).apply(
            Scenario(reading: program("scheme: VISA, validityMonths: 48, requiresApproval: true")))
        #expect(changed.changes.count == 2)
        let stored = try await administration(fixture).settings()
        #expect(stored.programs(of: "acme").first?.validityMonths == 48)
        #expect(stored.programs(of: "acme").first?.requiresApproval == true)
    }
}
