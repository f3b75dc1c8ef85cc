import Postgres

/// Keys of requests and the answers to them. Owners and keys are text; see ``IdempotencyKeyOwner``.
enum IdempotencyStatements {
    struct Found: Sendable {
        let digest: [UInt8]
        let answer: StoredAnswer
    }

    /// Uses an advisory lock, not a row: the second request must be refused at once, but a row would make it wait for
    /// the first.
    ///
    /// A cluster runs a statement that names one owner's rows on their machine, and takes the lock there. So it holds
    /// whichever machine a service connects to.
    static let claim = Statement(
        "idempotency_claim",
        "SELECT \(lock) AS is_claimed",
        onCluster: "SELECT \(lock) AS is_claimed FROM \(owner)"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_claimed") }

    /// Waits until no other transaction has the key.
    static let wait = Statement(
        "idempotency_wait",
        "SELECT true AS is_free FROM (SELECT pg_advisory_xact_lock(\(key))) waited",
        onCluster: "SELECT true AS is_free FROM (SELECT pg_advisory_xact_lock(\(key)) FROM \(owner)) waited"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_free") }

    private static let key = "hashtextextended($1::text || ' ' || $2, 0)"
    private static let lock = "pg_try_advisory_xact_lock(\(key))"
    /// One row, on the machine of the owner.
    private static let owner =
        "(SELECT count(*) FROM (SELECT FROM idempotent_answer WHERE owner = $1 LIMIT 1) answer) owner"

    static let find = Statement(
        "idempotency_find",
        """
        SELECT request_digest, status, body FROM idempotent_answer
        WHERE owner = $1 AND idempotency_key = $2 AND answered_at > $3
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Found(
            digest: try row.bytes("request_digest"),
            answer: StoredAnswer(status: try row.integer("status"), body: try row.bytes("body")))
    }

    /// Replaces an answer if it is so old that its key counts as forgotten.
    static let keep = Statement(
        "idempotency_keep",
        """
        INSERT INTO idempotent_answer (owner, idempotency_key, request_digest, status, body, answered_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT request_is_answered_once DO UPDATE
            SET request_digest = excluded.request_digest, status = excluded.status, body = excluded.body,
                answered_at = excluded.answered_at
            WHERE idempotent_answer.answered_at <= $7
        """
    )

    /// An answer that is being replaced at the moment stays.
    static let forget = Statement("idempotency_forget", Removal.ofOldest("idempotent_answer", by: "answered_at")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let all = [claim.erased, wait.erased, find.erased, keep.erased, forget.erased]
}
