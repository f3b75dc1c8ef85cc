import Authorizing
import Ledger
import Testing

@Suite("The price of a partial reversal")
struct PartialReversalTests {
    /// 100.00 USD from a cash machine: 50.00 EUR, 2.00 EUR for the withdrawal and 1.00 EUR for the exchange.
    private static func withdrawal() throws -> Quote {
        try Sample.pricing((1, 2), atmFee: 200, foreignExchangeFee: 200)
            .quote(Sample.money(10_000, "USD"), isWithdrawal: true)
    }

    private func reverse(
        _ amount: Int64, _ currency: String = "USD", of price: Quote, hasPaid: Bool = false
    ) throws -> Step {
        // The tariff and the rate have changed since.
        let pricing = try Sample.pricing((9, 10), atmFee: 700, foreignExchangeFee: 0)
        let original = hasPaid
            ? try AuthorizationState.pay(price, by: .visa, isApproved: true).state
            : try AuthorizationState.approve(price).state
        var facts = try Sample.facts {
            ($0.kind, $0.amount, $0.currency) = ("PARTIAL_REVERSAL", amount, currency)
            $0.type = "ATM_WITHDRAWAL"
        }
        facts.original = .known(original)
        let booking = Booking(
            request: facts.request, original: original, price: price, hasPaid: hasPaid, pricing: pricing,
            scheme: .visa)
        return try #require(try booking.step(Decision(facts).approval))
    }

    @Test("It is the part's share of what was paid, whatever the tariff is by now")
    func share() throws {
        let step = try reverse(4000, of: Self.withdrawal())
        #expect(step.effects.held.minorUnits == -2040 && step.state.rest.minorUnits == 3260)
    }

    @Test("A part that is everything, or more, frees everything with its fees", arguments: [10_000, 10_001, 99_999])
    func everything(_ amount: Int64) throws {
        let step = try reverse(amount, of: Self.withdrawal())
        #expect(step.state.status == .reversed && step.state.rest.isZero)
        #expect(step.effects.held.minorUnits == -5300)
    }

    @Test("A payment at once returns everything with its fees, too", arguments: [10_000, 99_999])
    func everythingPaid(_ amount: Int64) throws {
        let step = try reverse(amount, of: Self.withdrawal(), hasPaid: true)
        #expect(step.state.status == .reversed && step.state.cleared.isZero)
    }

    @Test("An amount in another currency is not everything because its number is the same")
    func otherCurrency() throws {
        let price = try Sample.pricing((1, 1)).quote(Sample.money(10_000, "USD"), isWithdrawal: false)
        let step = try reverse(10_000, "GBP", of: price)
        #expect(step.state.status == .approved && step.state.rest.minorUnits == 1000)
    }
}
