import Crypto
import Foundation
import Identifiers
import Testing
import Webhooks

@testable import Stitch

@Suite("Webhooks as Svix sends them")
struct SvixDialectTests {
    private static let now = Date(timeIntervalSince1970: 1_773_576_000)

    @Test("There are eight attempts within 28 hours", arguments: [
        (0, 5), (1, 5), (2, 300), (3, 1800), (4, 7200), (5, 18_000), (6, 36_000), (7, 36_000), (8, nil), (1000, nil),
    ] as [(Int, TimeInterval?)])
    func schedule(failures: Int, seconds: TimeInterval?) {
        let next = SvixDialect().next(afterFailures: failures, at: Self.now, queuedAt: Self.now - 9 * 86_400)
        #expect(next == seconds.map { Self.now + $0 })
    }

    @Test("A key is Base64 with whsec_ in front of it")
    func key() {
        let key = SigningKey(Array(repeating: 7, count: 24))
        #expect(SvixDialect.text(of: key) == "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH")
    }

    @Test("A request signs the id, the time and the body, and no other field")
    func headers() throws {
        let url = try #require(WebhookURL("https://hooks.example/"))
        let event = WebhookEventID(
            rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x87, 8, 0x89, 10, 11, 12, 13, 14, 15, 16)))
        let key = [UInt8](repeating: 9, count: 32)
        let attempt = UnsignedWebhook(
            event: event, attempt: 1, url: url, body: Array(#"{"a":"ü"}"#.utf8), signingKey: SigningKey(key),
            at: Self.now)
        let id = "msg_\(event)"
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(#"\#(id).1773576000.{"a":"ü"}"#.utf8), using: SymmetricKey(data: key))
        let fields = Dictionary(
            uniqueKeysWithValues: SvixDialect().headers(of: attempt).map { ($0.name, $0.value) })
        #expect(
            fields == [
                "svix-id": id, "svix-timestamp": "1773576000",
                "svix-signature": "v1,\(Data(code).base64EncodedString())",
            ])
    }
}
