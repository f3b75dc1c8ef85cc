import CardSecrets
import GatewayTestSupport
import Ledger
import Payments
import Testing

@Suite("3-D Secure of a payment")
struct PaymentAuthenticationTests {
    private static func order(_ fixture: PaymentsFixture) throws -> NewPayment {
        var order = try fixture.order(1234)
        (order.needsAuthentication, order.capturesAtOnce) = (true, true)
        return order
    }

    @Test("A failed lookup declines the payment as not authenticated, and one without an answer as a malfunction")
    func lookup() async throws {
        let fixture = try await PaymentsFixture.make()
        fixture.cardholder.answer { _ in .ended(.lookupFailed) }
        let unknown = try await fixture.payments.pay(Self.order(fixture))
        #expect(unknown.status == .declined && unknown.declineReason == .notAuthenticated)
        #expect(unknown.authentication == .lookupFailed)
        fixture.cardholder.answer { _ in .unreachable }
        let lost = try await fixture.payments.pay(Self.order(fixture))
        #expect(lost.status == .declined && lost.declineReason == .malfunction && lost.authentication == nil)
        #expect(fixture.issuer.ledger.asked.isEmpty)
    }

    @Test("Without an answer the payment keeps waiting, and the same step may be repeated")
    func unreachable() async throws {
        let fixture = try await PaymentsFixture.make()
        let waiting = try await fixture.payments.pay(Self.order(fixture))
        fixture.cardholder.answer { _ in .unreachable }
        #expect(try await fixture.payments.authenticate(waiting.id, by: .code("1")) == .unreachable(waiting))
        let prompt = AuthenticationPrompt(.approvalInApp, note: "Not yet.")
        fixture.cardholder.answer { _ in .prompt(prompt) }
        #expect(try await fixture.payments.authenticate(waiting.id, by: .confirm) == .waiting(waiting, prompt))
        #expect(try await fixture.stored(waiting) == waiting)
    }

    @Test("Of many right answers at once, one asks the issuer")
    func atOnce() async throws {
        let fixture = try await PaymentsFixture.make()
        let waiting = try await fixture.payments.pay(Self.order(fixture))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { _ = try await fixture.authenticate(waiting) } }
            try await group.waitForAll()
        }
        let paid = try await fixture.stored(waiting)
        #expect(paid.status == .captured && paid.captured == PaymentsFixture.euros(1234))
        #expect(fixture.issuer.ledger.asked.count == 1)
    }

    @Test("A payment that has waited too long expires")
    func late() async throws {
        let fixture = try await PaymentsFixture.make()
        let waiting = try await fixture.payments.pay(Self.order(fixture))
        fixture.time.move(seconds: 15 * 60)
        #expect(try await fixture.authenticate(waiting) == waiting)
        try await fixture.payments.expireAuthorizations()
        let expired = try await fixture.stored(waiting)
        #expect(expired.status == .expired && expired.authentication == .notCompleted)
        #expect(try await fixture.authenticate(waiting) == expired)
        #expect(try await fixture.payments.cancelAuthentication(of: waiting.id) == expired)
        #expect(fixture.issuer.ledger.asked.isEmpty)
    }

    @Test("After 3-D Secure, the indicator is that of the card's network", arguments: [
        ("4111111111111111", "05"), ("5454545454545454", "02"), ("6011111111111117", "05"),
    ])
    func indicator(number: String, expected: String) async throws {
        let fixture = try await PaymentsFixture.make()
        var order = NewPayment(
            merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway,
            instrument: PaymentInstrument(pan: try #require(PAN(number)), expiry: nil, kind: .card(cvv2: nil)),
            amount: PaymentsFixture.euros(100))
        order.needsAuthentication = true
        let waiting = try await fixture.payments.pay(order)
        #expect(waiting.eci == nil)
        #expect(try await fixture.authenticate(waiting).eci == expected)
    }
}
