import Testing
import TestSupport

@testable import Postgres

@Suite("Checks of a server before its use", .timeLimit(.minutes(5)))
struct ServerExaminationTests {
    @Test("A pooler that gives each transaction another session is refused by name")
    func transactionPooling() async throws {
        let bench = try await Bench.make()
        let pooler = try TransactionPooler(to: bench.scratch.url, sharing: true)
        let pooled = try bench.another(url: try pooler.url(for: bench.scratch.url))
        // The second examination finds the prepared statements that the first one has left in the pooler's sessions.
        for _ in 1...2 {
            let failure = await failure { try await pooled.database.examineServer() }
            #expect(failure?.kind == .unsuitableServer)
            #expect("\(try #require(failure))".contains("such as PgBouncer"))
            #expect("\(try #require(failure))".contains("pool_mode = session"))
        }
    }

    @Test("Postgres itself, and a pooler that gives each client a session of its own, are accepted")
    func ownSessions() async throws {
        let bench = try await Bench.make()
        try await bench.database.examineServer()
        let pooler = try TransactionPooler(to: bench.scratch.url, sharing: false)
        let pooled = try bench.another(url: try pooler.url(for: bench.scratch.url))
        try await pooled.database.examineServer()
        #expect(try await pooled.count("pg_class") > 0)
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
