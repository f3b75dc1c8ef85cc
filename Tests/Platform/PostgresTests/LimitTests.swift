import ServiceLifecycle
import Testing

@testable import Postgres

/// Requests without room in the queue, without time, or without a caller.
@Suite("Limits, cancellation and shutdown")
struct LimitTests {
    /// Keeps a lane of one transactor busy while the body runs.
    func whileBusy(_ bench: Bench, _ body: () async throws -> Void) async throws {
        let (held, release) = (Gate(), Gate())
        async let holding: Void = {
            // If the transaction never begins, the test still continues and reports why.
            defer { held.open() }
            try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in
                held.open()
                release.pass()
            }
        }()
        await held.passed()
        defer { release.open() }
        try await body()
        release.open()
        try await holding
    }

    @Test("A full queue refuses immediately")
    func fullQueue() async throws {
        let bench = try await Bench.make { ($0.transactors, $0.queueLimit) = (1, 1) }
        try await withThrowingTaskGroup(of: PostgresFailure?.self) { group in
            try await whileBusy(bench) {
                for _ in 0..<3 {
                    group.addTask {
                        await failure {
                            try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in }
                        }
                    }
                }
                // The refused callers return while the lane is still busy; one waits.
                for _ in 0..<2 {
                    let refused = try await group.next()
                    #expect(refused??.kind == .overloaded)
                }
            }
            let served = try await group.next()
            #expect(served == .some(nil))
        }
    }

    @Test("A request that waits too long is refused and safe to retry")
    func waitingLimit() async throws {
        let bench = try await Bench.make { ($0.transactors, $0.waitingLimit) = (1, .seconds(3)) }
        // Connecting may take longer than the waiting limit, so this repeats the request until there is a session.
        while await failure(of: {
            try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in }
        }) != nil {}
        try await whileBusy(bench) {
            let failure = await failure {
                try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in }
            }
            #expect(failure?.kind == .overloaded)
            #expect(failure?.isSafeToRetry == true)
        }
    }

    @Test("A request that is cancelled while it waits never runs")
    func cancelledWaiting() async throws {
        let bench = try await Bench.make { $0.transactors = 1 }
        try await whileBusy(bench) {
            let task = Task {
                try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                    try transaction.commit(one("never", "SELECT 1::bigint")())
                }
            }
            task.cancel()
            #expect(await failure { try await task.value }?.kind == .cancelled)
        }
        try await bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in }
        #expect(bench.tally["postgres_statements_total", "never", "ok"] == 0)
    }

    let lock = one("lock", "SELECT 1::bigint FROM pg_advisory_xact_lock($1)")

    /// Holds an advisory lock while the body runs.
    func whileLocked(_ bench: Bench, _ body: (_ unlock: () -> Void) async throws -> Void) async throws {
        let holder = try bench.another()
        let (held, release) = (Gate(), Gate())
        async let holding: Void = holder.database.transaction { (transaction: PlainTransaction)
            throws(PostgresFailure) in
            _ = try transaction.run(lock(.bigint(1)))
            held.open()
            release.pass()
        }
        await held.passed()
        defer { release.open() }
        try await body { release.open() }
        try await holding
    }

    @Test("A cancelled read returns before its answer")
    func cancelledRead() async throws {
        let bench = try await Bench.make()
        try await whileLocked(bench) { unlock in
            let task = Task { try await bench.database.read(lock(.bigint(1))) }
            try await bench.awaitBlocked(1)
            task.cancel()
            #expect(await failure { try await task.value }?.kind == .cancelled)
            unlock()
        }
        try await bench.database.ping()
    }

    @Test("A cancelled write that was sent returns its result")
    func cancelledWrite() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE done (n bigint)")
        let write = one("write", "INSERT INTO done SELECT 7 FROM pg_advisory_xact_lock(1) RETURNING n")
        try await whileLocked(bench) { unlock in
            let task = Task { try await bench.database.write(write()) }
            try await bench.awaitBlocked(1)
            task.cancel()
            unlock()
            #expect(try await task.value == [7])
        }
        #expect(try await bench.count("done") == 1)
    }

    @Test("A shutdown completes running work, refuses new requests and ends all sessions")
    func shutDown() async throws {
        let bench = try await Bench.make { $0.transactors = 1 }
        let (held, release) = (Gate(), Gate())
        async let holding = bench.database.transaction { (_: PlainTransaction) throws(PostgresFailure) in
            held.open()
            release.pass()
            return 1
        }
        await held.passed()
        async let closing: Void = bench.database.shutDown()
        while await failure(of: bench.database.ping)?.kind != .shutDown {}
        release.open()
        #expect(try await holding == 1)
        await closing
        #expect(await failure(of: bench.database.ping)?.kind == .shutDown)
        let observer = try bench.another { $0.readers = 1 }
        let sessions = one("sessions", """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
        // A Postgres process takes a moment to notice that its client has gone.
        while try await observer.database.read(sessions()) != [0] {}
    }

    @Test("A service group shuts the database down")
    func serviceGroup() async throws {
        let bench = try await Bench.make()
        let group = ServiceGroup(services: [bench.database], logger: quiet)
        let running = Task { try await group.run() }
        try await bench.database.ping()
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(await failure(of: bench.database.ping)?.kind == .shutDown)
    }
}
