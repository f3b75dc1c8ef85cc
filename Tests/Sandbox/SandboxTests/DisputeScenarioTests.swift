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

@Suite("Disputes of a scenario")
struct DisputeScenarioTests {
    private static func scenario(_ payment: String) -> String {
        CustomerWithCard.scenario + """
            payments:
              shoes: {card: everyday, amount: 2000, \(payment)}
            """
    }

    @Test("A simulated acquirer leads the dispute of a payment to each status", arguments: DisputeStatus.allCases)
    func course(_ status: DisputeStatus) async throws {
        let fixture = try await IssuingFixture.make()
        let text = Self.scenario("status: SETTLED, refunded: 500, dispute: \(status.rawValue)")
        let made = try await fixture.sandbox.play(try Scenario(reading: text), in: DemoUniverse.brand)
        #expect(made.payments.map(\.code) == [.approved])
        let disputes = try await fixture.texts("SELECT concat_ws(' ', status, amount) FROM dispute")
        #expect(disputes == ["\(status.rawValue) 1500"])
        let posted = try await fixture.texts("SELECT posted::text FROM money.account")
        #expect(posted == [status == .won ? "5000" : "3500"])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Only a cleared payment, of which something is left, can be disputed", arguments: [
        ("status: APPROVED, dispute: OPEN", "dispute must be absent unless the status is SETTLED"),
        ("status: SETTLED, refunded: 2000, dispute: OPEN", "dispute must be absent if all of the amount is refunded"),
    ])
    func errors(_ payment: String, _ message: String) async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: Self.scenario(payment))
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        }
        guard case .faults(let faults)? = failure else {
            Issue.record("The scenario was played: \(String(describing: failure))")
            return
        }
        #expect(faults.list.map(\.description).count == 1)
        #expect(faults.list.allSatisfy { $0.description.hasSuffix(message) })
    }
}
