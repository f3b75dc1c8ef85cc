import Foundation
import Postgres

/// The statements by which events leave their line. A statement that locks a line and a delivery locks the line first.
enum DeliveryStatements {
    /// Subscriptions in given dialects with a line that is due, and how many such lines no server has claimed. It reads
    /// up to 50 lines of each. A machine of a cluster reads all of its lines that are due.
    static let due = Statement(
        "webhook_due",
        """
        SELECT s.subscription_id, line.free
        FROM webhook_subscription s
        CROSS JOIN LATERAL (
            SELECT count(*) AS due, count(*) FILTER (WHERE leased_until IS NULL OR leased_until <= $2) AS free
            FROM (SELECT leased_until FROM webhook_line l
                  WHERE l.subscription_id = s.subscription_id AND l.next_attempt_at <= $1
                  ORDER BY next_attempt_at LIMIT 50) first
        ) line
        WHERE s.ended_at IS NULL AND s.dialect = ANY ($3) AND line.due > 0
        """,
        onCluster: """
            SELECT s.subscription_id, least(line.free, 50) AS free
            FROM webhook_subscription s
            JOIN (SELECT subscription_id, count(*) FILTER (WHERE leased_until IS NULL OR leased_until <= $2) AS free
                  FROM webhook_line WHERE next_attempt_at <= $1
                  GROUP BY subscription_id) line USING (subscription_id)
            WHERE s.ended_at IS NULL AND s.dialect = ANY ($3)
            """
    ) { (row: inout Row) throws(PostgresFailure) in
        Webhooks.Due(subscription: try row.id("subscription_id"), free: Int(try row.bigint("free")))
    }

    struct Line: Sendable {
        let subject: String
        let failures: Int
    }

    /// Claims the line of a subscription that has waited longest among those that no other server has claimed.
    static let lease = Statement(
        "webhook_lease",
        """
        WITH due AS (
            SELECT subject, subscription_id FROM webhook_line
            WHERE subscription_id = $1 AND next_attempt_at <= $2 AND (leased_until IS NULL OR leased_until <= $3)
            ORDER BY next_attempt_at LIMIT 1
            FOR UPDATE SKIP LOCKED
        )
        UPDATE webhook_line l SET leased_until = $4 FROM due
        WHERE l.subject = due.subject AND l.subscription_id = due.subscription_id
        RETURNING l.subject, l.failures
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Line(subject: try row.text("subject"), failures: try row.integer("failures"))
    }

    /// The subjects of a subscription's lines that no other server has claimed, longest waiting first. A cluster does
    /// not lock rows while it looks for them on all machines, so each line is claimed by its whole key afterwards.
    static let candidates = Statement(
        "webhook_candidates",
        """
        SELECT subject FROM webhook_line
        WHERE subscription_id = $1 AND next_attempt_at <= $2 AND (leased_until IS NULL OR leased_until <= $3)
        ORDER BY next_attempt_at LIMIT 50
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("subject") }

    /// Claims a line of a subscription, if it is still due and no other server has claimed it.
    static let leaseLine = Statement(
        "webhook_lease_line",
        """
        WITH due AS (
            SELECT subject, subscription_id FROM webhook_line
            WHERE subject = $1 AND subscription_id = $2 AND next_attempt_at <= $3
              AND (leased_until IS NULL OR leased_until <= $4)
            FOR UPDATE SKIP LOCKED
        )
        UPDATE webhook_line l SET leased_until = $5 FROM due
        WHERE l.subject = $1 AND l.subject = due.subject AND l.subscription_id = due.subscription_id
        RETURNING l.subject, l.failures
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Line(subject: try row.text("subject"), failures: try row.integer("failures"))
    }

    struct First: Sendable {
        let delivery: WebhookDeliveryID
        let event: WebhookEventID
        let attempt: Int
        let queuedAt: Date
        /// Sealed if it has a key's version.
        let body: [UInt8]
        let bodyKeyVersion: Int?
        let secretUntil: Date?
        let owner: String
        let url: String
        let sealedKey: SealedBytes
        let dialect: String
        let signer: String?
    }

    /// The first event of a claimed line. It is a separate statement after the claim, because only then does it see
    /// what another server has just delivered. A secret that is of no use any more is not attempted.
    static let first = Statement(
        "webhook_first",
        """
        UPDATE webhook_delivery d SET attempts = d.attempts + CASE WHEN d.secret_until <= $3 THEN 0 ELSE 1 END
        FROM webhook_subscription s,
            (SELECT delivery_id FROM webhook_delivery
             WHERE subject = $1 AND subscription_id = $2 AND status = 'PENDING'
             ORDER BY event_number LIMIT 1) first
        WHERE d.subject = $1 AND d.delivery_id = first.delivery_id
          AND s.subscription_id = $2 AND s.ended_at IS NULL
        RETURNING d.delivery_id, d.event_id, d.attempts, d.queued_at, d.body, d.body_key_version, d.secret_until,
            s.owner, coalesce(d.url, s.url) AS url, s.sealed_key, s.key_version, s.dialect, s.signer
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        First(
            delivery: try row.id("delivery_id"), event: try row.id("event_id"),
            attempt: try row.integer("attempts"), queuedAt: try row.timestamp("queued_at"),
            body: try row.bytes("body"), bodyKeyVersion: try row.optionalInteger("body_key_version"),
            secretUntil: try row.optionalTimestamp("secret_until"), owner: try row.text("owner"),
            url: try row.text("url"),
            sealedKey: SealedBytes(
                bytes: try row.bytes("sealed_key"), keyVersion: try row.integer("key_version")),
            dialect: try row.text("dialect"), signer: try row.optionalText("signer"))
    }

    /// Logs an attempt and moves the line on, if the caller still holds the claim, which means that the lease ends at
    /// the same millisecond. The line ends with its last delivery. Its row is locked from the start, so an event that
    /// joins it meanwhile is not lost. Only the last attempts stay in the log. A secret body goes with the last one. An
    /// event that is given up without an attempt has no outcome.
    static let record = Statement(
        "webhook_record",
        """
        WITH line AS (
            SELECT waiting, $6 <> 'PENDING' AS is_over FROM webhook_line
            WHERE subject = $1 AND subscription_id = $2 AND leased_until = $3
            FOR UPDATE
        ), attempt AS (
            INSERT INTO webhook_attempt
                (subject, delivery_id, attempt_number, outcome, status_code, milliseconds, attempted_at)
            SELECT $1, $4, $5, $8::text, $9, $10, $11 FROM line WHERE $8::text IS NOT NULL
        ), removed AS (
            DELETE FROM webhook_attempt a USING line
            WHERE a.subject = $1 AND a.delivery_id = $4 AND a.attempt_number <= $5 - $12
        ), delivery AS (
            UPDATE webhook_delivery d SET
                status = $6, body = CASE WHEN is_over AND d.body_key_version IS NOT NULL THEN '' ELSE d.body END
            FROM line WHERE d.subject = $1 AND d.delivery_id = $4
        ), rest AS (
            UPDATE webhook_line l SET
                waiting = line.waiting - CASE WHEN is_over THEN 1 ELSE 0 END,
                failures = CASE WHEN is_over THEN 0 ELSE failures + 1 END,
                next_attempt_at = $7, leased_until = NULL
            FROM line
            WHERE l.subject = $1 AND l.subscription_id = $2 AND NOT (is_over AND line.waiting = 1)
        ), ended AS (
            DELETE FROM webhook_line l USING line
            WHERE l.subject = $1 AND l.subscription_id = $2 AND is_over AND line.waiting = 1
        )
        SELECT true AS is_held FROM line
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_held") }

    /// Releases a line and lets it wait, if the caller still holds the claim.
    static let postpone = Statement(
        "webhook_postpone",
        """
        WITH line AS (
            UPDATE webhook_line SET next_attempt_at = $5, leased_until = NULL
            WHERE subject = $1 AND subscription_id = $2 AND leased_until = $3
            RETURNING subject
        )
        UPDATE webhook_delivery d SET attempts = d.attempts - 1
        FROM line WHERE d.subject = $1 AND d.delivery_id = $4
        """
    )

    /// A delivered or dead event joins its line again, at its old place in the order, unless it was a secret. A pending
    /// event becomes due now.
    static let resend = Statement(
        "webhook_resend",
        """
        WITH found AS (
            SELECT d.* FROM webhook_delivery d
            JOIN webhook_subscription s ON s.subscription_id = d.subscription_id
            WHERE d.delivery_id = $1 AND s.owner = $2 AND s.ended_at IS NULL
        ), again AS (
            UPDATE webhook_delivery d SET status = 'PENDING', queued_at = $3 FROM found
            WHERE d.subject = found.subject AND d.delivery_id = found.delivery_id AND d.status <> 'PENDING'
              AND d.body_key_version IS NULL
            RETURNING d.*
        ), joined AS (
            INSERT INTO webhook_line (subject, subscription_id, waiting, failures, next_attempt_at)
            SELECT subject, subscription_id, 1, 0, $3 FROM again
            ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE
                SET waiting = webhook_line.waiting + 1, failures = 0, next_attempt_at = excluded.next_attempt_at
        ), hurried AS (
            UPDATE webhook_line l SET next_attempt_at = $3 FROM found
            WHERE found.status = 'PENDING' AND l.subject = found.subject
              AND l.subscription_id = found.subscription_id
        )
        SELECT body_key_version IS NULL OR status = 'PENDING' AS has_body FROM found
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_body") }

    static let all = [
        due.erased, lease.erased, candidates.erased, leaseLine.erased, first.erased, record.erased, postpone.erased,
        resend.erased,
    ]
}
