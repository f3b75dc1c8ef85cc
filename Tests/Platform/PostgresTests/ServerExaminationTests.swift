import Testing
import TestSupport

@testable import Postgres

@Suite("Checks of a server before its use", .timeLimit(.minutes(5)))
struct ServerExaminationTests {
    @Test("A pooler that gives a session to several clients is refused with the name of its mode", arguments: [
        ("transaction", ""), ("transaction", "default_pool_size = 1"), ("transaction", "server_reset_query_always = 1"),
        ("statement", ""),
    ])
    func sharedSessions(mode: String, further: String) async throws {
        let bench = try await Bench.make()
        try await PgBouncer.with("pool_mode = \(mode)\n\(further)", to: bench.scratch.url) { url in
            // What the first examination leaves in the pooler's sessions does not mislead the second one.
            for _ in 1...2 {
                let pooled = try bench.another(url: url)
                let found = await failure { try await pooled.database.examineServer() }
                await pooled.database.shutDown()
                let refusal = try #require(found)
                #expect(refusal.kind == .unsuitableServer)
                #expect("\(refusal)".contains("such as PgBouncer") && "\(refusal)".contains("(pool_mode = \(mode))"))
                #expect("\(refusal)".contains("set pool_mode = session"))
            }
        }
    }

    @Test("A pooler with many idle sessions is refused, whichever of them it gives next", arguments: 0...1)
    func idleSessions(roundRobin: Int) async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)")
        let settings = "pool_mode = transaction\nserver_round_robin = \(roundRobin)"
        try await PgBouncer.with(settings, to: bench.scratch.url) { url in
            let lock = try await TableLock.take("entry", mode: "ACCESS EXCLUSIVE", in: bench.scratch)
            let clients = try (1...8).map { _ in try bench.another(url: url) }
            try await withThrowingTaskGroup(of: Void.self) { waiting in
                for database in clients.map(\.database) {
                    waiting.addTask { try await database.execute(script: "SELECT count(*) FROM entry") }
                }
                try await lock.isWaitedFor(by: 8)
                lock.release()
                try await waiting.waitForAll()
            }
            let pooled = try bench.another(url: url)
            let found = await failure { try await pooled.database.examineServer() }
            let refusal = try #require(found)
            #expect("\(refusal)".contains("(pool_mode = transaction)"))
            for client in clients + [pooled] { await client.database.shutDown() }
        }
    }

    @Test("Postgres itself is accepted, and PgBouncer if it pools sessions; the next client's session is a new one")
    func ownSessions() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)")
        try await bench.database.examineServer()
        let insert = Statement<Void>("insert", "INSERT INTO entry VALUES ($1)")
        try await PgBouncer.with("pool_mode = session", to: bench.scratch.url) { url in
            for number in 1...2 {
                let pooled = try bench.another(url: url)
                try await pooled.database.examineServer()
                _ = try await pooled.database.write(insert(.bigint(Int64(number))))
                #expect(try await pooled.count("entry") == Int64(number))
                await pooled.database.shutDown()
            }
        }
    }

    @Test("PgBouncer is refused if it does not reset a session for the next client")
    func resettingNothing() async throws {
        let bench = try await Bench.make()
        try await PgBouncer.with("pool_mode = session\nserver_reset_query =", to: bench.scratch.url) { url in
            let first = try bench.another(url: url)
            try await first.database.examineServer()
            try await first.database.ping()
            await first.database.shutDown()
            let second = try bench.another(url: url)
            let found = await failure { try await second.database.examineServer() }
            await second.database.shutDown()
            let refusal = try #require(found)
            #expect(refusal.kind == .unsuitableServer && "\(refusal)".contains("(server_reset_query is empty)"))
        }
    }

    @Test("A pooler that has no second session is unavailable, and the failure has the number that is needed")
    func smallPool() async throws {
        let bench = try await Bench.make()
        // The only session is there before, and becomes free without a question to the server. So the first one that
        // is examined never waits, and the timeout ends only the wait for a second one, which never comes.
        let settings = """
            pool_mode = session
            default_pool_size = 1
            server_reset_query =
            query_wait_timeout = 1
            """
        try await PgBouncer.with(settings, to: bench.scratch.url) { url in
            let earlier = try bench.another(url: url)
            try await earlier.database.execute(script: "SELECT 1")
            await earlier.database.shutDown()
            let pooled = try bench.another(url: url) { ($0.readers, $0.writers, $0.transactors) = (1, 2, 4) }
            let found = await failure { try await pooled.database.examineServer() }
            await pooled.database.shutDown()
            let refusal = try #require(found)
            #expect(refusal.kind == .unavailable && "\(refusal)".contains("up to 8: "))
            #expect("\(refusal)".contains("default_pool_size"))
        }
    }

    @Test("A pooler that loses two sessions at their first transaction is not said to pool statements")
    func lostSessions() async throws {
        let bench = try await Bench.make()
        try await PgBouncer.with("pool_mode = session", to: bench.scratch.url) { url in
            let wire = try FaultyWire(to: url)
            wire.set(.cutAtBegin)
            let pooled = try bench.another(url: wire.url(for: url))
            let found = await failure { try await pooled.database.examineServer() }
            await pooled.database.shutDown()
            let refusal = try #require(found)
            #expect(refusal.kind == .unavailable && "\(refusal)".contains("two sessions were lost"))
            #expect(!"\(refusal)".contains("statement)"))
        }
    }

    @Test("A database whose encoding cannot hold every name is refused, with the command for another", arguments: [
        "LATIN1", "SQL_ASCII", "WIN1252",
    ])
    func encoding(encoding: String) async throws {
        let bench = try await Bench.make()
        let name = "\(bench.scratch.name)_\(encoding.lowercased())"
        try await bench.database.execute(
            script: "CREATE DATABASE \(name) TEMPLATE template0 ENCODING '\(encoding)' LC_COLLATE 'C' LC_CTYPE 'C'")
        let other = try bench.another { $0.database = name }
        let failure = await failure { try await other.database.examineServer() }
        await other.database.shutDown()
        try await bench.database.execute(script: "DROP DATABASE \(name) WITH (FORCE)")
        #expect(failure?.kind == .unsuitableServer)
        #expect("\(try #require(failure))".contains("has the encoding \(encoding)."))
        #expect("\(try #require(failure))".contains("--encoding=UTF8"))
    }
}
