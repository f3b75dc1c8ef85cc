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

    static let clock = Statement("data_key_clock", "SELECT clock_timestamp() AS time") {
        (row: inout Row) throws(PostgresFailure) in try row.timestamp("time")
    }

    static let rewrap = Statement(
        "data_key_rewrap",
        """
        UPDATE data_key k SET wrapped = n.wrapped
        FROM unnest($1::text[], $2::integer[], $3::bytea[]) AS n (purpose, version, wrapped)
        WHERE k.purpose = n.purpose AND k.version = n.version
        RETURNING k.purpose
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("purpose") }

    /// Until the end of the transaction, nobody adds a card.
    static let lockCards = Statement("data_key_lock_cards", "LOCK TABLE card IN SHARE MODE")

    static let hasCards = Statement(
        "data_key_has_cards", "SELECT (SELECT min(customer_id) FROM card) IS NOT NULL AS has_cards"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_cards") }

    static let replace = Statement(
        "data_key_replace",
        "UPDATE data_key SET wrapped = $3, created_at = $4 WHERE purpose = $1 AND version = $2")

    static let retire = Statement("data_key_retire", "DELETE FROM data_key WHERE purpose = $1 AND version = $2")

    /// The columns that name versions of data keys or hold hashes, of all tables that have or had rows. An earlier
    /// program made the tables of merchants in every database, and they are empty there.
    static let columns = Statement(
        "data_key_columns",
        """
        SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind = 'r' AND a.attname ~ '(key_version|_hash)$' AND NOT a.attisdropped
            AND pg_relation_size(c.oid) > 0
        ORDER BY 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("name") }

    /// The number of sessions of programs that read the keys only at their start, or that know one version of a key of
    /// hashes. A later program has a higher number in its name. PgBouncer can add ` - ` and an address to it.
    static let earlierPrograms = Statement(
        "data_key_earlier_programs",
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND split_part(application_name, ' - ', 1) IN ('tessera', 'tessera/2')
        """
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    /// From now on, only programs work that know migration $1. The ones before name no version of a hash: they would
    /// store values under a later version as if they were under the first one.
    static let outdateEarlierPrograms = Statement(
        "data_key_outdate_earlier_programs",
        "UPDATE public.schema_migration SET works_from = $1 WHERE version = $1 AND works_from < $1")

    /// The lines of webhooks after a place, in order, each with the time until which a body of its pending events is
    /// needed that a version of the key has sealed. A later claim gives such an event up without opening it. It walks
    /// the lines, because the table of deliveries is a log.
    ///
    /// $1 is the version, $2 the time, $3 and $4 are the place, $5 is the number of lines.
    static let secretBodies = Statement(
        "data_key_secret_bodies",
        """
        SELECT line.subject, line.subscription_id, (
            SELECT max(d.secret_until) FROM webhook_delivery d
            WHERE d.subject = line.subject AND d.subscription_id = line.subscription_id AND d.status = 'PENDING'
                AND d.body_key_version = $1 AND d.secret_until > $2) AS secret_until
        FROM webhook_line line
        WHERE (line.subject, line.subscription_id) > ($3, $4)
        ORDER BY line.subject, line.subscription_id LIMIT $5
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (subject, subscription) = (try row.text("subject"), try row.uuid("subscription_id"))
        return (subject: subject, subscription: subscription, end: try row.optionalTimestamp("secret_until"))
    }

    static let all = [
        created.erased, clock.erased, rewrap.erased, hasCards.erased, replace.erased, retire.erased,
        columns.erased, earlierPrograms.erased, outdateEarlierPrograms.erased, secretBodies.erased,
    ]
}
