import CardSecrets
import Ledger
import Payments
import Testing

@testable import CardPointe

@Suite("Code tables")
struct CodeTableTests {
    @Test("Each processor has each of its codes once", arguments: [
        (Processor.gateway, 62), (.firstDataNorth, 42), (.rapidConnect, 227),
        (.profitStars, 27),
    ])
    func unique(_ processor: Processor, _ count: Int) {
        let codes = GatewayResponseCode.all(of: processor).map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(codes.count == count)
    }

    @Test("Each reason of an issuer has the code of its processor", arguments: [
        (DeclineReason.insufficientFunds, "116 Not sufficient funds", "NU Insufficient funds"),
        (.suspended, "332 Account locked", "57 Invalid txn for card"),
        (.closed, "302 Account closed", "N3 Invalid Account"), (.lost, "208 Lost card", "60 Declined"),
        (.stolen, "209 Stolen card", "60 Declined"), (.expired, "101 Expired card", "54 Wrong expiration"),
        (.amountLimit, "121 Exceeds withdrawal amount", "61 Exceeds withdrawal limit"),
        (.countLimit, "123 Exceeds withdrawal frequency limit", "NR Tran freq exceeded"),
        (.notPermitted, "119 Transaction not permitted to cardholder", "57 Invalid txn for card"),
        (.cryptogramRefused, "122 Security violation", "1A Need addl authentication"),
        (.unknownCard, "118 No card record", "14 Invalid card number"),
        (.wrongCVV2, "517 CVV2 Declined", "C2 CVV decline"),
        (.wrongPIN, "117 Incorrect PIN", "55 Incorrect pin"), (.doNotHonor, "100 Do not honor", "05 Do not honor"),
        (.notAuthenticated, "531 Retry with 3DS", "1A Need addl authentication"),
        (.malfunction, "62 Timed out", "62 Timed out"),
    ])
    func declines(_ reason: DeclineReason, _ rapidConnect: String, _ north: String) {
        let codes = [Processor.rapidConnect, .firstDataNorth].map { GatewayResponseCode.decline(reason, of: $0) }
        #expect(codes.map { "\($0.code) \($0.text)" } == [rapidConnect, north])
    }

    @Test("Amounts are read with a point, or in minor units", arguments: [
        ("12.34", 1234), ("1234", 1234), ("0", 0), (".5", 50), ("12", 12), ("12.3", 1230), ("-1.00", -100),
        ("1.234", nil), ("", nil), ("1,00", nil), ("1e3", nil), ("999999999999999", nil), ("-", nil), (".", nil),
    ] as [(String, Int64?)])
    func amounts(_ text: String, _ minorUnits: Int64?) throws {
        let dollar = try #require(Currency("USD"))
        #expect(GatewayAmount.read(text, in: dollar)?.minorUnits == minorUnits)
    }

    @Test("Expiries are read in four forms", arguments: [
        ("1228", "1228"), ("20281", "0128"), ("202812", "1228"), ("20281231", "1228"), ("1328", nil), ("12/28", nil),
        ("128", nil),
    ] as [(String, String?)])
    func expiries(_ text: String, _ spelled: String?) {
        #expect(GatewayExpiry.read(text).map(GatewayExpiry.spelled) == spelled)
    }

    @Test("A token shows only the first two and the last four digits of its number")
    func tokens() throws {
        let pan = try #require(PAN("4111111111111111"))
        let card = PaymentInstrument(pan: pan, expiry: nil, kind: .card(cvv2: nil))
        #expect(CardToken(for: card, middle: "012345678").text == "9410123456781111")
        let account = try BankAccount(routing: "036001808", number: "12345678")
        let check = PaymentInstrument(account, middle: "00000000")
        #expect(CardToken(for: check, middle: "641294751").text == "9036412947515678")
        #expect(CardToken("4111111111111111") == nil)
    }
}

@Suite("Test values")
struct TestValueTests {
    private static func outcome(
        _ amount: String, _ card: String = "4111111111111111", order: String? = nil,
        on processor: Processor = .rapidConnect
    ) throws -> String {
        let dollar = try #require(Currency("USD"))
        let money = try #require(GatewayAmount.read(amount, in: dollar))
        let pan = try #require(PAN(card))
        switch TestValues().outcome(of: pan, money, order: order, on: processor) {
        case .code(let code)?: return "\(code.processor.rawValue) \(code.code)"
        case .partial(let part)?: return part.majorUnits
        case nil: return "issuer"
        }
    }

    @Test("Amounts of 1000 to 1999 name a code; cents do not count", arguments: [
        ("1116.95", Processor.rapidConnect, "RPCT 116"), ("111695", .rapidConnect, "RPCT 116"),
        ("1332.00", .rapidConnect, "RPCT 332"), ("1999.99", .rapidConnect, "issuer"),
        ("999.00", .rapidConnect, "issuer"), ("2116.00", .rapidConnect, "issuer"),
        ("1051.00", .firstDataNorth, "FNOR 51"), ("1116.00", .firstDataNorth, "issuer"),
    ])
    func amounts(_ amount: String, _ processor: Processor, _ expected: String) throws {
        #expect(try Self.outcome(amount, on: processor) == expected)
    }

    @Test("Test cards have their own answers", arguments: [
        ("4999006200620062", "5.00", "PPS 62"), ("4387750101010101", "6.00", "5.00"),
        ("4387750101010101", "5.00", "issuer"), ("4387751111111053", "1.00", "RPCT 500"),
    ])
    func cards(_ card: String, _ amount: String, _ expected: String) throws {
        #expect(try Self.outcome(amount, card) == expected)
    }

    @Test("An order id can name the response code", arguments: [
        ("code-PPS-61", "PPS 61"), ("code-RPCT-904", "RPCT 904"), ("code-FNOR-C2", "FNOR C2"), ("code-PPS-0", "issuer"),
    ])
    func orders(_ order: String, _ expected: String) throws {
        #expect(try Self.outcome("1.00", order: order) == expected)
    }

    @Test("The postal code decides the result of the address check; without one the street does", arguments: [
        ("55112", nil, "N"), ("A1B 1A1", nil, "X"), (nil, "31125 Main Street", "N"), ("19355", nil, "Y"),
    ] as [(String?, String?, String)])
    func addresses(_ postal: String?, _ street: String?, _ expected: String) {
        #expect(TestValues().address(postal: postal, street: street) == expected)
    }

    @Test("Four security codes have their own result", arguments: [
        ("112", "M"), ("111", "N"), ("222", "P"), ("333", "U"), ("123", nil), (nil, nil),
    ] as [(String?, String?)])
    func securityCodes(_ code: String?, _ expected: String?) {
        #expect(TestValues().securityCode(code) == expected)
    }
}
