import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import CardPointe

@Suite("The gateway's test environment")
struct TestEnvironmentTests {
    private static func fixture() async throws -> CardPointeFixture {
        try await CardPointeFixture.make { $0.testValues = TestValues() }
    }

    @Test("Amounts name their codes, and no issuer is asked", arguments: [
        ("1116.95", "RPCT 116 C Not sufficient funds"), ("133200", "RPCT 332 C Account locked"),
        ("1505.00", "RPCT 505 B Please retry"), ("1003.00", "RPCT 003 A Approve VIP"),
    ])
    func amounts(_ amount: String, _ code: String) async throws {
        let fixture = try await Self.fixture()
        let answer = try await fixture.authorize([("amount", .string(amount))])
        #expect(answer.code == code)
        #expect((answer["amount"] == "0.00") == !code.contains(" A "))
        #expect(fixture.issuer.asked.isEmpty)
        let reference = try #require(answer["retref"])
        let inquired = try await fixture.send(
            .get, "/cardconnect/rest/inquire/\(reference)/\(CardPointeFixture.merchant)")
        #expect(inquired.code == code)
    }

    @Test("Test cards have the answers of their processor", arguments: [
        ("4999006200620062", "PPS 62 B Timed out"), ("4387751111111053", "FNOR NU C Insufficient funds"),
        ("4387751111111038", "FNOR 05 C Do not honor"),
    ])
    func cards(_ card: String, _ code: String) async throws {
        let fixture = try await Self.fixture()
        let answer = try await fixture.authorize(
            [("account", .string(card))], merchant: CardPointeFixture.northMerchant)
        #expect(answer.code == code)
    }

    @Test("The test card for partial approvals gets 5.00")
    func partial() async throws {
        let fixture = try await Self.fixture()
        let answer = try await fixture.authorize([("account", "4387750101010101"), ("amount", "6.50")])
        #expect(answer.code == "RPCT 002 A Approve for partial amount" && answer["amount"] == "5.00")
        #expect(answer["authcode"]?.hasPrefix("PPS") == true)
    }

    @Test("The well-known tokens stand for their cards, even before a request for such a token", arguments: [
        ("9418594164541111", "4111111111111111"), ("9477709629051443", "4788250000121443"),
    ])
    func knownTokens(_ token: String, _ card: String) async throws {
        let fixture = try await Self.fixture()
        let path = "/cardconnect/rest/bin/\(CardPointeFixture.merchant)/\(token)"
        let bin = try await fixture.send(.get, path)
        #expect(bin["bin"] == String(card.prefix(6)), "\(bin.body)")
        let charged = try await fixture.authorize([("account", .string(token))])
        #expect(charged["respstat"] == "A" && charged["token"] == token, "\(charged.body)")
        #expect(try await fixture.authorize([("account", .string(card))])["token"] == token)
        #expect(try await fixture.tokenize(["account": .string(card)])["token"] == token)
        let other = try await CardPointeFixture.make()
        #expect(try await other.send(.get, path)["errormsg"] == "Invalid token", "only the test environment knows them")
    }

    @Test("A card that no issuer knows is approved")
    func unknownCard() async throws {
        let fixture = try await Self.fixture()
        fixture.issuer.answer(.declined(.unknownCard))
        let answer = try await fixture.authorize([("account", "4788250000121443")])
        #expect(answer["respstat"] == "A" && answer["authcode"]?.hasPrefix("PPS") == true)
    }

    @Test("Each code of the tables can be reached by an order", arguments: Processor.allCases)
    func everyCode(_ processor: Processor) async throws {
        let fixture = try await Self.fixture()
        let merchant = processor == .firstDataNorth ? CardPointeFixture.northMerchant : CardPointeFixture.merchant
        for code in GatewayResponseCode.all(of: processor) {
            let order = "code-\(processor.rawValue)-\(code.code)"
            let answer = try await fixture.authorize([("orderid", .string(order))], merchant: merchant)
            #expect(answer.code == "\(processor.rawValue) \(code.code) \(code.status.rawValue) \(code.text)")
        }
    }

    @Test("Each error of CardSecure can be reached by an account", arguments: CardSecureError.Code.allCases)
    func everyError(_ code: CardSecureError.Code) async throws {
        let fixture = try await Self.fixture()
        let answer = try await fixture.tokenize(["account": .string("error-\(code.rawValue)")], login: nil)
        #expect(answer["errorcode"] == String(code.rawValue) && answer["message"] == code.text)
    }

    @Test("The address and four security codes have their answers; other codes have the issuer's", arguments: [
        ("111", "10.00", "N"), ("222", "10.00", "P"), ("123", "10.00", "M"), ("112", "1116.95", "M"),
        ("123", "1116.95", "P"),
    ])
    func verification(_ code: String, _ amount: String, _ expected: String) async throws {
        let fixture = try await Self.fixture()
        let answer = try await fixture.authorize([
            ("postal", "55112"), ("cvv2", .string(code)), ("amount", .string(amount)),
        ])
        #expect(answer["avsresp"] == "N" && answer["cvvresp"] == expected)
    }

    @Test("A refund names its code by its amount")
    func refund() async throws {
        let fixture = try await Self.fixture()
        _ = try await fixture.gateway.database.write(
            Statement("allow", "UPDATE merchants.cardpointe_account SET refunds_unsettled = true")())
        let paid = try await fixture.authorize([("amount", "2000.00"), ("capture", "Y")])
        let reference = try #require(paid["retref"])
        let refused = try await fixture.change("refund", reference, [("amount", "1500.00")])
        #expect(refused.code == "RPCT 500 C Decline")
        #expect(try await fixture.change("refund", reference)["amount"] == "2000.00")
    }
}
