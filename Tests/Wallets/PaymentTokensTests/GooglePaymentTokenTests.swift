import Crypto
import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import PaymentTokens
@testable import SimulatedWallets

/// A merchant, a simulated wallet, and tokens between them.
struct GooglePaySample {
    static let now = AppleSample.now
    static let recipientID = "merchant:12345"

    let pay: SimulatedGooglePay
    let recipient: GoogleRecipient
    let recipientKeySPKI: [UInt8]

    init() throws {
        pay = SimulatedGooglePay(at: Self.now, using: .seeded(3))
        let key = Entropy.seeded(4).agreementKey()
        recipientKeySPKI = Array(key.publicKey.derRepresentation)
        recipient = try Self.recipient(seed: 4)
    }

    static func recipient(
        _ id: String = recipientID, gatewayMerchantID: String? = nil, seed: UInt64
    ) throws -> GoogleRecipient {
        let key = Secret(Array(Entropy.seeded(seed).agreementKey().derRepresentation))
        return try #require(GoogleRecipient(id: id, gatewayMerchantID: gatewayMerchantID, privateKeysPKCS8: [key]))
    }

    static func data(expiring seconds: Double = 3600, gatewayMerchantID: String? = nil) throws -> GooglePaymentData {
        let pan = try #require(PAN("4111117391846532"))
        return GooglePaymentData(
            card: .init(
                pan: pan, expirationMonth: 3, expirationYear: 2031, cryptogram: "AgAAAAAABk4DWZ4C28yUQAAAAAA=",
                eciIndicator: "07"),
            messageID: "message", expiration: now + seconds, gatewayMerchantID: gatewayMerchantID)
    }

    func token(
        _ version: GooglePaymentToken.Version = .ecV2, paying data: GooglePaymentData? = nil,
        to recipientID: String = recipientID
    ) throws -> String {
        let json = try pay.token(
            paying: data ?? Self.data(), version: version, to: recipientID, recipientKeySPKI: recipientKeySPKI,
            using: .seeded(1))
        return String(decoding: try #require(json), as: UTF8.self)
    }

    /// The signed message of a token, for a test to change and sign again.
    func message(_ version: GooglePaymentToken.Version) throws -> String {
        try JSONDecoder().decode(GooglePaymentToken.Wire.self, from: Data(token(version).utf8)).signedMessage
    }

    func signed(
        _ message: String, from sender: String = "Google", _ version: GooglePaymentToken.Version
    ) throws -> String {
        let json = pay.signed(message, from: sender, version: version, to: Self.recipientID)
        return String(decoding: try #require(json), as: UTF8.self)
    }

    func failure(
        _ text: String, for recipient: GoogleRecipient? = nil, rootKeys: [GoogleRootKey]? = nil, at now: Date = now
    ) -> String? {
        do {
            _ = try GooglePaymentToken(json: Array(text.utf8)).open(
                for: recipient ?? self.recipient, rootKeys: rootKeys ?? pay.publishedKeys, at: now)
        } catch {
            return error.name
        }
        return nil
    }
}

@Suite("Google Pay token")
struct GooglePaymentTokenTests {
    private let google: GooglePaySample

    init() throws {
        google = try GooglePaySample()
    }

    @Test("A merchant decrypts a token", arguments: GooglePaymentToken.Version.allCases)
    func merchantDecrypts(_ version: GooglePaymentToken.Version) throws {
        let token = try GooglePaymentToken(json: Array(google.token(version).utf8))
        let data = try token.open(
            for: google.recipient, rootKeys: google.pay.publishedKeys, at: GooglePaySample.now)
        #expect(data == (try GooglePaySample.data()))
        #expect("\(data)" == "••••")
    }

    @Test("A token with a flipped bit is refused", arguments: GooglePaymentToken.Version.allCases)
    func flippedBits(_ version: GooglePaymentToken.Version) throws {
        let text = try google.token(version)
        for changed in flipsOfEachByte(Array(text.utf8)) {
            #expect(google.failure(String(decoding: changed, as: UTF8.self)) != nil)
        }
    }

    @Test("The message, the intermediate key and the root key expire")
    func expiration() throws {
        let day = 86_400.0
        #expect(google.failure(try google.token(paying: GooglePaySample.data(expiring: 0))) == "expired")
        let later = try google.token(paying: GooglePaySample.data(expiring: 1000 * day))
        #expect(google.failure(later, at: GooglePaySample.now + 6 * day) == nil)
        #expect(google.failure(later, at: GooglePaySample.now + 8 * day) == "expired", "the intermediate key's")
        let lasting = try google.token(.ecV1, paying: GooglePaySample.data(expiring: 1000 * day))
        #expect(google.failure(lasting, at: GooglePaySample.now + 371 * day) == nil)
        #expect(google.failure(lasting, at: GooglePaySample.now + 373 * day) == "expired", "the root key's")
    }

    @Test("A token for another recipient or gateway merchant is refused")
    func otherRecipient() throws {
        for version in GooglePaymentToken.Version.allCases {
            let text = try google.token(version)
            #expect(google.failure(text, for: try GooglePaySample.recipient("merchant:1", seed: 4)) == "signatureWrong")
            #expect(google.failure(text, for: try GooglePaySample.recipient("merchant:12345", seed: 5))
                == (version == .ecV2SigningOnly ? nil : "doesNotOpen"))
        }
        let (data, other) = (try GooglePaySample.data(gatewayMerchantID: "shop-1"), "gateway:example")
        let text = try google.token(paying: data, to: other)
        for (id, name) in [("shop-1", nil), ("shop-2", "anotherRecipient"), (nil, nil)] as [(String?, String?)] {
            let recipient = try GooglePaySample.recipient(other, gatewayMerchantID: id, seed: 4)
            #expect(google.failure(text, for: recipient) == name)
        }
    }

    @Test("All of a recipient's keys are tried")
    func severalKeys() throws {
        let keys = [5, 4].map { Secret(Array(Entropy.seeded($0).agreementKey().derRepresentation)) }
        let both = try #require(GoogleRecipient(id: GooglePaySample.recipientID, privateKeysPKCS8: keys))
        #expect(google.failure(try google.token(), for: both) == nil)
        #expect(GoogleRecipient(id: "merchant:1", privateKeysPKCS8: [Secret([1])]) == nil)
    }

    @Test("A token of another signer is refused")
    func otherSigner() throws {
        let stranger = SimulatedGooglePay(at: GooglePaySample.now, using: .seeded(8)).publishedKeys
        for (version, name) in [
            (GooglePaymentToken.Version.ecV1, "signatureWrong"), (.ecV2, "signerNotTrusted"),
            (.ecV2SigningOnly, "signerNotTrusted"),
        ] {
            let text = try google.token(version)
            let expected = name == "signerNotTrusted" ? "signer.notTrusted" : name
            #expect(google.failure(text, rootKeys: stranger) == expected)
            #expect(google.failure(text, rootKeys: []) == expected)
        }
    }

    /// Even the key that signed the token is refused if it was published for another version.
    @Test("A root key verifies only tokens of its own version", arguments: GooglePaymentToken.Version.allCases)
    func keyVersion(_ version: GooglePaymentToken.Version) throws {
        let (text, keys) = (try google.token(version), google.pay.publishedKeys.filter { $0.version == version })
        let spki = Array(try #require(keys.first).key.derRepresentation)
        for other in GooglePaymentToken.Version.allCases {
            let key = try #require(GoogleRootKey(spki: spki, version: other, expiration: .distantFuture))
            let expected = version == .ecV1 ? "signatureWrong" : "signer.notTrusted"
            #expect(google.failure(text, rootKeys: [key]) == (other == version ? nil : expected))
        }
    }

    /// Content with a valid signature of the wallet that does not decrypt: every case has the same answer.
    @Test("Signed content that cannot be decrypted is refused", arguments: [GooglePaymentToken.Version.ecV1, .ecV2])
    func signedInvalidContent(_ version: GooglePaymentToken.Version) throws {
        let sealed = try JSONDecoder().decode(
            GooglePaymentToken.Encrypted.self, from: Data(google.message(version).utf8))
        func failure(message: String? = nil, point: String? = nil, tag: String? = nil) throws -> String? {
            let changed = GooglePaymentToken.Encrypted(
                encryptedMessage: message ?? sealed.encryptedMessage,
                ephemeralPublicKey: point ?? sealed.ephemeralPublicKey, tag: tag ?? sealed.tag)
            let text = String(decoding: try JSONEncoder().encode(changed), as: UTF8.self)
            return google.failure(try google.signed(text, version))
        }
        #expect(try failure() == nil)
        for changed in flipsOfEachByte(try #require(EncodedBytes.base64(sealed.tag))) {
            #expect(try failure(tag: EncodedBytes.base64(changed)) == "doesNotOpen")
        }
        for changed in flipsOfEachByte(try #require(EncodedBytes.base64(sealed.encryptedMessage)), every: 5) {
            #expect(try failure(message: EncodedBytes.base64(changed)) == "doesNotOpen")
        }
        var point = try #require(EncodedBytes.base64(sealed.ephemeralPublicKey))
        point[64] ^= 1
        for point in [point, [4] + [UInt8](repeating: 0, count: 64), [0], []] {
            #expect(try failure(point: EncodedBytes.base64(point)) == "doesNotOpen", "a point off the curve, or none")
        }
        for tag in ["", "?", String(sealed.tag.dropLast(4)), sealed.tag.replacing("=", with: "")] {
            #expect(try failure(tag: tag) == "doesNotOpen")
        }
        #expect(google.failure(try google.signed("{}", version)) == "malformed")
    }

    @Test("Every member is required, and no other is accepted", arguments: GooglePaymentToken.Version.allCases)
    func tokenMembers(_ version: GooglePaymentToken.Version) throws {
        let token = try google.token(version)
        let members = try #require(JSONSerialization.jsonObject(with: Data(token.utf8)) as? [String: Any])
        #expect(members.count == (version == .ecV1 ? 3 : 4))
        func failure(_ changed: [String: Any]) throws -> String? {
            google.failure(String(decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self))
        }
        #expect(try failure(members) == nil)
        for name in members.keys {
            #expect(try failure(members.filter { $0.key != name }) == "malformed", "without \(name)")
        }
        #expect(try failure(members.merging(["more": 1]) { $1 }) == "malformed")
        for name in ["signedKey", "signatures"] where version != .ecV1 {
            var key = try #require(members["intermediateSigningKey"] as? [String: Any])
            key[name] = nil
            #expect(try failure(members.merging(["intermediateSigningKey": key]) { $1 }) == "malformed", "\(name)")
        }
    }

    @Test(
        "A token that is signed with another sender's name is refused",
        arguments: GooglePaymentToken.Version.allCases)
    func senderName(_ version: GooglePaymentToken.Version) throws {
        for (sender, isBelieved) in [("Google", true), ("google", false), ("Googly", false), ("", false)] {
            let token = try google.signed(google.message(version), from: sender, version)
            let expected = version == .ecV1 ? "signatureWrong" : "signer.notTrusted"
            #expect(google.failure(token) == (isBelieved ? nil : expected), "\(sender)")
        }
    }

    @Test("A signed message with other white space is refused", arguments: GooglePaymentToken.Version.allCases)
    func rewrittenMessage(_ version: GooglePaymentToken.Version) throws {
        let text = try google.token(version)
        let token = try JSONDecoder().decode(GooglePaymentToken.Wire.self, from: Data(text.utf8))
        for message in [token.signedMessage.replacing(":", with: ": "), token.signedMessage + " "] {
            let changed = GooglePaymentToken.Wire(
                protocolVersion: token.protocolVersion, intermediateSigningKey: token.intermediateSigningKey,
                signature: token.signature, signedMessage: message)
            let json = String(decoding: try JSONEncoder().encode(changed), as: UTF8.self)
            #expect(google.failure(json) == "signatureWrong")
        }
        let same = String(decoding: try JSONEncoder().encode(token), as: UTF8.self)
        #expect(google.failure(same) == nil, "how the outer object is written does not matter")
    }

    @Test("A malformed or unsupported token is refused with the cause")
    func malformedToken() throws {
        let (text, first) = (try google.token(), try google.token(.ecV1))
        let member = #""protocolVersion":"ECv2""#
        for (changed, name) in [
            ("", "malformed"), ("{}", "malformed"), ("[]", "malformed"), (text + "x", "malformed"),
            (text.replacing("ECv2", with: "ECv3"), "unsupported"),
            (text.replacing("ECv2", with: "ECv1"), "malformed"), (first.replacing("ECv1", with: "ECv2"), "malformed"),
            (text.replacing(member, with: #"\#(member),"more":1"#), "malformed"),
            (text.replacing("\"signedMessage\"", with: "\"signedmessage\""), "malformed"),
            (text.replacing("\"signatures\":[", with: "\"signatures\":[],\"unsigned\":["), "malformed"),
            (text.replacing(#"{\"encryptedMessage\""#, with: #"{ \"encryptedMessage\""#), "signatureWrong"),
            (String(repeating: " ", count: 40_000) + text, "malformed"),
        ] {
            #expect(google.failure(changed) == name, "\(changed.prefix(80))")
        }
    }

    @Test("Usable root keys are read from the published list")
    func rootKeyList() throws {
        let spki = EncodedBytes.base64(google.recipientKeySPKI)
        let list = """
            {"keys":[{"keyValue":"\(spki)","protocolVersion":"ECv1"},
            {"keyValue":"\(spki)","protocolVersion":"ECv2","keyExpiration":"2154841200000"},
            {"keyValue":"\(spki)","protocolVersion":"ECv2"},{"keyValue":"AA==","protocolVersion":"ECv1"},
            {"keyValue":"\(spki)","protocolVersion":"ECv9","keyExpiration":"2154841200000"}]}
            """
        let keys = try #require(GoogleRootKey.keys(fromJSON: Array(list.utf8)))
        #expect(keys.map(\.version) == [.ecV1, .ecV2])
        #expect(GoogleRootKey.keys(fromJSON: [1]) == nil)
    }

    @Test("The published tokens are verified and decrypted", .needsVectors)
    func publishedTokens() throws {
        struct File: Decodable {
            struct Token: Decodable {
                let name: String
                let clockMillis: Int64?
                let recipientId: String
                let tokenText: String
                let rootKeys: [String]
                let recipientKeyPKCS8: String
                let plaintextUTF8: String
            }
            let tokens: [Token]
        }
        let tokens = try Vectors.read("google-pay-tokens", as: File.self).tokens
        try #require(tokens.count == 5)
        for vector in tokens {
            let token = try GooglePaymentToken(json: Array(vector.tokenText.utf8))
            let rootKeys = try vector.rootKeys.map { text -> GoogleRootKey in
                let spki = try #require(EncodedBytes.base64(text))
                return try #require(GoogleRootKey(spki: spki, version: token.version, expiration: .distantFuture))
            }
            let key = Secret(try #require(EncodedBytes.base64(vector.recipientKeyPKCS8)))
            let recipient = try #require(GoogleRecipient(id: vector.recipientId, privateKeysPKCS8: [key]))
            let now = Date(timeIntervalSince1970: Double(vector.clockMillis ?? 1_500_000_000_000) / 1000)
            let message = try token.verifiedMessage(for: recipient, rootKeys: rootKeys, at: now)
            let isJSON = vector.plaintextUTF8.hasPrefix("{")
            #expect(isJSON || message == Secret(Array(vector.plaintextUTF8.utf8)), "\(vector.name)")
            if isJSON {
                let expected = Secret(Array(vector.plaintextUTF8.utf8)).decoded(as: GooglePaymentData.self)
                #expect(try token.open(for: recipient, rootKeys: rootKeys, at: now) == expected, "\(vector.name)")
                #expect(google.failure(vector.tokenText, for: recipient, rootKeys: rootKeys) == "expired")
            }
        }
    }
}
