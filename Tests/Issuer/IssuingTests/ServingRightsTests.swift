import Administration
import Audit
import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Testing
import TestSupport
import Webhooks

@Suite("The rights of a role that serves")
struct ServingRightsTests {
    /// Statements of use cases that a service does not offer: operators set these things up, as the owner.
    private static let ofOperators: Set = [
        "program_add", "program_change", "controls_set_for_program", "controls_replace_for_program",
        "authentication_set_policy",
    ]

    /// Statements of the administration that its listener also sends as a role that only serves, to read settings.
    private static let ofSettings: Set = ["interchange_rate_list"]

    /// All that a service sends, and what `ledger check` sends.
    private static let statements =
        (AllStatements.list + LedgerStatements.served + LedgerStatements.checks
        + (AuthorizationInvariants.all + ClearingInvariants.all).map(\.erased))
        .filter { !ofOperators.contains($0.name) }
        + AllAdministrationStatements.list.filter { ofSettings.contains($0.name) }

    /// Postgres writes into the body of an SQL function which rights each of its tables is asked for, so nothing has to
    /// be planned or tried: the rights are bits of `requiredPerms` (`nodes/parsenodes.h` of Postgres).
    @Test("It has each right on a table without which Postgres refuses a statement, and no other")
    func tables() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let names = Set(Self.statements.map(\.name))
        #expect(Self.ofOperators.isSubset(of: AllStatements.list.map(\.name)) && names.count == Self.statements.count)
        let needed = try await scratch.database.transaction { tx throws(PostgresFailure) in
            for functions in Self.functions { try tx.run(script: functions, named: "functions") }
            return try tx.run(Statement.evidence(#"""
                SELECT DISTINCT verb || ' ' || relnamespace::regnamespace || '.' || quote_ident(relname)
                FROM pg_proc CROSS JOIN regexp_matches(
                         prosqlbody::text, ':relid (\d+) [^{}]*:requiredPerms (\d+)', 'g') AS asked
                CROSS JOIN (VALUES (1, 'INSERT'), (2, 'SELECT'), (4, 'UPDATE'), (8, 'DELETE')) AS rights (bit, verb)
                JOIN pg_class ON pg_class.oid = asked[1]::oid
                WHERE pronamespace = pg_my_temp_schema() AND asked[2]::int & bit > 0
                  AND relnamespace::regnamespace::text IN ('money', 'webhooks', 'audit', 'issuing')
                """#)())
        }
        let given = IssuingSchema.servingRights.tables.flatMap { table, verbs in
            verbs.map { "\($0.rawValue) \(table)" }
        }
        #expect(needed.count > 100)
        #expect(Set(needed).subtracting(given).sorted() == [], "a statement needs them")
        #expect(Set(given).subtracting(needed).sorted() == [], "no statement needs them")
    }

    /// Scripts that make a function of each statement. Each script is short, so that Postgres answers it soon, and no
    /// statement stays prepared, because Postgres looks at all of those when it makes a function.
    private static var functions: [String] {
        // A cluster gets another text of some.
        let texts = statements.map { ($0.name, $0.sql) } + statements.filter { $0.onCluster != $0 }.map { statement in
            (statement.name + "_on_cluster", statement.onCluster.sql)
        }
        return stride(from: 0, to: texts.count, by: 100).map { start in
            let made = texts[start..<min(start + 100, texts.count)].map { name, sql in
                """
                PREPARE asked AS \(sql);
                SELECT array_to_string(parameter_types, ', ') INTO parameters
                FROM pg_prepared_statements WHERE name = 'asked';
                DEALLOCATE asked;
                EXECUTE format(
                    'CREATE FUNCTION pg_temp.\(name)(%s) RETURNS void BEGIN ATOMIC %s; END', parameters,
                    $sql$\(sql)
                $sql$);
                """
            }
            return """
                DO $make$
                DECLARE parameters text;
                BEGIN
                \(made.joined(separator: "\n"))
                END $make$;
                """
        }
    }

    @Test("It may draw from the sequences that statements and defaults name, and call the functions, and no other")
    func sequences() async throws {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        let defaults = try await scratch.database.read(Statement.evidence("""
            SELECT s.relnamespace::regnamespace || '.' || s.relname FROM pg_depend d
            JOIN pg_class s ON s.oid = d.refobjid AND s.relkind = 'S' WHERE d.classid = 'pg_attrdef'::regclass
            """)())
        let drawn = Self.statements.flatMap { statement in
            statement.sql.matches(of: /nextval\('(?:(\w+)\.)?(\w+)'\)/).map { match in
                "\(match.output.1 ?? "issuing").\(match.output.2)"
            }
        }
        #expect(IssuingSchema.servingRights.sequences == Set(defaults + drawn))
        let functions = try await scratch.database.read(Statement.evidence("""
            SELECT format('%s.%s(%s)', pronamespace::regnamespace, proname, oidvectortypes(proargtypes)) FROM pg_proc
            WHERE pronamespace::regnamespace::text IN ('money', 'webhooks', 'audit', 'issuing')
              AND prorettype <> 'trigger'::regtype
            """)())
        let called = functions.filter { function in
            let name = function.prefix { $0 != "(" }.split(separator: ".").last ?? ""
            return Self.statements.contains { $0.sql.contains("\(name)(") }
        }
        #expect(IssuingSchema.servingRights.functions == Set(called))
    }

    /// The marked database has everything that must be out of reach.
    private static func served() async throws -> (owner: IssuingFixture, server: IssuingFixture) {
        let fixture = try await IssuingFixture.make()
        let role = try await fixture.scratch.makeRole()
        let report = try await fixture.scratch.database.migrate(
            IssuingSchema.migrations, freshSchema: "nonsense", giving: IssuingSchema.servingRights, to: role)
        #expect(report.serving?.name == role && report.serving?.leftovers == [])
        return (fixture, try fixture.serving(as: role))
    }

    @Test("A service issues, changes, pays, tells and does what is due with these rights alone")
    func serving() async throws {
        let (owner, server) = try await Self.served()
        let customer = try await owner.enrol()
        let subscription = try await server.subscribe()
        let card = try await server.issue(.virtualVisa, to: customer)
        try await owner.token("A", for: card)
        try await owner.load(5000, on: card)
        let paying = try await owner.message("p1", for: card)
        #expect(try await server.issuing.authorize(paying).answer.code == .approved)
        let clearing = try await owner.message("c1", .clearing, of: "p1", for: card)
        #expect(try await server.issuing.authorize(clearing).answer.code == .approved)
        #expect(try await server.move(card, to: .locked).standing.status == .locked)
        #expect(try await server.deliverAll(to: subscription).map(\.newStatus) == ["LOCKED"])
        #expect(try await owner.tokens(of: card) == ["A SUSPENDED"])
        let transfer = try await server.transfer(from: customer, to: owner.enrol())
        try await server.advance(transfer, to: .pending, .processing)
        for _ in 1...2 { try await HouseFolder(server.issuing.database).fold() }
        let later = try await owner.server(now: IssuingFixture.now + 10 * 365 * 86_400)
        let due = Issuing(
            database: server.issuing.database, vault: server.issuing.vault, clock: later.issuing.clock,
            entropy: server.issuing.entropy)
        #expect(try await due.settleWhatIsDue() == 1)
        #expect(try await owner.reread(card).standing.status == .expired)
        #expect(try await server.ledgerFindings() == [])
    }

    @Test("It is refused everything that would hide a change, change the schema or leave the database", arguments: [
        "ALTER TABLE money.posting DISABLE TRIGGER ALL",
        "ALTER TABLE issuing.card_status_history DISABLE TRIGGER history_is_append_only",
        "DROP TRIGGER history_is_append_only ON issuing.card_status_history",
        "SET session_replication_role = 'replica'",
        "UPDATE issuing.card_status_history SET reason = NULL", "DELETE FROM issuing.card_status_history",
        "UPDATE issuing.tokenization_history SET changed_at = now()",
        "UPDATE issuing.dispute_step SET note = NULL", "DELETE FROM issuing.dispute_evidence",
        "UPDATE money.journal SET posted_at = now()", "DELETE FROM money.journal",
        "UPDATE money.posting SET amount = 1", "DELETE FROM money.posting",
        "DELETE FROM audit.audit_event", "TRUNCATE audit.audit_event",
        "ALTER TABLE audit.audit_event DISABLE TRIGGER audit_is_append_only",
        "DELETE FROM issuing.network_message", "UPDATE issuing.network_message SET response_code = '00'",
        "DELETE FROM issuing.token_message", "UPDATE issuing.token_message SET decision = 'APPROVED'",
        "DELETE FROM money.transaction", "DELETE FROM money.account", "DELETE FROM issuing.card",
        "TRUNCATE money.posting", "TRUNCATE issuing.card_status_history", "TRUNCATE issuing.message",
        "DROP TABLE money.posting", "DROP SCHEMA money CASCADE",
        "DROP FUNCTION money.refuse_rewriting_journals CASCADE",
        "ALTER TABLE money.account ADD COLUMN note text",
        "ALTER TABLE money.account DROP CONSTRAINT held_is_not_negative",
        "ALTER TABLE money.account OWNER TO CURRENT_USER",
        "CREATE TABLE issuing.hidden ()", "CREATE TABLE public.hidden ()", "CREATE TEMPORARY TABLE hidden ()",
        "CREATE SCHEMA hidden", "CREATE FUNCTION money.hidden() RETURNS int LANGUAGE sql RETURN 1",
        "CREATE TRIGGER hidden BEFORE INSERT ON money.posting EXECUTE FUNCTION money.refuse_rewriting_journals()",
        "CREATE RULE hidden AS ON INSERT TO money.posting DO INSTEAD NOTHING",
        "CREATE INDEX ON money.posting (amount)",
        "SELECT setval('money.next_fold_number', 1)",
        "INSERT INTO issuing.client VALUES ('demo', 'x', '', true, true)",
        "UPDATE issuing.program SET cards_per_customer = 9",
        "UPDATE issuing.card_transition SET only_back = false",
        "UPDATE issuing.authentication_policy SET operations = '{}'",
        "UPDATE issuing.data_key SET wrapped = ''",
        "INSERT INTO public.schema_migration VALUES (999, 'x')", "DELETE FROM public.schema_migration",
        "SELECT FROM sandbox.clock", "SELECT FROM sandbox.network_keys", "SELECT sandbox.forget_changes()",
        "SELECT FROM pg_authid", "SELECT pg_read_file('/etc/hostname')", "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY money.journal TO '/tmp/journal'", "CREATE ROLE hidden", "ALTER ROLE CURRENT_USER SUPERUSER",
    ])
    func refused(sql: String) async throws {
        let server = try await Self.refusing.value
        let failure = await #expect(throws: PostgresFailure.self) {
            try await server.issuing.database.execute(script: sql)
        }
        #expect(failure?.sqlState == "42501", "\(String(describing: failure))")
    }

    @Test("It may give an event of the audit trail its place, and a trigger refuses every other change")
    func auditTrail() async throws {
        let server = try await Self.refusing.value
        _ = try await server.issuing.set(AuthenticationSecrets(pin: "4071"), of: server.enrol())
        let failure = await #expect(throws: PostgresFailure.self) {
            try await server.issuing.database.execute(script: "UPDATE audit.audit_event SET customer = '1'")
        }
        #expect(failure?.constraint == "audit_is_append_only")
        while try await server.issuing.auditTrail.placeWaiting(on: AuditDay(of: IssuingFixture.now)) {}
        #expect(try await server.issuing.auditTrail.verify().waiting == 0)
    }

    private static let refusing = Task { try await served().server }
}
