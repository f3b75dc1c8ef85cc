import Foundation
import Testing

@testable import Postgres

@Suite("Reads, writes and scripts")
struct ReadWriteTests {
    static let accounts = """
        CREATE TABLE account (
            id bigint PRIMARY KEY,
            owner text NOT NULL CONSTRAINT owner_is_named CHECK (owner <> ''),
            parent bigint CONSTRAINT parent_exists REFERENCES account DEFERRABLE INITIALLY DEFERRED
        );
        """
    let insert = Statement("insert_account", "INSERT INTO account (id, owner, parent) VALUES ($1, $2, $3)")

    // MARK: reads

    @Test("Each of 500 simultaneous reads gets its own rows")
    func ownRows() async throws {
        let bench = try await Bench.make()
        let series = one("series", "SELECT $1 * 1000 + n FROM generate_series(1, $2) AS n")
        try await withThrowingTaskGroup { group in
            for number in Int64(0)..<500 {
                group.addTask {
                    let rows = try await bench.database.read(series(.bigint(number), .bigint(number % 7)))
                    #expect(rows == (0..<number % 7).map { number * 1000 + $0 + 1 })
                }
            }
            try await group.waitForAll()
        }
        #expect(bench.tally["postgres_statements_total", "series", "ok"] == 500)
        #expect(bench.tally["postgres_connects_total", "read"] <= 2)
    }

    @Test("Waiting reads share round trips")
    func sharedRoundTrips() async throws {
        let bench = try await Bench.make { $0.readers = 1 }
        let lock = one("lock", "SELECT 1::bigint FROM pg_advisory_xact_lock($1)")
        let (held, release) = (Gate(), Gate())
        async let holding: Void = bench.database.transaction { (transaction: Transaction<PostgresFailure>)
            throws(PostgresFailure) in
            _ = try transaction.run(lock(.bigint(1)))
            held.open()
            release.pass()
        }
        await held.passed()
        async let blocked = bench.database.read(lock(.bigint(1)))
        try await bench.awaitBlocked(1)
        try await withThrowingTaskGroup { group in
            for number in Int64(0)..<64 {
                group.addTask { try await bench.database.read(one("echo", "SELECT $1")(.bigint(number))) == [number] }
            }
            try await bench.awaitQueued(64)
            release.open()
            for try await isRight in group { #expect(isRight) }
        }
        try await holding
        #expect(try await blocked == [1])
        #expect(bench.tally["postgres_round_trips_total", "read"] == 1 + 2)
    }

    @Test("Statements that fail do not affect the others")
    func failedStatements() async throws {
        let bench = try await Bench.make()
        let quotient = one("quotient", "SELECT 84 / $1")
        try await withThrowingTaskGroup { group in
            for number in Int64(0)..<600 {
                group.addTask {
                    switch number % 4 {
                    case 0:
                        let failure = await failure { try await bench.database.read(quotient(.bigint(0))) }
                        #expect(failure?.sqlState == "22012")
                    case 1:
                        let nonsense = one("nonsense", "SELEKT $1")
                        let failure = await failure { try await bench.database.read(nonsense(.bigint(0))) }
                        #expect(failure?.sqlState == "42601")
                    default:
                        let rows = try await bench.database.read(quotient(.bigint(2)))
                        #expect(rows == [42])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(bench.tally["postgres_statements_total", "quotient", "22"] == 150)
        #expect(bench.tally["postgres_connects_total", "read"] <= 2)
    }

    @Test("A read cannot write")
    func readOnly() async throws {
        let bench = try await Bench.make(schema: Self.accounts)
        let failure = await failure { try await bench.database.read(insert(.bigint(1), .text("a"), .bigint(nil))) }
        #expect(failure?.sqlState == "25006")
        #expect(try await bench.count("account") == 0)
    }

    @Test("A statement's name can be used with other types and another text")
    func reusedName() async throws {
        let bench = try await Bench.make { $0.readers = 1 }
        let size = one("size", "SELECT pg_column_size($1)::bigint")
        #expect(try await bench.database.read(size(.bigint(1))) == [8])
        #expect(try await bench.database.read(size(.integer(1))) == [4])
        #expect(try await bench.database.read(one("size", "SELECT 0 * $1")(.bigint(1))) == [0])
        #expect(try await bench.database.read(size(.bigint(1))) == [8])
    }

    @Test("A prepared statement works after its table has changed")
    func changedTable() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE thing (size integer); INSERT INTO thing VALUES (7);") {
            ($0.readers, $0.writers, $0.transactors) = (1, 1, 1)
        }
        let all = Statement("all", "SELECT * FROM thing") { row throws(PostgresFailure) in try row.optionalInteger() }
        let update = Statement("update", "UPDATE thing SET size = 9 RETURNING *") {
            row throws(PostgresFailure) in try row.optionalInteger()
        }
        @Sendable func inTransaction(_ query: Query<Int32?>) async throws(PostgresFailure) -> [Int32?] {
            try await bench.database.transaction { (transaction: Transaction<PostgresFailure>)
                throws(PostgresFailure) in try transaction.commit(query)
            }
        }
        #expect(try await bench.database.read(all()) == [7])
        #expect(try await bench.database.write(update()) == [9])
        #expect(try await inTransaction(all()) == [9])
        try await bench.database.execute(script: """
            ALTER TABLE thing DROP COLUMN size; ALTER TABLE thing ADD COLUMN label text, ADD COLUMN size integer;
            ALTER TABLE thing DROP COLUMN label; ALTER TABLE thing ADD COLUMN note text;
            """)
        #expect(try await bench.database.read(all()) == [nil])
        #expect(try await bench.database.write(update()) == [9])
        #expect(try await inTransaction(all()) == [9])
    }

    // MARK: writes

    @Test("A violation names its constraint and does not show the row")
    func violatedConstraint() async throws {
        let bench = try await Bench.make(schema: Self.accounts)
        let failure = await failure {
            try await bench.database.write(insert(.bigint(4_111_111), .text(""), .bigint(nil)))
        }
        #expect(failure?.kind == .rejected)
        #expect(failure?.constraint == "owner_is_named")
        #expect(failure?.description == """
            Postgres rejected the statement (statement insert_account, SQLSTATE 23514, constraint owner_is_named)
            """)
        var dumped = ""
        dump(failure, to: &dumped)
        #expect(!dumped.contains("4111111") && !dumped.contains("Failing row"))
    }

    /// Postgres answers the statement with success, but then refuses the commit.
    @Test("A write fails if Postgres refuses its commit")
    func refusedCommit() async throws {
        let bench = try await Bench.make(schema: Self.accounts) { $0.writers = 1 }
        let failure = await failure {
            try await bench.database.write(insert(.bigint(1), .text("a"), .bigint(99)))
        }
        #expect(failure?.constraint == "parent_exists")
        #expect(try await bench.count("account") == 0)
        _ = try await bench.database.write(insert(.bigint(1), .text("a"), .bigint(1)))
        #expect(try await bench.count("account") == 1)
        #expect(bench.tally["postgres_connects_total", "write"] == 1, "the session outlives the rejection")
    }

    @Test("300 simultaneous writes are all stored")
    func simultaneousWrites() async throws {
        let bench = try await Bench.make(schema: Self.accounts)
        try await withThrowingTaskGroup { group in
            for number in Int64(0)..<300 {
                group.addTask {
                    _ = try await bench.database.write(insert(.bigint(number), .text("x"), .bigint(nil)))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await bench.count("account") == 300)
        #expect(bench.tally["postgres_round_trips_total", "write"] == 300)
    }

    @Test("A statement that takes too long is cancelled")
    func statementTimeout() async throws {
        let bench = try await Bench.make { $0.statementTimeout = .seconds(1) }
        let dawdle = Statement("sleep", "SELECT pg_sleep(60)")
        #expect(await failure { try await bench.database.read(dawdle()) }?.sqlState == "57014")
        #expect(await failure { try await bench.database.write(dawdle()) }?.sqlState == "57014")
        try await bench.database.ping()
    }

    @Test("A script that fails changes nothing, and the error names its line")
    func failedScript() async throws {
        let bench = try await Bench.make()
        let failure = await failure {
            try await bench.database.execute(script: "CREATE TABLE one (n integer);\n\nCREATE TABEL two;")
        }
        #expect(failure?.sqlState == "42601")
        #expect(failure?.description == "Postgres rejected the script at line 3 (statement script, SQLSTATE 42601)")
        let missing = await PostgresTests.failure { try await bench.count("one") }
        #expect(missing?.sqlState == "42P01")
    }
}
