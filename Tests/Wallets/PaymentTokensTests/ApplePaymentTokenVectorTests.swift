import Crypto
import Foundation
import SwiftASN1
import Testing
import WalletTestSupport
import X509

@testable import CardSecrets
@testable import PaymentTokens

/// Tokens that Apple made for merchants that have published their keys.
@Suite("Apple Pay tokens that Apple made", .needsVectors)
struct ApplePaymentTokenVectorTests {
    struct File: Decodable {
        struct Token: Decodable {
            let name: String
            let signingTime: String
            let token: ApplePaymentToken.Wire
            let merchantCertificateDER: String
            let merchantKeyPKCS8: String
            let symmetricKeyHex: String
            let plaintext: ApplePaymentData

            var date: Date { get throws { try Date(signingTime, strategy: .iso8601) } }

            var json: [UInt8] { plaintextJSON(token).withBytes(Array.init) }

            var merchant: AppleMerchantKey {
                get throws {
                    let key = Secret(try #require(EncodedBytes.base64(merchantKeyPKCS8)))
                    let merchant = token.version == "RSA_v1"
                        ? AppleMerchantKey(rsaPrivateKeyPKCS8: key)
                        : AppleMerchantKey(privateKeyPKCS8: key, merchantID: try merchantID)
                    return try #require(merchant)
                }
            }

            /// The user id in the subject of the merchant's certificate.
            private var merchantID: String {
                get throws {
                    let der = try #require(EncodedBytes.base64(merchantCertificateDER))
                    let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
                    let names = try Certificate(derEncoded: der).subject.flatMap(\.self)
                    let name = try #require(names.first { $0.type == userID })
                    return String(describing: name.value)
                }
            }
        }

        let tokens: [Token]
    }

    private let tokens: [File.Token]

    init() throws {
        tokens = try Vectors.read("apple-pay-tokens", as: File.self).tokens
    }

    @Test("The tokens are decrypted with the merchants' keys")
    func realTokens() throws {
        try #require(tokens.count == 3)
        for vector in tokens {
            let token = try ApplePaymentToken(json: vector.json)
            let data = try token.open(with: vector.merchant, under: AppleTrust(), at: vector.date) { _, _ in
                .granted
            }
            #expect(data == vector.plaintext)
            let key = try #require(token.contentKey(with: vector.merchant))
            #expect(key.withUnsafeBytes { EncodedBytes.hexadecimal($0) } == vector.symmetricKeyHex, "\(vector.name)")
        }
    }

    @Test("A token is refused more than 3 minutes away from its signing time")
    func signingTime() throws {
        for vector in tokens {
            for seconds in [-181.0, 181] {
                #expect(throws: PaymentTokenFailure.signedOutsideWindow(signed: try vector.date)) {
                    try ApplePaymentToken(json: vector.json).open(
                        with: vector.merchant, under: AppleTrust(validity: .ignored), at: vector.date + seconds
                    ) { _, _ in .granted }
                }
            }
        }
    }

    @Test("A token with a flipped bit is refused")
    func flippedBits() throws {
        for vector in tokens {
            let (merchant, trust, date) = (try vector.merchant, try AppleTrust(), try vector.date)
            let token = vector.token
            let material = try #require(token.header.ephemeralPublicKey ?? token.header.wrappedKey)
            let text = String(decoding: vector.json, as: UTF8.self)
            for (part, stride) in [(token.signature, 11), (token.data, 31), (material, 31)] {
                for changed in flipsOfEachByte(try #require(EncodedBytes.base64(part)), every: stride) {
                    let json = Array(text.replacing(part, with: EncodedBytes.base64(changed)).utf8)
                    #expect(throws: PaymentTokenFailure.self) {
                        try ApplePaymentToken(json: json).open(with: merchant, under: trust, at: date) { _, _ in
                            .granted
                        }
                    }
                }
            }
        }
    }
}
