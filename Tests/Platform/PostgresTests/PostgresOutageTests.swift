import EmbeddedPostgres
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import Postgres

@Suite("Outages of Postgres")
struct PostgresOutageTests {
    let terminate = one("terminate", """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)

    @Test("Reads succeed although every session is killed several times", arguments: [1, 2])
    func killedReads(readers: Int) async throws {
        let bench = try await Bench.make { $0.readers = readers }
        let killer = try bench.another()
        let pause = one("pause", "SELECT $1 FROM pg_sleep(0.001)")
        let enough = Flag()
        try await withThrowingTaskGroup { group in
            for reader in Int64(0)..<40 {
                group.addTask {
                    var number = reader * 1_000_000
                    while !enough.isRaised {
                        let rows = try await bench.database.read(pause(.bigint(number)))
                        #expect(rows == [number])
                        number += 1
                    }
                }
            }
            for round in Int64(1)...4 {
                while bench.tally["postgres_connects_total", "read"] < round * Int64(readers) { await Task.yield() }
                let killed = try await killer.database.read(terminate())
                #expect(killed[0] >= readers)
            }
            enough.raise()
            try await group.waitForAll()
        }
    }

    @Test("A read that ends its own session fails alone")
    func poisonousRead() async throws {
        let bench = try await Bench.make { $0.readers = 1 }
        let poison = one("poison", "SELECT 1::bigint FROM pg_terminate_backend(pg_backend_pid()), pg_sleep(1)")
        try await withThrowingTaskGroup { group in
            for number in Int64(0)..<60 {
                group.addTask {
                    if number == 20 {
                        let failure = await failure { try await bench.database.read(poison()) }
                        #expect(failure?.kind == .connectionLost)
                        #expect(failure?.statement == "poison")
                    } else {
                        let rows = try await bench.database.read(one("echo", "SELECT $1")(.bigint(number)))
                        #expect(rows == [number])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Every acknowledged write is stored, and the others are not safe to retry")
    func killedWrites() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)")
        let killer = try bench.another()
        let insert = Statement("insert", "INSERT INTO entry SELECT $1 FROM pg_sleep(0.01)")
        let acknowledged = try await withThrowingTaskGroup { group in
            for number in Int64(0)..<400 {
                group.addTask { () -> Int64? in
                    do throws(PostgresFailure) {
                        _ = try await bench.database.write(insert(.bigint(number)))
                        return number
                    } catch {
                        #expect(error.kind == .connectionLost)
                        #expect(!error.isSafeToRetry)
                        return nil
                    }
                }
            }
            _ = try await group.next()
            for kill in 0..<200 where kill < 4 || bench.tally["postgres_statements_total", "insert", "lost"] == 0 {
                _ = try await killer.database.read(terminate())
            }
            return try await group.reduce(into: Set<Int64>()) { if let number = $1 { $0.insert(number) } }
        }
        let found = Set(try await bench.database.read(one("all", "SELECT n FROM entry")()))
        #expect(acknowledged.isSubset(of: found))
        #expect(bench.tally["postgres_statements_total", "insert", "lost"] > 0)
    }

    @Test("A killed write is not safe to retry, and a killed transaction before its commit is")
    func safeToRetry() async throws {
        let bench = try await Bench.make()
        let (holder, killer) = (try bench.another(), try bench.another())
        let lock = one("lock", "SELECT 1::bigint FROM pg_advisory_xact_lock($1)")
        let (held, release) = (Gate(), Gate())
        async let holding: Void = holder.database.transaction { (transaction: PlainTransaction)
            throws(PostgresFailure) in
            _ = try transaction.run(lock(.bigint(1)))
            held.open()
            release.pass()
        }
        await held.passed()
        async let write = failure { try await bench.database.write(lock(.bigint(1))) }
        async let transaction = failure {
            try await bench.database.transaction { (transaction: PlainTransaction) throws(PostgresFailure) in
                try transaction.run(lock(.bigint(1)))
            }
        }
        try await bench.awaitBlocked(2)
        let killed = try await killer.database.read(one("kill_blocked", """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'
            """)())
        #expect(killed == [2])
        let (unknown, undone) = await (write, transaction)
        #expect(unknown?.kind == .connectionLost)
        #expect(unknown?.isSafeToRetry == false)
        #expect(undone?.kind == .connectionLost)
        #expect(undone?.isSafeToRetry == true)
        release.open()
        try await holding
    }

    /// The whole server stops and returns. Meanwhile, callers get a failure within the waiting limit.
    @Test("Requests fail as unavailable while Postgres is stopped, and succeed after it returns")
    func restart() async throws {
        let server = EmbeddedPostgres(
            dataDirectory: "\(FileManager.default.temporaryDirectory.path)/tessera-outage-\(getpid())",
            durability: .none, maximumConnections: 40, logger: quiet)
        try await server.start()
        var configuration = try DatabaseConfiguration(url: server.url)
        configuration.waitingLimit = .milliseconds(200)
        let log = RecordedLog()
        let database = Database(configuration, logger: log.logger, metrics: Tally())
        let insert = Statement("insert", "INSERT INTO entry VALUES ($1)")
        // On a busy machine, the first attempt to connect may take longer than a request waits.
        while await failure(of: { try await database.execute(script: "CREATE TABLE entry (n bigint)") }) != nil {}
        while await failure(of: { try await database.write(insert(.bigint(1))) }) != nil {}
        while await failure(of: database.ping) != nil {}

        await server.stop()
        for _ in 0..<3 {
            #expect(await refusal(of: database.ping)?.kind == .unavailable)
            let refused = await refusal { try await database.write(insert(.bigint(2))) }
            #expect(refused?.kind == .unavailable)
        }
        try await server.start()
        while await failure(of: database.ping) != nil {}
        while await failure(of: { try await database.write(insert(.bigint(3))) }) != nil {}
        let all = one("all", "SELECT n FROM entry ORDER BY n")
        var entries: [Int64]?
        while entries == nil { entries = try? await database.read(all()) }
        #expect(entries == [1, 3])
        let messages = log.lines.map(\.message)
        #expect(messages.count { $0 == "Postgres cannot be reached; retrying" } == 2, "once for each lane")
        #expect(messages.count { $0 == "Postgres is reachable again" } == 2)
        await database.shutDown()
        try await server.destroy()
    }

    @Test("A shutdown does not wait for a Postgres that cannot be reached")
    func shutDownWithoutServer() async throws {
        var configuration = try DatabaseConfiguration(url: "postgres:///cards?host=/nonexistent")
        configuration.waitingLimit = .seconds(600)
        let database = Database(configuration, logger: quiet, metrics: Tally())
        async let refused = failure(of: database.ping)
        await database.shutDown()
        let kind = await refused?.kind
        #expect(kind == .unavailable || kind == .shutDown)
    }
}

private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .relaxed) }

    func raise() {
        state.store(true, ordering: .relaxed)
    }
}
