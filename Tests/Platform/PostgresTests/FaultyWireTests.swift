import Testing
import TestSupport

@testable import Postgres

/// Each kind of failure of a connection, and the failure that the caller gets.
@Suite("Faulty connections")
struct FaultyWireTests {
    let insert = Statement("insert", "INSERT INTO entry VALUES ($1)")
    let echo = one("echo", "SELECT $1")

    /// A database that can be reached only over a faulty connection, with one session for each kind of request.
    func make(_ configure: (inout DatabaseConfiguration) -> Void = { _ in }) async throws -> (Bench, FaultyWire) {
        let straight = try await Bench.make(schema: "CREATE TABLE entry (n bigint)")
        let wire = try FaultyWire(to: straight.scratch.url)
        let bench = try straight.another(url: try wire.url(for: straight.scratch.url)) {
            ($0.readers, $0.writers, $0.transactors) = (1, 1, 1)
            configure(&$0)
        }
        _ = try await bench.database.write(insert(.bigint(0)))
        try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
            _ = try transaction.commit(insert(.bigint(0)))
        }
        _ = try await bench.database.read(echo(.bigint(0)))
        return (bench, wire)
    }

    func insertInTransaction(
        _ bench: Bench, commitsAfter act: @escaping @Sendable () -> Void
    ) async -> PostgresFailure? {
        await failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                _ = try transaction.run(insert(.bigint(1)))
                act()
                _ = try transaction.commit(insert(.bigint(2)))
            }
        }
    }

    /// The number of rows in the database, without the two rows that the sessions were tested with.
    func entries(_ bench: Bench) async throws -> Int64 {
        try await bench.another().count("entry") - 2
    }

    @Test("A transaction with a run and a commit takes two round trips")
    func transactionSyncs() async throws {
        let (bench, wire) = try await make()
        let before = wire.syncs
        #expect(await insertInTransaction(bench) {} == nil)
        #expect(wire.syncs - before == 2)
        #expect(try await entries(bench) == 2)
    }

    @Test("Answers can arrive byte by byte")
    func singleBytes() async throws {
        let (bench, wire) = try await make()
        wire.set(.pieces(of: 1))
        let series = one("series", "SELECT n FROM generate_series(1::bigint, 200) AS n")
        #expect(try await bench.database.read(series()) == Array(1...200))
        #expect(await insertInTransaction(bench) {} == nil)
        #expect(try await entries(bench) == 2)
    }

    @Test("A read whose connection fails is repeated")
    func cutRead() async throws {
        for fault in [FaultyWire.Fault.cutBeforeSync, .cutBeforeAnswer, .noise] {
            let (bench, wire) = try await make()
            let before = wire.connections
            wire.set(fault, isForOnce: true)
            #expect(try await bench.database.read(echo(.bigint(7))) == [7], "\(fault)")
            #expect(wire.connections == before + 1, "\(fault)")
        }
    }

    /// A client cannot tell a write that never reached Postgres from one that did.
    @Test(
        "A write whose connection fails is not safe to retry",
        arguments: [(FaultyWire.Fault.cutBeforeSync, Int64(0)), (.cutBeforeAnswer, 1), (.noise, 1)])
    func cutWrite(fault: FaultyWire.Fault, written: Int64) async throws {
        let (bench, wire) = try await make()
        wire.set(fault)
        let failure = await failure { try await bench.database.write(insert(.bigint(1))) }
        #expect(failure?.kind == .connectionLost)
        #expect(failure?.isSafeToRetry == false)
        #expect(try await entries(bench) == written)
        wire.set(.pieces(of: 4096))
        _ = try await bench.database.write(insert(.bigint(2)))
        #expect(try await entries(bench) == written + 1)
    }

    @Test(
        "A write can take effect after its client has lost the connection",
        arguments: [FaultyWire.Fault.cutBeforeDelivery(milliseconds: 5), .closedBeforeAnswer])
    func lateWrite(fault: FaultyWire.Fault) async throws {
        let (bench, wire) = try await make()
        let observer = try bench.another()
        let before = try await observer.count("entry")
        wire.set(fault, isForOnce: true)
        let failure = await failure { try await bench.database.write(insert(.bigint(1))) }
        #expect(failure?.kind == .connectionLost && failure?.isSafeToRetry == false)
        while try await observer.count("entry") == before {}
        #expect(try await observer.count("entry") == before + 1)
    }

    @Test("A write succeeds if the end of its connection follows it at once")
    func closedBehindWrite() async throws {
        let (bench, wire) = try await make()
        wire.set(.closedBehindSync, isForOnce: true)
        _ = try await bench.database.write(insert(.bigint(1)))
        #expect(try await entries(bench) == 1)
    }

    @Test("A wire that delays and freezes loses nothing")
    func slowWire() async throws {
        let (bench, wire) = try await make()
        let before = wire.connections
        for fault in [FaultyWire.Fault.delay(milliseconds: 3), .freeze(milliseconds: 3)] {
            wire.set(fault)
            #expect(await insertInTransaction(bench) {} == nil, "\(fault)")
        }
        #expect(try await entries(bench) == 4)
        #expect(wire.connections == before)
    }

    @Test("A transaction is safe to retry if its connection fails before the commit, but not at it")
    func cutTransaction() async throws {
        let (bench, wire) = try await make()
        wire.set(.cutBeforeAnswer)
        let early = await insertInTransaction(bench) {}
        #expect(early?.kind == .connectionLost)
        #expect(early?.isSafeToRetry == true)
        #expect(try await entries(bench) == 0)

        wire.set(.pieces(of: 4096))
        let late = await insertInTransaction(bench) { wire.set(.cutBeforeAnswer) }
        #expect(late?.kind == .connectionLost)
        #expect(late?.statement == "insert")
        #expect(late?.isSafeToRetry == false)
        #expect(try await entries(bench) == 2)

        wire.set(.pieces(of: 4096))
        #expect(await insertInTransaction(bench) {} == nil)
        #expect(try await entries(bench) == 4)
    }

    @Test("A server that stops answering is given up")
    func silentServer() async throws {
        let (bench, wire) = try await make {
            ($0.statementTimeout, $0.answerGrace) = (.seconds(3), .seconds(1))
        }
        wire.set(.silence)
        let failure = await failure { try await bench.database.write(insert(.bigint(1))) }
        #expect(failure?.kind == .connectionLost)
        #expect(try await entries(bench) == 1)
        wire.set(.pieces(of: 4096))
        _ = try await bench.database.write(insert(.bigint(2)))
    }

    /// The answer would be complete after more than 15 s, and no pause in it is longer than the limit.
    @Test("An answer that only drips is given up")
    func drippingAnswer() async throws {
        let (bench, wire) = try await make {
            ($0.statementTimeout, $0.answerGrace) = (.seconds(3), .seconds(1))
        }
        let fill = one("fill", "INSERT INTO entry SELECT generate_series(1, 20) RETURNING n")
        wire.set(.drip)
        let failure = await failure { try await bench.database.write(fill()) }
        #expect(failure?.kind == .connectionLost)
        #expect(try await entries(bench) == 20)
        wire.set(.pieces(of: 4096))
        _ = try await bench.database.write(insert(.bigint(2)))
    }

    @Test("If no connection is possible, the request fails as unavailable and is safe to retry")
    func unreachableServer() async throws {
        let (bench, wire) = try await make()
        let fresh = try bench.another(url: try wire.url(for: bench.scratch.url)) {
            ($0.readers, $0.waitingLimit) = (1, .milliseconds(150))
        }
        wire.set(.cutAtOnce)
        let failure = await failure { try await fresh.database.read(echo(.bigint(1))) }
        #expect(failure?.kind == .unavailable)
        #expect(failure?.statement == "echo")
        #expect(failure?.isSafeToRetry == true)
        wire.set(.pieces(of: 4096))
        while await PostgresTests.failure(of: fresh.database.ping) != nil {}
        #expect(try await bench.database.read(echo(.bigint(1))) == [1])
    }

    /// A session that ended while it was idle is replaced before anything is sent over it.
    @Test("Sessions that ended while idle are replaced without a failure")
    func endedIdleSession() async throws {
        let (bench, wire) = try await make()
        let observer = try bench.another()
        let terminate = one("terminate", """
            SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
        #expect(try await observer.database.read(terminate())[0] >= 3)
        _ = try await bench.database.write(insert(.bigint(1)))
        #expect(await insertInTransaction(bench) {} == nil)
        #expect(try await entries(bench) == 3)
        #expect(wire.connections == 5, "the writer and the transactor have connected twice, the reader once")
    }
}
