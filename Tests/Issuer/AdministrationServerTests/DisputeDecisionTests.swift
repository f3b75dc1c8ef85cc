import Cards
import HTTPTypes
import IssuingTestSupport
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("Decisions about disputes over HTTP")
struct DisputeDecisionTests {
    @Test("An operator decides the issuer's steps, and whoever supports customers sees them")
    func decisions() async throws {
        let bench = try await AdministrationBench()
        let card = try await bench.fixture.loadedCard()
        _ = try await bench.fixture.dispute(bench.fixture.purchase(with: card), of: card)
        let id = try #require(try await bench.fixture.texts("SELECT dispute_id::text FROM dispute").first)
        let decisions = "/disputes/\(id)/decisions"
        func decide(_ body: String, as role: OperatorRole = .operations) async throws -> (status: Int, text: String) {
            let answer = try await bench.ask(.post, decisions, body, as: role)
            return (answer.status, answer.text)
        }
        #expect(try await decide(#"{"decision": "CHARGE_BACK"}"#, as: .support).status == 403)
        let charged = try await decide(#"{"decision": "CHARGE_BACK", "note": "The parcel is lost."}"#)
        #expect(charged.status == 200 && charged.text.contains(#""status":"CHARGEBACK""#), "\(charged.text)")
        let refused = try await decide(#"{"decision": "ARBITRATE"}"#)
        #expect(refused.status == 403 && refused.text.contains("No step is accepted from ISSUER now."))
        let wrong = try await decide(#"{"decision": "WITHDRAW", "note": "Card 4895370000000007"}"#)
        #expect(wrong.status == 400 && wrong.text.contains("decision") && wrong.text.contains(#""field":"note""#))
        let shown = try await bench.ask(.get, "/disputes/\(id)", as: .support)
        #expect(shown.status == 200 && shown.text.contains(#""note":"The parcel is lost.""#), "\(shown.text)")
        #expect(try await bench.ask(.get, "/disputes/\(id)/evidence/\(id)", as: .support).status == 403)
        #expect(try await bench.ask(.get, "/disputes/\(id)/evidence/\(id)", as: .operations).status == 404)
        #expect(try await bench.ask(.get, "/disputes/\(card.id)", as: .operations).status == 404)
        let acts = try await bench.fixture.texts(
            "SELECT operator FROM audit.audit_event WHERE act = 'DISPUTE_STEP_TAKEN' AND operator IS NOT NULL")
        #expect(acts.count == 1)
    }
}
