import Cards
import CardSecrets
import Foundation
import Postgres

/// What `attest` reads: all cards with their secrets, and where the database keeps anything.
enum AttestationStatements {
    struct SecretCard: Sendable {
        let customer: CustomerID
        let card: CardID
        let pan: SealedPAN
        let pin: SealedPIN?
    }

    static let pageSize = 1000

    /// The next cards after one.
    static let cards = Statement(
        "attested_cards",
        """
        SELECT customer_id, card_id, sealed_pan, pan_key_version, pin_block, pin_key_version
        FROM card WHERE (customer_id, card_id) > ($1, $2)
        ORDER BY customer_id, card_id LIMIT \(pageSize)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (customer, card) = (try row.number("customer_id", CustomerID.self), try row.id("card_id", CardID.self))
        let pan = SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version"))
        let (block, version) = (try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version"))
        return SecretCard(
            customer: customer, card: card, pan: pan,
            pin: block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: $0) } })
    }

    /// Everything that keeps values: all tables and materialized views, the large objects, and the samples of columns,
    /// of several columns together and of expressions that ANALYZE takes. They may be of another program. A temporary
    /// table is another session's.
    static let places = Statement(
        "attested_places",
        """
        SELECT current_database()::text AS database_name, concat_ws('.', n.nspname, c.relname) AS table_name,
               format('%I.%I', n.nspname, c.relname) AS quoted_name,
               CASE
                   WHEN c.relkind <> 'v' THEN 'ctid'
                   WHEN c.relname = 'pg_stats' THEN $$concat_ws('.', schemaname, tablename, attname)$$
                   ELSE $$concat_ws('.', statistics_schemaname, statistics_name)$$
               END AS place,
               ARRAY(SELECT a.attname::text FROM pg_attribute a
                     WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                     ORDER BY a.attnum) AS column_names
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't'
              AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
           OR c.oid = 'pg_catalog.pg_stats'::regclass
           OR c.oid IN ('pg_catalog.pg_stats_ext'::regclass, 'pg_catalog.pg_stats_ext_exprs'::regclass)
              AND EXISTS (SELECT FROM pg_catalog.pg_statistic_ext)
           OR c.oid = 'pg_catalog.pg_largeobject'::regclass
              AND EXISTS (SELECT FROM pg_catalog.pg_largeobject_metadata)
        ORDER BY n.nspname, c.relname
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        StoredPlace(
            database: try row.text("database_name"), name: try row.text("table_name"),
            quotedName: try row.text("quoted_name"), rowName: try row.text("place"),
            columns: try row.textArray("column_names"))
    }

    static let all = [cards.erased, places.erased]
}
