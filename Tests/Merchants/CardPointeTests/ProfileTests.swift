import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import CardPointe

@Suite("Stored accounts")
struct ProfileTests {
    private static func save(
        _ fixture: CardPointeFixture, _ members: [(String, JSONValue?)] = []
    ) async throws -> Answer {
        let usual: [(String, JSONValue?)] = [
            ("merchid", .string(CardPointeFixture.merchant)), ("account", .string(CardPointeFixture.card)),
            ("expiry", "1228"), ("name", "Ada Byron"), ("postal", "19355"),
        ]
        let changed = members.map(\.0)
        return try await fixture.send(
            .put, "/cardconnect/rest/profile", .members(usual.filter { !changed.contains($0.0) } + members))
    }

    private static func path(_ id: String, _ number: String? = nil) -> String {
        "/cardconnect/rest/profile/\(id)/" + (number.map { $0 + "/" } ?? "") + CardPointeFixture.merchant
    }

    @Test("A profile is stored, read, charged and deleted")
    func life() async throws {
        let fixture = try await CardPointeFixture.make()
        let saved = try await Self.save(fixture)
        #expect(saved.code == "PPS 09 A Profile Saved")
        #expect(saved["acctid"] == "1" && saved["defaultacct"] == "Y" && saved["expiry"] == "1228")
        let id = try #require(saved["profileid"])
        #expect(id.utf8.count == 20)
        let read = try await fixture.send(.get, Self.path(id, "1"))
        #expect(read["name"] == "Ada Byron" && read["token"] == saved["token"])
        let charged = try await fixture.authorize([("account", nil), ("expiry", nil), ("profile", .string(id))])
        #expect(charged.code == "RPCT 000 A Approve" && charged["token"] == saved["token"])
        let deleted = try await fixture.send(.delete, Self.path(id))
        #expect(deleted.code == "PPS 08 A Profile Deleted")
        #expect(try await fixture.send(.get, Self.path(id)).code == "PPS 96 C Profile not found")
    }

    @Test("The same account is stored once, another one is added")
    func accounts() async throws {
        let fixture = try await CardPointeFixture.make()
        let first = try await Self.save(fixture)
        let id = try #require(first["profileid"])
        #expect(try await Self.save(fixture)["profileid"] == id)
        let second = try await Self.save(
            fixture, [("profile", .string(id)), ("account", "4242424242424242"), ("defaultacct", "Y")])
        #expect(second["profileid"] == id && second["acctid"] == "2" && second["defaultacct"] == "Y")
        let all = try await fixture.send(.get, Self.path(id))
        guard case .array(let accounts)? = all.json else {
            Issue.record("A profile is a list of accounts.")
            return
        }
        #expect(accounts.count == 2)
        let refused = try await fixture.send(.delete, Self.path(id, "2"))
        #expect(refused.code == "PPS 34 C Invalid field", "The default account goes only with its profile.")
        #expect(try await fixture.send(.delete, Self.path(id, "1")).code == "PPS 08 A Profile Deleted")
    }

    @Test("An account is replaced, or only completed")
    func update() async throws {
        let fixture = try await CardPointeFixture.make()
        let id = try #require(try await Self.save(fixture)["profileid"])
        let completed = try await Self.save(
            fixture,
            [
                ("profile", .string(id + "/1")), ("profileupdate", "Y"), ("account", nil), ("expiry", nil),
                ("name", "Grace Hopper"), ("postal", nil),
            ])
        #expect(completed["name"] == "Grace Hopper" && completed["postal"] == "19355", "\(completed.body)")
        let replaced = try await Self.save(fixture, [("profile", .string(id + "/1")), ("postal", nil)])
        #expect(replaced["name"] == "Ada Byron" && replaced["postal"] == nil)
    }

    /// A check as a public Ruby client sends it, and as recordings of the test environment answer it.
    private static let check: [(String, JSONValue?)] = [
        ("account", "123123123123"), ("bankaba", "124001545"), ("expiry", nil), ("ssnl4", "7890"),
        ("license", "UT:98989898"),
    ]

    private static func saveCheck(
        _ fixture: CardPointeFixture, _ members: [(String, JSONValue?)] = Self.check
    ) async throws -> Answer {
        try await save(fixture, [("merchid", .string(CardPointeFixture.routedMerchant))] + members)
    }

    @Test("A bank account is stored as ECHK, with the holder's data that the merchant sent")
    func check() async throws {
        let fixture = try await CardPointeFixture.make()
        let saved = try await Self.saveCheck(fixture)
        #expect(saved.code == "PPS 09 A Profile Saved", "\(saved.body)")
        #expect(saved["accttype"] == "ECHK" && saved["ssnl4"] == "7890" && saved["license"] == "UT:98989898")
        #expect(saved["token"]?.hasPrefix("912") == true && saved["token"]?.hasSuffix("3123") == true)
        #expect(saved["expiry"] == nil)
        let id = try #require(saved["profileid"])
        let path = "/cardconnect/rest/profile/\(id)/1/\(CardPointeFixture.routedMerchant)"
        let read = try await fixture.send(.get, path)
        #expect(read["accttype"] == "ECHK" && read["ssnl4"] == "7890" && read["license"] == "UT:98989898")
    }

    @Test("An update without an account keeps the bank account, and a check can be charged to the profile")
    func updatedCheck() async throws {
        let fixture = try await CardPointeFixture.make()
        let saved = try await Self.saveCheck(fixture)
        let id = try #require(saved["profileid"])
        let updated = try await Self.saveCheck(
            fixture,
            [
                ("profile", .string(id + "/1")), ("profileupdate", "Y"), ("account", nil), ("expiry", nil),
                ("name", "TOMMY JONES"),
            ])
        #expect(updated.code == "PPS 09 A Profile Saved" && updated["name"] == "TOMMY JONES", "\(updated.body)")
        #expect(updated["token"] == saved["token"] && updated["accttype"] == "ECHK" && updated["ssnl4"] == "7890")
        for account in [("profile", JSONValue.string(id)), ("account", .string(try #require(saved["token"])))] {
            let paid = try await fixture.authorize(
                [("account", nil), ("expiry", nil), account], merchant: CardPointeFixture.routedMerchant)
            #expect(paid.code == "PSTR 00 A Success", "\(paid.body)")
        }
    }

    @Test("A bank account and a card replace each other, with the kind of account")
    func otherKind() async throws {
        let fixture = try await CardPointeFixture.make()
        let id = try #require(try await Self.saveCheck(fixture)["profileid"])
        let update: [(String, JSONValue?)] = [("profile", .string(id + "/1")), ("profileupdate", "Y")]
        let noExpiry = try await Self.saveCheck(fixture, update + [("expiry", nil)])
        #expect(noExpiry.code == "PPS 15 C Non-numeric expiry", "a card has an expiry")
        let card = try await Self.saveCheck(fixture, update)
        #expect(card["accttype"] == nil && card["expiry"] == "1228", "\(card.body)")
        let wrong = try await Self.saveCheck(fixture, update + [("account", nil), ("accttype", "ECHK")])
        #expect(wrong.code == "PPS 11 C Invalid card", "a card is no account of a bank")
        let check = try await Self.saveCheck(fixture, update + Self.check)
        #expect(check["accttype"] == "ECHK" && check["expiry"] == nil, "\(check.body)")
    }

    @Test("A profile that does not exist is not found", arguments: [
        "11700182899933000746", "11700182899933000746/1", "abcdefghijklmnopq",
    ])
    func notFound(_ name: String) async throws {
        let fixture = try await CardPointeFixture.make()
        #expect(try await Self.save(fixture, [("profile", .string(name))]).code == "PPS 96 C Profile not found")
        let parts = name.split(separator: "/").map(String.init)
        let path = Self.path(parts[0], parts.count == 2 ? parts[1] : "0")
        #expect(try await fixture.send(.delete, path).code == "PPS 96 C Profile not found")
    }

    @Test("An approved authorization can store its account, a declined one does not")
    func withAuthorization() async throws {
        let fixture = try await CardPointeFixture.make()
        let stored = try await fixture.authorize([("profile", "Y")])
        #expect(stored["profileid"]?.utf8.count == 20 && stored["acctid"] == "1")
        fixture.issuer.answer(.declined(.insufficientFunds))
        #expect(try await fixture.authorize([("profile", "Y"), ("name", "B")])["profileid"] == nil)
    }

    @Test("A client that sends an empty acctid means the whole profile")
    func emptySegment() async throws {
        let fixture = try await CardPointeFixture.make()
        let id = try #require(try await Self.save(fixture)["profileid"])
        let path = "/cardconnect/rest/profile/\(id)//\(CardPointeFixture.merchant)"
        let read = try await fixture.send(.get, path)
        #expect(read["acctid"] == "1" && read["auoptout"] == "N")
        #expect(try await fixture.send(.delete, path).code == "PPS 08 A Profile Deleted")
        #expect(try await fixture.send(.get, path).code == "PPS 96 C Profile not found")
    }

    @Test("Another merchant of the same login has profiles of its own")
    func otherMerchant() async throws {
        let fixture = try await CardPointeFixture.make()
        let id = try #require(try await Self.save(fixture)["profileid"])
        let answer = try await fixture.send(
            .get, "/cardconnect/rest/profile/\(id)/1/\(CardPointeFixture.northMerchant)")
        #expect(answer.code == "PPS 96 C Profile not found")
    }
}
