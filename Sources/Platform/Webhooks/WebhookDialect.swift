import Crypto
import Foundation
import Validation

/// How a receiver expects its events: the form of its key, the header fields that sign a request, and when an event
/// that was not delivered comes again.
///
/// A subscription has one dialect. A further one is one more case, with an answer to each question below.
public enum WebhookDialect: String, CaseIterable, Sendable {
    /// This service's own: the body alone is signed.
    case house = "HOUSE"
    /// Svix's, which several providers of APIs use. The event's id and the time of the attempt are signed, too
    /// (docs.svix.com, "Verifying webhooks manually").
    case svix = "SVIX"

    /// A key as the subscriber gets it.
    public func text(of key: SigningKey) -> String {
        let base64 = key.withBytes { Data($0).base64EncodedString() }
        return switch self {
        case .house: base64
        case .svix: "whsec_" + base64
        }
    }

    /// The header fields that identify an attempt and sign it.
    func headers(of webhook: ClaimedWebhook) -> [(name: String, value: String)] {
        switch self {
        case .house:
            return [
                ("Signature", webhook.signingKey.signature(of: webhook.body)), ("Webhook-Id", webhook.event.spelled),
                ("Webhook-Attempt", String(webhook.attempt)),
            ]
        case .svix:
            let (id, seconds) = ("msg_\(webhook.event.spelled)", Int64(webhook.claimedAt.timeIntervalSince1970))
            let signature = webhook.signingKey.signature(of: Array("\(id).\(seconds).".utf8) + webhook.body)
            return [("svix-id", id), ("svix-timestamp", String(seconds)), ("svix-signature", "v1," + signature)]
        }
    }

    /// When an event is tried again.
    ///
    /// - Parameter failures: how many attempts have failed in a row, including this one.
    /// - Returns: nil if the event is given up.
    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        switch self {
        case .house:
            return WebhookRetry.next(afterFailures: failures, at: now, queuedAt: queuedAt)
        case .svix:
            let index = max(failures, 1) - 1
            return index < Self.svixDelaysSeconds.count ? now + Self.svixDelaysSeconds[index] : nil
        }
    }

    /// After the first attempt, which is immediate (docs.svix.com, "Retry schedule").
    private static let svixDelaysSeconds: [TimeInterval] = [
        5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600,
    ]
}
