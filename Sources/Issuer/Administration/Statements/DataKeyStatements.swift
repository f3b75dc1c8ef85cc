import CardSecrets
import Foundation
import Postgres

/// What operators do with data keys.
enum DataKeyStatements {
    static let created = Statement(
        "data_key_created", "SELECT purpose, version, created_at FROM data_key ORDER BY purpose, version"
    ) { (row: inout Row) throws(PostgresFailure) in
        let (purpose, version) = (try row.text("purpose", as: KeyPurpose.self), try row.integer("version"))
        return (purpose: purpose, version: version, createdAt: try row.timestamp("created_at"))
    }

    /// Until the end of the transaction, nobody stores a key: a server that starts may be about to wrap one under the
    /// key-encryption key of before.
    static let lock = Statement("data_key_lock", "LOCK TABLE data_key IN SHARE ROW EXCLUSIVE MODE")

    static let rewrap = Statement(
        "data_key_rewrap",
        """
        UPDATE data_key k SET wrapped = n.wrapped
        FROM unnest($1::text[], $2::integer[], $3::bytea[]) AS n (purpose, version, wrapped)
        WHERE k.purpose = n.purpose AND k.version = n.version
        RETURNING k.purpose
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("purpose") }

    static let hasCards = Statement(
        "data_key_has_cards", "SELECT (SELECT min(customer_id) FROM card) IS NOT NULL AS has_cards"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_cards") }

    static let replace = Statement(
        "data_key_replace",
        "UPDATE data_key SET wrapped = $3, created_at = $4 WHERE purpose = $1 AND version = $2")

    static let all = [created.erased, rewrap.erased, hasCards.erased, replace.erased]
}
