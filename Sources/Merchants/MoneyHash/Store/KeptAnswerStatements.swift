import HTTPTypes
import Postgres

enum KeptAnswerStatements {
    /// Claims a key that is not in use: a new one, one whose answer is a day old, or one whose server has stopped.
    static let claim = Statement(
        "moneyhash_answer_claim",
        """
        INSERT INTO merchants.moneyhash_answer AS kept (
            merchant_id, is_live, idempotency_key, claim, free_at, ends_at, path)
        VALUES ($1::text, $2::boolean, $3::uuid, $4::uuid, $5::timestamptz, $6::timestamptz, $9::text)
        ON CONFLICT ON CONSTRAINT moneyhash_request_is_answered_once DO UPDATE SET
            claim = excluded.claim, free_at = excluded.free_at, ends_at = excluded.ends_at, path = excluded.path,
            status = NULL, body = NULL
        WHERE (kept.status IS NULL AND kept.free_at <= $7::timestamptz)
            OR (kept.status IS NOT NULL AND kept.ends_at <= $8::timestamptz)
        RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    /// The answer is nil while it is being made.
    static let find = Statement(
        "moneyhash_answer_find",
        """
        SELECT path, status, body FROM merchants.moneyhash_answer
        WHERE merchant_id = $1::text AND is_live = $2::boolean AND idempotency_key = $3::uuid
        """
    ) { (row: inout Row) throws(PostgresFailure) -> KeptAnswer? in
        let path = try row.text("path")
        let status = try row.optionalInteger("status")
        let body = try row.optionalText("body")
        guard let status, let body else { return nil }
        return KeptAnswer(path: path, status: HTTPResponse.Status(code: Int(status)), body: body)
    }

    static let keep = Statement(
        "moneyhash_answer_keep",
        """
        UPDATE merchants.moneyhash_answer SET status = $5::integer, body = $6::text
        WHERE merchant_id = $1::text AND is_live = $2::boolean AND idempotency_key = $3::uuid AND claim = $4::uuid
        """)

    static let drop = Statement(
        "moneyhash_answer_drop",
        """
        DELETE FROM merchants.moneyhash_answer
        WHERE merchant_id = $1::text AND is_live = $2::boolean AND idempotency_key = $3::uuid AND claim = $4::uuid
        """)

    static let forget = Statement(
        "moneyhash_answers_forget",
        """
        WITH gone AS (
            DELETE FROM merchants.moneyhash_answer WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM merchants.moneyhash_answer WHERE ends_at <= $1::timestamptz
                ORDER BY ends_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [claim.erased, find.erased, keep.erased, drop.erased, forget.erased]
}
