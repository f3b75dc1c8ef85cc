import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Scenarios
import Testing
import TestSupport

@Suite("Loads and payments of a scenario")
struct PaymentScenarioTests {
    private func faults(in text: String, _ fixture: IssuingFixture) async throws -> [String] {
        do throws(ScenarioFailure) {
            _ = try await fixture.sandbox.play(try readable(text), in: DemoUniverse.brand)
            return []
        } catch {
            guard case .faults(let faults) = error else { return ["\(error)"] }
            return faults.list.map(\.description)
        }
    }

    private func readable(_ text: String) throws(ScenarioFailure) -> Scenario {
        do throws(ScenarioFaults) {
            return try Scenario(reading: text)
        } catch {
            throw .faults(error)
        }
    }

    @Test("The scenario payments.yaml plays the closed loop")
    func closedLoop() async throws {
        let fixture = try await IssuingFixture.make()
        let file = Golden.repository.appending(path: "scenarios/payments.yaml")
        let scenario = try Scenario(reading: String(contentsOf: file, encoding: .utf8))
        let made = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        #expect(made.loads.map(\.name) == ["salary"])
        #expect(made.payments.map { "\($0.name) \($0.code.rawValue)" } == [
            "coffee 00", "shoes 00", "hotel 00", "television 51", "ticket 00",
        ])
        // 50.00 less 20.00, plus 5.00, less 1.00; 12.34 are held.
        #expect(try await fixture.texts("SELECT concat_ws(' ', posted, held) FROM money.account") == ["3400 1234"])
        let statuses = try await fixture.texts("""
            SELECT status::text FROM "authorization" ORDER BY merchant_amount
            """)
        #expect(statuses == ["SETTLED", "REVERSED", "APPROVED", "SETTLED", "DECLINED"])
        let locked = try #require(made.cards.first { $0.name == "mislaid" })
        #expect(try await fixture.sandbox.plastic(of: locked.id).card.standing.status == .locked)
        let report = try await CheckStatements.report(on: fixture.issuing.database, and: AuthorizationInvariants.all)
        #expect(report.findings == [])
    }

    @Test("All errors are reported at once, and nothing is made")
    func errors() async throws {
        let fixture = try await IssuingFixture.make()
        let found = try await faults(in: """
            loads:
              a: {customer: nobody, amount: 1, currency: EURO}
              b: {customer: 10000001, amount: 0, currency: EUR}
            payments:
              c: {card: none, amount: 5, refunded: 6}
              d: {card: none, amount: 5, status: GONE, merchant: {mcc: 1, country: de}}
            """, fixture)
        #expect(found == [
            "line 2, column 17: customer must be a customer of this scenario, or the number of an existing customer",
            "line 2, column 46: currency must be a currency of ISO 4217, like EUR",
            "line 3, column 35: amount must be a whole number from 1 to 999999999999",
            "line 5, column 13: card must be one of the cards of this scenario",
            "line 5, column 40: refunded must be absent unless the status is SETTLED; this refund is 6",
            "line 5, column 40: refunded must be at most the amount, which is 5",
            "line 6, column 13: card must be one of the cards of this scenario",
            "line 6, column 38: status must be one of APPROVED, DECLINED, SETTLED, REVERSED",
            "line 6, column 60: merchant.mcc must be four digits",
            "line 6, column 72: merchant.country must be two capital letters",
        ])
        #expect(try await fixture.texts("SELECT count(*)::text FROM money.account") == ["0"])
    }

    @Test("A card that cannot pay, and an invalid merchant name, are reported before anything is made")
    func impossible() async throws {
        let fixture = try await IssuingFixture.make()
        let found = try await faults(in: #"""
            programs:
              REVIEWED: {cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR], requiresApproval: true}
            cards:
              waiting: {customer: 10000001, program: REVIEWED, status: PENDING}
              posted: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA}
            payments:
              a: {card: waiting, amount: 5, status: DECLINED}
              b: {card: posted, amount: 5, status: SETTLED}
              c: {card: posted, amount: 5, status: DECLINED}
              d: {card: posted, amount: 5, status: DECLINED, merchant: {name: "Ca\u0007", city: 4111 1111 1111 1111}}
            """#, fixture)
        #expect(found == [
            "line 7, column 13: card must be a card with a number; this one is PENDING",
            "line 8, column 40: status must be DECLINED: its card is ISSUED, so it cannot pay",
            "line 10, column 67: merchant.name must be 1 to 100 characters without control characters",
            "line 10, column 85: merchant.city must not hold what looks like a card number",
        ])
        let declined = try await faults(in: """
            cards:
              posted: {customer: 10000001, program: SKRILL-PHYSICAL-MC-EEA}
            payments:
              c: {card: posted, amount: 5, status: DECLINED}
            """, fixture)
        #expect(declined == [])
    }

    @Test("A payment that ends in another status than its own ends the scenario")
    func surprise() async throws {
        let fixture = try await IssuingFixture.make()
        let found = try await faults(in: """
            cards:
              first: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
              second: {customer: 10000001, program: SKRILL-VIRTUAL-MC-EEA}
            payments:
              coffee: {card: first, amount: 5}
            """, fixture)
        #expect(found.count == 1)
        #expect(found[0].hasPrefix(
            "payments.coffee did not end as the scenario says: the issuer answered 51, "
                + "the account does not have enough money."))
        #expect(try await fixture.texts("SELECT count(*)::text FROM card") == ["1"], "nothing is made after it")
    }
}
