import Crypto
import CryptoExtras
import Foundation
import Testing
import WalletTestSupport

@testable import CardSecrets
@testable import PaymentTokens
@testable import SimulatedWallets

@Suite("Samsung Pay token")
struct SamsungPaymentTokenTests {
    private let merchant: SamsungMerchantKey
    private let data: SamsungPaymentData
    private let token: String

    init() throws {
        merchant = try #require(SamsungMerchantKey(privateKeyPKCS8: ApplePaySample.rsaKey.get()))
        data = SamsungPaymentData(
            amount: 1999, currencyCode: "EUR", at: AppleSample.now, eciIndicator: "05",
            token: try #require(PAN("4111117391846532")), tokenPanExpiration: "0331", cryptogram: "AwAABCQACCDLHg==")
        token = try #require(
            SimulatedSamsungPay.token(paying: data, to: merchant.publicKeySPKI, using: .seeded(1)))
    }

    private func failure(_ text: String, with key: SamsungMerchantKey? = nil) -> String? {
        do {
            _ = try SamsungPaymentToken(text).open(with: key ?? merchant)
        } catch {
            return error.name
        }
        return nil
    }

    @Test("A merchant decrypts a token, alone or in its envelope")
    func merchantDecrypts() throws {
        #expect(try SamsungPaymentToken(token).open(with: merchant) == data)
        let envelope = #"{"method":"3DS","3DS":{"type":"S","version":"100","data":"\#(token)"},"card_brand":"VI"}"#
        #expect(try SamsungPaymentToken(envelope).open(with: merchant) == data)
        #expect("\(data)" == "••••")
    }

    @Test("Other algorithms, members and recipients in the header are refused")
    func otherHeader() throws {
        let parts = token.split(separator: ".").map(String.init)
        let header = String(decoding: try #require(Base64url.decode(parts[0])), as: UTF8.self)
        func failure(replacing old: String, with new: String) -> String? {
            let header = Base64url.encode(header.replacing(old, with: new).utf8)
            return self.failure(([header] + parts.dropFirst()).joined(separator: "."))
        }
        for algorithm in ["RSA-OAEP", "RSA-OAEP-256", "A128GCMKW", "dir", "none", "rsa1_5", "RSA1_5 ", ""] {
            #expect(failure(replacing: "RSA1_5", with: algorithm) == "unsupported", "\(algorithm)")
        }
        for encryption in ["A256GCM", "A128CBC-HS256", "none", "a128gcm", ""] {
            #expect(failure(replacing: "A128GCM", with: encryption) == "unsupported", "\(encryption)")
        }
        for member in ["alg", "enc", "kid"] { #expect(failure(replacing: member, with: "no") == "malformed") }
        #expect(failure(replacing: "{", with: #"{"crit":["x"],"#) == "malformed")
        #expect(failure(replacing: #""kid":""#, with: #""kid":"A"#) == "anotherRecipient")
        #expect(failure(replacing: EncodedBytes.base64(merchant.publicKeyHash), with: "") == "anotherRecipient")
        #expect(failure(replacing: "RSA_PKI", with: "RSA_PKI!") == nil, "nothing in the header is authenticated")
    }

    /// A message whose header is authenticated follows RFC 7516, but is not one of Samsung's.
    @Test("A message that authenticates its header is refused")
    func authenticatedHeader() throws {
        let message = try #require(CompactJWE(token))
        let key = merchant.contentKey(from: message.encryptedKey)
        let standard = try CompactJWE(
            plaintextJSON(data), under: key, protected: message.protected, encryptedKey: message.encryptedKey,
            nonce: Entropy.seeded(1).bytes(12), authenticatingHeader: true)
        #expect(failure(standard.text) == "doesNotOpen")
    }

    /// Another answer would help an attacker who varies the wrapped key.
    @Test("A faulty wrapped key gets the same answer as a wrong tag")
    func invalidPadding() throws {
        let message = try #require(CompactJWE(token))
        let publicKey = try _RSA.Encryption.PublicKey(derRepresentation: merchant.publicKeySPKI)
        func wrapping(_ key: [UInt8]) throws -> String {
            let wrapped = try publicKey.encrypt(key, padding: ._WEAK_AND_INSECURE_PKCS_V1_5)
            return token(replacing: 1, with: Array(wrapped))
        }
        var padding = message.encryptedKey
        padding[200] ^= 1
        let texts = [
            token(replacing: 1, with: padding), token(replacing: 1, with: []),
            token(replacing: 1, with: [UInt8](repeating: 0xFF, count: 256)),
            try wrapping([UInt8](repeating: 1, count: 16)), try wrapping([1]),
            try wrapping([UInt8](repeating: 1, count: 32)),
            token(replacing: 4, with: [UInt8](repeating: 0, count: 16)),
        ]
        for text in texts { #expect(failure(text) == "doesNotOpen") }
        let (first, second) = (merchant.contentKey(from: padding), merchant.contentKey(from: padding))
        #expect(first == second, "a message that is sent again meets the same key")
        #expect(first.bitCount == 128)
    }

    private func token(replacing part: Int, with bytes: [UInt8]) -> String {
        var parts = token.split(separator: ".").map(String.init)
        parts[part] = Base64url.encode(bytes)
        return parts.joined(separator: ".")
    }

    @Test("A token with a flipped bit behind the header is refused")
    func flippedBits() throws {
        let parts = try token.split(separator: ".").dropFirst().map { try #require(Base64url.decode($0)) }
        for (index, part) in parts.enumerated() {
            for changed in flipsOfEachByte(part) {
                #expect(failure(token(replacing: index + 1, with: changed)) == "doesNotOpen")
            }
        }
    }

    @Test(
        "Text that is not a token is refused as malformed",
        arguments: ["", "....", "{}", #"{"3DS":{}}"#, "a.b.c.d.e", String(repeating: "A", count: 40_000)])
    func malformedToken(_ text: String) {
        #expect(failure(text) == "malformed")
    }

    @Test("The published tokens are decrypted, and changed ones are not", .needsVectors)
    func publishedTokens() throws {
        struct File: Decodable {
            struct Token: Decodable {
                let jwe: String
                let plaintext: SamsungPaymentData
            }
            let recipientKeyPKCS8: String
            let tokens: [Token]
        }
        let file: File = try Vectors.read("samsung-pay-tokens")
        let key = Secret(try #require(EncodedBytes.base64(file.recipientKeyPKCS8)))
        let merchant = try #require(SamsungMerchantKey(privateKeyPKCS8: key))
        try #require(file.tokens.count == 2)
        for vector in file.tokens {
            #expect(try SamsungPaymentToken(vector.jwe).open(with: merchant) == vector.plaintext)
            for index in 1...4 {
                var parts = vector.jwe.split(separator: ".").map(String.init)
                var bytes = try #require(Base64url.decode(parts[index]))
                bytes[bytes.count / 2] ^= 1
                parts[index] = Base64url.encode(bytes)
                #expect(failure(parts.joined(separator: "."), with: merchant) == "doesNotOpen")
            }
            #expect(failure(vector.jwe) == "anotherRecipient")
        }
    }
}
