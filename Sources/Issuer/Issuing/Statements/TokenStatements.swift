import Cards
import Foundation
import Postgres

/// Clients, and their refresh tokens.
enum TokenStatements {
    struct KnownClient: Sendable {
        let client: Client
        let secretHash: [UInt8]
        /// Of the secret before, while both are accepted.
        let earlierSecretHash: [UInt8]?
    }

    static let findClient = Statement(
        "client_find",
        """
        SELECT brand, client_id, may_exchange, is_business, secret_hash,
               CASE WHEN earlier_secret_ends_at > $3 THEN earlier_secret_hash END AS earlier_secret_hash
        FROM client WHERE brand = $1 AND client_id = $2 AND disabled_at IS NULL
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        KnownClient(
            client: Client(
                brand: try row.text("brand"), id: try row.text("client_id"),
                mayExchange: try row.boolean("may_exchange"),
                isBusiness: try row.boolean("is_business")),
            secretHash: try row.bytes("secret_hash"),
            earlierSecretHash: try row.optionalBytes("earlier_secret_hash"))
    }

    static let openFamily = Statement(
        "refresh_open",
        """
        INSERT INTO refresh_family (family_id, brand, client_id, customer_id, scope, generation, expires_at, ends_at)
        VALUES ($1, $2, $3, $4, $5, 1, $6, $7)
        """
    )

    struct Renewal: Sendable {
        let customer: CustomerID?
        let scope: String
        /// Whether the token was the newest of a valid family, and whether the client may still have the next one.
        let isGood: Bool
        /// Nil if the token is not valid or another scope was requested.
        let generation: Int?
        let expiresAt: Date?
    }

    /// Turns generation $4 into the next one if scope $7 is null or the family's, and if the client is still allowed to
    /// renew it. $8 says whether the client must be a business's, and $9 how many seconds a family lives. If $4 was
    /// used already, the family ends.
    static let renewFamily = Statement(
        "refresh_renew",
        """
        WITH locked AS (
            SELECT customer_id, scope, generation, revoked_at,
                generation = $4 AND revoked_at IS NULL AND expires_at > $5 AND ends_at > $5
                AND EXISTS (
                    SELECT FROM client c
                    WHERE c.brand = f.brand AND c.client_id = f.client_id AND c.is_business = $8
                      AND (c.may_exchange OR f.customer_id IS NULL) AND c.disabled_at IS NULL
                      AND (c.tokens_revoked_at IS NULL
                           OR f.ends_at > c.tokens_revoked_at + $9::integer * interval '1 second')) AS is_good
            FROM refresh_family f
            WHERE family_id = $1 AND brand = $2 AND client_id = $3 FOR NO KEY UPDATE
        ), allowed AS (
            SELECT true AS may_log_in FROM customer
            WHERE customer_id = (SELECT customer_id FROM locked) AND brand = $2 AND 'LOGIN' <> ALL (restrictions)
        ), found AS (
            SELECT customer_id, scope, generation, revoked_at,
                is_good AND (customer_id IS NULL OR EXISTS (SELECT true FROM allowed)) AS is_good
            FROM locked
        ), renewed AS (
            UPDATE refresh_family SET generation = refresh_family.generation + 1, expires_at = least($6, ends_at)
            FROM found
            WHERE family_id = $1 AND found.is_good AND ($7::text IS NULL OR found.scope = $7)
            RETURNING refresh_family.generation, refresh_family.expires_at
        ), ended AS (
            UPDATE refresh_family SET revoked_at = $5
            FROM found
            WHERE family_id = $1 AND found.generation > $4 AND found.revoked_at IS NULL
        )
        SELECT found.customer_id, found.scope, found.is_good, renewed.generation, renewed.expires_at
        FROM found LEFT JOIN renewed ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Renewal(
            customer: try row.optionalNumber("customer_id"), scope: try row.text("scope"),
            isGood: try row.boolean("is_good"), generation: try row.optionalInteger("generation"),
            expiresAt: try row.optionalTimestamp("expires_at"))
    }

    static let forgetFamilies = Statement("refresh_forget", Removal.ofOldest("refresh_family", by: "expires_at")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let all = [
        findClient.erased, openFamily.erased, renewFamily.erased, forgetFamilies.erased,
    ]
}
