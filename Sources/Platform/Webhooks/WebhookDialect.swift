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
    /// The callbacks of Dintero's checkout. The time, the account and the address are signed, and not the body
    /// (docs.dintero.com, "Validating callbacks").
    case dintero = "DINTERO"
    /// MoneyHash's. The body and the time are signed in three versions, of which receivers read the third
    /// (docs.moneyhash.io, "Webhooks Signature").
    case moneyHash = "MONEYHASH"

    /// A key as the subscriber gets it.
    public func text(of key: SigningKey) -> String {
        key.withBytes { bytes in
            switch self {
            case .house: Data(bytes).base64EncodedString()
            case .svix: "whsec_" + Data(bytes).base64EncodedString()
            case .dintero, .moneyHash: String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// The header fields that identify an attempt and sign it.
    ///
    /// - Parameter url: where it goes.
    func headers(of webhook: ClaimedWebhook, to url: WebhookURL) -> [(name: String, value: String)] {
        let (key, event) = (webhook.signingKey, webhook.event.spelled)
        let seconds = Int64(webhook.claimedAt.timeIntervalSince1970)
        switch self {
        case .house:
            return [
                ("Signature", key.signature(of: webhook.body)), ("Webhook-Id", event),
                ("Webhook-Attempt", String(webhook.attempt)),
            ]
        case .svix:
            let signature = key.signature(of: Array("msg_\(event).\(seconds).".utf8) + webhook.body)
            return [
                ("svix-id", "msg_\(event)"), ("svix-timestamp", String(seconds)), ("svix-signature", "v1," + signature),
            ]
        case .dintero:
            let signature = Self.dinteroSignature(
                of: webhook.body.isEmpty ? "GET" : "POST", to: url, by: webhook.signer ?? "", at: seconds, with: key)
            return [("Dintero-Signature", signature), ("event-delivery", event)]
        case .moneyHash:
            return [("MoneyHash-Signature", Self.moneyHashSignature(of: webhook.body, at: seconds, with: key))]
        }
    }

    /// The parameters of the query are sorted before they are signed.
    static func dinteroSignature(
        of method: String, to url: WebhookURL, by account: String, at seconds: Int64, with key: SigningKey
    ) -> String {
        let parts = URLComponents(string: url.text)
        let path = parts?.percentEncodedPath ?? ""
        let query = (parts?.percentEncodedQuery ?? "").split(separator: "&").sorted().joined(separator: "&")
        let signed = [String(seconds), account, method, url.host, path.isEmpty ? "/" : path, query]
        return "t=\(seconds),v0-hmac-sha256="
            + key.hexadecimalSignature(of: Array(signed.joined(separator: "\n").utf8))
    }

    /// Only the third version is documented. The other two are here because the header has them.
    static func moneyHashSignature(of body: [UInt8], at seconds: Int64, with key: SigningKey) -> String {
        let time = Array(String(seconds).utf8)
        let signed = [body, time + body, Array(Data(body).base64EncodedString().utf8) + time]
        let versions = signed.enumerated().map { "v\($0 + 1)=\(key.hexadecimalSignature(of: $1))" }
        return "t=\(seconds)," + versions.joined(separator: ",")
    }

    /// When an event is tried again.
    ///
    /// - Parameter failures: how many attempts have failed in a row, including this one.
    /// - Returns: nil if the event is given up.
    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        let delays: [TimeInterval]
        switch self {
        case .house, .moneyHash: return WebhookRetry.next(afterFailures: failures, at: now, queuedAt: queuedAt)
        case .svix: delays = Self.svixDelaysSeconds
        case .dintero: delays = Self.dinteroDelaysSeconds
        }
        let index = max(failures, 1) - 1
        return index < delays.count ? now + delays[index] : nil
    }

    /// After the first attempt, which is immediate (docs.svix.com, "Retry schedule").
    private static let svixDelaysSeconds: [TimeInterval] = [
        5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600,
    ]

    /// Dintero documents five attempts, but not the times between them.
    private static let dinteroDelaysSeconds: [TimeInterval] = [60, 5 * 60, 30 * 60, 2 * 3600]
}
