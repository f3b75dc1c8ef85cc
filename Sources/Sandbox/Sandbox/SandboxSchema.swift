import Issuing
import Postgres

extension SchemaPart {
    /// What only a sandbox has: its mark and clock, phones, and snapshots of all other tables.
    static let sandbox = SchemaPart(EmbeddedFiles.all["sandbox.sql", default: ""])
}

/// The schema of a sandbox's database: that of the card service, the tables of merchants, and what only a sandbox has.
public struct SandboxSchema: Sendable {
    /// A script that adds to a migrated database without data what a sandbox has.
    let marking: String
    /// A script that gives an empty database everything.
    let whole: String
    /// All parts, in the order in which they are installed.
    public let parts: [SchemaPart]
    /// Tells this schema from that of another version.
    let digest: String

    /// - Parameter merchants: the tables of merchants and their gateways.
    public init(merchants: [SchemaPart]) {
        parts = Schema.parts + merchants + [.sandbox]
        marking = Self.withoutMerchants + (merchants + [.sandbox]).script
        whole = Migration.script(Schema.migrations, freshSchema: Schema.parts.script) + ";\n" + marking
        let hash = whole.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }  // FNV-1a
        digest = String(hash, radix: 16)
    }

    /// A script that adds what the database of an earlier sandbox lacks. If it lacks nothing, nothing happens.
    static let additions = """
        DO $$ BEGIN
            IF to_regclass('sandbox.phone_token_by_last_four') IS NULL THEN
                LOCK TABLE issuing.brand IN SHARE ROW EXCLUSIVE MODE;
                CREATE INDEX IF NOT EXISTS phone_token_by_last_four
                    ON sandbox.phone_token (dpan_last_four, insertion DESC);
            END IF;
        END $$
        """

    /// Earlier programs made the tables of merchants in every database. Nothing is in them before it is marked.
    private static let withoutMerchants = """
        DO $$ BEGIN
            IF to_regclass('merchants.wallet_token_claim') IS NOT NULL THEN DROP SCHEMA merchants CASCADE; END IF;
        END $$;

        """
}
