import Postgres

/// The same for the answers to customers and for those to brands, each in a table of their own.
enum IdempotencyStatements {
    struct Found: Sendable {
        let digest: [UInt8]
        let answer: StoredAnswer
    }

    /// An advisory lock rather than a row: a row would make the second request wait for the first, and it is to be
    /// told at once.
    static let claim = Statement(
        "idempotency_claim",
        """
        SELECT CASE WHEN $2::text IS NULL THEN true
               ELSE pg_try_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, 0)) END
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    static let find = Statement("idempotency_find", finding("idempotent_answer", of: "customer_id"), row: found)
    static let findOfBrand = Statement("idempotency_find_of_brand", finding("business_answer", of: "brand"), row: found)

    static let keep = Statement("idempotency_keep", keeping("idempotent_answer", of: "customer_id"))
    static let keepOfBrand = Statement("idempotency_keep_of_brand", keeping("business_answer", of: "brand"))

    static let forget = Statement("idempotency_forget", forgetting("idempotent_answer"), row: count)
    static let forgetOfBrands = Statement("idempotency_forget_of_brands", forgetting("business_answer"), row: count)

    static let all = [
        claim.erased, find.erased, findOfBrand.erased, keep.erased, keepOfBrand.erased, forget.erased,
        forgetOfBrands.erased,
    ]

    private static func finding(_ table: String, of owner: String) -> String {
        """
        SELECT request_digest, status, body FROM \(table)
        WHERE \(owner) = $1 AND idempotency_key = $2 AND answered_at > $3
        """
    }

    /// Overwrites an answer that is older than a key is remembered.
    private static func keeping(_ table: String, of owner: String) -> String {
        """
        INSERT INTO \(table) (\(owner), idempotency_key, request_digest, status, body, answered_at)
        SELECT $1, $2, $3, $4, $5, $6 WHERE $2::text IS NOT NULL
        ON CONFLICT (\(owner), idempotency_key) DO UPDATE
            SET request_digest = excluded.request_digest, status = excluded.status, body = excluded.body,
                answered_at = excluded.answered_at
            WHERE \(table).answered_at <= $7
        """
    }

    /// The lock is taken before the row is gone for, so that an answer that is just being overwritten stays.
    private static func forgetting(_ table: String) -> String {
        """
        WITH forgotten AS (
            DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM \(table) WHERE answered_at <= $1
                ORDER BY answered_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING true)
        SELECT count(*) FROM forgotten
        """
    }

    @Sendable private static func found(_ row: inout Row) throws(PostgresFailure) -> Found {
        Found(
            digest: try row.bytes(),
            answer: StoredAnswer(status: Int(try row.integer()), body: try row.bytes()))
    }

    @Sendable private static func count(_ row: inout Row) throws(PostgresFailure) -> Int { Int(try row.bigint()) }
}
