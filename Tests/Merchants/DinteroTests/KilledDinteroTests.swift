import Foundation
import GatewayTestSupport
import HTTPTypes
import Identifiers
import Postgres
import Testing

@testable import Dintero

/// A server that is killed between two steps leaves data that the next request must handle.
@Suite("Dintero after kill -9")
struct KilledDinteroTests {
    @Test("A token that was taken and never charged is lost, and the customer pays with another one, once")
    func beforeTheIssuer() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        let found = try await fixture.dintero.session(named: id)
        let transactionID = try #require(ApplePayTransactionID(transaction))
        let taken = try await fixture.dintero.takeInstrument(of: found.session, attempt: 1, transactionID)
        #expect(taken != nil, "and here the server is killed")
        #expect(try await fixture.pay(id, transaction).words == "409 CONFLICT")
        #expect(try await fixture.pay(id, fixture.submitted(id, seed: 6))["success"] == "true")
        #expect(fixture.issuer.asked.count == 1)
    }

    @Test("A payment whose answer was lost is the session's transaction, and is not made again")
    func afterTheIssuer() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        #expect(try await fixture.pay(id, transaction)["success"] == "true", "nobody gets this answer")
        #expect(try await fixture.pay(id, transaction).words == "409 SESSION_PAID")
        #expect(try await fixture.ask(.get, "/v1/sessions/\(id)")["transaction_id"] != nil)
        #expect(fixture.issuer.asked.count == 1)
    }

    @Test("The approval of a session that is cancelled meanwhile is reversed, even if its server is killed")
    func approvedAndCancelled() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        #expect(try await fixture.pay(id, fixture.submitted(id))["success"] == "true", "and here the server is killed")
        let session = try await fixture.dintero.session(named: id).session
        let payment = try #require(try await fixture.dintero.latestPayment(of: session))
        // The other server had read the session before the payment began, and cancels it now.
        let now = fixture.clock.now
        _ = try await fixture.dintero.database.write(
            SessionStatements.cancel(
                .id(session.id.object), .timestamp(now), .timestamp(now + Dintero.payingSeconds)))
        try await fixture.dintero.giveBackCancelled()
        #expect(fixture.issuer.held(for: payment) == 20100, "The server that charges may still be about to void it.")
        fixture.clock.move(seconds: Dintero.payingSeconds)
        for _ in 1...2 { try await fixture.dintero.giveBackCancelled() }
        #expect(fixture.issuer.held(for: payment) == 0 && fixture.issuer.reversed.count == 1)
    }

    @Test("A cancellation during a payment reverses the payment while the issuer is asked")
    func overtaken() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        // The session as the other server has read it, before the payment began.
        let found = try await fixture.dintero.session(named: id)
        fixture.issuer.beforeAnswering { _ in
            let cancelled = try? await fixture.dintero.cancel(found)
            #expect(cancelled?.session.cancelledAt != nil)
        }
        #expect(try await fixture.pay(id, transaction)["success"] != "true")
        #expect(fixture.issuer.ledger.held.values.allSatisfy { $0 == 0 })
    }

    @Test("While the issuer is asked, the session cannot be cancelled")
    func cancelledMeanwhile() async throws {
        let fixture = try await DinteroFixture.make()
        let id = try await fixture.newSession()
        let transaction = try await fixture.submitted(id)
        fixture.issuer.beforeAnswering { _ in
            let words = try? await fixture.ask(.post, "/v1/sessions/\(id)/cancel").words
            #expect(words == "400 WRONG_STATUS")
        }
        #expect(try await fixture.pay(id, transaction)["success"] == "true")
        #expect(try await fixture.ask(.get, "/v1/sessions/\(id)")["cancelled_at"] == nil)
    }
}
