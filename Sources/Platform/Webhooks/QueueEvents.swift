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
    /// Nil unless the body is a secret. A secret is stored encrypted, and removed once it is delivered or given up. At
    /// this time it is of no use any more, and is given up.
    public let secretUntil: Date?

    public init(
        id: WebhookEventID? = nil, number: Int64? = nil, type: String, body: String, url: WebhookURL? = nil,
        delaySeconds: Int64 = 0, secretUntil: Date? = nil
    ) {
        (self.id, self.number, self.type, self.body) = (id, number, type, body)
        (self.url, self.delaySeconds, self.secretUntil) = (url, delaySeconds, secretUntil)
    }
}

/// The body may be a secret, so it is not printed.
extension NewWebhookEvent: CustomStringConvertible, CustomReflectable {
    public var description: String { "an event \(type)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
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
        guard events.contains(where: { $0.number == nil }) else {
            return queueing(events.map { (owner: owner, subject: subject, event: $0) }, at: now)
        }
        let rows = events.map { [SQLValue.text(owner), .text(subject)] + values(of: $0) }
        return Query(statement: QueueStatements.queueNext, values: values(rows, now) + [.text(subject)])
    }

    /// The same for events of several owners, or about several subjects. Each has a number.
    public func queueing(
        _ events: [(owner: String, subject: String, event: NewWebhookEvent)], at now: Date? = nil
    ) -> Query<Void>? {
        guard !events.isEmpty else { return nil }
        let rows = events.map { [SQLValue.text($0.owner), .text($0.subject)] + values(of: $0.event) }
        return Query(statement: QueueStatements.queue, values: values(rows, now))
    }

    private func values(_ rows: [[SQLValue]], _ now: Date?) -> [SQLValue] {
        [.timestamp(now ?? host.now())] + SQLValue.columns(of: rows)
    }

    private func values(of event: NewWebhookEvent) -> [SQLValue] {
        let (id, body) = (event.id ?? host.newID(), Array(event.body.utf8))
        let sealed = event.secretUntil.map { _ in host.seal(body, of: id) }
        return [
            .text(event.type), .id(id), .bytes(sealed?.bytes ?? body), .text(event.url?.text),
            .bigint(event.delaySeconds), .bigint(event.number),
            .integer((sealed?.keyVersion).map { Int32(clamping: $0) }), .timestamp(event.secretUntil),
        ]
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
