import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import GraphQL
import HTTPContract
import HTTPService
import HTTPTypes
import Testing

@testable import Stitch

@Suite("Requests that Stitch refuses")
struct BadInputTests {
    private static let initiate = StitchFixture.initiating("")

    private static func input(_ changes: [(String, JSONValue)]) -> JSONValue {
        StitchFixture.input("1", "n1", token: "eA==", [:], changes)
    }

    @Test(
        "An input that breaks a rule is refused before a token is opened",
        arguments: [
            ([("paymentMethods", [:])], "Exactly one of applePay"),
            ([("paymentMethods", ["applePay": [:], "googlePay": [:]])], "Exactly one of applePay"),
            ([("nonce", "")], "The nonce needs 1 to 4096 characters."),
            ([("nonce", .string(String(repeating: "n", count: 4097)))], "The nonce needs 1 to 4096 characters."),
            ([("metadata", ["text": .string(String(repeating: "m", count: 8000))])], "The metadata may have"),
            ([("amount", ["quantity": 0, "currency": "ZAR"])], "The quantity must be above zero"),
            ([("amount", ["quantity": 1, "currency": "XXQ"])], "The currency must be a code"),
            ([("token", "not Base64")], "The token must be the wallet's token in Base64."),
            ([("paymentMethods", ["samsungPay": ["referenceId": "r"]])], "A referenceId cannot be used"),
        ] as [([(String, JSONValue)], String)])
    func refused(_ changes: [(String, JSONValue)], _ message: String) async throws {
        let stitch = try await StitchFixture.make()
        let answer = try await stitch.ask(Self.initiate, Self.input(changes))
        #expect(answer["data"] == .null)
        #expect(answer.firstMessage?.hasPrefix(message) == true, "\(answer.jsonText)")
    }

    @Test("Metadata is kept as deep as it can be read again, and refused beyond that")
    func deepMetadata() throws {
        func nested(_ depth: Int) -> JSONValue { (0..<depth).reduce("end") { value, _ in ["in": value] } }
        let limit = StitchNote.metadataDepthLimit
        let kept = try StitchCall.metadata(JSONObject([("metadata", nested(limit))]))
        #expect(StitchNote(StitchNote(metadata: kept).text).metadata == nested(limit))
        let failure = #expect(throws: FieldFailure.self) {
            try StitchCall.metadata(JSONObject([("metadata", nested(limit + 1))]))
        }
        #expect(failure?.message == "The metadata may have at most 15 arrays and objects in each other.")
    }

    @Test("An external reference has at most 4096 characters")
    func externalReference() async throws {
        let stitch = try await StitchFixture.make()
        let token = try await stitch.appleToken(100)
        let long = [("externalReference", JSONValue.string(String(repeating: "e", count: 4097)))]
        let answer = try await stitch.ask(
            Self.initiate, StitchFixture.input("1", "n1", token: token, [:], long))
        #expect(answer.firstMessage == "The external reference must have at most 4096 characters.")
    }

    @Test("If device information is required, a fingerprint or the three other values are needed")
    func deviceInformation() async throws {
        let stitch = try await StitchFixture.make()
        try await stitch.agree { $0.requiresDeviceInformation = true }
        let three: [(String, JSONValue)] = [("deviceId", "d"), ("ip", "192.0.2.1"), ("screenDimensions", ["x": 1])]
        for missing in 0..<3 {
            var some = three
            some.remove(at: missing)
            let answer = try await stitch.ask(
                Self.initiate, Self.input([("deviceInformation", .object(JSONObject(some)))]))
            #expect(answer.firstMessage?.hasPrefix("deviceInformation needs") == true)
        }
        for complete in [three, [("fingerprint", "f")]] {
            let answer = try await stitch.ask(
                Self.initiate, Self.input([("deviceInformation", .object(JSONObject(complete)))]))
            #expect(answer.firstMessage?.hasPrefix("deviceInformation needs") == false)
        }
    }

    @Test("A refund needs one of Stitch's reasons")
    func refundReason() async throws {
        let stitch = try await StitchFixture.make()
        let input: JSONValue = [
            "input": [
                "originalPaymentId": "x",
                "refundInput": ["amount": ["quantity": 1, "currency": "ZAR"], "reason": "whim", "nonce": "r"],
            ]
        ]
        let answer = try await stitch.ask(
            "mutation($input: RefundTransactionInitiateInput!) { refundTransactionInitiate(input: $input) { id } }",
            input)
        #expect(answer.firstMessage?.contains("RefundReason") == true, "\(answer.jsonText)")
    }

    @Test("A token call of another media type is refused in OAuth's form")
    func tokenMediaType() async throws {
        let stitch = try await StitchFixture.make()
        let answer = try await stitch.send(.post, "/connect/token", [.contentType: "application/json"], "{}")
        #expect(answer.status == .badRequest && answer.headers[.cacheControl] == "no-store")
        #expect(try answer.json["error"] == "invalid_request")
    }

    @Test("An assertion gets one token, and is forgotten when it has expired")
    func assertions() async throws {
        let stitch = try await StitchFixture.make()
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let merchant = try #require(StitchFixture.shop)
        let client = try #require(
            StitchClient(
                id: "signer", merchant: merchant, scopes: [.refund],
                assertionKey: Array(key.publicKey.derRepresentation)))
        try await stitch.clients.set(client, secret: StitchFixture.secret)
        let end = Int(StitchFixture.start.timeIntervalSince1970) + 300
        func ask(_ id: String) async throws -> JSONValue {
            let url = "https://secure.stitch.money/connect/token"
            let claims = #"{"iss":"signer","sub":"signer","aud":"\#(url)","exp":\#(end),"jti":"\#(id)"}"#
            let signed = [#"{"alg":"RS256"}"#, claims].map { Base64url.encode(Array($0.utf8)) }.joined(separator: ".")
            let signature = try key.signature(for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
            let assertion = signed + "." + Base64url.encode(Array(signature.rawRepresentation))
            return try await stitch.form(
                "/connect/token",
                [
                    ("grant_type", "client_credentials"), ("client_id", "signer"), ("scope", "client_refund"),
                    ("client_assertion_type", ClientAssertion.type), ("client_assertion", assertion),
                ]
            ).json
        }
        #expect(try await ask("j1")["access_token"] != nil)
        #expect(try await ask("j1")["error"] == "invalid_client")
        #expect(try await ask("j2")["access_token"] != nil)
        try await stitch.clients.forgetAssertions(endedBefore: StitchFixture.start + 300)
        #expect(try await ask("j2")["error"] == "invalid_client", "its end and a minute's tolerance are not over")
        try await stitch.clients.forgetAssertions(endedBefore: StitchFixture.start + 361)
        #expect(try await ask("j2")["access_token"] != nil)
    }
}
