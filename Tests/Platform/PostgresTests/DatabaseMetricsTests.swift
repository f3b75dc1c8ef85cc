import Testing

@testable import Postgres

@Suite("The metrics of the database", .timeLimit(.minutes(5)))
struct DatabaseMetricsTests {
    private static let one = PostgresTests.one("one", "SELECT 1::bigint")

    @Test("The seconds of a statement that succeeds are summed up by its name; those of others are not")
    func statementSeconds() async throws {
        let bench = try await Bench.make()
        let begun = ContinuousClock.now
        for _ in 1...3 { _ = try await bench.database.read(Self.one()) }
        let elapsed = (ContinuousClock.now - begun).nanoseconds
        let counted = bench.tally["postgres_statement_seconds_total", "one"]
        #expect(bench.tally["postgres_statements_total", "one", "ok"] == 3)
        #expect(counted > 0 && counted < elapsed, "\(counted) of \(elapsed) ns")
        let wrong = PostgresTests.one("wrong", "SELECT 1::bigint / 0")
        _ = await failure { try await bench.database.read(wrong()) }
        #expect(bench.tally["postgres_statements_total", "wrong", "22"] == 1)
        #expect(bench.tally["postgres_statement_seconds_total", "wrong"] == 0)
    }

    @Test("A session is open from its first use until the end, and busy only while it works")
    func sessions() async throws {
        let bench = try await Bench.make()
        let tally = bench.tally
        let (begun, end) = (Gate(), Gate())
        async let working: Void = bench.database.transaction { tx throws(PostgresFailure) in
            begun.open()
            end.pass()
            _ = try tx.commit(Self.one())
        }
        await begun.passed()
        // Every idle worker may open a session for waiting work.
        #expect(tally["postgres_sessions_open", "transaction"] >= 1)
        #expect(tally["postgres_sessions_busy", "transaction"] == 1)
        #expect(tally["postgres_sessions_open", "read"] == 0)
        end.open()
        try await working
        _ = try await bench.database.read(Self.one())
        #expect(tally["postgres_sessions_open", "transaction"] >= 1)
        #expect(tally["postgres_sessions_open", "read"] == 1)
        await bench.database.shutDown()
        for lane in ["read", "transaction"] {
            #expect(tally["postgres_sessions_open", lane] == 0, "\(lane)")
            #expect(tally["postgres_sessions_busy", lane] == 0, "\(lane)")
        }
    }

    @Test("A session that cannot be set up is not open")
    func failedSession() async throws {
        let bench = try await Bench.make { configuration in
            configuration.sessionSettings = ["no_such_setting": "1"]
            configuration.waitingLimit = .milliseconds(100)
        }
        while bench.tally["postgres_connect_failures_total", "read"] == 0 {
            #expect(await failure { try await bench.database.read(Self.one()) } != nil)
        }
        await bench.database.shutDown()
        #expect(bench.tally["postgres_sessions_open", "read"] == 0)
    }
}
