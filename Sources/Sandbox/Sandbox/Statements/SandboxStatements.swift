import Cards
import Foundation
import Issuing
import Postgres

/// Statements of the sandbox that work on all data at once, or read what only a sandbox shows.
enum SandboxStatements {
    struct PlasticRow: Sendable {
        let held: CardStatements.Held
        let dispatchedAt: Date?
        let deliveredAt: Date?
        let customer: Customer
    }

    static let plastic = Statement(
        "sandbox_plastic",
        """
        SELECT card.*, customer.*
        FROM (SELECT \(CardStatements.heldColumns), dispatched_at, delivered_at
              FROM card WHERE card_id = $1) card
        JOIN LATERAL (
            SELECT \(CustomerStatements.columns) FROM customer WHERE customer.customer_id = card.customer_id
        ) customer ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        PlasticRow(
            held: try row.heldCard(), dispatchedAt: try row.optionalTimestamp("dispatched_at"),
            deliveredAt: try row.optionalTimestamp("delivered_at"), customer: try row.customer())
    }

    static let nonceUse = Statement(
        "sandbox_nonce_use",
        """
        SELECT EXISTS (
            SELECT FROM card JOIN apple_nonce n ON n.customer_id = card.customer_id AND n.card_id = card.card_id
            WHERE card.card_id = $1 AND n.nonce = $2) AS is_used
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_used") }

    /// Deletes all brands, customers, cards, accounts, merchants and their data; keys and the audit trail stay. Numbers
    /// begin again.
    static let empty = Statement("sandbox_empty", "SELECT sandbox.empty()")

    static let isUntouched = Statement(
        "sandbox_is_untouched",
        "SELECT NOT EXISTS (SELECT FROM brand) AND NOT EXISTS (SELECT FROM data_key) AS is_untouched"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_untouched") }

    static let readClock = Statement(
        "sandbox_read_clock", "SELECT frozen_at, offset_milliseconds FROM sandbox.clock"
    ) { (row: inout Row) throws(PostgresFailure) in try readSetting(&row) }

    private static func readSetting(_ row: inout Row) throws(PostgresFailure) -> SandboxClock.Setting {
        let frozenAt = try row.optionalTimestamp("frozen_at")
        let offset = Double(try row.bigint("offset_milliseconds")) / 1000
        return frozenAt.map { SandboxClock.Setting.frozen(at: $0) } ?? .running(offset: offset)
    }

    /// Locks the stored setting until the transaction ends. If none is stored, the parameters become the setting.
    private static let lockClock = Statement(
        "sandbox_hold_clock",
        """
        INSERT INTO sandbox.clock AS present (only_row, frozen_at, offset_milliseconds) VALUES (true, $1, $2)
        ON CONFLICT ON CONSTRAINT clock_is_one DO UPDATE SET only_row = true
        RETURNING present.frozen_at, present.offset_milliseconds
        """
    ) { (row: inout Row) throws(PostgresFailure) in try readSetting(&row) }

    /// The stored setting, which nobody else can change until the transaction ends.
    ///
    /// - Parameter setting: is stored if none is.
    static func holdClock(_ setting: SandboxClock.Setting) -> Query<SandboxClock.Setting> {
        lockClock(values(of: setting).frozenAt, values(of: setting).offset)
    }

    static let storeClock = Statement(
        "sandbox_set_clock",
        """
        INSERT INTO sandbox.clock (only_row, frozen_at, offset_milliseconds) VALUES (true, $1, $2)
        ON CONFLICT ON CONSTRAINT clock_is_one DO UPDATE
            SET frozen_at = excluded.frozen_at, offset_milliseconds = excluded.offset_milliseconds
        """
    )

    static func setClock(_ setting: SandboxClock.Setting) -> Query<Void> {
        storeClock(values(of: setting).frozenAt, values(of: setting).offset)
    }

    private static func values(of setting: SandboxClock.Setting) -> (frozenAt: SQLValue, offset: SQLValue) {
        switch setting {
        case .running(let offset): (.timestamp(nil), .bigint(Int64((offset * 1000).rounded())))
        case .frozen(let date): (.timestamp(date), .bigint(0))
        }
    }

    /// The database's name if it is a sandbox's. It works on any database.
    static let mark = Statement(
        "sandbox_mark", "SELECT current_database() AS name WHERE to_regclass('sandbox.mark') IS NOT NULL"
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("name") }

    /// Prevents others from marking the database or adding a brand to it until the transaction ends.
    static let holdBrands = Statement("sandbox_hold_brands", "LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE")

    /// Whether the database has no data: all data belongs to a brand.
    static let hasNoBrand = Statement(
        "sandbox_has_no_brand", "SELECT NOT EXISTS (SELECT FROM issuing.brand) AS has_no_brand"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_no_brand") }

    /// Whether the database has any table, the table of brands, and the mark. It works on any database.
    static let tables = Statement(
        "sandbox_tables",
        """
        SELECT count(*) > 0 AS has_tables, to_regclass('issuing.brand') IS NOT NULL AS has_brand,
               to_regclass('sandbox.mark') IS NOT NULL AS has_mark
        FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
        WHERE relkind IN ('r', 'p') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
          AND (nspname, relname) <> ('public', 'schema_migration')
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (any: try row.boolean("has_tables"), brand: try row.boolean("has_brand"), mark: try row.boolean("has_mark"))
    }

    static let all = [
        mark.erased, hasNoBrand.erased, tables.erased, plastic.erased, nonceUse.erased, empty.erased,
        isUntouched.erased, readClock.erased, lockClock.erased, storeClock.erased,
    ]
}
