import Foundation
import Identifiers
import Testing
import Webhooks

@testable import MoneyHash

@Suite("Signatures of MoneyHash's webhooks")
struct MoneyHashDialectTests {
    @Test("The third version signs the body in Base64 and the time, as the published example does")
    func signature() throws {
        let url = try #require(WebhookURL("https://hooks.example/"))
        let attempt = UnsignedWebhook(
            event: WebhookEventID(
                rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x87, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))),
            attempt: 1, url: url,
            body: Array(#""webhook_payload""#.utf8), signingKey: SigningKey(text: "test_signature_key"),
            at: Date(timeIntervalSince1970: 1_743_090_080))
        let headers = MoneyHashDialect().headers(of: attempt)
        #expect(headers.map(\.name) == ["MoneyHash-Signature"])
        let parts = headers[0].value.split(separator: ",")
        #expect(parts.first == "t=1743090080")
        #expect(parts.last == "v3=ca13480c8142f2f2b44822c764909027974e84b3e8c94457a314f129d8d60148")
        #expect(parts.map { $0.prefix(2) } == ["t=", "v1", "v2", "v3"] && Set(parts).count == 4)
    }
}
