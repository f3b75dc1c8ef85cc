import Ledger
import Testing

@Suite("Exchange rates")
struct ExchangeRateTests {
    private func convert(
        _ amount: Int64, _ from: String, _ to: String, _ numerator: Int64, _ denominator: Int64
    ) throws -> Int64 {
        let rate = try #require(ExchangeRate(numerator: numerator, denominator: denominator))
        let (source, target) = (try #require(Currency(from)), try #require(Currency(to)))
        return try rate.convert(Money(minorUnits: amount, currency: source), to: target).minorUnits
    }

    @Test("Conversion knows how many decimals a currency has", arguments: [
        (1000, "USD", "EUR", 92, 100, 920),  // 10.00 USD
        (1625, "JPY", "EUR", 10, 1625, 1000),  // 1625 JPY
        (1000, "EUR", "JPY", 1625, 10, 1625),  // 10.00 EUR
        (1000, "KWD", "EUR", 3, 1, 300),  // 1.000 KWD
        (300, "EUR", "KWD", 1, 3, 1000),  // 3.00 EUR
        (1, "JPY", "KWD", 1, 500, 2),  // 1 JPY
        (0, "USD", "EUR", 92, 100, 0),
    ])
    func decimals(_ amount: Int64, _ from: String, _ to: String, _ up: Int64, _ down: Int64, _ result: Int64) throws {
        #expect(try convert(amount, from, to, up, down) == result)
    }

    @Test("A half is rounded away from zero, anything else to the nearest", arguments: [
        (1, 1, 2, 1), (-1, 1, 2, -1), (3, 1, 2, 2), (-3, 1, 2, -2), (1, 1, 3, 0), (2, 1, 3, 1), (-1, 1, 3, 0),
        (-2, 1, 3, -1), (5, 1, 10, 1), (4, 1, 10, 0), (49, 1, 100, 0), (51, 1, 100, 1), (7, 7, 7, 7),
    ])
    func rounding(_ amount: Int64, _ up: Int64, _ down: Int64, _ result: Int64) throws {
        #expect(try convert(amount, "EUR", "USD", up, down) == result)
    }

    @Test("An amount that does not fit is an error", arguments: [
        (Int64.max, "EUR", "USD", 2, 1), (.min, "EUR", "USD", 2, 1), (.max, "JPY", "EUR", 1, 1),
        (.max, "JPY", "CLF", .max, 1), (.min, "JPY", "CLF", .max, 1),
    ] as [(Int64, String, String, Int64, Int64)])
    func overflow(_ amount: Int64, _ from: String, _ to: String, _ up: Int64, _ down: Int64) {
        #expect(throws: MoneyFailure.self) { try convert(amount, from, to, up, down) }
    }

    @Test("The largest numbers convert exactly")
    func largest() throws {
        #expect(try convert(.max, "EUR", "USD", .max, .max) == .max)
        #expect(try convert(.min, "EUR", "USD", .max, .max) == .min)
        #expect(try convert(.max, "CLF", "JPY", 1, .max) == 0)
    }

    @Test("A rate is above 0, and a share at most the whole")
    func bounds() {
        #expect(ExchangeRate(numerator: 0, denominator: 1) == nil)
        #expect(ExchangeRate(numerator: 1, denominator: 0) == nil)
        #expect(ExchangeRate(numerator: 1, denominator: -1) == nil)
        #expect(BasisPoints(-1) == nil && BasisPoints(10_001) == nil)
        #expect(BasisPoints(10_000) != nil && BasisPoints(0) != nil)
    }
}
