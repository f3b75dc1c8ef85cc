import Testing
import TestSupport

@testable import Postgres

@Suite struct MigrationTests {
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

    @Test func anEmptyDatabaseGetsTheWholeSchema() async throws {
        let bench = try await Bench.make()
        #expect(try await bench.database.pendingMigrations(Self.migrations) == Self.migrations)
        let report = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        #expect(report == MigrationReport(applied: [1, 2], wasFresh: true))
        #expect(try await bench.database.read(columns()) == ["id label"])
        #expect(try await bench.database.pendingMigrations(Self.migrations) == [])
        let again = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        #expect(again == MigrationReport(applied: [], wasFresh: false))
    }

    @Test func anOlderDatabaseGetsWhatItLacksInOrder() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        #expect(try await bench.database.read(columns()) == ["id"])
        #expect(try await bench.database.pendingMigrations(Self.migrations) == [Self.migrations[1]])
        let report = try await bench.database.migrate(Self.migrations.reversed(), freshSchema: "nonsense")
        #expect(report == MigrationReport(applied: [2], wasFresh: false))
        #expect(try await bench.database.read(columns()) == ["id label"])
    }

    @Test func fourServersAtOnceMigrateOnce() async throws {
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

    @Test func aNewerDatabaseIsLeftAlone() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate(Self.migrations, freshSchema: Self.whole)
        let older = [Self.migrations[0]]
        let sentence = """
            the database's schema is at version 2 and this program knows versions up to 1; run a newer program
            """
        let refused = await failure { try await bench.database.migrate(older, freshSchema: Self.whole) }
        #expect(refused?.kind == .newerSchema)
        #expect(refused?.description == sentence)
        #expect(await failure { try await bench.database.pendingMigrations(older) }?.kind == .newerSchema)
    }

    @Test func aDatabaseFromBeforeTheFirstStepIsLeftAlone() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        let later = [Migration(version: 4, name: "baseline", sql: Self.whole)]
        let sentence = """
            the database's schema is at version 1 and this program brings up to date from version 4 on; \
            use an empty database
            """
        let refused = await failure { try await bench.database.migrate(later, freshSchema: Self.whole) }
        #expect(refused?.kind == .olderSchema)
        #expect(refused?.description == sentence)
        #expect(await failure { try await bench.database.pendingMigrations(later) }?.kind == .olderSchema)
        #expect(try await bench.database.read(columns()) == ["id"])
    }

    @Test func aStepThatFailsLeavesNothingAndNamesItsLine() async throws {
        let bench = try await Bench.make()
        _ = try await bench.database.migrate([Self.migrations[0]], freshSchema: Self.migrations[0].sql)
        let broken = Migration(version: 3, name: "oops", sql: "CREATE TABLE extra (n bigint);\nSELECT nonsense;")
        let failure = await failure { try await bench.database.migrate(Self.migrations + [broken], freshSchema: "") }
        #expect(failure?.statement == "migration 3 oops")
        #expect(failure?.explanation == "Postgres rejected the script at line 2")
        #expect(try await bench.database.read(columns()) == ["id"])
        #expect(try await bench.count("schema_migration") == 1)
    }

    @Test func aStepMayNotEndTheTransaction() async throws {
        let bench = try await Bench.make()
        let sly = [Migration(version: 1, name: "sly", sql: "COMMIT")]
        let failure = await failure { try await bench.database.migrate(sly, freshSchema: "COMMIT") }
        #expect(failure?.kind == .misuse)
        #expect(try await bench.count("schema_migration") == 0)
    }
}

@Suite struct ConfigurationTests {
    @Test(arguments: ["", "postgres://user:hunter2@[host/db", "hunter2 is no conninfo", "postgres://h/d?colour=red"])
    func nonsenseIsRefusedWithoutQuotingIt(url: String) {
        let error = #expect(throws: DatabaseConfigurationError.self) { try DatabaseConfiguration(url: url) }
        #expect(error?.description.contains("hunter2") == false)
        #expect(error?.description.contains("accepted are postgres://") == true)
    }

    @Test func itsPasswordIsNotShown() throws {
        let configuration = try DatabaseConfiguration(url: "postgres://user:hunter2@localhost/db")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("hunter2"))
        }
    }

    @Test(arguments: [
        ("postgres://user@db.example/cards", "db.example"),
        ("host=/run/pg,db.example sslmode=require", "db.example"),
        ("host=localhost hostaddr=192.0.2.7", "192.0.2.7"),
    ])
    func aNetworkWithoutProofIsNamed(url: String, host: String) throws {
        let weakness = try #require(try DatabaseConfiguration(url: url).weakness)
        #expect(weakness.contains(host))
        #expect(weakness.contains("verify-full"))
    }

    @Test(arguments: [
        "postgres:///cards?host=/run/pg", "postgres://localhost,127.0.0.1/cards", "host=::1", "dbname=cards",
        "postgres://a.example,b.example/cards?sslmode=verify-full&target_session_attrs=read-write",
    ])
    func whatNeverCrossesANetworkOrIsProvenIsNot(url: String) throws {
        #expect(try DatabaseConfiguration(url: url).weakness == nil)
    }
}
