import Foundation
import GatewayTestSupport
import Ledger
import Payments
import Postgres
import Testing
import TestSupport

@Suite("Recovery of payments")
struct RecoveryTests {
    @Test("If the issuer is out of reach, the payment is declined, and a possible hold is given back later")
    func unreachable() async throws {
        let fixture = try await PaymentsFixture.make()
        fixture.issuer.reach(false)
        let payment = try await fixture.authorized()
        #expect(payment.status == .declined && payment.declineReason == .malfunction)
        fixture.issuer.reach(true)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0, "It waits before it tries again.")
        fixture.time.move(seconds: 3600)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 1)
        #expect(fixture.issuer.held(for: payment) == 0)
        #expect(fixture.issuer.ledger.reversals.count == 1, "Each attempt has the same reference.")
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.unsent_step") == ["0"])
    }

    @Test("If a server dies while the issuer is asked, another one takes the payment back, once")
    func lostAnswer() async throws {
        let fixture = try await PaymentsFixture.make()
        let dying = try fixture.anotherServer(5)
        fixture.issuer.beforeAnswering { _ in await dying.database.shutDown() }
        await #expect(throws: PaymentFailure.self) { try await dying.pay(fixture.order(nonce: "lost")) }
        fixture.issuer.beforeAnswering(nil)
        let filter = PaymentFilter(merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, .nonces(["lost"]))
        let asked = try #require(try await fixture.payments.payments(filter).first)
        #expect(asked.status == .created && fixture.issuer.held(for: asked) == 10_000)

        try await fixture.payments.recoverLostAnswers()
        #expect(try await fixture.stored(asked).status == .created, "The answer may still come.")
        fixture.time.move(seconds: 61)
        let (one, other) = (fixture.payments, try fixture.anotherServer(6))
        await withTaskGroup(of: Void.self) { group in
            for server in [one, other] { group.addTask { try? await server.recoverLostAnswers() } }
        }
        let recovered = try await fixture.stored(asked)
        #expect(recovered.status == .declined && recovered.declineReason == .malfunction)
        #expect(fixture.issuer.held(for: asked) == 0 && fixture.issuer.ledger.reversals.count == 1)
    }

    @Test("An answer that comes after the payment was taken back changes nothing", arguments: [
        IssuerAnswer.approved(amount: PaymentsFixture.euros(10_000), code: "A1B2C3"), .declined(.insufficientFunds),
    ], [false, true])
    func lateAnswer(_ answer: IssuerAnswer, capturesAtOnce: Bool) async throws {
        let fixture = try await PaymentsFixture.make()
        fixture.issuer.answer(answer)
        fixture.issuer.beforeAnswering { _ in
            fixture.time.move(seconds: 61)
            try? await fixture.payments.recoverLostAnswers()
        }
        var order = try fixture.order()
        order.capturesAtOnce = capturesAtOnce
        let payment = try await fixture.payments.pay(order)
        #expect(payment.status == .declined && payment.declineReason == .malfunction)
        #expect(try await fixture.stored(payment) == payment && fixture.issuer.held(for: payment) == 0)
        let steps = try await fixture.payments.steps(of: payment.id).map(\.kind)
        #expect(steps == [.void], "Nothing of the late answer is stored.")
    }

    @Test("An authorization expires by the clock, and its money goes back to the customer")
    func expiry() async throws {
        let fixture = try await PaymentsFixture.make()
        let whole = try await fixture.authorized()
        let part = try await fixture.authorized()
        _ = try await fixture.payments.capture(part.id, PaymentsFixture.euros(4000), isFinal: false)
        fixture.time.move(seconds: 6 * 24 * 3600 - 1)
        try await fixture.payments.expireAuthorizations()
        #expect(try await fixture.stored(whole).status == .authorized)
        fixture.time.move(seconds: 1)
        try await fixture.payments.expireAuthorizations()
        #expect(try await fixture.stored(whole).status == .expired && fixture.issuer.held(for: whole) == 0)
        let rest = try await fixture.stored(part)
        #expect(rest.status == .captured && rest.left.isZero && fixture.issuer.held(for: part) == 4000)
        #expect(await refusal { try await fixture.payments.capture(whole.id) }
            == .wrongStatus(.expired, accepted: [.authorized, .captured]))
    }

    @Test("A payment expires if the customer does not authenticate in time")
    func lateAuthentication() async throws {
        let fixture = try await PaymentsFixture.make()
        var order = try fixture.order()
        order.needsAuthentication = true
        let waiting = try await fixture.payments.pay(order)
        fixture.time.move(seconds: 15 * 60)
        try await fixture.payments.expireAuthorizations()
        #expect(try await fixture.stored(waiting).status == .expired)
        #expect(fixture.issuer.ledger.asked.isEmpty && fixture.issuer.ledger.reversals.isEmpty)
    }
}
