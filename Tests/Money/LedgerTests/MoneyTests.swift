import Ledger
import Testing
import TestSupport

@Suite("Amounts of money")
struct MoneyTests {
    @Test("An amount is read and written with the decimals of its currency", arguments: textTable("""
        12.34  | EUR | 1234                 | 12.34 EUR
        12     | EUR | 1200                 | 12.00 EUR
        0.5    | EUR | 50                   | 0.50 EUR
        -0.05  | EUR | -5                   | -0.05 EUR
        0      | EUR | 0                    | 0.00 EUR
        1234   | JPY | 1234                 | 1234 JPY
        0      | JPY | 0                    | 0 JPY
        1.234  | KWD | 1234                 | 1.234 KWD
        0.001  | KWD | 1                    | 0.001 KWD
        92233720368547758.07 | EUR | 9223372036854775807 | 92233720368547758.07 EUR
        -92233720368547758.08 | EUR | -9223372036854775808 | -92233720368547758.08 EUR
        """))
    func text(row: [String]) throws {
        let currency = try #require(Currency(row[1]))
        let money = try #require(Money(row[0], currency: currency))
        #expect(String(money.minorUnits) == row[2])
        #expect(money.description == row[3] && money.description == "\(money.majorUnits) \(row[1])")
    }

    @Test("Other texts are no amount", arguments: [
        ("", "EUR"), (".", "EUR"), ("1.", "EUR"), (".5", "EUR"), ("1.234", "EUR"), ("1.0", "JPY"), ("1,5", "EUR"),
        ("--1", "EUR"), ("+1", "EUR"), ("1e3", "EUR"), ("1.2.3", "EUR"), (" 1", "EUR"), ("٣", "EUR"), ("-", "EUR"),
        ("92233720368547758.08", "EUR"),
    ])
    func malformed(text: String, code: String) throws {
        #expect(Money(text, currency: try #require(Currency(code))) == nil)
    }

    @Test("Sums and differences are exact")
    func arithmetic() throws {
        let euro = try #require(Currency("EUR"))
        let (small, large) = (Money(minorUnits: 1, currency: euro), Money(minorUnits: 500, currency: euro))
        #expect(try small + large == Money(minorUnits: 501, currency: euro))
        #expect(try small - large == Money(minorUnits: -499, currency: euro))
        #expect(try small.negated() == Money(minorUnits: -1, currency: euro))
        #expect(try large.covers(small) && large.covers(large) && !small.covers(large))
    }

    @Test("A result of more than 64 bits is an error")
    func overflow() throws {
        let euro = try #require(Currency("EUR"))
        let (most, least) = (Money(minorUnits: .max, currency: euro), Money(minorUnits: .min, currency: euro))
        let one = Money(minorUnits: 1, currency: euro)
        #expect(throws: MoneyFailure.overflow(euro)) { try most + one }
        #expect(throws: MoneyFailure.overflow(euro)) { try least - one }
        #expect(throws: MoneyFailure.overflow(euro)) { try least.negated() }
    }

    @Test("Two currencies are never mixed")
    func currencies() throws {
        let (euro, dollar) = (try #require(Currency("EUR")), try #require(Currency("USD")))
        let (left, right) = (Money(minorUnits: 1, currency: euro), Money(minorUnits: 1, currency: dollar))
        #expect(throws: MoneyFailure.differentCurrencies(euro, dollar)) { try left + right }
        #expect(throws: MoneyFailure.differentCurrencies(euro, dollar)) { try left - right }
        #expect(throws: MoneyFailure.differentCurrencies(euro, dollar)) { try left.covers(right) }
    }
}
