import Crypto
import Foundation
import Testing

@testable import Webhooks

/// The function that docs/WEBHOOKS.md shows.
func isGenuine(_ body: Data, signature: String, signingKey: String) -> Bool {
    guard let key = Data(base64Encoded: signingKey), let received = Data(base64Encoded: signature) else {
        return false
    }
    return HMAC<SHA256>.isValidAuthenticationCode(
        received, authenticating: body, using: SymmetricKey(data: key))
}

@Suite("A receiver that verifies as the documentation shows")
struct WebhookReceiverTests {
    @Test("The receiver accepts only events that were signed with its key")
    func verification() throws {
        let text = "fw1sxyhBDm6U9bnTrsMAmRcV6P0Ji0vGmzQ9K0zN6Es="
        let key = try #require(SigningKey(base64: text))
        let body = Data(#"{"newStatus":"LOCKED"}"#.utf8)
        let signature = key.signature(of: Array(body))
        #expect(isGenuine(body, signature: signature, signingKey: text))
        #expect(!isGenuine(Data(#"{"newStatus":"ACTIVE"}"#.utf8), signature: signature, signingKey: text))
        #expect(!isGenuine(body, signature: "none", signingKey: text))
        // The receiver must decode the text of the key.
        let misread = SigningKey(Array(text.utf8)).signature(of: Array(body))
        #expect(!isGenuine(body, signature: misread, signingKey: text))
    }
}
