import Testing
import TestSupport

@testable import Postgres

@Suite("Migrations")
struct MigrationTests {
    static let migrations = [
        Migration(version: 1, name: "cards", sql: "CREATE TABLE card (id bigint PRIMARY KEY);"),
        Migration(version: 2, name: "labels", sql: """
            ALTER TABLE card ADD COLUMN label text;
            CREATE INDEX ON card (label);
            """),
    ]
    static let whole = "CREATE TABLE card (id bigint PRIMARY KEY, label text); CREATE INDEX ON card (label);"

    let columns = Statement("columns", """
        SELECT string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns
        WHERE table_name = 'card'
        """) { row throws(PostgresFailure) in try row.optionalText() }

    @Test("An empty database gets the whole schema once")
    func freshDatabase() async throws {
        let bench = try await Bench.make()
        #expect(try await bench.database.neededMigrations(Self.migrations) == Self.migrations)
        let report = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        #expect(report == MigrationReport(applied: [1, 2], wasFresh: true))
        #expect(try await bench.database.read(columns()) == ["id label"])
        #expect(try await bench.database.neededMigrations(Self.migrations) == [])
        let again = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        #expect(again == MigrationReport(applied: [], wasFresh: false))
    }

    @Test("After a schema that sets a search path, the session looks names up as before")
    func searchPath() async throws {
        let bench = try await Bench.make()
        let whole = "SET search_path = pg_catalog; CREATE TABLE public.card (id bigint)"
        func path() async throws -> [String] {
            try await bench.database.maintain { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                try tx.run(Statement<String>.evidence("SELECT current_setting('search_path')")())
            }
        }
        let before = try await path()
        _ = try await bench.database.migrate(Self.migrations, freshSchema: whole)
        #expect(try await path() == before)
    }

    @Test("A step makes its new tables before anything else")
    func newTables() async throws {
        let bench = try await Bench.make()
        let step = Migration(
            version: 3, name: "orders", newTables: "CREATE TABLE orders (card bigint REFERENCES card);",
            sql: "ALTER TABLE card ADD COLUMN orders bigint; INSERT INTO orders SELECT id FROM card;")
        #expect(step.sql.hasPrefix("CREATE TABLE orders") && step.sql.hasSuffix("FROM card;"))
        _ = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        let report = try await bench.database.migrate(Self.migrations + [step], freshSchema: Self.whole)
        #expect(report == MigrationReport(applied: [3], wasFresh: false))
        #expect(try await bench.database.read(columns()) == ["id label orders"])
    }

    @Test("An older database gets the missing migrations")
    func olderDatabase() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        #expect(try await bench.database.read(columns()) == ["id"])
        #expect(try await bench.database.neededMigrations(Self.migrations) == [Self.migrations[1]])
        let report = try await bench.database.migrate(Self.migrations.reversed(), freshSchema: "nonsense")
        #expect(report == MigrationReport(applied: [2], wasFresh: false))
        #expect(try await bench.database.read(columns()) == ["id label"])
    }

    @Test("Of 4 servers that migrate at the same time, one does it")
    func simultaneousMigrations() async throws {
        let bench = try await Bench.make()
        let reports = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let server = try bench.another()
                group.addTask { try await server.database.migrate(Self.migrations, freshSchema: Self.whole) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reports.filter(\.wasFresh).count == 1)
        #expect(reports.filter { $0.applied.isEmpty }.count == 3)
        #expect(try await bench.count("schema_migration") == 2)
    }

    @Test("A database with a newer schema is refused")
    func newerDatabase() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        let older = [Self.migrations[0]]
        let sentence = """
            the database's schema is at version 2 and this program knows versions up to 1; run a newer program
            """
        let refused = await failure { try await bench.database.migrate(older, freshSchema: Self.whole) }
        #expect(refused?.kind == .newerSchema)
        #expect(refused?.description == sentence)
        #expect(await failure { try await bench.database.neededMigrations(older) }?.kind == .newerSchema)
    }

    @Test("A database with a newer schema that this program works with is left as it is")
    func compatibleDatabase() async throws {
        let bench = try await Bench.make()
        let newer = Self.migrations + [
            Migration(version: 3, name: "expand", sql: "ALTER TABLE card ADD COLUMN colour text", worksFrom: 2),
            Migration(version: 4, name: "move", sql: "UPDATE card SET colour = 'red'", worksFrom: 2),
        ]
        _ = try await bench.database.migrate(newer, freshSchema: Self.whole)
        let report = try await bench.database.migrate(Self.migrations, freshSchema: "nonsense")
        #expect(report == MigrationReport(applied: [], wasFresh: false, newer: 4))
        let plan = try await bench.database.migrationPlan(Self.migrations)
        #expect(plan == MigrationPlan(found: 4, known: 2, pending: [], isFresh: false) && plan.isNewer)
        #expect(try await bench.database.neededMigrations(Self.migrations) == [])
        let before = [Self.migrations[0]]
        #expect(await failure { try await bench.database.neededMigrations(before) }?.kind == .newerSchema)

        let contracted = newer + [Migration(version: 5, name: "contract", sql: "ALTER TABLE card DROP COLUMN label")]
        _ = try await bench.database.migrate(contracted, freshSchema: "nonsense")
        #expect(await failure { try await bench.database.neededMigrations(Self.migrations) }?.kind == .newerSchema)
    }

    @Test("Contracting steps at the end run only on request, and the program works without them")
    func contraction() async throws {
        let bench = try await Bench.make()
        let drop = "ALTER TABLE card DROP COLUMN label"
        let steps = Self.migrations + [
            Migration(version: 3, name: "expand", sql: "ALTER TABLE card ADD COLUMN colour text", worksFrom: 2),
            Migration(version: 4, name: "contract", sql: drop, worksFrom: 3, contracts: true),
        ]
        _ = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        let expanded = try await bench.database.migrate(steps, freshSchema: "nonsense", contracting: false)
        #expect(expanded == MigrationReport(applied: [3], wasFresh: false, left: [4]))
        #expect(try await bench.database.read(columns()) == ["id label colour"])
        #expect(try await bench.database.neededMigrations(steps) == [])
        #expect(try await bench.database.neededMigrations(Self.migrations) == [])

        let contracted = try await bench.database.migrate(steps, freshSchema: "nonsense")
        #expect(contracted == MigrationReport(applied: [4], wasFresh: false))
        #expect(try await bench.database.read(columns()) == ["id colour"])
        #expect(await failure { try await bench.database.neededMigrations(Self.migrations) }?.kind == .newerSchema)
    }

    @Test("The last step records the version that was found and its own; an empty database records nothing")
    func recorded() async throws {
        let bench = try await Bench.make()
        let steps = Self.migrations + [
            Migration(version: 3, name: "a trail", sql: "CREATE TABLE trail (text text)", worksFrom: 1),
            Migration(version: 4, name: "contract", sql: "DROP TABLE IF EXISTS old", worksFrom: 1, contracts: true),
            Migration(version: 5, name: "broken", sql: "INSERT INTO trail VALUES ('broken'); nonsense", worksFrom: 1),
        ]
        let recording = Statement("recording", "INSERT INTO trail VALUES ($1)")
        func migrate(to last: Int, contracting: Bool = true) async throws -> MigrationReport {
            try await bench.database.migrate(
                Array(steps[..<last]), freshSchema: Self.migrations[0].sql, contracting: contracting
            ) { from, to in recording(.text("\(from) -> \(to)")) }
        }
        let trail = Statement("trail", "SELECT text FROM trail ORDER BY text") { row throws(PostgresFailure) in
            try row.optionalText()
        }
        #expect(try await migrate(to: 1).wasFresh)
        #expect(try await migrate(to: 4, contracting: false).left == [4])
        #expect(try await bench.database.read(trail()) == ["1 -> 3"])
        #expect(try await migrate(to: 4, contracting: false).applied.isEmpty)
        #expect(try await migrate(to: 4).applied == [4])
        #expect(await failure { try await migrate(to: 5) }?.kind == .rejected)
        #expect(try await bench.database.read(trail()) == ["1 -> 3", "3 -> 4"])
    }

    @Test("A contracting step before one that the program needs is taken with it")
    func contractionBetween() async throws {
        let bench = try await Bench.make()
        let steps = [Self.migrations[0]] + [
            Migration(version: 2, name: "contract", sql: "DROP TABLE IF EXISTS old", worksFrom: 1, contracts: true),
            Migration(version: 3, name: "expand", sql: "ALTER TABLE card ADD COLUMN colour text", worksFrom: 1),
        ]
        _ = try await bench.database.migrate([steps[0]], freshSchema: steps[0].sql)
        #expect(try await bench.database.neededMigrations(steps) == Array(steps[1...]))
        let report = try await bench.database.migrate(steps, freshSchema: "nonsense", contracting: false)
        #expect(report == MigrationReport(applied: [2, 3], wasFresh: false))
    }

    @Test("A migration that is killed between two steps is resumed, and its plan names the next step")
    func resumed() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        let third = Migration(version: 3, name: "colours", sql: "ALTER TABLE card ADD COLUMN colour text;")
        var deadly = third.sql
        deadly += "SELECT pg_terminate_backend(pg_backend_pid());"
        let killed = Self.migrations + [Migration(version: 3, name: "colours", sql: deadly)]
        let failure = await failure { try await bench.database.migrate(killed, freshSchema: "nonsense") }
        #expect(failure?.kind == .connectionLost)
        #expect(try await bench.database.read(columns()) == ["id label"])
        let plan = try await bench.database.migrationPlan(Self.migrations + [third])
        #expect(plan == MigrationPlan(found: 2, known: 3, pending: [third], isFresh: false))
        let report = try await bench.database.migrate(Self.migrations + [third], freshSchema: "nonsense")
        #expect(report == MigrationReport(applied: [3], wasFresh: false))
        #expect(try await bench.database.read(columns()) == ["id label colour"])
    }

    @Test("A migration table without the column for compatible programs is read, and gets the column")
    func earlierTable() async throws {
        let bench = try await Bench.make()
        try await bench.database.execute(script: """
            CREATE TABLE public.schema_migration (
                version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
            INSERT INTO public.schema_migration (version, name) VALUES (1, 'cards');
            """ + Self.migrations[0].sql)
        #expect(try await bench.database.neededMigrations(Self.migrations) == [Self.migrations[1]])
        let report = try await bench.database.migrate(Self.migrations, freshSchema: "nonsense")
        #expect(report == MigrationReport(applied: [2], wasFresh: false))
        #expect(try await bench.database.neededMigrations(Self.migrations) == [])
    }

    @Test("A database older than the first migration is refused and not changed")
    func tooOldDatabase() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        let later = [Migration(version: 4, name: "baseline", sql: Self.whole)]
        let sentence = """
            the database's schema is at version 1, and this program can migrate only from version 4 on; \
            use an empty database or a new data directory
            """
        let refused = await failure { try await bench.database.migrate(later, freshSchema: Self.whole) }
        #expect(refused?.kind == .olderSchema)
        #expect(refused?.description == sentence)
        #expect(await failure { try await bench.database.neededMigrations(later) }?.kind == .olderSchema)
        #expect(try await bench.database.read(columns()) == ["id"])
    }

    @Test("A migration that fails changes nothing, the steps before it stay, and the error names its line")
    func failedMigration() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        let broken = Migration(version: 3, name: "oops", sql: "CREATE TABLE extra (n bigint);\nSELECT nonsense;")
        let failure = await failure { try await bench.database.migrate(Self.migrations + [broken], freshSchema: "") }
        #expect(failure?.statement == "migration 3 oops")
        #expect(failure?.explanation == "Postgres rejected the script at line 2")
        #expect(try await bench.database.read(columns()) == ["id label"])
        #expect(try await bench.count("schema_migration") == 2)
        #expect(try await bench.count("pg_class WHERE relname = 'extra'") == 0)
    }

    @Test("A migration cannot end its transaction")
    func committingMigration() async throws {
        let bench = try await Bench.make()
        let sly = [Migration(version: 1, name: "sly", sql: "COMMIT")]
        let failure = await failure { try await bench.database.migrate(sly, freshSchema: "COMMIT") }
        #expect(failure?.kind == .misuse)
        #expect(try await bench.count("schema_migration") == 0)
    }
}

@Suite("Database configuration")
struct ConfigurationTests {
    @Test(
        "An invalid URL is refused without quoting it",
        arguments: [
            ("", "it is empty"),
            ("postgres://user:hunter2@[host/db", "end of string reached when looking for matching \"]\""),
            ("hunter2 is no conninfo", "missing \"=\" after … in connection info string"),
            ("password=my hunter2 host=h", "missing \"=\" after …"),
            ("postgres://h/d?colour=red", "invalid URI query parameter: \"colour\""),
            ("postgres://user:a/b?hunter2=c@h/d", "invalid URI query parameter: …"),
            ("postgres://user:a/b?hunter2@h/d", "missing key/value separator \"=\" in URI query parameter: …"),
            ("postgres://user:%hunter2@h/d", "invalid percent-encoded token: …"),
            ("postgres://user:%hun\"ter2\"@h/d", "invalid percent-encoded token: …"),
            ("postgres://user:p@hunter2@h/d", "the host has an @"),
            ("postgres://user:hunter2/x@h/d", "the port is not a number"),
            ("jdbc:postgresql://h/d?user=hunter2", "invalid connection option …"),
        ])
    func invalidURL(url: String, reason: String) {
        let error = #expect(throws: DatabaseConfigurationError.self) { try DatabaseConfiguration(url: url) }
        let said = error?.description ?? ""
        #expect(!said.contains("hunter2") && !said.contains("ter2"))
        #expect(said.hasPrefix("The database URL cannot be read: \(reason)"), "\(said)")
        #expect(said.contains("Accepted are postgres://") && said.contains("@ is %40"))
    }

    @Test("A configuration does not show its password")
    func hiddenPassword() throws {
        let configuration = try DatabaseConfiguration(url: "postgres://user:hunter2@localhost/db")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test("A connection over a network without verified TLS is named as a weakness", arguments: [
        ("postgres://user@db.example/cards", "db.example"),
        ("host=/run/pg,db.example sslmode=require", "db.example"),
        ("host=localhost hostaddr=192.0.2.7", "192.0.2.7"),
    ])
    func weakConnection(url: String, host: String) throws {
        let weakness = try #require(try DatabaseConfiguration(url: url).weakness)
        #expect(weakness.contains(host))
        #expect(weakness.contains("verify-full"))
    }

    @Test("A local or verified connection is not a weakness", arguments: [
        "postgres:///cards?host=/run/pg", "postgres://localhost,127.0.0.1/cards", "host=::1", "dbname=cards",
        "postgres://a.example,b.example/cards?sslmode=verify-full&target_session_attrs=read-write",
    ])
    func safeConnection(url: String) throws {
        #expect(try DatabaseConfiguration(url: url).weakness == nil)
    }
}
