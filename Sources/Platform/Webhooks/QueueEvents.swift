import Crypto
import Foundation
import Identifiers
import Postgres

/// An event for the subscriptions of its owner.
public struct NewWebhookEvent: Hashable, Sendable {
    /// Nil for a new one.
    public let id: WebhookEventID?
    /// Its place among the events about its subject, above 0; nil for the place behind those that the log still has.
    public let number: Int64?
    public let type: String
    /// JSON. Every attempt sends and signs exactly these bytes.
    public let body: String
    /// The URL of this event. Nil if it goes to the URL of each subscription.
    public let url: WebhookURL?
    /// The time before the first attempt, if no earlier event about its subject waits.
    public let delaySeconds: Int64

    public init(
        id: WebhookEventID? = nil, number: Int64? = nil, type: String, body: String, url: WebhookURL? = nil,
        delaySeconds: Int64 = 0
    ) {
        (self.id, self.number, self.type, self.body) = (id, number, type, body)
        (self.url, self.delaySeconds) = (url, delaySeconds)
    }
}

extension Webhooks {
    /// Queues events for their owner's subscriptions, in the caller's transaction: so no event is queued for a change
    /// that did not happen. Without subscriptions it writes no row. No event is queued for a subscription without a URL
    /// if the event has none either.
    ///
    /// The caller holds a lock of the subject, so that the subject's events are numbered in the order of its changes.
    ///
    /// - Parameter now: the time of the change; nil for the present.
    public func queueing(
        _ events: [NewWebhookEvent], of owner: String, about subject: String, at now: Date? = nil
    ) -> Query<Void>? {
        queueing(events.map { (owner: owner, subject: subject, event: $0) }, at: now)
    }

    /// The same for events of several owners, or about several subjects.
    public func queueing(
        _ events: [(owner: String, subject: String, event: NewWebhookEvent)], at now: Date? = nil
    ) -> Query<Void>? {
        guard !events.isEmpty else { return nil }
        return QueueStatements.queue(
            .timestamp(now ?? host.now()), .textArray(events.map(\.owner)), .textArray(events.map(\.subject)),
            .textArray(events.map(\.event.type)), .ids(events.map { $0.event.id ?? host.newID() }),
            .textArray(events.map(\.event.body)), .textArray(events.map { $0.event.url?.text ?? "" }),
            .bigintArray(events.map(\.event.delaySeconds)), .bigintArray(events.map { $0.event.number ?? 0 }))
    }

    /// A UUID derived from a text, version 8 (RFC 9562, section 5.8): the same text always has the same id. The
    /// function `webhook_id` derives the same.
    public static func id(_ name: String) -> WebhookEventID {
        var bytes = Array(Insecure.MD5.hash(data: Array(name.utf8)))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x0F | 0xA0
        return bytes.withUnsafeBytes { ID(rawValue: UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }
}
