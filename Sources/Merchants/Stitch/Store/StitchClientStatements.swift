import Gateways
import Identifiers
import Payments
import Postgres

enum StitchClientStatements {
    static let set = Statement(
        "stitch_client_set",
        """
        INSERT INTO merchants.stitch_client (
            client_id, merchant_id, secret_hash, assertion_key, scopes, redirect_uris, is_test, requires_secure_3d,
            requires_device_information, is_scope_strict)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT ON CONSTRAINT stitch_client_is_known_once DO UPDATE SET
            merchant_id = excluded.merchant_id, secret_hash = excluded.secret_hash,
            assertion_key = excluded.assertion_key, scopes = excluded.scopes,
            redirect_uris = excluded.redirect_uris, is_test = excluded.is_test,
            requires_secure_3d = excluded.requires_secure_3d,
            requires_device_information = excluded.requires_device_information,
            is_scope_strict = excluded.is_scope_strict
        """)

    /// Changes the settings that are not null, of one client of a merchant or of all.
    static let agree = Statement(
        "stitch_client_agree",
        """
        UPDATE merchants.stitch_client SET
            redirect_uris = coalesce($3::text[], redirect_uris),
            requires_secure_3d = coalesce($4::boolean, requires_secure_3d),
            requires_device_information = coalesce($5::boolean, requires_device_information),
            is_scope_strict = coalesce($6::boolean, is_scope_strict)
        WHERE merchant_id = $1::text AND ($2::text IS NULL OR client_id = $2::text)
        """)

    static let find = Statement(
        "stitch_client_find",
        """
        SELECT client_id, merchant_id, secret_hash, assertion_key, scopes, redirect_uris, is_test, requires_secure_3d,
            requires_device_information, is_scope_strict
        FROM merchants.stitch_client WHERE client_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.stitchClient() }

    static let lists = Statement(
        "stitch_client_lists",
        """
        SELECT EXISTS (
            SELECT FROM merchants.stitch_client WHERE merchant_id = $1 AND $2 = ANY (redirect_uris)) AS is_listed
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_listed") }

    static let claim = Statement(
        "stitch_assertion_claim",
        """
        INSERT INTO merchants.stitch_assertion (client_id, id_digest, ends_at)
        VALUES ($1::text, $2::bytea, $3::timestamptz) ON CONFLICT DO NOTHING RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let forgetAssertions = Statement(
        "stitch_assertions_forget",
        """
        WITH gone AS (
            DELETE FROM merchants.stitch_assertion WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM merchants.stitch_assertion WHERE ends_at < $1::timestamptz
                ORDER BY ends_at LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING 1
        )
        SELECT count(*) FROM gone
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }

    static let all = [set.erased, agree.erased, find.erased, lists.erased, claim.erased, forgetAssertions.erased]
}

/// A client with the hash of its secret.
extension Row {
    fileprivate mutating func stitchClient() throws(PostgresFailure) -> StoredClient<StitchClient> {
        let (id, merchant) = (try text("client_id"), MerchantID(try text("merchant_id")))
        let secretHash = try bytes("secret_hash")
        let assertionKey = try optionalBytes("assertion_key")
        let scopes = Set(try textArray("scopes").compactMap(StitchScope.init))
        let redirectURIs = try textArray("redirect_uris")
        let (isTest, requiresSecure3d) = (try boolean("is_test"), try boolean("requires_secure_3d"))
        let requiresDeviceInformation = try boolean("requires_device_information")
        let isScopeStrict = try boolean("is_scope_strict")
        guard let merchant,
            let client = StitchClient(
                id: id, merchant: merchant, scopes: scopes, redirectURIs: redirectURIs, isTest: isTest,
                requiresSecure3d: requiresSecure3d, requiresDeviceInformation: requiresDeviceInformation,
                isScopeStrict: isScopeStrict, assertionKey: assertionKey)
        else { throw unexpected("is no client") }
        return StoredClient(client, secretHash: secretHash)
    }
}
