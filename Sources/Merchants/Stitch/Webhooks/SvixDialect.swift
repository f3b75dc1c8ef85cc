import Foundation
import Identifiers
import Webhooks

/// Svix's way to send webhooks, which Stitch uses. The event's id and the time of the attempt are signed, too
/// (docs.svix.com, "Verifying webhooks manually").
struct SvixDialect: WebhookDialect {
    let name = "SVIX"

    /// A key as the client gets it.
    static func text(of key: SigningKey) -> String {
        key.withBytes { "whsec_" + Data($0).base64EncodedString() }
    }

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        let (id, time) = ("msg_\(attempt.event)", String(attempt.seconds))
        let signature = attempt.signingKey.signature(of: Array("\(id).\(time).".utf8) + attempt.body)
        return [("svix-id", id), ("svix-timestamp", time), ("svix-signature", "v1," + signature)]
    }

    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(afterFailures: failures, at: now, delays: Self.delaysSeconds)
    }

    /// After the first attempt, which is immediate (docs.svix.com, "Retry schedule").
    private static let delaysSeconds: [TimeInterval] = [
        5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600,
    ]
}
