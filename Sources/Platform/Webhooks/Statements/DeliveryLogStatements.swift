import Foundation
import Postgres

/// The delivery log. It counts and pages through the newest thousand of each status of each subscription, so the cost
/// of reading it does not grow with the age of the service. On a cluster it grows with the number of the owner's.
enum DeliveryLogStatements {
    static func page(of owner: Webhooks.Owner, ofSubject: Bool) -> Statement<Page> {
        switch owner {
        case .one: ofSubject ? pageOfSubject : pageOfOne
        case .all: ofSubject ? pageOfSubjectOfAll : pageOfAll
        }
    }

    /// A row has the number of all that match, and one delivery. An empty page is one row without a delivery.
    typealias Page = (total: Int, delivery: WebhookDelivery?)

    private static let pageOfOne = Statement(
        "webhook_log", paged(owner: ofOne), onCluster: pagedOnCluster(owner: ofOne), row: Self.pageRow)
    private static let pageOfAll = Statement(
        "webhook_log_of_all", paged(owner: ofAll), onCluster: pagedOnCluster(owner: ofAll), row: Self.pageRow)
    // The deliveries of a subject use another index.
    private static let pageOfSubject = Statement(
        "webhook_log_of_subject", paged(owner: ofOne, ofSubject), row: Self.pageRow)
    private static let pageOfSubjectOfAll = Statement(
        "webhook_log_of_subject_of_all", paged(owner: ofAll, ofSubject), row: Self.pageRow)

    /// One delivery of any owner.
    static let one = Statement(
        "webhook_log_of_delivery",
        """
        SELECT 1::bigint AS number, d.delivery_id, d.event_id, s.event_type, d.subscription_id, d.subject,
               d.status, d.queued_at, \(nextAttempt(of: "d", subject: "d.subject")) AS next_attempt_at
        FROM webhook_delivery d JOIN webhook_subscription s USING (subscription_id)
        WHERE d.delivery_id = $1 AND s.ended_at IS NULL
        """,
        row: Self.pageRow)

    private static let ofOne = "s.owner = $1"
    private static let ofAll = "$1::text IS NULL"
    private static let ofSubject = "AND d.subject = $6"

    @Sendable private static func pageRow(_ row: inout Row) throws(PostgresFailure) -> Page {
        (total: Int(try row.bigint("number")), delivery: try row.isNull("delivery_id") ? nil : row.webhookDelivery())
    }

    /// The bodies of deliveries, except secret ones. They are bytes, because every attempt signs exactly these.
    static let bodies = Statement(
        "webhook_bodies",
        """
        SELECT d.delivery_id, CASE WHEN d.body_key_version IS NULL THEN d.body END AS body, d.url
        FROM unnest($1::text[], $2::uuid[]) asked (subject, delivery_id)
        CROSS JOIN LATERAL (
            SELECT * FROM webhook_delivery d WHERE d.subject = asked.subject AND d.delivery_id = asked.delivery_id
        ) d
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            delivery: try row.id("delivery_id", WebhookDeliveryID.self), body: try row.optionalBytes("body"),
            url: try row.optionalText("url")
        )
    }

    private static func paged(owner: String, _ condition: String = "") -> String {
        shown(
            matching: """
                SELECT d.* FROM webhook_subscription s
                CROSS JOIN unnest($3::text[]) wanted (status)
                CROSS JOIN LATERAL (
                    SELECT d.delivery_id, d.event_id, s.event_type, d.subscription_id, d.subject, d.status, d.queued_at,
                           d.event_number, d.insertion
                    FROM webhook_delivery d
                    WHERE d.subscription_id = s.subscription_id AND d.status = wanted.status \(condition)
                    ORDER BY d.queued_at DESC, d.insertion DESC LIMIT 1000
                ) d
                WHERE \(owner) AND s.ended_at IS NULL AND ($2::uuid IS NULL OR s.subscription_id = $2)
                """,
            page: "SELECT * FROM matching ORDER BY queued_at DESC, insertion DESC LIMIT $4 OFFSET $5",
            subject: condition == ofSubject ? "$6" : "page.subject")
    }

    private static func shown(matching: String, page: String, subject: String = "page.subject") -> String {
        """
        WITH matching AS (
        \(matching)
        ), page AS (\(page))
        SELECT total.number, page.delivery_id, page.event_id, page.event_type, page.subscription_id, page.subject,
               page.status, page.queued_at,
               \(nextAttempt(of: "page", subject: subject)) AS next_attempt_at
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN page ON true
        ORDER BY page.queued_at DESC, page.insertion DESC
        """
    }

    /// When the first delivery of a line is attempted next; null for the others.
    private static func nextAttempt(of delivery: String, subject: String) -> String {
        """
        (SELECT l.next_attempt_at FROM webhook_line l
         WHERE l.subject = \(subject) AND l.subscription_id = \(delivery).subscription_id
           AND \(delivery).status = 'PENDING' AND NOT EXISTS (
               SELECT FROM webhook_delivery before
               WHERE before.subject = l.subject AND before.subscription_id = l.subscription_id
                 AND before.status = 'PENDING' AND before.event_number < \(delivery).event_number))
        """
    }

    /// The newest thousand of all, because a cluster does not look for some rows of each subscription.
    private static func pagedOnCluster(owner: String) -> String {
        """
        WITH matching AS (
            SELECT d.delivery_id, d.event_id, s.event_type, d.subscription_id, d.subject, d.status, d.queued_at,
                   d.insertion, \(nextAttempt(of: "d", subject: "d.subject")) AS next_attempt_at
            FROM webhook_subscription s JOIN webhook_delivery d ON d.subscription_id = s.subscription_id
            WHERE \(owner) AND s.ended_at IS NULL AND ($2::uuid IS NULL OR s.subscription_id = $2)
              AND d.status = ANY ($3)
            ORDER BY d.queued_at DESC, d.insertion DESC LIMIT 1000
        )
        SELECT total.number, page.delivery_id, page.event_id, page.event_type, page.subscription_id, page.subject,
               page.status, page.queued_at, page.next_attempt_at
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN (
            SELECT * FROM matching ORDER BY queued_at DESC, insertion DESC LIMIT $4 OFFSET $5) page ON true
        ORDER BY page.queued_at DESC, page.insertion DESC
        """
    }

    static let attempts = Statement(
        "webhook_attempts",
        """
        SELECT a.delivery_id, a.attempt_number, a.attempted_at, a.outcome, a.status_code, a.milliseconds
        FROM unnest($1::text[], $2::uuid[]) d (subject, delivery_id)
        CROSS JOIN LATERAL (
            SELECT * FROM webhook_attempt a WHERE a.subject = d.subject AND a.delivery_id = d.delivery_id
        ) a
        ORDER BY a.attempt_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            delivery: try row.id("delivery_id", WebhookDeliveryID.self),
            attempt: WebhookDelivery.Attempt(
                number: try row.integer("attempt_number"), at: try row.timestamp("attempted_at"),
                outcome: try row.text("outcome", as: WebhookOutcome.self),
                statusCode: try row.optionalInteger("status_code"), milliseconds: try row.integer("milliseconds"))
        )
    }

    /// Removes delivered events that were queued by $1, dead events that were queued by $2, and all deliveries of ended
    /// subscriptions; up to a thousand at a time of each status of each subscription. Pending deliveries of other
    /// subscriptions stay.
    /// On a cluster, the oldest thousand go, and those that are as old.
    static let remove = Statement(
        "webhook_remove",
        """
        WITH removed AS (
            DELETE FROM webhook_delivery WHERE ctid = ANY (ARRAY(
                SELECT d.ctid_of_delivery FROM webhook_subscription s
                CROSS JOIN (VALUES ('DELIVERED', $1::timestamptz), ('DEAD', $2), ('PENDING', NULL)) kept (status, until)
                CROSS JOIN LATERAL (
                    SELECT d.ctid AS ctid_of_delivery FROM webhook_delivery d
                    WHERE d.subscription_id = s.subscription_id AND d.status = kept.status
                      AND d.queued_at <= CASE WHEN s.ended_at IS NULL THEN kept.until ELSE 'infinity' END
                    ORDER BY d.queued_at LIMIT 1000
                    FOR UPDATE SKIP LOCKED
                ) d))
            RETURNING true)
        SELECT count(*) FROM removed
        """,
        onCluster: """
            WITH oldest AS MATERIALIZED (
                SELECT d.queued_at FROM webhook_subscription s
                CROSS JOIN (VALUES ('DELIVERED', $1::timestamptz), ('DEAD', $2), ('PENDING', NULL)) kept (status, until)
                JOIN webhook_delivery d ON d.subscription_id = s.subscription_id AND d.status = kept.status
                    AND d.queued_at <= CASE WHEN s.ended_at IS NULL THEN kept.until ELSE 'infinity' END
                ORDER BY d.queued_at LIMIT 1000
            ), removed AS (
                DELETE FROM webhook_delivery d
                USING webhook_subscription s
                CROSS JOIN (VALUES ('DELIVERED', $1::timestamptz), ('DEAD', $2), ('PENDING', NULL)) kept (status, until)
                WHERE d.subscription_id = s.subscription_id AND d.status = kept.status
                  AND d.queued_at <= CASE WHEN s.ended_at IS NULL THEN kept.until ELSE 'infinity' END
                  AND d.queued_at <= (SELECT max(queued_at) FROM oldest)
                RETURNING true)
            SELECT count(*) FROM removed
            """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let all = [
        pageOfOne.erased, pageOfAll.erased, pageOfSubject.erased, pageOfSubjectOfAll.erased,
        one.erased, bodies.erased, attempts.erased, remove.erased,
    ]
}

extension Row {
    fileprivate mutating func webhookDelivery() throws(PostgresFailure) -> WebhookDelivery {
        WebhookDelivery(
            id: try id("delivery_id"), event: try id("event_id"), eventType: try text("event_type"),
            subscription: try id("subscription_id"), subject: try text("subject"),
            status: try text("status", as: WebhookStatus.self), queuedAt: try timestamp("queued_at"),
            nextAttemptAt: try optionalTimestamp("next_attempt_at"))
    }
}
