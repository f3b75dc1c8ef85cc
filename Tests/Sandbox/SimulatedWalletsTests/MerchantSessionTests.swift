import CardSecrets
import Foundation
import SimulatedWallets
import Testing

@testable import PaymentTokens

@Suite("Apple's session for a merchant's page")
struct MerchantSessionTests {
    @Test("The session is signed by the authority of simulated phones, for the page, for five minutes")
    func signed() throws {
        let now = Date(timeIntervalSince1970: 1_773_576_000)
        let apple = try SimulatedApplePay(under: .sandbox(using: .seeded(3)), at: now)
        let text = apple.merchantSession(
            for: "merchant.example.shop", displayName: "Shop", domain: "shop.example", at: now, using: .seeded(4))
        let session = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(session["domainName"] as? String == "shop.example" && session["displayName"] as? String == "Shop")
        let (begin, end) = (try #require(session["epochTimestamp"] as? Int), try #require(session["expiresAt"] as? Int))
        #expect(begin == 1_773_576_000_000 && end - begin == 300_000)
        let id = try #require(session["merchantSessionIdentifier"] as? String)
        let nonce = try #require(session["nonce"] as? String)
        let hexadecimal = try #require(session["signature"] as? String)
        let signature = try AppleTokenSignature(ber: try #require(EncodedBytes.hexadecimal(hexadecimal)))
        let trust = try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM])
        #expect(try signature.verify(Array((id + nonce).utf8), under: trust, at: now) == now)
        #expect(throws: PaymentTokenFailure.self) {
            try signature.verify(Array((nonce + id).utf8), under: trust, at: now)
        }
    }
}
