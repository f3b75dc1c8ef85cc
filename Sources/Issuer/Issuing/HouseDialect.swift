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
