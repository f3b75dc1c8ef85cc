import CardSecrets
import Foundation
import Gateways
import JWTKit
import Payments

@testable import CardServer
@testable import Stitch

/// Bearer tokens, clients' assertions and the gateways' own tokens, before and behind the check of the signature.
enum TokenReading {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)
    private static let ownTokens = SignedTokens(
        "fuzzing", keys: .generate(using: .seeded(1)), clock: PaymentClock(now: { now }, realNow: { now }))

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        if let parsed = try? DefaultJWTParser().parse(bytes, as: TokenClaims.self) { _ = Identity(parsed.payload) }
        let text = String(decoding: bytes, as: UTF8.self)
        _ = ClientAssertion(
            text, of: "client", key: [1], audience: "https://gateway.example", at: now, checking: { _, _, _ in true })
        _ = ClientAssertion(text, of: "client", key: nil, audience: "https://gateway.example", at: now)
        return ownTokens.values(of: text) == nil ? nil : "A token of somebody else is accepted."
    }
}
