import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets

@Suite("Passkey assertion")
struct PasskeyAssertionTests {
    /// An authenticator in another language, which signs any ceremony.
    struct Ceremony {
        var challenge = Array("sixteen bytes or".utf8)
        var relyingParty = "wallet.example"
        var flags: UInt8 = 0x05
        var signatureCount: UInt32 = 8
        var extensions: [UInt8] = []
        var clientData: [String: String] = ["type": "webauthn.get", "origin": "https://wallet.example"]
        /// Additional members of the client data, as JSON text.
        var more = #","crossOrigin":false"#

        func perform() async throws -> Sample {
            var clientData = clientData
            clientData["challenge"] = clientData["challenge"] ?? Base64url.encode(challenge)
            let members = clientData.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }
            let json = "{\(members.joined(separator: ","))\(more)}"
            let count = withUnsafeBytes(of: signatureCount.bigEndian, Array.init)
            let made = try await Python.run(
                """
                key = ec.generate_private_key(ec.SECP256R1())
                authenticator = hashlib.sha256(given["rp"].encode()).digest() + data(given["rest"])
                client = given["client"].encode()
                signature = key.sign(authenticator + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
                made = {"key": text(x963(key)), "authenticator": text(authenticator), "signature": text(signature)}
                """,
                given: [
                    "rp": relyingParty, "client": json, "rest": Base64url.encode([flags] + count + extensions),
                ])
            let key = try #require(DevicePublicKey(x963: made.bytes("key")))
            return Sample(
                assertion: PasskeyAssertion(
                    credentialID: Sample.credentialID, authenticatorData: try made.bytes("authenticator"),
                    clientDataJSON: Array(json.utf8), signature: try made.bytes("signature")),
                key: key, challenge: challenge)
        }
    }

    struct Sample {
        static let credentialID: [UInt8] = Array(1...32)
        static let party = PasskeyAssertion.RelyingParty(
            id: "wallet.example", origins: ["https://wallet.example", "android:apk-key-hash:abc"])

        var assertion: PasskeyAssertion
        let key: DevicePublicKey
        let challenge: [UInt8]

        func verify(
            lastCount: UInt32 = 7, party: PasskeyAssertion.RelyingParty = party
        ) throws(PasskeyFailure) -> UInt32 {
            let credential = PasskeyAssertion.Credential(
                id: Self.credentialID, publicKey: key, signatureCount: lastCount)
            return try assertion.verify(challenge: challenge, by: credential, for: party)
        }
    }

    @Test("An assertion that another library made is accepted")
    func otherLibrary() async throws {
        #expect(try await Ceremony().perform().verify() == 8)
    }

    @Test("An assertion with any changed bit is refused")
    func changedBits() async throws {
        let sample = try await Ceremony().perform()
        func expectRefusal(_ change: (inout Sample) -> Void) {
            var changed = sample
            change(&changed)
            #expect(throws: PasskeyFailure.self) { try changed.verify() }
        }
        let right = sample.assertion
        for bytes in flips(right.authenticatorData) {
            expectRefusal { $0.assertion = .init(right, authenticatorData: bytes) }
        }
        for bytes in flips(right.clientDataJSON) {
            expectRefusal { $0.assertion = .init(right, clientDataJSON: bytes) }
        }
        for bytes in flips(right.signature) { expectRefusal { $0.assertion = .init(right, signature: bytes) } }
        for bytes in flips(right.credentialID) { expectRefusal { $0.assertion = .init(right, credentialID: bytes) } }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: PasskeyFailure
        let change: @Sendable (inout Ceremony) -> Void

        init(_ name: String, _ failure: PasskeyFailure, _ change: @escaping @Sendable (inout Ceremony) -> Void) {
            (testDescription, self.failure, self.change) = (name, failure, change)
        }
    }

    /// All of them have a correct signature; the signed data is wrong.
    static let cases = [
        Case("a registration", .anotherCeremony("webauthn.create")) { $0.clientData["type"] = "webauthn.create" },
        Case("a payment", .anotherCeremony("payment.get")) { $0.clientData["type"] = "payment.get" },
        Case("another challenge", .anotherChallenge) { $0.clientData["challenge"] = "c2l4dGVlbiBieXRlcyBvcA" },
        Case("half a challenge", .anotherChallenge) { $0.clientData["challenge"] = "c2l4dGVlbg" },
        Case("no challenge", .anotherChallenge) { $0.clientData["challenge"] = "" },
        Case("a challenge with padding", .anotherChallenge) {
            $0.clientData["challenge"] = "c2l4dGVlbiBieXRlcyBvcg=="
        },
        Case("a page next door", .anotherOrigin("https://wallet.example.evil.example")) {
            $0.clientData["origin"] = "https://wallet.example.evil.example"
        },
        Case("plain HTTP", .anotherOrigin("http://wallet.example")) {
            $0.clientData["origin"] = "http://wallet.example"
        },
        Case("a frame", .framedByAnotherOrigin(nil)) { $0.more = #","crossOrigin":true"# },
        Case("a frame that names its page", .framedByAnotherOrigin("https://shop.example")) {
            $0.more = #","crossOrigin":true,"topOrigin":"https://shop.example""#
        },
        Case("no JSON", .clientDataUnreadable) { $0.more = "]" },
        Case("no origin", .clientDataUnreadable) { $0.clientData["origin"] = nil },
        Case("another domain", .anotherRelyingParty) { $0.relyingParty = "example" },
        Case("nobody there", .userNotPresent) { $0.flags = 0x04 },
        Case("nobody recognised", .userNotVerified) { $0.flags = 0x01 },
        Case("backed up though it cannot be", .backupStateImpossible) { $0.flags = 0x15 },
        Case("a credential as in a registration", .authenticatorDataUnreadable) {
            ($0.flags, $0.extensions) = (0x45, [UInt8](repeating: 0, count: 32))
        },
        Case("extensions without a flag", .authenticatorDataUnreadable) { $0.extensions = [0xA0] },
        Case("a flag without extensions", .authenticatorDataUnreadable) { $0.flags = 0x85 },
        Case("extensions that are no map", .authenticatorDataUnreadable) {
            ($0.flags, $0.extensions) = (0x85, [0x80])
        },
        Case("a count that stood still", .signatureCountNotGrown(from: 7, to: 7)) { $0.signatureCount = 7 },
        Case("a count that went back", .signatureCountNotGrown(from: 7, to: 0)) { $0.signatureCount = 0 },
    ]

    @Test("An assertion with a correct signature over wrong data is refused", arguments: cases)
    func invalidAssertions(_ refused: Case) async throws {
        var ceremony = Ceremony()
        refused.change(&ceremony)
        let sample = try await ceremony.perform()
        #expect(throws: refused.failure) { try sample.verify() }
    }

    @Test("A valid assertion with unusual contents is accepted")
    func unusualAssertion() async throws {
        var ceremony = Ceremony()
        ceremony.signatureCount = 0
        ceremony.flags = 0x05 | 0x08 | 0x10 | 0x80
        ceremony.extensions = [0xA1, 0x61, 0x61, 0xF5]
        ceremony.clientData["origin"] = "android:apk-key-hash:abc"
        ceremony.more = #","crossOrigin":true,"topOrigin":"https://shop.example","other_keys":{"a":[1]}"#
        let sample = try await ceremony.perform()
        let party = PasskeyAssertion.RelyingParty(
            id: Sample.party.id, origins: Sample.party.origins, topOrigins: ["https://shop.example"])
        #expect(try sample.verify(lastCount: 0, party: party) == 0)
    }

    @Test("Client data that is too long and authenticator data that is too short are refused")
    func lengthLimits() async throws {
        var sample = try await Ceremony().perform()
        sample.assertion = .init(
            sample.assertion, clientDataJSON: [UInt8](repeating: 0x20, count: PasskeyAssertion.limitBytes + 1))
        #expect(throws: PasskeyFailure.tooLong) { try sample.verify() }
        for count in [0, 36] {
            sample.assertion = .init(
                try await Ceremony().perform().assertion, authenticatorData: [UInt8](repeating: 0, count: count))
            #expect(throws: PasskeyFailure.authenticatorDataUnreadable) { try sample.verify() }
        }
    }
}

extension PasskeyAssertion {
    /// A copy with one part replaced.
    fileprivate init(
        _ other: PasskeyAssertion, credentialID: [UInt8]? = nil, authenticatorData: [UInt8]? = nil,
        clientDataJSON: [UInt8]? = nil, signature: [UInt8]? = nil
    ) {
        self.init(
            credentialID: credentialID ?? other.credentialID,
            authenticatorData: authenticatorData ?? other.authenticatorData,
            clientDataJSON: clientDataJSON ?? other.clientDataJSON, signature: signature ?? other.signature)
    }
}
