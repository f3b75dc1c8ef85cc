import Authorizing
import Ledger
import Testing

@Suite("The price of a partial reversal")
struct PartialReversalTests {
    /// 100.00 USD from a cash machine: costs 50.00 EUR, a withdrawal fee of 2.00 EUR and an exchange fee of 1.00 EUR.
    private static func withdrawal() throws -> Quote {
        try Sample.pricing((1, 2), atmFee: 200, foreignExchangeFee: 200)
            .quote(Sample.money(10_000, "USD"), isWithdrawal: true)
    }

    private func reverse(
        _ amount: Int64, _ currency: String = "USD", of price: Quote, hasPaid: Bool = false
    ) throws -> Step {
        // The tariff and the rate have changed since the withdrawal.
        let pricing = try Sample.pricing((9, 10), atmFee: 700, foreignExchangeFee: 0)
        let original = hasPaid
            ? try AuthorizationState.pay(price, by: .visa, isApproved: true).state
            : try AuthorizationState.approve(price).state
        var facts = try Sample.facts {
            ($0.kind, $0.amount, $0.currency) = ("PARTIAL_REVERSAL", amount, Sent(currency))
            $0.type = "ATM_WITHDRAWAL"
        }
        facts.original = .known(original)
        let booking = Booking(
            request: facts.request, original: original, price: price, hasPaid: hasPaid, pricing: pricing,
            scheme: .visa)
        return try #require(try booking.step(Decision(facts).approval))
    }

    @Test("A partial reversal returns its share of what was paid, even after the tariff has changed")
    func share() throws {
        let step = try reverse(4000, of: Self.withdrawal())
        #expect(step.effects.held.minorUnits == -2040 && step.state.rest.minorUnits == 3260)
    }

    @Test("A partial reversal of the whole amount frees everything, with its fees")
    func everything() throws {
        let step = try reverse(10_000, of: Self.withdrawal())
        #expect(step.state.status == .reversed && step.state.rest.isZero)
        #expect(step.effects.held.minorUnits == -5300)
    }

    @Test("A partial reversal of a whole immediate payment returns everything, with its fees")
    func everythingPaid() throws {
        let step = try reverse(10_000, of: Self.withdrawal(), hasPaid: true)
        #expect(step.state.status == .reversed && step.state.cleared.isZero)
    }

    @Test("A partial reversal of more than is left takes nothing back", arguments: [10_001, 99_999], [false, true])
    func tooMuch(_ amount: Int64, _ hasPaid: Bool) throws {
        #expect(throws: BookingFailure.authorization(.exceedsAuthorization)) {
            try reverse(amount, of: Self.withdrawal(), hasPaid: hasPaid)
        }
    }

    @Test("A partial reversal cannot take back what was collected from a hold or already returned")
    func whatIsLeft() throws {
        var hold = try PlayedPayment(.authorization, 1000)
        try hold.play(.clearing, 600, isLast: false)
        #expect(throws: BookingFailure.authorization(.exceedsAuthorization)) { try hold.play(.partialReversal, 401) }
        try hold.play(.partialReversal, 400)
        #expect(hold.state.status == .reversed && hold.state.rest.isZero)

        var payment = try PlayedPayment(.financial, 1000)
        try payment.play(.refund, 600)
        #expect(throws: BookingFailure.authorization(.exceedsAuthorization)) { try payment.play(.partialReversal, 401) }
        try payment.play(.partialReversal, 400)
        #expect(payment.balance == 0)
    }

    @Test("The same number in another currency is not the whole amount")
    func otherCurrency() throws {
        let price = try Sample.pricing((1, 1)).quote(Sample.money(10_000, "USD"), isWithdrawal: false)
        let step = try reverse(10_000, "GBP", of: price)
        #expect(step.state.status == .approved && step.state.rest.minorUnits == 1000)
    }
}
