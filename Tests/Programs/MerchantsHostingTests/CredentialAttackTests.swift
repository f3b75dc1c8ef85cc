import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Payments
import Testing
import TestSupport

@Suite("Credentials in unusual forms", .timeLimit(.minutes(5)))
struct CredentialAttackTests {
    @Test("CardPointe accepts only the merchant's own login, in one form")
    func cardPointe() async throws {
        try await withMarketplace { place in
            let till = try await Shop(place).cardPointe
            func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
            let right = base64("\(till.username):\(till.password)")
            let wrong: [[String]] = [
                [], [""], ["Basic"], ["Basic "], ["Basic \(right.dropLast(2))"], ["Basic \(right)="],
                ["Bearer \(right)"], ["Digest \(right)"], ["Basic \(base64(till.username))"], ["Basic \(base64(":"))"],
                ["Basic \(base64("\(till.username):"))"], ["Basic \(base64(":\(till.password)"))"],
                ["Basic \(base64("\(till.username):\(till.password) "))"],
                ["Basic \(base64("\(till.username.uppercased()):\(till.password)"))"],
                ["Basic \(base64("\(till.username)\u{0}:\(till.password)"))"],
                ["Basic \(base64("\(till.username):\(till.password)\u{0}"))"],
                ["Basic \(base64("' OR ''='':x"))"], ["Basic \(Data([0xFF, 0x3A, 0xFE]).base64EncodedString())"],
                ["Basic \(base64(String(repeating: "x", count: 50_000)))"], ["\(till.username):\(till.password)"],
                ["Basic \(right)", "Basic \(base64("other:login"))"], ["Basic \(right), Basic \(right)"],
            ]
            for values in wrong {
                let status = try await Self.status(place, values, of: till)
                #expect(status == 401 || status == 400, "\(values.map { $0.prefix(60) })")
            }
            for values in [["Basic \(right)"], ["basic \(right)"], ["BASIC   \(right)"]] {
                #expect(try await Self.status(place, values, of: till) == 200, "\(values)")
            }
            #expect(place.failures == 0)
        }
    }

    private static func status(_ place: Marketplace, _ values: [String], of till: CardPointeTill) async throws -> Int {
        try await place.send(
            RawRequest(
                method: "GET", target: "/cardpointe/cardconnect/rest/inquireMerchant/\(till.merchant)",
                headers: values.map { ("Authorization", $0) })
        ).status
    }

    @Test("A token of Stitch is accepted only unchanged, and until it ends")
    func stitch() async throws {
        try await withMarketplace { place in
            let shop = try await Shop(place)
            let till = try await shop.stitch(scope: "client_refund")
            let halves = till.token.split(separator: ".").map(String.init)
            let contents = try #require(Base64url.decode(Substring(halves[0])))
            let text = String(decoding: contents, as: UTF8.self)
            #expect(text.contains("client_refund"), "the attack below changes the scope")
            let more = text.replacing("client_refund", with: "client_refund transaction_initiate")
            let forged = Base64url.encode(Array(more.utf8)) + "." + halves[1]
            let others = [
                "", ".", "..", "x", halves[0], "\(halves[0]).", ".\(halves[1])", "\(till.token)x", "\(till.token).x",
                forged, String(repeating: "a", count: 60_000), "\(halves[0]).\(halves[1].uppercased())", "null",
                "eyJhbGciOiJub25lIn0.e30.",
            ]
            for token in others {
                let answer = try await StitchTill(place: place, token: token).ask("{ __typename }")
                #expect(answer.status == 401 || answer.status == 400, "\(token.prefix(60))")
            }
            for scheme in ["Basic", "Token", ""] {
                let answer = try await place.send(
                    RawRequest(
                        method: "POST", target: "/stitch/graphql?access_token=\(till.token)",
                        headers: [("Authorization", "\(scheme) \(till.token)"), ("Content-Type", "application/json")],
                        body: Array(#"{"query":"{ __typename }"}"#.utf8)))
                #expect(answer.status == 401)
            }
            for spaces in ["", "   "] {
                let answer = try await StitchTill(place: place, token: spaces + till.token).ask("{ __typename }")
                #expect(answer.status == 200)
            }
            let sale = try await till.sell(method: "applePay", fields: [:], token: "eA==", amount: [
                "quantity": 1, "currency": "EUR",
            ], as: "x")
            #expect(sale.words == "error FORBIDDEN", "it has no scope for this")
            try await place.wait(days: 1)
            #expect(try await till.ask("{ __typename }").status == 401)
            #expect(place.failures == 0)
        }
    }

    @Test("A client gets a token only with one right secret and its own scopes")
    func clients() async throws {
        try await withMarketplace { place in
            let (shop, other) = (try await Shop(place), try await Shop(place, "700000000002"))
            let (client, secret) = try shop.stitchClient
            let usual = ["grant_type": "client_credentials", "client_id": client, "client_secret": secret,
                "scope": "client_refund"]
            func error(_ change: [String: String?], twice: String? = nil) async throws -> String {
                var form = usual
                for (name, value) in change { form[name] = value }
                var pairs = form.map { (name: $0.key, value: $0.value) }
                if let twice { pairs.append((twice, form[twice] ?? "")) }
                let answer = try await place.send(
                    RawRequest(
                        method: "POST", target: "/stitch/connect/token",
                        headers: [("Content-Type", "application/x-www-form-urlencoded")],
                        body: Array(FormText.encode(pairs).utf8)))
                return "\(answer.status) \(answer.json?["error"]?.text ?? "")"
            }
            #expect(try await error([:]) == "200 ")
            let (otherClient, otherSecret) = try other.stitchClient
            for change: [String: String?] in [
                ["client_secret": otherSecret], ["client_id": otherClient], ["client_id": ""],
                ["client_secret": ""], ["client_id": client.uppercased()], ["client_secret": secret + " "],
                ["client_id": "\(client)\u{0}"], ["client_id": "\u{0}"], ["client_id": "' OR 1=1 --"],
                ["client_id": String(repeating: "x", count: 50_000)],
                ["client_secret": String(repeating: "x", count: 50_000)],
            ] {
                let found = try await error(change)
                #expect(["400 invalid_client", "400 invalid_request"].contains(found), "\(change.keys)")
            }
            #expect(try await error(["scope": "everything"]) == "400 invalid_scope")
            #expect(try await error(["scope": nil]) == "400 invalid_scope")
            #expect(try await error(["grant_type": "password"]) == "400 invalid_grant")
            #expect(try await error(["client_assertion": "x"]) == "400 invalid_request")
            #expect(try await error(["audience": "https://evil.example"]) == "400 invalid_request")
            #expect(try await error([:], twice: "client_secret") == "400 invalid_request")
            #expect(place.failures == 0)
        }
    }
}
