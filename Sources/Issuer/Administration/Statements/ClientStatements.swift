import Postgres

/// What operators do with a client that exists.
enum ClientStatements {
    static let ofBrand = Statement(
        "client_of_brand",
        """
        SELECT brand, client_id, may_exchange, is_business, disabled_at,
               CASE WHEN earlier_secret_ends_at > $2 THEN earlier_secret_ends_at END AS earlier_secret_ends_at
        FROM client WHERE brand = $1 ORDER BY client_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (brand, id) = (try row.text("brand"), try row.text("client_id"))
        let (mayExchange, isBusiness) = (try row.boolean("may_exchange"), try row.boolean("is_business"))
        let disabledAt = try row.optionalTimestamp("disabled_at")
        return ClientState(
            brand: brand, id: id, mayExchange: mayExchange, isBusiness: isBusiness,
            earlierSecretEndsAt: try row.optionalTimestamp("earlier_secret_ends_at"), disabledAt: disabledAt)
    }

    /// $4 is the end of the secret before; null if it ends at once. $5 is the version of the key of the new hash.
    static let rotate = Statement(
        "client_rotate",
        """
        UPDATE client SET
            secret_hash = $3,
            secret_hash_key_version = $5,
            earlier_secret_hash = CASE WHEN $4::timestamptz IS NULL THEN NULL ELSE secret_hash END,
            earlier_secret_hash_key_version = secret_hash_key_version,
            earlier_secret_ends_at = $4
        WHERE brand = $1 AND client_id = $2
        RETURNING client_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("client_id") }

    static let disable = Statement(
        "client_disable",
        "UPDATE client SET disabled_at = $3 WHERE brand = $1 AND client_id = $2 RETURNING client_id"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("client_id") }

    static let revokeTokens = Statement(
        "client_revoke_tokens",
        "UPDATE client SET tokens_revoked_at = $3 WHERE brand = $1 AND client_id = $2 RETURNING client_id"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("client_id") }

    static let all = [ofBrand.erased, rotate.erased, disable.erased, revokeTokens.erased]
}
