import Cards
import Foundation
import Postgres

/// The delivery log. What is counted and paged through is the newest thousand of each status of each subscription: a
/// log may not cost more the longer the service has run.
enum WebhookLogStatements {
    static let page = Statement("webhook_log", paged("")) { (row: inout Row) throws(PostgresFailure) in
        (total: Int(try row.bigint()), delivery: row.isNull ? nil : try row.webhookDelivery())
    }

    /// Of one card alone, which is another way into the table.
    static let pageOfCard = Statement(
        "webhook_log_of_card",
        paged("AND d.card_id = $6 AND d.customer_id = (SELECT customer_id FROM card WHERE card_id = $6)")
    ) { (row: inout Row) throws(PostgresFailure) in
        (total: Int(try row.bigint()), delivery: row.isNull ? nil : try row.webhookDelivery())
    }

    private static func paged(_ condition: String) -> String {
        """
        WITH matching AS (
            SELECT d.* FROM webhook_subscription s
            CROSS JOIN unnest($3::text[]) wanted (status)
            CROSS JOIN LATERAL (
                SELECT d.delivery_id, d.event_id, s.event, d.subscription_id, d.card_id, d.customer_id, d.status,
                       d.queued_at, d.place
                FROM webhook_delivery d
                WHERE d.subscription_id = s.subscription_id AND d.status = wanted.status \(condition)
                ORDER BY d.queued_at DESC, d.delivery_id DESC LIMIT 1000
            ) d
            WHERE s.brand = $1 AND s.ended_at IS NULL AND ($2::uuid IS NULL OR s.subscription_id = $2)
        ), page AS (
            SELECT * FROM matching ORDER BY queued_at DESC, delivery_id DESC LIMIT $4 OFFSET $5
        )
        SELECT total.number, page.delivery_id, page.event_id, page.event, page.subscription_id, page.card_id,
               page.customer_id, page.status, page.queued_at,
               (SELECT l.next_attempt_at FROM webhook_line l
                WHERE l.customer_id = page.customer_id AND l.subscription_id = page.subscription_id
                  AND l.card_id = page.card_id AND page.status = 'PENDING' AND NOT EXISTS (
                      SELECT FROM webhook_delivery before
                      WHERE before.customer_id = l.customer_id AND before.subscription_id = l.subscription_id
                        AND before.card_id = l.card_id AND before.status = 'PENDING' AND before.place < page.place))
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN page ON true
        ORDER BY page.queued_at DESC, page.delivery_id DESC
        """
    }

    static let attempts = Statement(
        "webhook_attempts",
        """
        SELECT a.delivery_id, a.attempt_number, a.attempted_at, a.outcome, a.status_code, a.milliseconds
        FROM unnest($1::bigint[], $2::uuid[]) d (customer_id, delivery_id)
        CROSS JOIN LATERAL (
            SELECT * FROM webhook_attempt a WHERE a.customer_id = d.customer_id AND a.delivery_id = d.delivery_id
        ) a
        ORDER BY a.attempt_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            delivery: try row.uuid(),
            attempt: WebhookDelivery.Attempt(
                number: Int(try row.integer()), at: try row.timestamp(), outcome: try row.text(as: WebhookOutcome.self),
                statusCode: try row.optionalInteger().map(Int.init), milliseconds: Int(try row.integer()))
        )
    }

    /// What was delivered before the first, what was given up before the second, and all of a subscription that has
    /// ended; up to a thousand at a time of each status of each subscription. What waits is in a line, and not
    /// forgotten.
    static let forget = Statement(
        "webhook_forget",
        """
        WITH forgotten AS (
            DELETE FROM webhook_delivery WHERE ctid = ANY (ARRAY(
                SELECT d.place FROM webhook_subscription s
                CROSS JOIN (VALUES ('DELIVERED', $1::timestamptz), ('DEAD', $2), ('PENDING', NULL)) kept (status, until)
                CROSS JOIN LATERAL (
                    SELECT d.ctid AS place FROM webhook_delivery d
                    WHERE d.subscription_id = s.subscription_id AND d.status = kept.status
                      AND d.queued_at <= CASE WHEN s.ended_at IS NULL THEN kept.until ELSE 'infinity' END
                    ORDER BY d.queued_at LIMIT 1000
                    FOR UPDATE SKIP LOCKED
                ) d))
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let all = [page.erased, pageOfCard.erased, attempts.erased, forget.erased]
}

extension Row {
    fileprivate mutating func webhookDelivery() throws(PostgresFailure) -> WebhookDelivery {
        WebhookDelivery(
            id: try uuid(), event: try uuid(), type: try text(as: WebhookEvent.self), subscription: try uuid(),
            card: CardID(rawValue: try uuid()), customer: CustomerID(rawValue: try bigint()),
            status: try text(as: WebhookStatus.self), queuedAt: try timestamp(), nextAttemptAt: try optionalTimestamp())
    }
}
