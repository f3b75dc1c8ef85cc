import CardSecrets
import Foundation
import GatewayTestSupport
import Ledger
import Payments
import Testing

@Suite("Payments with a chosen end, and trial payments")
struct TrialTests {
    private static func order(
        _ fixture: PaymentsFixture, _ change: (inout NewPayment) -> Void
    ) async throws -> Payment {
        var new = try fixture.order()
        change(&new)
        return try await fixture.payments.pay(new)
    }

    @Test("An amount that is not captured is given back at the time that the merchant chose")
    func ownEnd() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await Self.order(fixture) { $0.capturedBy = fixture.time.now + 3600 }
        fixture.time.move(seconds: 3599)
        try await fixture.payments.expireAuthorizations()
        #expect(try await fixture.stored(payment).status == .authorized)
        fixture.time.move(seconds: 1)
        try await fixture.payments.expireAuthorizations()
        #expect(try await fixture.stored(payment).status == .expired)
        #expect(fixture.issuer.held(for: payment) == 0)
    }

    @Test("A merchant cannot keep an authorization longer than the network does")
    func networksEnd() async throws {
        let fixture = try await PaymentsFixture.make()
        let week = fixture.time.now + PaymentTimes().authorizationSeconds
        let payment = try await Self.order(fixture) { $0.capturedBy = week + 1 }
        #expect(payment.expiresAt == week)
    }

    @Test("Neither the clearing house nor the issuer learns what happens to a trial")
    func trial() async throws {
        let fixture = try await PaymentsFixture.make()
        let captured = try await Self.order(fixture) { ($0.isTrial, $0.capturesAtOnce) = (true, true) }
        let refunded = try await fixture.payments.refund(captured.id).payment
        #expect(refunded.status == .refunded)
        let voided = try await fixture.payments.void(Self.order(fixture) { $0.isTrial = true }.id).payment
        #expect(voided.status == .voided)
        let left = try await Self.order(fixture) { $0.isTrial = true }
        fixture.time.move(seconds: 8 * 24 * 3600)
        try await fixture.payments.settleWhatIsDue(to: fixture.house)
        #expect(try await fixture.stored(left).status == .expired)
        #expect(fixture.house.ledger.presented.isEmpty && fixture.issuer.ledger.reversals.isEmpty)
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.unsent_step") == ["0"])
    }

    @Test("The instrument of a payment is read without its sensitive data")
    func instrument() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.authorized()
        let instrument = try #require(try await fixture.payments.instrument(of: payment.id))
        #expect(instrument.pan.lastFour == "1111" && instrument.expiry?.year == 2029)
        guard case .card(nil) = instrument.kind else {
            Issue.record("The security code is there.")
            return
        }
    }
}
