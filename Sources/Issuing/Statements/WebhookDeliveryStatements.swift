import Cards
import CardSecrets
import Foundation
import Postgres

/// How what waits in line gets out of it. Whoever takes both locks takes the line's first, then its delivery's.
enum WebhookDeliveryStatements {
    /// Subscriptions with a line whose turn it is, and how many of those no server is at; looked at up to fifty each.
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
        WHERE s.ended_at IS NULL AND line.due > 0
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Issuing.WebhooksDue(subscription: try row.uuid(), free: Int(try row.bigint()))
    }

    struct Line: Sendable {
        let customer: CustomerID
        let card: CardID
        let failures: Int
    }

    /// Takes the line of a subscription that has waited longest for its turn, unless another server has it.
    static let lease = Statement(
        "webhook_lease",
        """
        WITH due AS (
            SELECT customer_id, subscription_id, card_id FROM webhook_line
            WHERE subscription_id = $1 AND next_attempt_at <= $2 AND (leased_until IS NULL OR leased_until <= $3)
            ORDER BY next_attempt_at LIMIT 1
            FOR UPDATE SKIP LOCKED
        )
        UPDATE webhook_line l SET leased_until = $4 FROM due
        WHERE l.customer_id = due.customer_id AND l.subscription_id = due.subscription_id AND l.card_id = due.card_id
        RETURNING l.customer_id, l.card_id, l.failures
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Line(
            customer: CustomerID(rawValue: try row.bigint()), card: CardID(rawValue: try row.uuid()),
            failures: Int(try row.integer()))
    }

    struct First: Sendable {
        let delivery: UUID
        let event: UUID
        let attempt: Int
        let queuedAt: Date
        let body: [UInt8]
        let brand: String
        let url: String
        let sealedKey: SealedSecret
    }

    /// The first of a line that was taken. A statement behind the taking, because only then what another server has
    /// just delivered is seen to be.
    static let first = Statement(
        "webhook_first",
        """
        UPDATE webhook_delivery d SET attempts = d.attempts + 1
        FROM webhook_subscription s,
            (SELECT delivery_id FROM webhook_delivery
             WHERE customer_id = $1 AND subscription_id = $2 AND card_id = $3 AND status = 'PENDING'
             ORDER BY place LIMIT 1) first
        WHERE d.customer_id = $1 AND d.delivery_id = first.delivery_id
          AND s.subscription_id = $2 AND s.ended_at IS NULL
        RETURNING d.delivery_id, d.event_id, d.attempts, d.queued_at, d.body, s.brand, s.url, s.sealed_key,
            s.key_version
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        First(
            delivery: try row.uuid(), event: try row.uuid(), attempt: Int(try row.integer()),
            queuedAt: try row.timestamp(), body: try row.bytes(), brand: try row.text(), url: try row.text(),
            sealedKey: SealedSecret(bytes: try row.bytes(), keyVersion: Int(try row.integer())))
    }

    /// Logs an attempt and lets the line go on, by one who still has it: the lease is the same to the millisecond.
    /// The line ends with its last delivery; its row is held from the first look, so that none that joins it meanwhile
    /// is lost. Only the last attempts stay in the log.
    static let record = Statement(
        "webhook_record",
        """
        WITH line AS (
            SELECT waiting, $7 <> 'PENDING' AS is_over FROM webhook_line
            WHERE customer_id = $1 AND subscription_id = $2 AND card_id = $3 AND leased_until = $4
            FOR UPDATE
        ), attempt AS (
            INSERT INTO webhook_attempt
                (customer_id, delivery_id, attempt_number, outcome, status_code, milliseconds, attempted_at)
            SELECT $1, $5, $6, $9, $10, $11, $12 FROM line
        ), forgotten AS (
            DELETE FROM webhook_attempt a USING line
            WHERE a.customer_id = $1 AND a.delivery_id = $5 AND a.attempt_number <= $6 - $13
        ), delivery AS (
            UPDATE webhook_delivery d SET status = $7 FROM line WHERE d.customer_id = $1 AND d.delivery_id = $5
        ), rest AS (
            UPDATE webhook_line l SET
                waiting = line.waiting - CASE WHEN is_over THEN 1 ELSE 0 END,
                failures = CASE WHEN is_over THEN 0 ELSE failures + 1 END,
                next_attempt_at = $8, leased_until = NULL
            FROM line
            WHERE l.customer_id = $1 AND l.subscription_id = $2 AND l.card_id = $3
              AND NOT (is_over AND line.waiting = 1)
        ), ended AS (
            DELETE FROM webhook_line l USING line
            WHERE l.customer_id = $1 AND l.subscription_id = $2 AND l.card_id = $3 AND is_over AND line.waiting = 1
        )
        SELECT true FROM line
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    /// Lets a line wait, by one who still has it, as if nobody had taken it.
    static let postpone = Statement(
        "webhook_postpone",
        """
        WITH line AS (
            UPDATE webhook_line SET next_attempt_at = $6, leased_until = NULL
            WHERE customer_id = $1 AND subscription_id = $2 AND card_id = $3 AND leased_until = $4
            RETURNING customer_id
        )
        UPDATE webhook_delivery d SET attempts = d.attempts - 1
        FROM line WHERE d.customer_id = $1 AND d.delivery_id = $5
        """
    )

    /// What is over goes back to its line, at its old place; what waits has its turn now.
    static let resend = Statement(
        "webhook_resend",
        """
        WITH found AS (
            SELECT d.* FROM webhook_delivery d
            JOIN webhook_subscription s ON s.subscription_id = d.subscription_id
            WHERE d.delivery_id = $1 AND s.brand = $2 AND s.ended_at IS NULL
        ), again AS (
            UPDATE webhook_delivery d SET status = 'PENDING', queued_at = $3 FROM found
            WHERE d.customer_id = found.customer_id AND d.delivery_id = found.delivery_id AND d.status <> 'PENDING'
            RETURNING d.*
        ), joined AS (
            INSERT INTO webhook_line (customer_id, subscription_id, card_id, waiting, failures, next_attempt_at)
            SELECT customer_id, subscription_id, card_id, 1, 0, $3 FROM again
            ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE
                SET waiting = webhook_line.waiting + 1, failures = 0, next_attempt_at = excluded.next_attempt_at
        ), hurried AS (
            UPDATE webhook_line l SET next_attempt_at = $3 FROM found
            WHERE found.status = 'PENDING' AND l.customer_id = found.customer_id
              AND l.subscription_id = found.subscription_id AND l.card_id = found.card_id
        )
        SELECT true FROM found
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let all = [due.erased, lease.erased, first.erased, record.erased, postpone.erased, resend.erased]
}
