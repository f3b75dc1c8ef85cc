import Foundation
import Testing

@testable import Webhooks

@Suite("An event is tried again with growing delays")
struct WebhookRetryTests {
    @Test("The delay doubles up to an hour", arguments: [
        (1, 1), (2, 2), (3, 4), (4, 8), (11, 1024), (12, 2048), (13, 3600), (14, 3600), (1000, 3600), (0, 1),
    ] as [(Int, TimeInterval)])
    func delay(failures: Int, seconds: TimeInterval) {
        let now = Date(timeIntervalSince1970: 1_773_576_000)
        #expect(WebhookRetry.next(afterFailures: failures, at: now, queuedAt: now) == now + seconds)
    }

    @Test("An event is given up after three days")
    func end() {
        let queued = Date(timeIntervalSince1970: 1_773_576_000)
        let end = queued + 3 * 86_400
        #expect(WebhookRetry.next(afterFailures: 80, at: end - 0.001, queuedAt: queued) == end - 0.001 + 3600)
        #expect(WebhookRetry.next(afterFailures: 1, at: end, queuedAt: queued) == nil)
    }
}
