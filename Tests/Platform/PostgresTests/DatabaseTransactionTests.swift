import Synchronization
import Testing

@testable import Postgres

typealias PlainTransaction = Transaction<PostgresFailure>

@Suite("Transactions")
struct DatabaseTransactionTests {
    static let schema = """
        CREATE TABLE account (
            id bigint PRIMARY KEY,
            balance bigint NOT NULL CONSTRAINT balance_is_not_negative CHECK (balance >= 0),
            parent bigint CONSTRAINT parent_exists REFERENCES account DEFERRABLE INITIALLY DEFERRED
        );
        INSERT INTO account VALUES (1, 100), (2, 100);
        """
    let balance = one("balance", "SELECT balance FROM account WHERE id = $1 FOR UPDATE")
    let add = one("add", "UPDATE account SET balance = balance + $2 WHERE id = $1 RETURNING balance")
    let adopt = Statement("adopt", "UPDATE account SET parent = $2 WHERE id = $1")

    struct Refusal: DatabaseError, Equatable {
        var reason: String
        var postgresFailure: PostgresFailure?

        init(_ reason: String) {
            self.reason = reason
        }

        init(_ failure: PostgresFailure) {
            reason = "database"
            postgresFailure = failure
        }
    }

    func balances(_ bench: Bench) async throws -> [Int64] {
        try await bench.database.read(one("balances", "SELECT balance FROM account ORDER BY id")())
    }

    @Test("A transaction that reads, decides and writes takes two round trips")
    func roundTrips() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let moved = try await bench.database.transaction { (transaction) throws(Refusal) in
            let (from, to) = try transaction.run(balance(.bigint(1)), balance(.bigint(2)))
            guard from[0] >= 30, to.count == 1 else { throw Refusal("not enough") }
            let (left, _) = try transaction.commit(add(.bigint(1), .bigint(-30)), add(.bigint(2), .bigint(30)))
            return left[0]
        }
        #expect(moved == 70)
        #expect(try await balances(bench) == [70, 130])
        #expect(bench.tally["postgres_round_trips_total", "transaction"] == 2)
    }

    @Test("Nil in the place of a query is not sent and has no rows")
    func skippedQueries() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let found = try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            let (noAddition, noBalance): (Query<Int64>?, Query<Int64>?) = (nil, nil)
            let nothing = try transaction.run(noBalance)
            let (first, second, third) = try transaction.run(noAddition, balance(.bigint(1)), noBalance)
            let (added, kept) = try transaction.commit(add(.bigint(1), .bigint(1)), noBalance)
            return [nothing, first, second, third, added, kept]
        }
        #expect(found == [[], [], [100], [], [101], []])
        #expect(try await balances(bench) == [101, 100])
        #expect(bench.tally["postgres_round_trips_total", "transaction"] == 3)
    }

    @Test("A transaction commits when its closure returns, and an empty one sends nothing")
    func implicitCommit() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            _ = try transaction.run(add(.bigint(1), .bigint(5)))
        }
        #expect(try await balances(bench) == [105, 100])
        #expect(bench.tally["postgres_round_trips_total", "transaction"] == 2)
        let answer = try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in 42 }
        #expect(answer == 42)
        #expect(bench.tally["postgres_round_trips_total", "transaction"] == 2)
    }

    @Test("A closure that throws rolls back and keeps the session usable")
    func thrownError() async throws {
        let bench = try await Bench.make(schema: Self.schema) { $0.transactors = 1 }
        await #expect(throws: Refusal("changed my mind")) {
            try await bench.database.transaction { (transaction) throws(Refusal) in
                _ = try transaction.run(add(.bigint(1), .bigint(5)))
                throw Refusal("changed my mind")
            }
        }
        #expect(try await balances(bench) == [100, 100])
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            _ = try transaction.commit(add(.bigint(2), .bigint(1)))
        }
        #expect(try await balances(bench) == [100, 101])
        #expect(bench.tally["postgres_connects_total", "transaction"] == 1, "the session was fit to be lent again")
    }

    @Test("After a failure no other statement runs, even if the closure catches it")
    func failedStatement() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let seen = Mutex<[PostgresFailure?]>([])
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                for change: Int64 in [5, -1000, 7] {
                    do throws(PostgresFailure) {
                        _ = try transaction.run(add(.bigint(1), .bigint(change)))
                        seen.withLock { $0.append(nil) }
                    } catch {
                        seen.withLock { $0.append(error) }
                    }
                }
            }
        }
        #expect(failure?.constraint == "balance_is_not_negative")
        #expect(seen.withLock { $0 } == [nil, failure, failure])
        #expect(try await balances(bench) == [100, 100])
        #expect(bench.tally["postgres_statements_total", "add", "ok"] == 1)
    }

    @Test("An error of a statement that is sent with the commit undoes the transaction")
    func failedCommitStatement() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.commit(add(.bigint(1), .bigint(5)), add(.bigint(2), .bigint(-1000)))
            }
        }
        #expect(failure?.statement == "add")
        #expect(failure?.constraint == "balance_is_not_negative")
        #expect(try await balances(bench) == [100, 100])
    }

    @Test("A constraint that fails at the commit undoes the transaction")
    func deferredConstraint() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        for explicitly in [true, false] {
            let failure = await failure {
                try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                    if explicitly {
                        _ = try transaction.commit(add(.bigint(1), .bigint(5)), adopt(.bigint(1), .bigint(99)))
                    } else {
                        _ = try transaction.run(add(.bigint(1), .bigint(5)), adopt(.bigint(1), .bigint(99)))
                    }
                }
            }
            #expect(failure?.constraint == "parent_exists")
            #expect(failure?.statement == "commit")
        }
        #expect(try await balances(bench) == [100, 100])
    }

    @Test("A statement after the commit is refused, and the commit is kept")
    func afterCommit() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.commit(add(.bigint(1), .bigint(5)))
                _ = try transaction.run(add(.bigint(1), .bigint(5)))
            }
        }
        #expect(failure?.kind == .misuse)
        #expect(try await balances(bench) == [105, 100])
    }

    @Test("A script after the commit is not sent")
    func scriptAfterCommit() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.commit(add(.bigint(1), .bigint(5)))
                try transaction.run(script: "UPDATE account SET balance = 0", named: "late")
            }
        }
        #expect(failure?.kind == .misuse && failure?.statement == "late")
        #expect(try await balances(bench) == [105, 100])
    }

    @Test("Rows that cannot be decoded undo the transaction")
    func unreadableRows() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let wrong = Statement("wrong", "UPDATE account SET balance = 0 RETURNING balance") {
            row throws(PostgresFailure) in try row.text()
        }
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try? transaction.run(wrong())
            }
        }
        #expect(failure?.kind == .unexpectedRow)
        #expect(try await balances(bench) == [100, 100])
    }

    // MARK: conflicts

    /// Two transactions lock the same two rows in opposite order. Postgres ends one of them, and the client runs it
    /// again.
    @Test("A transaction that loses a deadlock runs again")
    func deadlock() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let first = Gate()
        let second = Gate()
        @Sendable func transfer(from: Int64, to: Int64, opens mine: Gate, passes theirs: Gate) async throws {
            let tries = Atomic(0)
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.run(add(.bigint(from), .bigint(-10)))
                if tries.add(1, ordering: .relaxed).newValue == 1 {
                    mine.open()
                    theirs.pass()
                }
                _ = try transaction.commit(add(.bigint(to), .bigint(10)))
            }
        }
        async let there: Void = transfer(from: 1, to: 2, opens: first, passes: second)
        async let back: Void = transfer(from: 2, to: 1, opens: second, passes: first)
        _ = try await (there, back)
        #expect(bench.tally["postgres_statements_total", "begin", "ok"] >= 3)
        #expect(try await balances(bench) == [100, 100])
        #expect(bench.tally["postgres_statements_total", "add", "40"] >= 1)
    }

    @Test("A caller that continues at once keeps its session, because an idle worker replies")
    func keptSession() async throws {
        let bench = try await Bench.make { $0.transactors = 4 }
        let session = one("session", "SELECT pg_backend_pid()::bigint")
        var sessions: [Int64] = []
        for _ in 1...100 {
            sessions += try await bench.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                try tx.run(session())
            }
        }
        // A worker whose thread has just begun may become idle between two transactions, once.
        #expect(zip(sessions, sessions.dropFirst()).count { $0 != $1 } <= 3)
    }

    @Test("A transaction with a serialization failure runs again")
    func serializationFailure() async throws {
        let bench = try await Bench.make(schema: Self.schema)
        let repeatable = Statement("repeatable", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        let look = one("look", "SELECT balance FROM account WHERE id = $1")
        let (read, changed) = (Gate(), Gate())
        let runs = Atomic(0)
        async let result = bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            _ = try transaction.run(repeatable(), look(.bigint(1)))
            if runs.add(1, ordering: .relaxed).newValue == 1 {
                read.open()
                changed.pass()
            }
            return try transaction.commit(add(.bigint(1), .bigint(1)))[0]
        }
        await read.passed()
        _ = try await bench.database.write(add(.bigint(1), .bigint(10)))
        changed.open()
        #expect(try await result == 111)
        #expect(runs.load(ordering: .relaxed) == 2)
    }

    @Test("A transaction that always loses fails after 5 runs")
    func runLimit() async throws {
        let bench = try await Bench.make()
        let lose = Statement("lose", "DO $$ BEGIN RAISE EXCEPTION 'never' USING ERRCODE = '40001'; END $$")
        let runs = Atomic(0)
        let failure = await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                runs.add(1, ordering: .relaxed)
                _ = try transaction.run(lose())
            }
        }
        #expect(failure?.sqlState == "40001")
        #expect(runs.load(ordering: .relaxed) == 5)
    }
}
