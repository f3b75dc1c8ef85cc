import CardSecrets
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Postgres
import Testing

@testable import CardPointe

@Suite("CardSecure's tokens")
struct TokenTests {
    private static let number = JSONValue.string(CardPointeFixture.card)

    /// The expiry in the latest request to the issuer.
    private static func asked(_ fixture: CardPointeFixture) -> PaymentInstrument.Expiry? {
        fixture.issuer.asked.last?.instrument.expiry
    }

    @Test("A number's token has no expiry, so a merchant cannot change what another one charges")
    func sharedToken() async throws {
        let fixture = try await CardPointeFixture.make()
        let made = try await fixture.tokenize(["account": Self.number, "expiry": "1228"])
        let token = try #require(made["token"])
        let saved = try await fixture.send(
            .put, "/cardconnect/rest/profile",
            ["merchid": .string(CardPointeFixture.merchant), "account": .string(token), "expiry": "1228"])
        let profile = try #require(saved["profileid"], "\(saved.body)")
        for account in [Self.number, .string(token)] {
            let again = try await fixture.tokenize(["account": account, "expiry": "0127"])
            #expect(again["token"] == token)
            #expect(try await fixture.authorize([("account", account), ("expiry", "0127")])["token"] == token)
        }
        #expect(try await fixture.authorize([("account", .string(token)), ("expiry", nil)])["respstat"] == "A")
        #expect(Self.asked(fixture) == nil)
        _ = try await fixture.authorize([("account", nil), ("expiry", nil), ("profile", .string(profile))])
        #expect(Self.asked(fixture) == PaymentInstrument.Expiry(year: 2028, month: 12))
    }

    @Test("Simultaneous payments with a new number all succeed, and the number gets one token")
    func newNumberAtOnce() async throws {
        let fixture = try await CardPointeFixture.make()
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<8 { group.addTask { try await fixture.authorize([("account", Self.number)]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 8 && answers.allSatisfy { $0["respstat"] == "A" })
        #expect(Set(answers.map { $0["token"] }).count == 1)
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.payment") == ["8"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.cardpointe_token") == ["1"])
    }

    @Test("A number whose token belongs to another number gets the next token, and its payment succeeds")
    func takenToken() async throws {
        let fixture = try await CardPointeFixture.make()
        let first = try #require(try await fixture.authorize([("account", Self.number)])["token"])
        try await fixture.gateway.database.execute(
            script: "UPDATE merchants.cardpointe_token SET number_hash = '\\x00'")
        let answer = try await fixture.authorize([("account", Self.number)])
        let second = try #require(answer["token"])
        #expect(answer["respstat"] == "A" && second != first, "\(answer.body)")
        let charged = try await fixture.authorize([("account", .string(second))])
        #expect(charged["respstat"] == "A" && fixture.issuer.asked.last?.instrument.pan.reveal { $0 }
            == CardPointeFixture.card)
    }

    @Test("Without a login, or with unique, a number gets a token of its own, which has the expiry", arguments: [
        nil, CardPointeFixture.login,
    ])
    func ownToken(_ login: String?) async throws {
        let fixture = try await CardPointeFixture.make()
        let shared = try await fixture.tokenize(["account": Self.number])["token"]
        var tokens: Set = [shared]
        for expiry in ["1228", "0127"] {
            let body: JSONValue = [
                "account": Self.number, "expiry": .string(expiry), "unique": login == nil ? nil : "Y",
            ]
            tokens.insert(try await fixture.tokenize(body, login: login)["token"])
        }
        #expect(tokens.count == 3)
        for token in tokens.subtracting([shared]) {
            let token = try #require(token)
            #expect(try await fixture.authorize([("account", .string(token)), ("expiry", nil)])["respstat"] == "A")
        }
        let expiries = Set(fixture.issuer.asked.map { $0.instrument.expiry?.month })
        #expect(expiries == [12, 1])
    }

    @Test("Without a login, a token that exists gets the same answer as one that does not")
    func noOracle() async throws {
        let fixture = try await CardPointeFixture.make()
        let known = try #require(try await fixture.tokenize(["account": Self.number])["token"])
        var answers: Set<String> = []
        for token in [known, "9411234567891111"] {
            let answer = try await fixture.tokenize(["account": .string(token), "expiry": "1228"], login: nil)
            #expect(answer.status == 400 && answer["errorcode"] == "49")
            answers.insert(answer.body)
        }
        #expect(answers.count == 1)
        #expect(try await fixture.tokenize(["account": .string(known)])["token"] == known)
    }
}
