import Foundation
import Postgres

/// An event that Swift makes. An event that a statement makes has a ``WebhookOutbox``.
public struct NewWebhookEvent: Hashable, Sendable {
    public let type: String
    /// JSON. Every attempt sends and signs exactly these bytes.
    public let body: String
    /// Where this event goes. Nil if it goes where each subscription says.
    public let url: WebhookURL?
    /// How long it waits before the first attempt, if no earlier event about its subject waits.
    public let delaySeconds: Int64

    public init(type: String, body: String, url: WebhookURL? = nil, delaySeconds: Int64 = 0) {
        (self.type, self.body, self.url, self.delaySeconds) = (type, body, url, delaySeconds)
    }
}

extension Webhooks {
    /// Queues events for their owner's subscriptions, in the caller's transaction: so no event is queued for a change
    /// that did not happen. Without subscriptions it writes nothing. Nothing is queued for a subscription without a URL
    /// if the event has none either.
    ///
    /// The caller holds a lock of the subject, so that the subject's events are numbered in the order of its changes.
    public func queueing(_ events: [NewWebhookEvent], of owner: String, about subject: String) -> Query<Void> {
        QueueStatements.queue(
            .text(owner), .text(subject), .timestamp(host.now()), .textArray(events.map(\.type)),
            .uuidArray(events.map { _ in host.newID() }), .textArray(events.map(\.body)),
            .textArray(events.map { $0.url?.text ?? "" }), .bigintArray(events.map(\.delaySeconds))
        ).when(!events.isEmpty)
    }
}
