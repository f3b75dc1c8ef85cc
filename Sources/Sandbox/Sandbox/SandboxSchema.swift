import Issuing
import Postgres

extension SchemaPart {
    /// The tables that only a sandbox has: its mark and clock, phones, and snapshots of all other tables.
    static let sandbox = SchemaPart(EmbeddedFiles.all["sandbox.sql", default: ""])
}

/// The schema of a sandbox's database: that of the card service, the tables of merchants, and the tables that only a
/// sandbox has.
public struct SandboxSchema: Sendable {
    /// A script that adds the parts of a sandbox to a migrated database without data.
    let marking: String
    /// A script that gives an empty database the whole schema.
    let whole: String
    /// All parts, in the order in which they are installed.
    public let parts: [SchemaPart]
    /// Tells this schema from that of another version.
    let digest: String
    /// A script that adds the tables and columns that the database of an earlier sandbox lacks. It does nothing if none
    /// are missing.
    let additions: String

    /// - Parameter merchants: the tables of merchants and their gateways.
    public init(merchants: [SchemaPart]) {
        parts = IssuingSchema.parts + merchants + [.sandbox]
        marking = Self.withoutMerchants + (merchants + [.sandbox]).script
        whole = Migration.script(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script) + ";\n" + marking
        let hash = whole.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }  // FNV-1a
        digest = String(hash, radix: 16)
        additions =
            Self.functionsForWebhooks + Self.watchNoMatrix + Self.logBeforeChanges + Self.refuseFilesWithoutTime
            + (merchants + [.sandbox]).map { SchemaAdditions($0).script }.joined() + Self.olderAdditions
    }

    /// Migrations do not know snapshots. So this adds new columns to the rows in their log, with the value that the
    /// column's default gives to every other old row, and logs the changes of new tables, which are still empty. The
    /// row of a table that was logged first has the oldest form.
    private static let olderAdditions = """
        DO $$
        DECLARE
            added record;
        BEGIN
            IF EXISTS (SELECT FROM pg_proc WHERE oid = 'sandbox.shape()'::regprocedure AND proconfig IS NULL) THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
                ALTER FUNCTION sandbox.hold_watched_tables SET search_path = issuing, webhooks, pg_temp;
                ALTER FUNCTION sandbox.differences_since SET search_path = issuing, webhooks, pg_temp;
                ALTER FUNCTION sandbox.shape SET search_path = issuing, webhooks, pg_temp;
                ALTER FUNCTION sandbox.snapshot_file SET search_path = issuing, webhooks, pg_temp;
                ALTER FUNCTION sandbox.read_snapshot_file SET search_path = issuing, webhooks, pg_temp;
            END IF;
            IF NOT EXISTS (SELECT FROM sandbox.snapshot) THEN RETURN; END IF;
            IF EXISTS (SELECT FROM sandbox.watched_tables() WHERE NOT EXISTS (
                           SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged')) THEN
                PERFORM sandbox.watch_changes();
            END IF;
            FOR added IN
                SELECT watched, attname AS name, coalesce(pg_get_expr(adbin, adrelid), 'NULL') AS initial,
                       format_type(atttypid, atttypmod) AS type
                FROM sandbox.watched_tables()
                CROSS JOIN LATERAL (SELECT before FROM sandbox.change WHERE changed = watched AND before IS NOT NULL
                                    ORDER BY log_position LIMIT 1) first
                JOIN pg_attribute ON attrelid = watched
                LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                WHERE attnum > 0 AND NOT attisdropped AND attgenerated = '' AND NOT first.before ? attname
            LOOP
                EXECUTE format(
                    'UPDATE sandbox.change SET before = before || jsonb_build_object(%1$L, to_jsonb((%2$s)::%3$s))
                     WHERE changed = $1 AND before IS NOT NULL AND NOT before ? %1$L',
                    added.name, added.initial, added.type) USING added.watched;
            END LOOP;
        END $$
        """

    /// The functions that name the schemas of all tables. Earlier ones do not know `webhooks`.
    private static let functionsForWebhooks = """
        DO $functions$ BEGIN
            IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'sandbox'::regnamespace
                       AND proname = 'watched_tables' AND prosrc NOT LIKE '%webhooks%') THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
        \(["watched_tables", "watched_numbers", "set_numbers"].map { replacement(of: $0) }.joined(separator: "\n"))
            END IF;
        END $functions$;

        """

    /// The function that lists the tables of a snapshot, which a reset empties now. Earlier ones list the matrix of
    /// disputes, too.
    private static let watchNoMatrix = """
        DO $watching$ BEGIN
            IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'sandbox'::regnamespace
                       AND proname = 'watched_tables' AND prosrc NOT LIKE '%dispute_transition%') THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
        \(replacement(of: "watched_tables"))
            END IF;
        END $watching$;

        """

    /// The functions that log changes, and their triggers. Earlier ones log a row after it has changed.
    private static let logBeforeChanges = """
        DO $logging$
        DECLARE
            t record;
        BEGIN
            IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'sandbox'::regnamespace
                       AND proname = 'log_change' AND prosrc NOT LIKE '%TG_WHEN%') THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
                FOR t IN SELECT tgname, tgrelid::regclass AS watched FROM pg_trigger
                         WHERE tgfoid = 'sandbox.log_change'::regproc LOOP
                    EXECUTE format('DROP TRIGGER %I ON %s', t.tgname, t.watched);
                END LOOP;
        \(["log_change", "watch_changes", "forget_changes"].map { replacement(of: $0) }.joined(separator: "\n"))
            END IF;
        END $logging$;

        """

    /// The function that reads a snapshot's file. Earlier ones fail if the file's time is null.
    private static let refuseFilesWithoutTime = """
        DO $reading$ BEGIN
            IF EXISTS (SELECT FROM pg_proc WHERE pronamespace = 'sandbox'::regnamespace
                       AND proname = 'read_snapshot_file' AND prosrc LIKE '%file -> ''takenDate'' IS NULL%') THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
        \(replacement(of: "read_snapshot_file"))
            END IF;
        END $reading$;

        """

    /// Puts the function of `sandbox.sql` in the place of an earlier one.
    private static func replacement(of function: String) -> String {
        let (sql, head) = (SchemaPart.sandbox.sql, "FUNCTION sandbox.\(function)(")
        guard let begin = sql.firstRange(of: head),
            let end = sql[begin.upperBound...].firstRange(of: "$$;")
        else { return "" }
        return "CREATE OR REPLACE \(sql[begin.lowerBound..<end.upperBound])"
    }

    /// Earlier programs made the tables of merchants in every database. Nothing is in them before it is marked.
    private static let withoutMerchants = """
        DO $$ BEGIN
            IF to_regclass('merchants.wallet_token_claim') IS NOT NULL THEN DROP SCHEMA merchants CASCADE; END IF;
        END $$;

        """
}
