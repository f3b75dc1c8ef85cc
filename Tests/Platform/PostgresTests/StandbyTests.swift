import EmbeddedPostgres
import Foundation
import Subprocess
import Testing
import TestSupport

@testable import Postgres

@Suite("Servers that accept no writes, and sessions at fault", .timeLimit(.minutes(5)))
struct StandbyTests {
    private static let insert = Statement("insert", "INSERT INTO entry VALUES ($1)")

    /// A failover: the address first leads to a hot standby, which is then promoted.
    @Test("While the server is a standby, every request is unavailable; after its promotion, every request succeeds")
    func failover() async throws {
        let directory = "\(FileManager.default.temporaryDirectory.path)/tessera-standby-\(getpid())"
        let server = EmbeddedPostgres(
            dataDirectory: directory, durability: .none, maximumConnections: 60, logger: quiet)
        try await server.start()
        let database = try Self.database(server.url)
        // The operator's URL may accept any server.
        let careless = try Self.database(server.url + "&target_session_attrs=any")
        // On a busy machine, the first attempt to connect may take longer than a request waits.
        while await failure(of: { try await database.execute(script: "CREATE TABLE entry (n bigint)") }) != nil {}
        for database in [database, careless] {
            while await failure(of: { try await database.write(Self.insert(.bigint(1))) }) != nil {}
        }

        await server.stop()
        let mark = directory + "/postgres/cluster/standby.signal"
        try #require(FileManager.default.createFile(atPath: mark, contents: nil))
        // The start is over only when the server accepts writes.
        async let started: Void = server.start()
        try await Self.untilStandby(server)
        for database in [database, careless] {
            #expect(await refusal(of: database.ping)?.kind == .unavailable, "no session stays on it")
            let write = await refusal { try await database.write(Self.insert(.bigint(2))) }
            #expect(write?.kind == .unavailable && write?.isPassing == true)
            let transaction = await refusal {
                try await database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                    try tx.commit(Self.insert(.bigint(2)))
                }
            }
            #expect(transaction?.kind == .unavailable)
        }
        try await Self.ask(server, "SELECT pg_promote()")
        try await started
        for database in [database, careless] {
            while await failure(of: { try await database.write(Self.insert(.bigint(3))) }) != nil {}
            while await failure(of: database.ping) != nil {}
            await database.shutDown()
        }
        try await server.destroy()
    }

    @Test("A standby is unavailable also over a pooler that has known it as a primary")
    func pooledStandby() async throws {
        let directory = "\(FileManager.default.temporaryDirectory.path)/tessera-pooled-standby-\(getpid())"
        let server = EmbeddedPostgres(
            dataDirectory: directory, durability: .none, maximumConnections: 60, logger: quiet)
        try await server.start()
        try await PgBouncer.with("pool_mode = session", to: server.url) { url in
            let before = try Self.database(url)
            while await failure(of: before.ping) != nil {}
            await before.shutDown()

            await server.stop()
            let mark = directory + "/postgres/cluster/standby.signal"
            try #require(FileManager.default.createFile(atPath: mark, contents: nil))
            // The start is over only when the server accepts writes.
            async let started: Void = server.start()
            try await Self.untilStandby(server)
            let database = try Self.database(url)
            #expect(await refusal(of: database.ping)?.kind == .unavailable)
            try await Self.ask(server, "SELECT pg_promote()")
            try await started
            while await failure(of: database.ping) != nil {}
            await database.shutDown()
        }
        try await server.destroy()
    }

    /// The fence around an old primary that comes back. It can be a setting of the server, a database or a role.
    @Test("While sessions are read-only by default, every request is unavailable, whichever servers the URL accepts")
    func readOnlyByDefault() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)")
        let (name, url) = (bench.scratch.name, bench.scratch.url)
        let administration = try bench.another(url: ScratchDatabase.administratorURL)
        let fence = "ALTER DATABASE \(name) SET default_transaction_read_only"
        let urls = [
            url, url + "&target_session_attrs=any", url + "&target_session_attrs=primary",
            url.replacing("host=", with: "host=%2Fnonexistent,"),
        ]
        try await administration.database.execute(script: "\(fence) = on")
        let databases = try urls.map { try Self.database($0) }
        for database in databases {
            #expect(await refusal(of: database.ping)?.kind == .unavailable)
            let write = await refusal { try await database.write(Self.insert(.bigint(1))) }
            #expect(write?.kind == .unavailable && write?.isPassing == true)
        }
        try await administration.database.execute(script: "\(fence) = off")
        for database in databases {
            while await failure(of: { try await database.write(Self.insert(.bigint(2))) }) != nil {}
            while await failure(of: database.ping) != nil {}
            await database.shutDown()
        }
        // On a busy machine, a write may be done again after its answer came too late.
        #expect(try await bench.count("entry WHERE n = 2") >= Int64(urls.count))
        #expect(try await bench.count("entry WHERE n = 1") == 0)
    }

    @Test("A session that becomes read-only is given up, and the request runs again on another one")
    func readOnlySession() async throws {
        let bench = try await Bench.make(schema: "CREATE TABLE entry (n bigint)") {
            ($0.writers, $0.transactors) = (1, 1)
        }
        let spoil = Statement("spoil", "SELECT set_config('default_transaction_read_only', 'on', false)")
        _ = try await bench.database.write(spoil())
        _ = try await bench.database.write(Self.insert(.bigint(1)))
        _ = try await bench.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
            _ = try tx.commit(spoil())
        }
        try await bench.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
            _ = try tx.commit(Self.insert(.bigint(2)))
        }
        #expect(try await bench.count("entry") == 2)
    }

    @Test("A rejection that is the fault of the session or its server is temporary, and ends the session", arguments: [
        "08006", "25006", "53300", "57P01", "57P02", "57P03", "58P01",
    ])
    func sessionAtFault(state: String) async throws {
        let bench = try await Bench.make { ($0.writers, $0.transactors) = (1, 1) }
        let raise = "DO $$ BEGIN RAISE SQLSTATE '\(state)'; END $$"
        let blamed = Statement("blamed", raise)
        let write = await failure { try await bench.database.write(blamed()) }
        let transaction = await failure {
            try await bench.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                try tx.commit(blamed())
            }
        }
        let script = await failure { try await bench.database.execute(script: raise) }
        for found in [write, transaction, script] {
            #expect(found?.sqlState == state && found?.isPassing == true)
        }
        for lane in ["write", "transaction", "script"] {
            let before = bench.tally["postgres_connects_total", lane]
            switch lane {
            case "write": _ = try await bench.database.write(one("fine", "SELECT 1::bigint")())
            case "script": try await bench.database.execute(script: "SELECT 1")
            default: try await bench.database.transaction { (tx: PlainTransaction) throws(PostgresFailure) in
                _ = try tx.commit(one("fine", "SELECT 1::bigint")())
            }
            }
            #expect(bench.tally["postgres_connects_total", lane] == before + 1, "\(lane)")
        }
    }

    // MARK: A server of its own

    private static func database(_ url: String) throws -> Database {
        var configuration = try DatabaseConfiguration(url: url)
        (configuration.writers, configuration.transactors) = (2, 2)
        configuration.waitingLimit = .milliseconds(200)
        return Database(configuration, logger: quiet, metrics: Tally())
    }

    private static func untilStandby(_ server: EmbeddedPostgres) async throws {
        while try await ask(server, "SELECT pg_is_in_recovery()") != "t" { await Task.yield() }
    }

    /// Runs SQL with psql, which accepts a standby. Nil if the server does not answer.
    @discardableResult
    private static func ask(_ server: EmbeddedPostgres, _ query: String) async throws -> String? {
        let url = server.url(database: "postgres", user: EmbeddedPostgres.administrator)
        let result = try await Subprocess.run(
            .name("psql"), arguments: ["--no-psqlrc", "--tuples-only", "--no-align", "--command", query, url],
            output: .string(limit: 4096), error: .discarded)
        guard result.terminationStatus.isSuccess else { return nil }
        return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
