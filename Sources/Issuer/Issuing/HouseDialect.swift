import Foundation
import Identifiers
import Webhooks

/// How brands get their webhooks: the body alone is signed.
public struct HouseDialect: WebhookDialect {
    public let name = "HOUSE"

    public init() {}

    public func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        Self.headers(of: attempt.event, attempt.body, signedWith: attempt.signingKey) + [
            ("Webhook-Attempt", String(attempt.attempt)),
        ]
    }

    /// The header fields of a question, of which there is one attempt.
    ///
    /// - Parameter id: of the question; the same question has the same id.
    package static func headers<Kind>(
        of id: ID<Kind>, _ body: [UInt8], signedWith key: SigningKey
    ) -> [(name: String, value: String)] {
        [("Signature", key.signature(of: body)), ("Webhook-Id", id.description)]
    }
}

/// How brands get the messages to their customers: signed like all their webhooks. A person waits for each, so the next
/// attempt comes after seconds, until the message is of no use any more.
///
/// A program that does not know this dialect leaves the messages to one that can open them.
struct MessageDialect: WebhookDialect {
    let name = "HOUSE_MESSAGES"

    /// The longest delay between two attempts.
    static let longestDelaySeconds: TimeInterval = 10

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        HouseDialect().headers(of: attempt)
    }

    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(
            afterFailures: failures, at: now, queuedAt: queuedAt, longest: Self.longestDelaySeconds)
    }
}

/// How token services hear what happens to tokens: signed like all webhooks, and never given up, because a token that
/// the network has not suspended can still pay.
struct TokenServiceDialect: WebhookDialect {
    let name = "TOKEN_SERVICE"

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        HouseDialect().headers(of: attempt)
    }

    func next(afterFailures failures: Int, at now: Date, queuedAt: Date) -> Date? {
        WebhookRetry.next(afterFailures: failures, at: now, queuedAt: now)
    }
}
