import Authorizing
import Ledger
import Testing

@Suite("Prices")
struct PricingTests {
    @Test("A foreign purchase costs the converted amount and its fee")
    func foreignPurchase() throws {
        let pricing = try Sample.pricing((92, 100), atmFee: 200, foreignExchangeFee: 300)
        let quote = try pricing.quote(Sample.money(1000, "USD"), isWithdrawal: false)
        #expect(quote.converted == (try Sample.money(920)))
        #expect(quote.fees == [Fee(reason: .fx, amount: try Sample.money(28))])
        #expect(quote.total == (try Sample.money(948)))
    }

    @Test("A withdrawal has a flat fee, and only one in another currency also has a share")
    func withdrawals() throws {
        let pricing = try Sample.pricing((92, 100), atmFee: 200, foreignExchangeFee: 300)
        let atHome = try pricing.quote(Sample.money(2000), isWithdrawal: true)
        #expect(atHome.fees == [Fee(reason: .atm, amount: try Sample.money(200))])
        #expect(atHome.total == (try Sample.money(2200)))
        let abroad = try pricing.quote(Sample.money(1000, "USD"), isWithdrawal: true)
        #expect(abroad.fees.map(\.reason) == [.atm, .fx])
        #expect(abroad.total == (try Sample.money(1148)))
    }

    @Test("A price without a rate, or beyond 64 bits, is an error")
    func failures() throws {
        let (euro, dollar) = (try Sample.money(1).currency, try Sample.money(1, "USD").currency)
        #expect(throws: PricingFailure.notConvertible(from: dollar, to: euro)) {
            try Sample.pricing().quote(Sample.money(1, "USD"), isWithdrawal: false)
        }
        #expect(throws: PricingFailure.overflow) {
            try Sample.pricing(atmFee: 1).quote(Sample.money(.max), isWithdrawal: true)
        }
        #expect(throws: PricingFailure.overflow) {
            try Sample.pricing((2, 1)).quote(Sample.money(.max, "USD"), isWithdrawal: false)
        }
    }

    @Test("A purchase is never free, whatever the rate is")
    func smallestUnit() throws {
        let pricing = try Sample.pricing((1, 1_000_000))
        for amount in [1, 2, 499_999, 500_000, 1_499_999] as [Int64] {
            #expect(try pricing.quote(Sample.money(amount, "USD"), isWithdrawal: false).total.minorUnits == 1)
        }
        #expect(try pricing.quote(Sample.money(0, "USD"), isWithdrawal: false).total.isZero)
        #expect(pricing.largestPurchase(within: 0, upTo: try Sample.money(1, "USD")) == nil)
        #expect(pricing.largestPurchase(within: 1, upTo: try Sample.money(1, "USD"))?.total.minorUnits == 1)
    }

    @Test("The fees of the parts add up to the fee of the whole")
    func feesOfParts() throws {
        let whole = try Sample.pricing((1, 3), foreignExchangeFee: 175)
        let expected = try whole.quote(Sample.money(999, "USD"), isWithdrawal: false)
        var (converted, fees) = (Int64(0), Int64(0))
        for before in Int64(0)..<999 {
            let pricing = Pricing(
                currency: whole.currency, rate: whole.rate, tariff: whole.tariff,
                earlier: try Sample.money(before, "USD"))
            let part = try pricing.quote(Sample.money(1, "USD"), isWithdrawal: false)
            converted += part.converted.minorUnits
            fees += part.fees.reduce(0) { $0 + $1.amount.minorUnits }
        }
        #expect(converted == expected.converted.minorUnits)
        #expect(fees == expected.total.minorUnits - expected.converted.minorUnits)
    }

    @Test("The rest of a price is never negative, and its total is the difference")
    func without() throws {
        let pricing = try Sample.pricing((1, 2), atmFee: 2, foreignExchangeFee: 5000)
        for amount in Int64(1)...20 {
            let whole = try pricing.quote(Sample.money(amount, "USD"), isWithdrawal: true)
            var left = whole
            var returned = Int64(0)
            for _ in 1...amount {
                let part = try pricing.quote(Sample.money(1, "USD"), isWithdrawal: false)
                (left, returned) = (try left.without(part), returned + part.total.minorUnits)
                #expect(left.total.minorUnits == max(0, whole.total.minorUnits - returned))
                #expect(!left.converted.isNegative && left.fees.allSatisfy { !$0.amount.isNegative })
            }
            #expect(left.transaction.isZero)
        }
    }

    @Test("The parts of a price add up to the whole, and the last part has the withdrawal's fee")
    func parts() throws {
        let pricing = try Sample.pricing((1, 3), atmFee: 200, foreignExchangeFee: 175)
        for size in Int64(1)...7 {
            let whole = try pricing.quote(Sample.money(1001, "USD"), isWithdrawal: true)
            var (left, returned) = (whole, Int64(0))
            while left.transaction.isPositive {
                let part = try left.part(Sample.money(min(size, left.transaction.minorUnits), "USD"))
                #expect(part.fees.contains { $0.reason == .atm } == (part.transaction == left.transaction))
                #expect(!part.converted.isNegative && part.fees.allSatisfy { !$0.amount.isNegative })
                (left, returned) = (try left.without(part), returned + part.total.minorUnits)
                #expect(left.total.minorUnits == whole.total.minorUnits - returned)
            }
            #expect(returned == whole.total.minorUnits)
        }
    }

    @Test("The largest purchase fits the available money, and one unit more exceeds it", arguments: [
        (0, 5000), (1, 5000), (500, 5000), (948, 5000), (949, 5000), (4999, 5000), (100_000, 5000), (.max, .max),
    ] as [(Int64, Int64)])
    func largestPurchase(_ available: Int64, _ limit: Int64) throws {
        let pricing = try Sample.pricing((92, 100), foreignExchangeFee: 300)
        let best = pricing.largestPurchase(within: available, upTo: try Sample.money(limit, "USD"))
        if let best { #expect(best.total.minorUnits <= available && best.transaction.minorUnits <= limit) }
        let next = (best?.transaction.minorUnits ?? 0) &+ 1
        guard next > 0, next <= limit else { return }
        let more = try? pricing.quote(Sample.money(next, "USD"), isWithdrawal: false)
        #expect((more?.total.minorUnits ?? .max) > available || more == nil)
    }
}
