import Administration
import Authorizing
import Foundation
import Gateways
import Issuing
import Ledger
import Logging
import MerchantsHosting
import Postgres
import Testing
import TestSupport

@testable import Sandbox

@Suite("The whole schema")
struct WholeSchemaTests {
    @Test("schema.sql holds the parts of all contexts, in the order in which they are installed")
    func file() throws {
        try expectGolden(Self.preface + SandboxSchema.withMerchants.parts.script, "schema.sql", in: "")
    }

    private static let preface = """
        -- The complete schema of Tessera's database, put together from the files of its contexts (`Sources/**/*.sql`).
        --
        -- `tessera migrate` installs `money`, `webhooks`, `audit` and `issuing` in an empty database. A database that
        -- becomes a sandbox's gets `merchants` and `sandbox` with its mark.
        --
        -- Three rules apply everywhere:
        --
        -- 1. A constraint's name is the rule that it enforces, as a sentence, because the service forms its refusal
        --    from the name. Swift checks each rule first, to give a good answer. The constraint guarantees it.
        -- 2. Every table that grows has the key it is distributed by first in its primary key: customer_id,
        --    merchant_id, the subject of a webhook, the owner of an Idempotency-Key, the number of an audit event. No
        --    foreign key crosses that key except through a reference table, and no unique constraint except that of
        --    the places in the audit trail. Each other value that must be unique over all customers has its own small
        --    table, with that value as the key. So the tables can be spread over many machines.
        -- 3. No column contains a PAN or a PIN that can be read without a key from outside the database, and no column
        --    contains a CVV at all. Times come from the service's clock, never from now(); only the age at which an
        --    event of the audit trail may go does not.


        """

    @Test("A migrated database of version 26 equals a new one, with a sandbox's mark and without", arguments: [
        false, true,
    ])
    func released(isMarked: Bool) async throws {
        let (old, new) = (try await ScratchDatabase.make(), try await ScratchDatabase.make())
        try await old.database.execute(script: Self.released(26, isMarked: isMarked))
        let report = try await old.database.migrate(IssuingSchema.migrations, freshSchema: "nonsense")
        #expect(report.applied == IssuingSchema.migrations.map(\.version).filter { $0 > 26 })
        _ = try await new.database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)

        // An earlier program made the tables of merchants in every database. They stay until the database is marked.
        for scratch in [old, new] { _ = try #require(await SandboxMark(on: scratch.database)) }
        let expected = try await DatabaseDump.text(of: new, isSchemaOnly: true)
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) == expected)
    }

    @Test("A sandbox gets the tables of a gateway that an earlier program did not have, once")
    func furtherGateway() async throws {
        let earlier = SandboxSchema(merchants: MerchantsServer.tables.dropLast())
        let (old, new) = (try await Self.marked(with: earlier), try await Self.marked(with: .withMerchants))
        let expected = try await DatabaseDump.text(of: new, isSchemaOnly: true)
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) != expected)
        for _ in 1...2 { _ = try #require(await SandboxMark(on: old.database)) }
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) == expected)
    }

    @Test("A sandbox keeps its rows, and gets what a later program adds to a part")
    func furtherTable() async throws {
        let earlier = SchemaPart(
            """
            CREATE TABLE merchants.till_client (name text PRIMARY KEY);
            """)
        let later = SchemaPart(
            """
            CREATE DOMAIN merchants.till_word AS text CHECK (VALUE <> '');
            -- It stands before the table that is there; and this is a comment.
            CREATE TABLE merchants.till_3ds (site merchants.till_word PRIMARY KEY DEFAULT ';--');
            CREATE TABLE merchants.till_client (name text PRIMARY KEY);
            CREATE UNIQUE INDEX till_client_by_name ON merchants.till_client (lower(name));
            CREATE SEQUENCE merchants.till_number;
            """)
        let (first, second) = (
            SandboxSchema(merchants: MerchantsServer.tables + [earlier]),
            SandboxSchema(merchants: MerchantsServer.tables + [later])
        )
        let (old, new) = (try await Self.marked(with: first), try await Self.marked(with: second))
        try await old.database.execute(script: "INSERT INTO merchants.till_client VALUES ('one')")
        for _ in 1...2 { _ = try #require(await SandboxMark(setOn: old.database, with: second)) }
        let expected = try await DatabaseDump.text(of: new, isSchemaOnly: true)
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) == expected)
        let names = Statement("names", "SELECT name FROM merchants.till_client") {
            (row: inout Row) throws(PostgresFailure) in try row.text("name")
        }
        #expect(try await old.database.read(names()) == ["one"])
    }

    /// Only the tables of a sandbox that no other table refers to can be taken away.
    @Test("Each index, table and function that a sandbox lacks is made")
    func incompleteSandbox() async throws {
        let (old, new) = (try await Self.marked(with: .withMerchants), try await Self.marked(with: .withMerchants))
        let expected = try await DatabaseDump.text(of: new, isSchemaOnly: true)
        try await old.database.execute(script: """
            DO $$ DECLARE it text; BEGIN
                FOR it IN
                    SELECT format('DROP INDEX %s', indexrelid::regclass) FROM pg_index i
                    WHERE indrelid IN (SELECT oid FROM pg_class
                                       WHERE relnamespace IN ('merchants'::regnamespace, 'sandbox'::regnamespace))
                      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)
                    UNION ALL
                    SELECT format('DROP TABLE %s', oid::regclass) FROM pg_class c
                    WHERE relkind = 'r' AND relnamespace IN ('merchants'::regnamespace, 'sandbox'::regnamespace)
                      AND oid <> 'sandbox.mark'::regclass
                      AND NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = c.oid)
                    UNION ALL
                    SELECT format('DROP FUNCTION %s', oid::regprocedure) FROM pg_proc
                    WHERE pronamespace = 'sandbox'::regnamespace
                LOOP EXECUTE it; END LOOP;
            END $$
            """)
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) != expected)
        _ = try #require(await SandboxMark(on: old.database))
        #expect(try await DatabaseDump.text(of: old, isSchemaOnly: true) == expected)
    }

    @Test("A statement in the parts of a sandbox makes what can be looked up, or sets rights")
    func kindsOfStatements() {
        let others = (MerchantsServer.tables + [.sandbox]).flatMap { SchemaAdditions($0).others }
        #expect(!others.isEmpty)
        for statement in others {
            #expect(statement.hasPrefix("GRANT ") || statement.hasPrefix("REVOKE "))
        }
    }

    /// A migrated database that a program with this schema has marked.
    private static func marked(with schema: SandboxSchema) async throws -> ScratchDatabase {
        let scratch = try await ScratchDatabase.make()
        _ = try await scratch.database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        _ = try #require(await SandboxMark(setOn: scratch.database, with: schema))
        return scratch
    }

    /// Statements name these tables without a schema, and the sessions keep their prepared statements. A statement that
    /// waits for the step finds the table after it, whether its session has prepared it or not.
    @Test("The program works before, during and after the step that makes authorizations the issuer's")
    func movedTables() async throws {
        let scratch = try await ScratchDatabase.make()
        try await scratch.database.execute(script: Self.released(26, isMarked: true))
        let moving = try #require(IssuingSchema.migrations.firstIndex { $0.name == "authorizations of the issuer" })
        let earlier = Array(IssuingSchema.migrations[..<moving])
        _ = try await scratch.database.migrate(earlier, freshSchema: "nonsense")
        _ = try #require(await SandboxMark(on: scratch.database))
        let serving = try Self.connect(to: scratch)
        try await Self.use(serving, of: scratch, isBefore: true)
        let lock = try await TableLock.take("money.spent", in: scratch)
        async let report = scratch.database.migrate(IssuingSchema.migrations, freshSchema: "nonsense")
        try await lock.isWaitedFor()
        async let kept = Self.controls(serving)
        async let new = Self.controls(Self.connect(to: scratch))
        try await lock.isWaitedFor(by: 3)
        lock.release()
        #expect(try await report.applied == IssuingSchema.migrations[moving...].map(\.version))
        #expect(try await (kept + new).isEmpty)
        try await Self.use(serving, of: scratch)
    }

    /// Tables, columns and functions that later steps add. A program of the time before the step does not ask for them.
    private static let laterNames = [
        "earlier_secret_hash", "disabled_at", "tokens_revoked_at", "audit_event", "body_key_version", "erased_at",
        "waiting_change", "call_rates", "call_use", "hash_key_version", "cvv_key_version", "follow_card",
        "clearing_file", "clearing_line", "clearing_position", "clearing_break", "clearing_loss", "interchange_rate",
        "bureau_file", "returned_at", "destroyed_at",
        "dispute", "gives_provisional_credit", "rules_draft", "shadow_difference", "facts",
        "token_message", "token_request", "wallet_provisioning", "renewed_by", "renewal_days", "takes_over",
    ]

    private static func use(_ serving: Database, of scratch: ScratchDatabase, isBefore: Bool = false) async throws {
        let every = AllStatements.list + AllAdministrationStatements.list + AllSandboxStatements.list
        let statements = every.filter { statement in
            !isBefore || !laterNames.contains { statement.sql.contains($0) }
        }
        #expect(!isBefore || (1..<every.count / 2).contains(every.count - statements.count))
        #expect(try await connect(to: scratch).plans(of: statements).count == statements.count)
        let invariants = AuthorizationInvariants.all.filter { invariant in
            !isBefore || !laterNames.contains { invariant.erased.sql.contains($0) }
        }
        #expect(try await CheckStatements.report(on: serving, and: invariants).findings == [])
        #expect(try await controls(serving) == [])
    }

    private static func controls(_ database: Database) async throws -> [CardControls] {
        try await database.read(ControlStatements.controls(ofProgram: "NONE"))
    }

    private static func connect(to scratch: ScratchDatabase) throws -> Database {
        var configuration = try scratch.configuration
        configuration.schemas = IssuingSchema.searchPath
        return Database(configuration, logger: Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The SQL with which a released program filled an empty database.
    private static func released(_ version: Int, isMarked: Bool) throws -> String {
        let file = Golden.repository.appending(path: "Tests/Released/schema-\(version).sql")
        let whole = try String(contentsOf: file, encoding: .utf8)
        let sandbox = try #require(whole.firstRange(of: "\n-- schema: sandbox -")).lowerBound
        return String(isMarked ? whole[...] : whole[..<sandbox]) + """

            CREATE TABLE public.schema_migration (
                version integer PRIMARY KEY,
                name text NOT NULL,
                applied_at timestamptz NOT NULL DEFAULT now()
            );
            INSERT INTO public.schema_migration (version, name) VALUES (\(version), 'baseline');
            """
    }
}
