import Crypto
import Foundation
import Identifiers
import Issuing
import Testing
import Webhooks

@Suite("Requests to brands")
struct HouseDialectTests {
    @Test("An event has the signature of its body, its id, and the number of the attempt")
    func headers() throws {
        let url = try #require(WebhookURL("https://hooks.example/"))
        let event = WebhookEventID(
            rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x87, 8, 0x89, 10, 11, 12, 13, 14, 15, 16)))
        let (key, body) = ([UInt8](repeating: 9, count: 32), Array(#"{"a":"ü"}"#.utf8))
        let attempt = UnsignedWebhook(
            event: event, attempt: 2, url: url, body: body, signingKey: SigningKey(key),
            at: Date(timeIntervalSince1970: 1_773_576_000))
        let code = HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: key))
        let fields = Dictionary(
            uniqueKeysWithValues: HouseDialect().headers(of: attempt).map { ($0.name, $0.value) })
        #expect(
            fields == [
                "Signature": Data(code).base64EncodedString(), "Webhook-Id": event.description,
                "Webhook-Attempt": "2",
            ])
    }

    @Test("An undelivered event is sent again for three days")
    func schedule() {
        let queuedAt = Date(timeIntervalSince1970: 1_773_576_000)
        let end = queuedAt + WebhookRetry.lifetimeSeconds
        #expect(HouseDialect().next(afterFailures: 1, at: queuedAt, queuedAt: queuedAt) == queuedAt + 1)
        #expect(HouseDialect().next(afterFailures: 80, at: end - 1, queuedAt: queuedAt) != nil)
        #expect(HouseDialect().next(afterFailures: 80, at: end, queuedAt: queuedAt) == nil)
    }
}
