import Postgres

enum SubscriptionStatements {
    static let count = Statement(
        "webhook_count", "SELECT count(*) FROM webhook_subscription WHERE owner = $1 AND ended_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let add = Statement(
        "webhook_subscribe",
        """
        INSERT INTO webhook_subscription (
            subscription_id, owner, event_type, url, sealed_key, key_version, created_at, dialect)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
    )

    static let addWithoutURL = Statement(
        "webhook_subscribe_without_url",
        """
        INSERT INTO webhook_subscription (
            subscription_id, owner, event_type, sealed_key, key_version, created_at, dialect, signer)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (owner, event_type, url) WHERE ended_at IS NULL DO NOTHING
        """
    )

    static let keyWithoutURL = Statement(
        "webhook_key_without_url",
        """
        SELECT subscription_id, sealed_key, key_version FROM webhook_subscription
        WHERE owner = $1 AND event_type = $2 AND url IS NULL AND ended_at IS NULL
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            id: try row.id("subscription_id", WebhookSubscriptionID.self),
            key: SealedBytes(bytes: try row.bytes("sealed_key"), keyVersion: try row.integer("key_version"))
        )
    }

    static let list = Statement(
        "webhook_subscriptions",
        """
        SELECT subscription_id, event_type, url, created_at FROM webhook_subscription
        WHERE owner = $1 AND url IS NOT NULL AND ended_at IS NULL ORDER BY created_at DESC, insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        WebhookSubscription(
            id: try row.id("subscription_id"), eventType: try row.text("event_type"), url: try row.text("url"),
            createdAt: try row.timestamp("created_at"))
    }

    /// The newest hundred subscriptions of all owners.
    static let listOfAll = Statement(
        "webhook_subscriptions_of_all",
        """
        SELECT subscription_id, owner, event_type, url, created_at FROM webhook_subscription
        WHERE ended_at IS NULL ORDER BY created_at DESC, insertion DESC LIMIT $1 OFFSET $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        OwnedSubscription(
            id: try row.id("subscription_id"), owner: try row.text("owner"), eventType: try row.text("event_type"),
            url: try row.optionalText("url"), createdAt: try row.timestamp("created_at"))
    }

    static let countOfAll = Statement(
        "webhook_count_of_all", "SELECT count(*) FROM webhook_subscription WHERE ended_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let owner = Statement(
        "webhook_owner_of_delivery",
        """
        SELECT s.owner FROM webhook_delivery d JOIN webhook_subscription s USING (subscription_id)
        WHERE d.delivery_id = $1 AND s.ended_at IS NULL
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("owner") }

    static let end = Statement(
        "webhook_unsubscribe",
        """
        UPDATE webhook_subscription SET ended_at = $3
        WHERE subscription_id = $1 AND owner = $2 AND ended_at IS NULL
        RETURNING true AS has_ended
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_ended") }

    /// Sends the events of a subscription, also those that wait, to another URL, signed with another key.
    static let readdress = Statement(
        "webhook_readdress",
        """
        UPDATE webhook_subscription SET url = $3, sealed_key = $4, key_version = $5
        WHERE subscription_id = $1 AND owner = $2 AND ended_at IS NULL
        """)

    /// Removes the lines of subscriptions that have ended, a thousand at a time.
    static let removeLines = Statement(
        "webhook_remove_lines",
        """
        WITH removed AS (
            DELETE FROM webhook_line WHERE ctid = ANY (ARRAY(
                SELECT l.ctid_of_line FROM webhook_subscription s
                CROSS JOIN LATERAL (
                    SELECT l.ctid AS ctid_of_line FROM webhook_line l WHERE l.subscription_id = s.subscription_id
                    ORDER BY next_attempt_at LIMIT 1000
                    FOR UPDATE SKIP LOCKED
                ) l
                WHERE s.ended_at IS NOT NULL))
            RETURNING true)
        SELECT count(*) FROM removed
        """,
        onCluster: """
            WITH oldest AS MATERIALIZED (
                SELECT l.next_attempt_at FROM webhook_line l JOIN webhook_subscription s USING (subscription_id)
                WHERE s.ended_at IS NOT NULL ORDER BY l.next_attempt_at LIMIT 1000
            ), removed AS (
                DELETE FROM webhook_line l USING webhook_subscription s
                WHERE l.subscription_id = s.subscription_id AND s.ended_at IS NOT NULL
                  AND l.next_attempt_at <= (SELECT max(next_attempt_at) FROM oldest)
                RETURNING true)
            SELECT count(*) FROM removed
            """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    /// Subscriptions of which no event is left. They are first looked for, because a cluster changes no table that is
    /// everywhere while it reads one that is spread.
    static let unused = Statement(
        "webhook_unused",
        """
        SELECT s.subscription_id FROM webhook_subscription s
        WHERE s.ended_at <= $1
          AND NOT EXISTS (SELECT FROM webhook_line l WHERE l.subscription_id = s.subscription_id)
          AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.subscription_id = s.subscription_id)
        LIMIT 1000
        """,
        onCluster: """
            SELECT s.subscription_id FROM webhook_subscription s
            WHERE s.ended_at <= $1
              AND s.subscription_id NOT IN (
                  SELECT l.subscription_id FROM webhook_line l JOIN webhook_subscription e USING (subscription_id)
                  WHERE e.ended_at <= $1 GROUP BY l.subscription_id)
              AND s.subscription_id NOT IN (
                  SELECT d.subscription_id FROM webhook_delivery d JOIN webhook_subscription e USING (subscription_id)
                  WHERE e.ended_at <= $1 GROUP BY d.subscription_id)
            LIMIT 1000
            """
    ) { (row: inout Row) throws(PostgresFailure) in try row.id("subscription_id", WebhookSubscriptionID.self) }

    /// Removes subscriptions an hour after they ended, when no statement that saw them can still be running.
    static let removeUnused = Statement(
        "webhook_remove_unused",
        "DELETE FROM webhook_subscription WHERE subscription_id = ANY ($1) AND ended_at <= $2")

    static let all = [
        count.erased, add.erased, addWithoutURL.erased, keyWithoutURL.erased, list.erased,
        listOfAll.erased, countOfAll.erased, owner.erased, end.erased, readdress.erased, removeLines.erased,
        unused.erased, removeUnused.erased,
    ]
}
