import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Payments
import Testing

@testable import Stitch

@Suite("Tokens of Stitch's clients")
struct AccessTokenTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private static func tokens(at time: Date, seed: UInt64 = 1) -> ClientTokens {
        ClientTokens(
            keys: KeyRing.generate(using: .seeded(seed)), clock: PaymentClock(now: { time }, realNow: { time }))
    }

    @Test("A token proves its client and its scopes for an hour")
    func lifetime() {
        let token = Self.tokens(at: Self.start).token(for: "shop-1", [.refund, .transactionInitiate])
        let grant = Self.tokens(at: Self.start + 3599).grant(of: token)
        #expect(grant?.client == "shop-1" && grant?.scopes == [.refund, .transactionInitiate])
        #expect(Self.tokens(at: Self.start + 3600).grant(of: token) == nil)
    }

    @Test("A changed token, or one of another service, proves nothing")
    func forgery() {
        let tokens = Self.tokens(at: Self.start)
        let token = tokens.token(for: "shop", [.refund])
        #expect(Self.tokens(at: Self.start, seed: 2).grant(of: token) == nil)
        for (place, byte) in token.utf8.enumerated() {
            var bytes = Array(token.utf8)
            bytes[place] = byte == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let changed = String(decoding: bytes, as: UTF8.self)
            #expect(changed == token || tokens.grant(of: changed) == nil, "changed at \(place)")
        }
        for text in ["", ".", "..", "a.b", String(repeating: "A", count: 5000)] {
            #expect(tokens.grant(of: text) == nil)
        }
    }

    @Test("An assertion is a client's own, for the token call, and valid now")
    func assertions() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let now = Int(Self.start.timeIntervalSince1970)
        func accepted(_ claims: String, header: String = #"{"alg":"RS256"}"#) throws -> Bool {
            let signed = [header, claims].map { Base64url.encode(Array($0.utf8)) }.joined(separator: ".")
            let signature = try key.signature(
                for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
            let assertion = ClientAssertion(
                signed + "." + Base64url.encode(Array(signature.rawRepresentation)), of: "shop",
                key: Array(key.publicKey.derRepresentation), audience: "https://gateway", at: Self.start)
            return assertion?.id == "j1"
        }
        func claims(_ issuer: String = "shop", _ audience: String = "\"https://gateway\"", exp: Int) -> String {
            #"{"iss":"\#(issuer)","sub":"shop","aud":\#(audience),"exp":\#(exp),"jti":"j1"}"#
        }
        #expect(try accepted(claims(exp: now + 300)))
        #expect(try accepted(claims("shop", #"["x","https://gateway"]"#, exp: now + 300)))
        #expect(try !accepted(claims("other", exp: now + 300)))
        #expect(try !accepted(claims("shop", "\"https://other\"", exp: now + 300)))
        #expect(try !accepted(claims(exp: now - 61)))
        #expect(try !accepted(claims(exp: now + 100_000)))
        #expect(try !accepted(#"{"iss":"shop","sub":"shop","aud":"https://gateway","jti":"j1"}"#))
        let unnamed = #"{"iss":"shop","sub":"shop","aud":"https://gateway","exp":\#(now + 300)}"#
        #expect(try !accepted(unnamed), "it could be used again unseen")
        #expect(try !accepted(claims(exp: now + 300), header: #"{"alg":"none"}"#))
    }
}
