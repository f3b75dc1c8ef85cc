import CardSecrets
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Identifiers
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import Validation

@testable import CardPointe

@Suite("Payments of wallets")
struct CardPointeWalletTests {
    @Test("A phone's payment is tokenized and charged with its cryptogram")
    func apple() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        let answer = try await fixture.authorize([("account", .string(token)), ("expiry", nil)])
        #expect(answer.code == "RPCT 000 A Approve")
        #expect(answer["entrymode"] == "Digital Wallet" && answer["expiry"] == "0331")
        let asked = try #require(fixture.issuer.asked.first)
        #expect(asked.instrument.wallet == .apple && asked.instrument.pan.lastFour == "6532")
        guard case .token(_, let cryptogram?, _) = asked.instrument.kind else {
            Issue.record("The issuer gets no cryptogram.")
            return
        }
        #expect(cryptogram.count == 20)
    }

    @Test("A token can be used for one authorization")
    func onlyOnce() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        _ = try await fixture.authorize([("account", .string(token))])
        #expect(try await fixture.authorize([("account", .string(token))]).code == "PPS 98 C Invalid token")
        #expect(fixture.issuer.asked.count == 1)
        let used = try await fixture.gateway.tokenized(#require(CardToken(token)))
        guard case .token(_, nil, _)? = used?.instrument.kind else {
            Issue.record("The cryptogram is kept after the issuer was asked.")
            return
        }
    }

    @Test("Of simultaneous authorizations with one token, one succeeds")
    func atOnce() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        let codes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 {
                group.addTask { try await fixture.authorize([("account", .string(token))]).code }
            }
            return try await group.reduce(into: [String: Int]()) { counts, code in counts[code, default: 0] += 1 }
        }
        #expect(codes == ["RPCT 000 A Approve": 1, "PPS 98 C Invalid token": 9])
        #expect(fixture.issuer.asked.count == 1)
    }

    @Test("A token that is deleted while its payment is decided is not charged")
    func deletedMeanwhile() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try #require(CardToken(try await fixture.appleToken()))
        let read = try #require(try await fixture.gateway.tokenized(token))
        fixture.clock.move(seconds: CardPointe.walletTokenLifeSeconds)
        try await fixture.gateway.forgetWalletTokens()
        let using = fixture.gateway.using(token, of: read.instrument, by: try #require(read.merchant))
        let database = fixture.gateway.database
        let failure = await #expect(throws: PostgresFailure.self) { _ = try await database.write(using) }
        #expect(failure?.constraint == CardSecureStatements.useConstraint)
        #expect(try await fixture.texts("SELECT token FROM merchants.cardpointe_token").isEmpty)
    }

    @Test("A payload is tokenized once, and within two minutes", arguments: [(0.0, true), (119, true), (121, false)])
    func age(_ seconds: Double, _ isAccepted: Bool) async throws {
        let fixture = try await CardPointeFixture.make()
        let data = try await fixture.appleDeviceData().joined(separator: "&")
        let body: JSONValue = ["devicedata": .string(data), "encryptionhandler": "EC_APPLE_PAY"]
        fixture.clock.move(seconds: seconds)
        let first = try await fixture.tokenize(body)
        #expect(first["errorcode"] == (isAccepted ? "0" : "24"), "\(first.body)")
        let second = try await fixture.tokenize(body)
        #expect(second["errorcode"] == "24")
        #expect(second["message"]?.hasPrefix("Decryption failure") == true)
    }

    @Test("The members must be in order, unless any order is accepted")
    func order() async throws {
        for isRelaxed in [false, true] {
            let fixture = try await CardPointeFixture.make()
            try await fixture.agree { $0.deviceDataInAnyOrder = isRelaxed }
            var members = try await fixture.appleDeviceData()
            members.swapAt(2, 3)
            let answer = try await fixture.tokenize([
                "devicedata": .string(members.joined(separator: "&")), "encryptionhandler": "EC_APPLE_PAY",
            ])
            #expect(answer["errorcode"] == (isRelaxed ? "0" : "56"), "\(answer.body)")
        }
    }

    @Test("Without a login, the site in the host name selects the merchants")
    func site() async throws {
        let fixture = try await CardPointeFixture.make()
        let data = try await fixture.appleDeviceData().joined(separator: "&")
        let body: JSONValue = ["devicedata": .string(data), "encryptionhandler": "EC_APPLE_PAY"]
        #expect(try await fixture.tokenize(body, login: nil)["errorcode"] == "55")
        let answer = try await fixture.tokenize(body, login: nil, host: "fts-uat.cardconnect.com")
        #expect(answer["errorcode"] == "0", "\(answer.body)")
    }

    @Test("A merchant is found by each of its sites, and by no other")
    func sites() async throws {
        let fixture = try await CardPointeFixture.make()
        try await fixture.agree { $0.sites = ["corner", "anysite"] }
        for (seed, host, code) in [
            (3, "anysite.cardconnect.com", "0"), (4, "corner", "0"), (5, "fts-uat.cardconnect.com", "12"),
            (6, "other.example", "55"),
        ] {
            let data = try await fixture.appleDeviceData(seed: UInt64(seed)).joined(separator: "&")
            let body: JSONValue = ["devicedata": .string(data), "encryptionhandler": "EC_APPLE_PAY"]
            let answer = try await fixture.tokenize(body, login: nil, host: host)
            #expect(answer["errorcode"] == code, "\(host): \(answer.body)")
        }
        let merchant = try await fixture.send(
            .get, "/cardconnect/rest/inquireMerchant/\(CardPointeFixture.merchant)")
        #expect(merchant["site"] == "corner")
    }

    @Test("A site has 1 to 12 characters, and a merchant 1 to 8 sites", arguments: [
        [], ["a.b"], ["A"], [""], ["1234567890123"], Array(repeating: "a", count: 9),
    ])
    func wrongSites(_ sites: [String]) throws {
        var settings = BoardingSettings()
        settings.sites = sites
        let read = settings.writes(for: try #require(MerchantID(CardPointeFixture.merchant)))
        #expect(read.errors.map(\.field) == ["sites"])
    }

    @Test("Only merchants on Rapid Connect take wallets")
    func boarding() async throws {
        let fixture = try await CardPointeFixture.make()
        let data = try await fixture.appleDeviceData(to: CardPointeFixture.northMerchant).joined(separator: "&")
        let answer = try await fixture.tokenize([
            "devicedata": .string(data), "encryptionhandler": "EC_APPLE_PAY",
        ])
        #expect(answer.status == 404 && answer["errorcode"] == "65")
    }

    @Test("Another amount than the customer agreed to is refused, and the token stays usable")
    func amount() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken(1000)
        let answer = try await fixture.authorize([("account", .string(token)), ("amount", "10.01")])
        #expect(answer.code == "RPCT 110 C Invalid amount")
        #expect(fixture.issuer.asked.isEmpty)
        #expect(try await fixture.authorize([("account", .string(token))])["respstat"] == "A")
    }

    @Test("A token that was not charged for a day can no longer be charged, and is deleted")
    func forgotten() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        let card = try #require(try await fixture.tokenize(["account": .string(CardPointeFixture.card)])["token"])
        fixture.clock.move(seconds: CardPointe.walletTokenLifeSeconds)
        #expect(try await fixture.authorize([("account", .string(token))]).code == "PPS 98 C Invalid token")
        try await fixture.gateway.forgetWalletTokens()
        #expect(try await fixture.texts("SELECT token FROM merchants.cardpointe_token") == [card])
        #expect(try await fixture.authorize([("account", .string(token))]).code == "PPS 98 C Invalid token")
    }

    @Test("Subscriptions and profiles are refused, and the token stays usable", arguments: [
        [("cof", "M"), ("cofscheduled", "Y")], [("cof", "M")], [("ecomind", "R")], [("cofscheduled", "Y")],
        [("profile", "Y")],
    ])
    func unsupported(_ members: [(String, String)]) async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        let refused = try await fixture.authorize(
            [("account", .string(token))] + members.map { ($0.0, JSONValue.string($0.1)) })
        #expect(refused.code == "PPS 34 C Invalid field")
        #expect(try await fixture.authorize([("account", .string(token))])["respstat"] == "A")
    }

    @Test("A wallet's token is refused in a profile")
    func profile() async throws {
        let fixture = try await CardPointeFixture.make()
        let token = try await fixture.appleToken()
        let answer = try await fixture.send(
            .post, "/cardconnect/rest/profile",
            ["merchid": .string(CardPointeFixture.merchant), "account": .string(token), "expiry": "1228"])
        #expect(answer.code == "PPS 98 C Invalid token")
    }

    @Test("Google's token is opened for the merchant of the login")
    func google() async throws {
        let fixture = try await CardPointeFixture.make()
        let key = try await Self.googleKey(of: CardPointeFixture.merchant, fixture)
        let token = try CardPointeFixture.payment(1000).token(
            for: .google(
                publicKeySPKI: key.spki, id: Self.googleID, gatewayMerchantID: CardPointeFixture.merchant),
            at: fixture.clock.now, using: .seeded(5))
        let made = try await fixture.tokenize(["devicedata": .string(token), "encryptionhandler": "EC_GOOGLE_PAY"])
        let tokenized = try #require(made["token"], "\(made.body)")
        let answer = try await fixture.authorize([("account", .string(tokenized))])
        #expect(answer["respstat"] == "A" && answer["entrymode"] == "Digital Wallet")
    }

    private static let googleID = "gateway:cardconnect"

    private static func googleKey(
        of merchant: String, _ fixture: CardPointeFixture
    ) async throws -> MerchantPublicKey {
        let owner = KeyOwner(merchant: try #require(MerchantID(merchant)), gateway: .cardPointe, wallet: .google)
        return try await fixture.gateway.keys.makeKey(for: owner, walletID: googleID)
    }

    @Test("Google's token is opened for the merchant of the site to which it is sealed", arguments: [
        CardPointeFixture.merchant, CardPointeFixture.routedMerchant,
    ])
    func googleAtSite(_ merchant: String) async throws {
        let fixture = try await CardPointeFixture.make()
        var keys: [String: MerchantPublicKey] = [:]
        for merchant in [CardPointeFixture.merchant, CardPointeFixture.routedMerchant] {
            keys[merchant] = try await Self.googleKey(of: merchant, fixture)
        }
        let token = try CardPointeFixture.payment(1000).token(
            for: .google(
                publicKeySPKI: #require(keys[merchant]).spki, id: Self.googleID, gatewayMerchantID: merchant),
            at: fixture.clock.now, using: .seeded(5))
        let made = try await fixture.tokenize(
            ["devicedata": .string(token), "encryptionhandler": "EC_GOOGLE_PAY"], login: nil,
            host: "fts-uat.cardconnect.com")
        let tokenized = try #require(made["token"], "\(made.body)")
        #expect(try await fixture.authorize([("account", .string(tokenized))], merchant: merchant)["respstat"] == "A")
    }

    @Test("A token of Google without a cryptogram is refused with the reason, and is not used up")
    func withoutCryptogram() async throws {
        let fixture = try await CardPointeFixture.make()
        let key = try await Self.googleKey(of: CardPointeFixture.merchant, fixture)
        let card = GooglePaymentData(
            card: .init(
                pan: try #require(PAN(CardPointeFixture.card)), expirationMonth: 12, expirationYear: 2028,
                cryptogram: nil, eciIndicator: nil),
            messageID: "1", expiration: fixture.clock.now + 3600, gatewayMerchantID: CardPointeFixture.merchant)
        let token = try #require(
            SimulatedGooglePay.sandbox(at: fixture.clock.now, using: .seeded(5))
                .token(paying: card, to: Self.googleID, recipientKeySPKI: key.spki, using: .seeded(6)))
        let body: JSONValue = [
            "devicedata": .string(String(decoding: token, as: UTF8.self)), "encryptionhandler": "EC_GOOGLE_PAY",
        ]
        for _ in 1...2 {
            let answer = try await fixture.tokenize(body)
            #expect(answer["errorcode"] == "24")
            #expect(answer["message"]?.contains("PAN_ONLY") == true, "\(answer.body)")
        }
    }

    @Test("CardSecure names what is wrong with an account", arguments: [
        ("4111111111111112", "54"), ("411", "21"), ("41111111111111111111", "13"), ("larry", "8"),
        ("03600180/1234", "22"), ("036001808/12x4", "8"), ("9411234567891111", "49"),
    ])
    func accounts(_ account: String, _ code: String) async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.tokenize(["account": .string(account)], login: nil)
        #expect(answer["errorcode"] == code)
        #expect(answer.status == (code == "49" ? 400 : 200))
        #expect(!answer.body.contains("4111111111111112"))
    }

    @Test("The echo repeats its message", arguments: [("Hello?", "0"), ("", "0"), (nil, "74")] as [(String?, String)])
    func echo(_ message: String?, _ code: String) async throws {
        let fixture = try await CardPointeFixture.make()
        let answer = try await fixture.send(
            .post, "/cardsecure/api/v1/echo", ["message": message.map { .string($0) }], login: nil)
        #expect(answer["errorcode"] == code)
        if code == "0" { #expect(answer["message"] == message) }
    }
}
