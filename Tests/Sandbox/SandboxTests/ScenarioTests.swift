import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Scenarios
import Testing
import TestSupport

/// Plays scenarios, and expects that every card gets a valid history.
@Suite("Playing a scenario")
struct ScenarioTests {
    private static func file(_ name: String) throws -> Scenario {
        return try Scenario(
            reading: String(contentsOf: Golden.repository.appending(path: "scenarios/\(name)"), encoding: .utf8))
    }

    private static func statuses(_ fixture: IssuingFixture, _ made: PlayedScenario) async throws -> [String: String] {
        var statuses: [String: String] = [:]
        for (name, id) in made.cards {
            let card = try await fixture.sandbox.plastic(of: id).card
            statuses[name] = try await fixture.path(of: card).map(\.rawValue).joined(separator: " ")
        }
        return statuses
    }

    @Test("The scenario demo.yaml has a card in every status")
    func demoScenario() async throws {
        let fixture = try await IssuingFixture.make()
        let made = try await fixture.sandbox.play(Self.file("demo.yaml"), in: DemoUniverse.brand)
        #expect(try await Self.statuses(fixture, made) == [
            "applied": "APPLIED", "pending": "APPLIED PENDING", "rejected": "APPLIED PENDING REJECTED",
            "active": "ACTIVE", "issued": "ISSUED", "activated": "ISSUED ACTIVE", "digital": "DIGITAL",
            "locked": "ACTIVE LOCKED", "suspended": "ISSUED ACTIVE SUSPENDED", "expired": "ACTIVE EXPIRED",
            "cancelled": "ACTIVE CANCELLED", "damaged": "ISSUED ACTIVE DAMAGED", "damaged.replacement": "ISSUED",
            "lost": "ACTIVE LOST", "lost.replacement": "ACTIVE",
        ])
        let reached = try await fixture.texts("SELECT DISTINCT status::text FROM card ORDER BY 1")
        #expect(reached == CardStatus.allCases.map(\.rawValue).sorted())
        let activated = try #require(made.cards.first { $0.name == "activated" })
        let plastic = try await fixture.sandbox.plastic(of: activated.id)
        #expect(plastic.deliveredAt != nil && plastic.card.isPINSet && plastic.card.activatedAt != nil)
        #expect(made.customers.map(\.name) == ["anna"] && made.programs.count == 4)
    }

    @Test("A card of a program that requires approval is approved before it goes on")
    func approvedCards() async throws {
        let fixture = try await IssuingFixture.make()
        let made = try await fixture.sandbox.play(
            Scenario(reading: """
                programs:
                  PLASTIC: {cardType: PHYSICAL, scheme: MC, region: EEA, currencies: [EUR], requiresApproval: true}
                  ONLINE: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], requiresApproval: true}
                cards:
                  new: {customer: 10000001, program: PLASTIC, pin: 4071}
                  issued: {customer: 10000001, program: PLASTIC, status: ISSUED}
                  lost: {customer: 10000001, program: PLASTIC, status: LOST}
                  locked: {customer: 10000001, program: ONLINE, status: LOCKED}
                tokenizations:
                  pixel: {card: locked, wallet: GOOGLE_PAY, dpanRef: pixel}
                """), in: DemoUniverse.brand)
        #expect(try await Self.statuses(fixture, made) == [
            "new": "APPLIED", "issued": "APPLIED PENDING ISSUED", "lost": "APPLIED PENDING ISSUED ACTIVE LOST",
            "lost.replacement": "ISSUED", "locked": "APPLIED PENDING ACTIVE LOCKED",
        ])
        let locked = try #require(made.cards.first { $0.name == "locked" })
        let card = try await fixture.sandbox.plastic(of: locked.id).card
        #expect(try await fixture.tokens(of: card) == ["pixel SUSPENDED"])
    }

    @Test("One card has tokens on a phone and a watch")
    func severalTokens() async throws {
        let fixture = try await IssuingFixture.make()
        let made = try await fixture.sandbox.play(
            Scenario(reading: """
                cards:
                  a: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
                tokenizations:
                  begun: {card: a, wallet: APPLE_PAY, status: INITIATED}
                  phone: {card: a, wallet: APPLE_PAY, dpanRef: phone}
                  watch: {card: a, wallet: APPLE_PAY, dpanRef: watch, status: SUSPENDED}
                  halfway: {card: a, wallet: SAMSUNG_PAY, status: INITIATED}
                  galaxy: {card: a, wallet: SAMSUNG_PAY, dpanRef: galaxy}
                """), in: DemoUniverse.brand)
        #expect(Set(made.tokenizations.map(\.id)).count == 5)
        #expect(try await fixture.texts(
            "SELECT concat_ws(' ', wallet, device_id, dpan_reference, token_status) FROM tokenization ORDER BY 1") == [
                "APPLE_PAY", "APPLE_PAY phone ACTIVE", "APPLE_PAY watch SUSPENDED", "SAMSUNG_PAY galaxy galaxy ACTIVE",
                "SAMSUNG_PAY halfway",
            ])
    }

    @Test("The scenario wallets.yaml has a token in every status")
    func walletScenario() async throws {
        let fixture = try await IssuingFixture.make()
        let made = try await fixture.sandbox.play(Self.file("wallets.yaml"), in: DemoUniverse.brand)
        #expect(made.tokenizations.map(\.name) == [
            "iphone", "pixel", "galaxy", "old-phone", "half-done", "follows",
        ])
        let tokens = try await fixture.texts("""
            SELECT concat_ws(' ', wallet, coalesce(token_status, 'INITIATED'), suspended_by_card)
            FROM tokenization ORDER BY 1
            """)
        #expect(tokens == [
            "APPLE_PAY ACTIVE f", "GOOGLE_PAY ACTIVE f", "GOOGLE_PAY DELETED f", "GOOGLE_PAY INITIATED f",
            "GOOGLE_PAY SUSPENDED t", "SAMSUNG_PAY SUSPENDED f",
        ])
        let mislaid = try #require(made.cards.last)
        let card = try await fixture.sandbox.plastic(of: mislaid.id).card
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card).map { $0.suffix(6) } == ["ACTIVE"])
    }

    @Test("The scenario us.yaml has its cards, one with a PIN")
    func unitedStatesScenario() async throws {
        let fixture = try await IssuingFixture.make()
        let made = try await fixture.sandbox.play(Self.file("us.yaml"), in: DemoUniverse.brand)
        #expect(try await Self.statuses(fixture, made) == [
            "online": "ACTIVE", "plastic": "ISSUED ACTIVE", "on-its-way": "ISSUED",
        ])
        #expect(try await fixture.texts("SELECT count(*)::text FROM card WHERE pin_block IS NOT NULL") == ["1"])
    }

    /// The brand requires authentication for every operation.
    @Test("Playing a scenario needs no authentication")
    func authentication() async throws {
        let fixture = try await IssuingFixture.make(asking: ProtectedOperation.allCases)
        for name in ["demo.yaml", "us.yaml"] {
            _ = try await fixture.sandbox.play(Self.file(name), in: DemoUniverse.brand)
        }
        #expect(try await fixture.texts("SELECT count(*)::text FROM authentication_event") == ["0"])
    }

    /// The database refuses the second card, as if the program's numbers were used up.
    @Test("A scenario that is stopped reports the item and what was made before it")
    func stoppedScenario() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: """
            ALTER TABLE card ADD CONSTRAINT numbers_are_used_up CHECK (program_name <> 'DEMO-VIRTUAL-VISA-EEA')
            """)
        let scenario = try Scenario(reading: """
            cards:
              one: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
              two: {customer: 10000001, program: DEMO-VIRTUAL-VISA-EEA}
            """)
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        }
        guard case .stopped(let item, let made, _) = failure else {
            return #expect(Bool(false), "It was not stopped: \(String(describing: failure))")
        }
        #expect(item == "cards.two" && made.cards.map(\.name) == ["one"])
        #expect(failure?.description.contains("Created before it: cards.one ") == true)
    }

    @Test("A repeated scenario makes new customers and keeps the programs")
    func repeatedScenario() async throws {
        let fixture = try await IssuingFixture.make()
        let first = try await fixture.sandbox.play(Self.file("demo.yaml"), in: DemoUniverse.brand)
        let second = try await fixture.sandbox.play(Self.file("demo.yaml"), in: DemoUniverse.brand)
        #expect(first.programs.count == 4 && second.programs.isEmpty)
        #expect(first.customers.map(\.id) != second.customers.map(\.id))
    }
}
