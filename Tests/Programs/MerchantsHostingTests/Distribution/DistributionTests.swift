import Administration
import Authorizing
import CardPointe
import Dintero
import Foundation
import Gateways
import Issuing
import Ledger
import MerchantsHosting
import MoneyHash
import Payments
import Postgres
import Sandbox
import Stitch
import Testing
import TestSupport

/// No cluster is needed: Postgres tells what the tables and the statements are, and the tests know what a cluster asks
/// of them (`docs/DISTRIBUTION.md`).
@Suite("The tables can be spread over machines")
struct DistributionTests {
    private static let distribution = IssuingSchema.distribution + MerchantsServer.distribution + .sandbox

    @Test("Every table and view has its place, and no other has")
    func tables() async throws {
        let tables = try await Self.found("SELECT \(Self.name) FROM \(Self.relations) WHERE relkind = 'r'")
        #expect(tables.sorted() == Self.distribution.placements.keys.sorted())
        let views = try await Self.found("SELECT \(Self.name) FROM \(Self.relations) WHERE relkind = 'v'")
        #expect(views == Array(Self.distribution.views.keys))
        let functions = try await Self.found("""
            SELECT p.pronamespace::regnamespace || '.' || proname FROM pg_proc p
            JOIN pg_language l ON l.oid = prolang AND lanname <> 'sql'
            WHERE prorettype <> 'trigger'::regtype
              AND pronamespace::regnamespace::text IN ('money', 'webhooks', 'audit', 'issuing')
            """)
        #expect(Set(functions) == Set(Self.distribution.functions.keys))
    }

    @Test("The column that a table is spread by is never null, and has the same type in a group")
    func columns() async throws {
        let columns = try await Self.found("""
            SELECT concat_ws(
                ' ', \(Self.name), attname, attnotnull, typtype, typnamespace::regnamespace || '.' || typname)
            FROM \(Self.relations) JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
            JOIN pg_type t ON t.oid = atttypid WHERE relkind = 'r'
            """).map { $0.split(separator: " ", maxSplits: 4).map(String.init) }
        let spread = columns.compactMap { parts -> (group: String, parts: [String])? in
            guard case .spread(parts[1], let group)? = Self.distribution.placements[parts[0]] else { return nil }
            return (group, parts)
        }
        #expect(Set(spread.map(\.parts[0])) == Set(Self.keys.keys))
        #expect(spread.filter { $0.parts[2] != "t" }.map(\.parts) == [])
        for (group, tables) in Dictionary(grouping: spread, by: \.group) {
            #expect(Set(tables.map(\.parts[4])).count == 1, "\(group)")
        }
        // Citus finds no row by a domain. Merchants are in sandboxes only, which do not spread them.
        #expect(Set(spread.filter { $0.parts[3] == "d" }.map(\.parts[4])) == [
            "merchants.merchant_id", "merchants.reference",
        ])
    }

    @Test("What is unique has the column that its table is spread by")
    func uniqueIndexes() async throws {
        let indexes = try await Self.found("""
            SELECT concat_ws(' ', \(Self.name), i.indexrelid::regclass, (
                SELECT string_agg(attname, ' ') FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY (indkey)))
            FROM \(Self.relations) JOIN pg_index i ON indrelid = c.oid AND indisunique
            """).map { $0.split(separator: " ").map(String.init) }
        #expect(indexes.count > 100)
        let others = indexes.filter { parts in
            guard let key = Self.keys[parts[0]] else { return false }
            return !parts.dropFirst(2).contains(key)
        }
        #expect(others == [])
    }

    @Test("A foreign key leads to the same place or to what is everywhere, except where it is said")
    func foreignKeys() async throws {
        let keys = try await Self.found("""
            SELECT concat_ws(' ', conname, \(Self.name), (
                SELECT \(Self.name) FROM \(Self.relations) WHERE c.oid = confrelid), (
                SELECT string_agg(a.attname || '=' || b.attname, ' ') FROM unnest(conkey, confkey) k (one, other)
                JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = one
                JOIN pg_attribute b ON b.attrelid = confrelid AND b.attnum = other))
            FROM \(Self.relations) JOIN pg_constraint ON conrelid = c.oid AND contype = 'f'
            """).map { $0.split(separator: " ").map(String.init) }
        #expect(keys.count > 60)
        let crossing = keys.filter { parts in
            switch (Self.distribution.placements[parts[1]], Self.distribution.placements[parts[2]]) {
            case (.everywhere?, .everywhere?), (.spread?, .everywhere?), (.together?, .everywhere?): false
            case (.spread(let column, let group)?, .spread(let other, let second)?) where group == second:
                !parts.dropFirst(3).contains("\(column)=\(other)")
            default: true
            }
        }
        #expect(Set(crossing.map { $0[0] }) == Self.distribution.crossings)
    }

    /// Citus runs a trigger on the machine of the row. There it can do no more than refuse.
    @Test("Triggers only refuse changes")
    func triggers() async throws {
        let functions = try await Self.found("""
            SELECT DISTINCT p.pronamespace::regnamespace || '.' || proname FROM \(Self.relations)
            JOIN pg_trigger ON tgrelid = c.oid AND NOT tgisinternal JOIN pg_proc p ON p.oid = tgfoid
            """)
        #expect(functions.sorted() == [
            "audit.keep_the_trail", "issuing.refuse_rewriting_disputes", "issuing.refuse_rewriting_history",
            "money.refuse_rewriting_journals",
        ])
    }

    @Test("Each statement names the places of its rows, or is listed with the reason")
    func statements() async throws {
        let statements = Self.statements
        let obstacles = try await Self.obstacles(of: statements)
        #expect(obstacles.count == statements.count)
        let bound = obstacles.filter { $0.value == [] }
        #expect(bound.count > 200)
        let unbound = obstacles.compactMapValues { $0 }.filter { $0.value != [] }
        let unlisted = unbound.filter { UnboundStatements.names[$0.key] == nil }
        #expect(unlisted.map { "\($0.key) \($0.value.joined(separator: ", "))" }.sorted() == [])
        let superfluous = UnboundStatements.names.keys.filter { unbound[$0] == nil }
        #expect(superfluous.sorted() == [], "These need not be listed any more.")
    }

    @Test("The page says how many statements are listed for each reason", arguments: UnboundStatements.Reason.allCases)
    func page(reason: UnboundStatements.Reason) throws {
        let file = Golden.repository.appending(path: "docs/DISTRIBUTION.md")
        let count = UnboundStatements.names.values.count { $0 == reason }
        #expect(try String(contentsOf: file, encoding: .utf8).contains("| \(reason.rawValue) | \(count) |"))
    }

    @Test("A statement that a cluster refuses has another one in its place")
    func refused() {
        let names = Set(Self.statements.map(\.name))
        let replaced = RefusedStatements.replaced
        #expect(names.isSuperset(of: replaced.keys) && names.isSuperset(of: replaced.values))
        #expect(replaced.values.allSatisfy { replaced[$0] == nil })
        #expect(replaced.keys.allSatisfy { UnboundStatements.names[$0] == .replaced })
    }

    @Test("A statement without the key of a table that is spread is found")
    func samples() async throws {
        let statements = zip(1..., StatementSample.all).map { number, sample in
            Statement("sample_\(number)", sample.sql).erased
        }
        let obstacles = try await Self.obstacles(of: statements)
        for (statement, sample) in zip(statements, StatementSample.all) {
            #expect(obstacles[statement.name] == sample.obstacles, "\(sample.sql)")
        }
    }

    @Test("A statement on tables that are everywhere, or together, needs no key")
    func unspread() async throws {
        let statements = [
            Statement("everywhere", "SELECT FROM program WHERE card_type = $1").erased,
            Statement("together", "SELECT FROM bulk_order WHERE brand = $1 FOR UPDATE").erased,
        ]
        #expect(try await Self.obstacles(of: statements) == ["everywhere": nil, "together": []])
    }

    @Test("The first coordinator gives numbers of each sequence that a statement draws from, and of no other")
    func numbers() {
        let drawn = Self.statements.flatMap { statement in
            statement.sql.matches(of: /nextval\('([\w.]+)'\)/).map { String($0.output.1) }
        }
        // Only the first coordinator folds.
        let names = Set(drawn).subtracting(["money.next_fold_number"]).map { $0.contains(".") ? $0 : "issuing.\($0)" }
        #expect(names.sorted() == IssuingSchema.distribution.numbers.sorted())
    }

    /// Citus refuses a foreign key to a table that is spread, as long as the new table has no place.
    @Test("Each later step of the schema makes its tables where a cluster gives them their places")
    func laterSteps() {
        let later = IssuingSchema.migrations.filter { $0.version > 43 && $0.sql.contains("CREATE TABLE") }
        #expect(later.filter { $0.newTables?.contains("CREATE TABLE") != true }.map(\.name) == [])
    }

    /// The functions that only note what they are asked for stand for those of Citus.
    @Test("The script for a cluster gives each table its place once, and keeps the foreign keys and triggers")
    func script() async throws {
        let scratch = try await ScratchDatabase.make(from: .marked)
        try await scratch.database.execute(script: Self.standIns)
        let definitions = Statement<String>.evidence("""
            SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
            WHERE contype = 'f' AND conname <> ALL ('{\(Self.distribution.crossings.sorted().joined(separator: ","))}')
            UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
            ORDER BY 1
            """, named: "definitions")
        let before = try await scratch.database.read(definitions())
        let script = Self.distribution.script
        for _ in 1...2 {
            try await scratch.database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                try tx.run(script: script, named: "distribution")
            }
        }
        #expect(try await scratch.database.read(definitions()) == before)
        let placed = try await scratch.database.read(Statement.evidence(
            "SELECT concat_ws(' ', name, kind, with_table) FROM issuing.placed", named: "placed")())
        let expected = Self.distribution.placements.compactMap { name, placement -> String? in
            switch placement {
            case .spread(let column, let group): "\(name) \(column) \(group == name ? "none" : group)"
            case .together: "\(name) none"
            case .everywhere: "\(name) everywhere"
            case .coordinator: nil
            }
        }
        #expect(placed.sorted() == expected.sorted())
    }

    private static let standIns = """
        CREATE SCHEMA citus;
        CREATE DOMAIN citus.distribution_type AS text;
        CREATE TABLE issuing.placed (name text PRIMARY KEY, kind text, with_table text);
        CREATE TABLE issuing.pg_dist_partition (logicalrelid regclass);
        CREATE FUNCTION issuing.place(regclass, text, text) RETURNS void LANGUAGE sql AS $$
            INSERT INTO issuing.pg_dist_partition VALUES ($1);
            INSERT INTO issuing.placed
            SELECT relnamespace::regnamespace || '.' || relname, $2, $3 FROM pg_class WHERE oid = $1
        $$;
        CREATE FUNCTION issuing.truncate_local_data_after_distributing_table(regclass) RETURNS void
            LANGUAGE sql AS $$ SELECT $$;
        CREATE FUNCTION issuing.run_command_on_workers(command text, OUT success boolean, OUT result text)
            LANGUAGE sql AS $$ SELECT true, '' $$;
        CREATE FUNCTION issuing.create_reference_table(regclass) RETURNS void LANGUAGE sql AS $$
            SELECT issuing.place($1, 'everywhere', NULL)
        $$;
        CREATE FUNCTION issuing.create_distributed_table(
            regclass, text, distribution_type citus.distribution_type DEFAULT 'hash', colocate_with text DEFAULT ''
        ) RETURNS void LANGUAGE sql AS $$ SELECT issuing.place($1, $2, $4) $$;
        CREATE FUNCTION issuing.create_distributed_function(regprocedure, text, colocate_with text) RETURNS void
            LANGUAGE sql AS $$ SELECT $$;
        """

    private static let keys = distribution.placements.compactMapValues { placement -> String? in
        if case .spread(let column, _) = placement { column } else { nil }
    }
}

// MARK: The database

extension DistributionTests {
    /// Tables, views and so on, with their schemas.
    private static let relations = """
        pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            AND nspname IN ('money', 'webhooks', 'audit', 'issuing', 'merchants', 'sandbox', 'public')
        """
    private static let name = "nspname || '.' || c.relname"

    private static let scratch = Task { try await ScratchDatabase.make(from: .marked) }

    private static func found(_ sql: String, in database: ScratchDatabase? = nil) async throws -> [String] {
        let searched = if let database { database } else { try await scratch.value }
        return try await searched.database.read(Statement.evidence(sql)())
    }

    /// As a cluster gets them.
    private static var statements: [AnyStatement] {
        let invariants = AuthorizationInvariants.all + ClearingInvariants.all
        let lists = [
            AllStatements.list, AllAdministrationStatements.list, AllSandboxStatements.list, LedgerStatements.served,
            LedgerStatements.checks, invariants.map(\.erased), Payments.statements, CardPointe.statements,
            StitchClients.statements, Dintero.statements, MoneyHash.statements,
        ]
        var names: Set<String> = []
        return lists.joined().filter { names.insert($0.name).inserted }.map(\.onCluster)
    }

    /// What keeps each statement from its places; nil if it uses no table that is spread.
    private static func obstacles(of statements: [AnyStatement]) async throws -> [String: [String]?] {
        // Each call makes functions of the same names.
        let scratch = try await ScratchDatabase.make(from: .marked)
        let names = try await TreeNames(
            relations: found("""
                SELECT concat_ws(' ', c.oid, \(name), string_agg(attname || '=' || attnum, ' '))
                FROM \(relations) LEFT JOIN pg_attribute ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
                WHERE relkind IN ('r', 'v') GROUP BY c.oid, nspname, c.relname
                """, in: scratch),
            equalities: found("SELECT oid::text FROM pg_operator WHERE oprname = '='", in: scratch),
            functions: found("""
                SELECT concat_ws(' ', oid, pronamespace::regnamespace || '.' || proname) FROM pg_proc
                WHERE pronamespace::regnamespace::text IN ('money', 'webhooks', 'audit', 'issuing')
                """, in: scratch))
        let making = scripts(making: statements)
        let bodies = try await scratch.database.transaction { tx throws(PostgresFailure) in
            for script in making { try tx.run(script: script, named: "functions") }
            return try tx.run(Statement.evidence("""
                SELECT proname || ' ' || prosqlbody::text FROM pg_proc WHERE pronamespace = pg_my_temp_schema()
                """)())
        }
        let pairs = bodies.map { body in
            let parts = body.split(separator: " ", maxSplits: 1)
            let places = StatementPlaces(of: String(parts[1]), in: distribution, names)
            return (String(parts[0]), places.isSpread ? places.obstacles : nil)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Scripts that make a function of each statement, as those of `ServingRightsTests`.
    private static func scripts(making statements: [AnyStatement]) -> [String] {
        stride(from: 0, to: statements.count, by: 100).map { start in
            let made = statements[start..<min(start + 100, statements.count)].map { statement in
                """
                PREPARE asked AS \(statement.sql);
                SELECT array_to_string(parameter_types, ', ') INTO parameters
                FROM pg_prepared_statements WHERE name = 'asked';
                DEALLOCATE asked;
                EXECUTE format(
                    'CREATE FUNCTION pg_temp.\(statement.name)(%s) RETURNS void BEGIN ATOMIC %s; END', parameters,
                    $sql$\(statement.sql)
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
}

extension Template {
    /// A sandbox's database, which has the tables of every program.
    fileprivate static let marked = Template { database in
        _ = try await database.migrate(IssuingSchema.migrations, freshSchema: IssuingSchema.parts.script)
        _ = try await SandboxMark(on: database)
    }
}
