import Foundation
import Identifiers
import Validation
import Webhooks

/// How the callbacks of Dintero's checkout are signed: the time, the account and the address, and not the body
/// (docs.dintero.com, "Validating callbacks").
struct DinteroDialect: WebhookDialect {
    let name = "DINTERO"

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        [("Dintero-Signature", Self.signature(of: attempt)), ("event-delivery", attempt.event.description)]
    }

    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(afterFailures: failures, at: now, delays: Self.delaysSeconds)
    }

    /// The parameters of the query are sorted before they are signed. The signer is the account.
    private static func signature(of attempt: UnsignedWebhook) -> String {
        let parts = URLComponents(string: attempt.url.text)
        let path = parts?.percentEncodedPath ?? ""
        let query = (parts?.percentEncodedQuery ?? "").split(separator: "&").sorted().joined(separator: "&")
        let signed = [
            String(attempt.seconds), attempt.signer ?? "", attempt.body.isEmpty ? "GET" : "POST", attempt.url.host,
            path.isEmpty ? "/" : path, query,
        ]
        return "t=\(attempt.seconds),v0-hmac-sha256="
            + attempt.signingKey.hexadecimalSignature(of: Array(signed.joined(separator: "\n").utf8))
    }

    /// Dintero documents five attempts, but not the times between them.
    private static let delaysSeconds: [TimeInterval] = [60, 5 * 60, 30 * 60, 2 * 3600]
}
