import Cards
import Postgres

enum WebhookSubscriptionStatements {
    /// Held while a subscription is added, so that a brand's are counted exactly.
    static let holdBrand = Statement(
        "webhook_hold_brand", "SELECT true FROM brand WHERE brand = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let count = Statement(
        "webhook_count", "SELECT count(*) FROM webhook_subscription WHERE brand = $1 AND ended_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let add = Statement(
        "webhook_subscribe",
        """
        INSERT INTO webhook_subscription (subscription_id, brand, event, url, sealed_key, key_version, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
    )

    static let list = Statement(
        "webhook_subscriptions",
        """
        SELECT subscription_id, event, url, created_at FROM webhook_subscription
        WHERE brand = $1 AND ended_at IS NULL ORDER BY created_at DESC, subscription_id DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        WebhookSubscription(
            id: try row.uuid(), event: try row.text(as: WebhookEvent.self), url: try row.text(),
            createdAt: try row.timestamp())
    }

    static let end = Statement(
        "webhook_unsubscribe",
        """
        UPDATE webhook_subscription SET ended_at = $3
        WHERE subscription_id = $1 AND brand = $2 AND ended_at IS NULL
        RETURNING true
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    /// What waited for a subscription that has ended, a thousand lines at a time.
    static let forgetLines = Statement(
        "webhook_forget_lines",
        """
        WITH forgotten AS (
            DELETE FROM webhook_line WHERE ctid = ANY (ARRAY(
                SELECT l.place FROM webhook_subscription s
                CROSS JOIN LATERAL (
                    SELECT l.ctid AS place FROM webhook_line l WHERE l.subscription_id = s.subscription_id
                    ORDER BY next_attempt_at LIMIT 1000
                    FOR UPDATE SKIP LOCKED
                ) l
                WHERE s.ended_at IS NOT NULL))
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    /// An hour after their end, when nothing can be under way any more that still saw them.
    static let forgetEnded = Statement(
        "webhook_forget_ended",
        """
        WITH forgotten AS (
            DELETE FROM webhook_subscription s
            WHERE s.ended_at <= $1
              AND NOT EXISTS (SELECT FROM webhook_line l WHERE l.subscription_id = s.subscription_id)
              AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.subscription_id = s.subscription_id)
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint()) }

    static let all = [
        holdBrand.erased, count.erased, add.erased, list.erased, end.erased, forgetLines.erased, forgetEnded.erased,
    ]
}
