import Testing
import TestSupport

@testable import Postgres

/// Other sessions wait for the locks of a session that was given up.
@Suite("A session that is given up releases its locks", .timeLimit(.minutes(5)))
struct GivenUpSessionTests {
    private static let lock = one("lock", "SELECT 1::bigint FROM pg_advisory_xact_lock($1)")

    /// Shorter than any time after which the server itself would notice.
    private static let patience = Duration.seconds(20)

    @Test("If the client gives up while the server waits for a lock, the server undoes the transaction")
    func waitingForLock() async throws {
        let bench = try await Bench.make { $0.transactors = 1 }
        let holder = try bench.another()
        let (held, release) = (Gate(), Gate())
        async let holding: Void = holder.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
            _ = try tx.run(Self.lock(.bigint(1)))
            held.open()
            release.pass()
        }
        await held.passed()
        // The server would wait for two minutes; the client gives up long before.
        let hasty = try bench.another { ($0.transactors, $0.answerGrace) = (1, .seconds(-119)) }
        let given = await failure {
            try await hasty.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                _ = try tx.run(Self.lock(.bigint(2)))
                _ = try tx.run(Self.lock(.bigint(1)))
            }
        }
        #expect(given?.kind == .connectionLost && given?.isSafeToRetry == true)
        // Nobody sends another request to the session that was given up.
        #expect(try await Self.time(of: 2, bench) < Self.patience)
        release.open()
        try await holding
    }

    @Test("If the answer is lost, the lock is free at once, and not at the next request of the same thread")
    func lostAnswer() async throws {
        let bench = try await Bench.make()
        let wire = try FaultyWire(to: bench.scratch.url)
        let faulty = try bench.another(url: try wire.url(for: bench.scratch.url)) {
            ($0.transactors, $0.answerGrace) = (1, .seconds(-119))
        }
        let given = await failure {
            try await faulty.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                wire.set(.silence, isForOnce: true)
                _ = try tx.run(Self.lock(.bigint(1)))
            }
        }
        #expect(given?.kind == .connectionLost)
        #expect(try await Self.time(of: 1, bench) < Self.patience)
    }

    @Test("A transaction whose client is silent is ended, although its connection is still open")
    func silentClient() async throws {
        let bench = try await Bench.make()
        let silent = try bench.another { ($0.transactors, $0.statementTimeout) = (1, .seconds(6)) }
        let (held, release) = (Gate(), Gate())
        async let given = failure {
            try await silent.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                _ = try tx.run(Self.lock(.bigint(1)))
                held.open()
                release.pass()
                _ = try tx.run(Self.lock(.bigint(2)))
            }
        }
        await held.passed()
        #expect(try await Self.time(of: 1, bench) < Self.patience)
        release.open()
        #expect(await given?.kind == .connectionLost)
    }

    /// The time that another session waits for the lock.
    private static func time(of number: Int64, _ bench: Bench) async throws -> Duration {
        let begin = ContinuousClock.now
        _ = try await bench.database.write(lock(.bigint(number)))
        return .now - begin
    }
}
