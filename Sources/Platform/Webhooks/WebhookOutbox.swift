/// The part of a statement that queues events for the changes that the statement makes.
///
/// Because it is the same statement, no event is queued for a change that did not happen, and no change happens without
/// its events. Without subscriptions, it writes nothing.
public struct WebhookOutbox: Sendable {
    /// A CTE with a row for each event. The clauses and the expressions below call it `change`.
    let changes: String
    let eventType: String
    /// What must be joined to `change` to find the owner; may be empty.
    let join: String
    let owner: String
    /// An expression of `change` alone.
    let subject: String
    /// Numbers the subject's events of this type in order, from 1 and without gaps.
    let number: String
    let time: String
    let eventID: String
    /// The bytes that will be sent. The expression may use `event.id`.
    let body: String

    public init(
        of changes: String, eventType: String, join: String = "", owner: String, subject: String, number: String,
        time: String, eventID: String, body: String
    ) {
        self.changes = changes
        self.eventType = eventType
        self.join = join
        self.owner = owner
        self.subject = subject
        self.number = number
        self.time = time
        self.eventID = eventID
        self.body = body
    }

    /// Two CTEs, `line` and `told`, which must follow the CTE that they read.
    public var clauses: String {
        """
        line AS (
            INSERT INTO webhook_line (subject, subscription_id, waiting, failures, next_attempt_at)
            SELECT \(subject), s.subscription_id, count(*), 0, min(\(time))
            FROM \(changes) change
            \(join)
            JOIN webhook_subscription s
                ON s.owner = \(owner) AND s.event_type = '\(eventType)' AND s.ended_at IS NULL
            GROUP BY \(subject), s.subscription_id
            ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE
                SET waiting = webhook_line.waiting + excluded.waiting
            RETURNING subject, subscription_id
        ), told AS (
            INSERT INTO webhook_delivery (
                subject, delivery_id, subscription_id, event_number, event_id, body, status, attempts, queued_at)
            SELECT line.subject, \(Self.id("event.id || ' ' || line.subscription_id")), line.subscription_id,
                   \(number), event.id, \(body), 'PENDING', 0, \(time)
            FROM line
            JOIN \(changes) change ON line.subject = \(subject)
            CROSS JOIN LATERAL (SELECT \(eventID) AS id) event
        )
        """
    }

    /// SQL for a UUID derived from a text: the same text always has the same id.
    public static func id(_ name: String) -> String { "webhook_id(\(name))" }
}
