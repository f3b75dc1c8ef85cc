import Ledger
import Testing

@Suite("Currencies of ISO 4217")
struct CurrencyTests {
    @Test("A currency is found by its letters and by its number", arguments: [
        ("EUR", 978, 2, "978"), ("JPY", 392, 0, "392"), ("KWD", 414, 3, "414"), ("AUD", 36, 2, "036"),
        ("ALL", 8, 2, "008"), ("CLF", 990, 4, "990"), ("XCG", 532, 2, "532"), ("ISK", 352, 0, "352"),
        ("BHD", 48, 3, "048"), ("USD", 840, 2, "840"), ("UGX", 800, 0, "800"), ("MGA", 969, 2, "969"),
    ])
    func lookup(code: String, number: Int, exponent: Int, digits: String) throws {
        let currency = try #require(Currency(code))
        #expect(currency.number == number && currency.exponent == exponent && currency.digits == digits)
        #expect(Currency(number: number) == currency)
    }

    @Test("Other codes are no currency", arguments: ["", "eur", "EURO", "XXX", "XTS", "XAU", "HRK", "ZZZ"])
    func unknown(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test("Other numbers are no currency", arguments: [0, -978, 999, 963, 1978])
    func unknown(number: Int) {
        #expect(Currency(number: number) == nil)
    }

    @Test("No two currencies share a code or a number, and each has the form of ISO 4217")
    func unique() {
        let all = Currency.all
        #expect(all.count == 166)
        #expect(Set(all.map(\.code)).count == all.count && Set(all.map(\.number)).count == all.count)
        for currency in all {
            #expect(currency.code.wholeMatch(of: /[A-Z]{3}/) != nil && (1...999).contains(currency.number))
            #expect((0...4).contains(currency.exponent))
        }
    }
}
