import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Testing
import TestSupport

@testable import CardPointe

/// Each sample of CardPointe's guide to Apple Pay, sent as it is printed there.
@Suite("The samples of CardPointe's guide", Page.cardPointe.needed)
struct CardPointeGuideTests {
    @Test("The printed request works, its token is charged once, and a late request is refused in the guide's words")
    func samples() async throws {
        let fixture = try await CardPointeFixture.make()
        var guide = try SampleCheck(.cardPointe, accepting: [])
        let address = try guide.sample(125, [("<site>", "fts-uat")])
        let printed = try guide.sample(147)
        let text = try Page.cardPointe.text
        let handler = try #require(text.firstMatch(of: /\nThis\smust be (\w+)\./)?.1)
        let method = try #require(text.firstMatch(of: /CardSecure Request\sMethod\s+(\w+)\n/)?.1)
        func tokenize(_ seed: UInt64, late seconds: Double = 0) async throws -> Answer {
            let data = try await fixture.applePaymentData(seed: seed)
            fixture.clock.move(seconds: seconds)
            let member = try Self.filled(printed, with: data)
            let request = try PrintedRequest(
                "\(method) \(address)\nBody:\n{\(member),\"encryptionhandler\":\"\(handler)\"}")
            let body = try JSONValue(parsing: Array(request.body.utf8))
            return try await fixture.send(request.method, request.path, body, login: nil, host: request.host)
        }

        let made = try await tokenize(3)
        guide.succeeded(made, 147)
        let token = try #require(made["token"], "\(made.body)")
        #expect(try await fixture.authorize([("account", .string(token)), ("expiry", nil)])["respstat"] == "A")
        #expect(try await fixture.authorize([("account", .string(token)), ("expiry", nil)])["respstat"] == "C")

        let (minutes, error) = try #require(
            text.firstMatch(of: /within (\d+) minutes.* results in an "([^"]+)" error/).map { ($0.1, $0.2) })
        let limit = try #require(Double(minutes)) * 60
        #expect(try await tokenize(4, late: limit)["errorcode"] == "0")
        let late = try await tokenize(5, late: limit + 1)
        #expect(late["message"]?.lowercased().contains(error) == true, "\(late.body)")
        guide.end()
    }

    private struct HasNoHeader: Error {}

    /// The printed member, with the values of Apple's token in place of their names. The token has no
    /// `applicationData`, so its hash is empty.
    private static func filled(_ member: String, with token: String) throws -> String {
        guard case .object(let object) = try JSONValue(parsing: Array(token.utf8)),
            let header = object.object("header")
        else { throw HasNoHeader() }
        let names = ["data", "signature", "ephemeralPublicKey", "transactionId", "applicationDataHash", "publicKeyHash"]
        return names.reduce(member) { member, name in
            member.replacing("<\(name)>", with: object.text(name) ?? header.text(name) ?? "")
        }
    }
}
