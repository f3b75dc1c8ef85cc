import Postgres

enum QueueStatements {
    /// Each event has a number.
    static let queue = Statement("webhook_queue", queueing(numbered: "told.number"))

    /// Events about one subject, which is `$12`. One without a number has the next one after those that the log still
    /// has. All that wait are among them.
    static let queueNext = Statement(
        "webhook_queue_next",
        queueing(numbered: "coalesce(told.number, told.place + told.last)", reading: """
            , coalesce((
                SELECT max(d.event_number) FROM webhook_delivery d
                WHERE d.subject = $12 AND d.subscription_id = s.subscription_id), 0) AS last
            """))

    private static func queueing(numbered number: String, reading last: String = "") -> String {
        """
        WITH told AS (
            SELECT event.*, s.subscription_id\(last)
            FROM unnest($2::text[], $3::text[], $4::text[], $5::uuid[], $6::bytea[], $7::text[], $8::bigint[],
                        $9::bigint[], $10::integer[], $11::timestamptz[]) WITH ORDINALITY
                AS event (owner, subject, event_type, event_id, body, url, delay_seconds, number, body_key_version,
                          secret_until, place)
            JOIN webhook_subscription s
                ON s.owner = event.owner AND s.event_type = event.event_type AND s.ended_at IS NULL
               AND (s.url IS NOT NULL OR event.url IS NOT NULL)
        ), line AS (
            INSERT INTO webhook_line (subject, subscription_id, waiting, failures, next_attempt_at)
            SELECT subject, subscription_id, count(*), 0,
                   $1::timestamptz + make_interval(secs => max(delay_seconds))
            FROM told GROUP BY subject, subscription_id
            ORDER BY subject, subscription_id
            ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE SET waiting = webhook_line.waiting + excluded.waiting
            RETURNING subject, subscription_id
        )
        INSERT INTO webhook_delivery (
            subject, delivery_id, subscription_id, event_number, event_id, body, status, attempts, queued_at, url,
            body_key_version, secret_until)
        SELECT subject, webhook_id(told.event_id || ' ' || told.subscription_id), told.subscription_id, \(number),
               told.event_id, told.body, 'PENDING', 0, $1, told.url, told.body_key_version, told.secret_until
        FROM line JOIN told USING (subject, subscription_id)
        """
    }

    /// How many deliveries wait, and when the oldest began to. It reads up to 1000 lines of each subscription,
    /// and on a cluster all.
    static let backlog = Statement(
        "webhook_backlog",
        """
        SELECT coalesce(sum(line.waiting), 0)::bigint AS waiting, min(oldest.queued_at) AS oldest
        FROM webhook_subscription s
        CROSS JOIN LATERAL (
            SELECT sum(waiting) AS waiting
            FROM (SELECT waiting FROM webhook_line l WHERE l.subscription_id = s.subscription_id
                  ORDER BY next_attempt_at LIMIT 1000) first
        ) line
        LEFT JOIN LATERAL (
            SELECT queued_at FROM webhook_delivery d
            WHERE d.subscription_id = s.subscription_id AND d.status = 'PENDING'
            ORDER BY queued_at, insertion LIMIT 1
        ) oldest ON true
        WHERE s.ended_at IS NULL
        """,
        onCluster: """
            SELECT coalesce(line.waiting, 0)::bigint AS waiting, oldest.queued_at AS oldest
            FROM (
                SELECT sum(l.waiting) AS waiting
                FROM webhook_line l JOIN webhook_subscription s USING (subscription_id) WHERE s.ended_at IS NULL
            ) line
            CROSS JOIN (
                SELECT min(d.queued_at) AS queued_at
                FROM webhook_delivery d JOIN webhook_subscription s USING (subscription_id)
                WHERE d.status = 'PENDING' AND s.ended_at IS NULL
            ) oldest
            """
    ) { (row: inout Row) throws(PostgresFailure) in
        WebhookBacklog(waiting: Int(try row.bigint("waiting")), oldest: try row.optionalTimestamp("oldest"))
    }

    static let all = [queue.erased, queueNext.erased, backlog.erased]
}
