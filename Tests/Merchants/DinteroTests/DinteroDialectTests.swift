import Foundation
import Identifiers
import Testing
import Webhooks

@testable import Dintero

@Suite("Signatures and retries of Dintero's callbacks")
struct DinteroDialectTests {
    @Test("The time, the account and the address with a sorted query are signed, as the published example does",
        arguments: ["https://example.com/callback?B=123&A=992", "https://example.com:8443/callback?A=992&B=123"])
    func signature(text: String) throws {
        let url = try #require(WebhookURL(text))
        let attempt = UnsignedWebhook(
            event: WebhookEventID(
                rawValue: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x87, 8, 0x89, 10, 11, 12, 13, 14, 15, 16))),
            attempt: 1, url: url,
            body: [], signingKey: SigningKey(text: "123"), signer: "P00000000",
            at: Date(timeIntervalSince1970: 1_582_236_537))
        let headers = DinteroDialect().headers(of: attempt)
        let code = "6bed2ab1b919d460ef7465a20dc6c97260dca73fab6647106ca525f0908df64a"
        #expect(headers.map(\.name) == ["Dintero-Signature", "event-delivery"])
        #expect(headers.map(\.value) == [
            "t=1582236537,v0-hmac-sha256=\(code)", "01020304-0506-8708-890a-0b0c0d0e0f10",
        ])
    }

    @Test("There are five attempts", arguments: [
        (1, 60), (2, 300), (3, 1800), (4, 7200), (5, nil),
    ] as [(Int, TimeInterval?)])
    func schedule(failures: Int, seconds: TimeInterval?) {
        let now = Date(timeIntervalSince1970: 1_773_576_000)
        let next = DinteroDialect().next(afterFailures: failures, at: now, queuedAt: now - 9 * 86_400)
        #expect(next == seconds.map { now + $0 })
    }
}
