import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Ledger
import Payments
import Testing

@testable import CardPointe

@Suite("Processors of payments")
struct RoutingTests {
    private static let check: [(String, JSONValue?)] = [
        ("accttype", "ECHK"), ("account", "15378535"), ("bankaba", "053000196"), ("expiry", nil),
    ]

    private static func authorize(
        _ fixture: CardPointeFixture, _ members: [(String, JSONValue?)] = []
    ) async throws -> Answer {
        try await fixture.authorize(members, merchant: CardPointeFixture.routedMerchant)
    }

    @Test("Cards go to First Data North and wallets to Rapid Connect, if the merchant agreed on both")
    func processors() async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await Self.authorize(fixture).code == "FNOR 00 A Approval")
        let data = try await fixture.appleDeviceData(to: CardPointeFixture.routedMerchant)
        let made = try await fixture.tokenize(
            ["devicedata": .string(data.joined(separator: "&")), "encryptionhandler": "EC_APPLE_PAY"])
        let token = try #require(made["token"], "\(made.body)")
        let paid = try await Self.authorize(fixture, [("account", .string(token)), ("expiry", nil)])
        #expect(paid.code == "RPCT 000 A Approve" && paid["entrymode"] == "Digital Wallet")
    }

    @Test("A merchant takes the currencies that it agreed on, and its own, which is the default", arguments: [
        (nil, "USD"), ("USD", "USD"), ("eur", "EUR"), ("PLN", nil),
    ] as [(String?, String?)])
    func currencies(_ sent: String?, _ taken: String?) async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await Self.authorize(fixture, [("currency", .text(sent))])
        #expect(fixture.issuer.asked.first?.amount.currency.code == taken)
        #expect((answer.code == "PPS 32 C Wrong currency for merch") == (taken == nil))
    }

    @Test("An electronic check is approved without an issuer, inquired about, captured and voided")
    func check() async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await Self.authorize(fixture, Self.check)
        #expect(answer.code == "PSTR 00 A Success" && answer["amount"] == "10.00")
        #expect(answer["avsresp"] == "U" && answer["cvvresp"] == "U" && answer["authcode"]?.utf8.count == 6)
        #expect(fixture.issuer.asked.isEmpty)
        let token = try #require(answer["token"])
        #expect(token.hasPrefix("905") && token.hasSuffix("8535"))
        let reference = try #require(answer["retref"])
        let merchant = CardPointeFixture.routedMerchant
        let captured = try await fixture.change("capture", reference, merchant: merchant)
        #expect(captured["setlstat"] == "Queued for Capture")
        let inquired = try await fixture.send(.get, "/cardconnect/rest/inquire/\(reference)/\(merchant)")
        #expect(inquired.code == "PSTR 00 A Success" && inquired["currency"] == "USD")
        #expect(try await fixture.change("void", reference, merchant: merchant)["authcode"] == "REVERS")
    }

    @Test("A bank account has one token, with which checks are drawn, also from a profile")
    func checkToken() async throws {
        let fixture = try await CardPointeFixture.make()
        let made = try await fixture.tokenize(["account": "036001808/12345678"])
        let token = try #require(made["token"])
        #expect(try await fixture.tokenize(["account": "036001808/12345678"])["token"] == token)
        #expect(token.hasPrefix("903") && token.hasSuffix("5678"))
        let members: [(String, JSONValue?)] = [("account", .string(token)), ("accttype", "ECHK"), ("expiry", nil)]
        #expect(try await Self.authorize(fixture, members).code == "PSTR 00 A Success")
        let stored = try await Self.authorize(fixture, members + [("profile", "Y")])
        let profile = try #require(stored["profileid"])
        let again = try await Self.authorize(
            fixture, [("profile", .string(profile)), ("account", nil), ("expiry", nil)])
        #expect(again.code == "PSTR 00 A Success" && again["token"] == token)
        #expect(again["profileid"] == profile && again["acctid"] == "1")
    }

    @Test("A check that cannot be drawn is refused", arguments: [
        ([("bankaba", "23433")], "PPS 11 C Invalid card"), ([("account", "123")], "PPS 11 C Invalid card"),
        ([("bankaba", nil)], "PPS 11 C Invalid card"),
        ([("bankaba", "053000197")], "PSTR 99 C The RoutingNumber (053000197) is not a valid routing number."),
        ([("amount", "0")], "PPS 43 C Invalid amount"), ([("currency", "EUR")], "PPS 32 C Wrong currency for merch"),
    ] as [([(String, String?)], String)])
    func badCheck(_ members: [(String, String?)], _ code: String) async throws {
        let fixture = try await CardPointeFixture.make()
        let changed = members.map(\.0)
        let check = Self.check.filter { !changed.contains($0.0) } + members.map { ($0, JSONValue.text($1)) }
        #expect(try await Self.authorize(fixture, check).code == code)
    }

    @Test("A card's token is not a bank account")
    func cardToken() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try #require(try await fixture.tokenize(["account": .string(CardPointeFixture.card)])["token"])
        let answer = try await Self.authorize(fixture, [("account", .string(token)), ("accttype", "ESAV")])
        #expect(answer.code == "PPS 11 C Invalid card")
    }

    @Test("Cards of Amex and Diners Club have 15 and 14 digits", arguments: [
        ("371449635398431", "937", "A"), ("36148900647913", "936", "D"),
    ])
    func otherLengths(_ number: String, _ prefix: String, _ product: String) async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.authorize([("account", .string(number)), ("cvv2", "1234")])
        #expect(answer["respstat"] == "A")
        let token = try #require(answer["token"])
        #expect(token.hasPrefix(prefix) && token.hasSuffix(number.suffix(4)))
        #expect(try await fixture.tokenize(["account": .string(number)])["token"] == token)
        let merchant = CardPointeFixture.merchant
        #expect(try await fixture.send(.get, "/cardconnect/rest/bin/\(merchant)/\(token)")["product"] == product)
        let captured = try await fixture.change("capture", try #require(answer["retref"]))
        #expect(captured["amount"] == "10.00")
        let masked = try await fixture.authorize([("account", .string(number)), ("tokenize", "Y")])
        #expect(masked["account"]?.utf8.count == number.utf8.count)
    }

    @Test("An approval by telephone keeps its code, holds money at the issuer, and cannot be voided")
    func voice() async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.authorize([("authcode", "046221")])
        #expect(answer.code == "PPS 01 A VoiceAuth Approved" && answer["authcode"] == "046221")
        #expect(fixture.issuer.asked.map(\.amount.minorUnits) == [1000])
        let reference = try #require(answer["retref"])
        #expect(try await fixture.change("void", reference).code == "PPS 70 C Voice authorization cannot be voided")
        #expect(try await fixture.change("capture", reference)["setlstat"] == "Queued for Capture")
        let verification = try await fixture.authorize([("authcode", "046221"), ("amount", "0")])
        #expect(verification.code == "PPS 43 C Invalid amount")
    }

    @Test("An approval by telephone that the issuer does not confirm is declined")
    func unconfirmedVoice() async throws {
        let fixture = try await CardPointeFixture.make()
        fixture.issuer.answer(.declined(.insufficientFunds))
        let declined = try await fixture.authorize([("authcode", "046221"), ("capture", "Y")])
        #expect(declined.code == "RPCT 116 C Not sufficient funds" && declined["amount"] == "0.00")
        #expect(declined["authcode"] == nil && declined["batchid"] == nil)
        fixture.issuer.answer(.unreachable)
        #expect(try await fixture.authorize([("authcode", "046221")]).code == "PPS 62 B Timed out")
    }
}
