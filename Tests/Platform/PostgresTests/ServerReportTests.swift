import Foundation
import Testing
import TestSupport

@testable import Postgres

@Suite("The report about a server", .timeLimit(.minutes(5)))
struct ServerReportTests {
    private static func report(
        _ bench: Bench, clockLead: TimeInterval = 0, database: String? = nil, url: String? = nil
    ) async throws -> ServerReport {
        var configuration = try DatabaseConfiguration(url: url ?? bench.scratch.url)
        configuration.database = database
        // The server's clock is compared with the real one.
        return try await configuration.report { Date(timeIntervalSinceNow: clockLead) }
    }

    @Test("It has the version, and no complaint about Postgres itself on the same machine")
    func suitable() async throws {
        let bench = try await Bench.make()
        let report = try await Self.report(bench)
        let number = one("number", "SELECT current_setting('server_version_num')::bigint")
        #expect(Int64(report.versionNumber) == (try await bench.database.read(number()))[0])
        #expect(report.version.hasPrefix("\(report.versionNumber / 10_000)"))
        #expect(report.wrongEncoding == nil && report.pooling == nil)
        // `Date` rounds to fractions of a microsecond.
        #expect(abs(report.clockLead) <= report.clockDoubt + 0.001)
    }

    @Test("It has the difference of the clocks")
    func clock() async throws {
        let bench = try await Bench.make()
        let report = try await Self.report(bench, clockLead: 100)
        #expect(abs(report.clockLead + 100) <= report.clockDoubt + 0.001)
    }

    @Test("It names a wrong encoding and a pooler, and does not fail for them")
    func unsuitable() async throws {
        let bench = try await Bench.make()
        try await PgBouncer.with("pool_mode = transaction", to: bench.scratch.url) { url in
            // The first report leaves nothing in the pooler's sessions that would stop the second one.
            for _ in 1...2 {
                let pooled = try await Self.report(bench, url: url)
                #expect(pooled.pooling?.kind == .unsuitableServer && pooled.wrongEncoding == nil)
            }
        }
        let name = "\(bench.scratch.name)_latin1"
        try await bench.database.execute(
            script: "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
        let other = try await Self.report(bench, database: name)
        try await bench.database.execute(script: "DROP DATABASE \(name) WITH (FORCE)")
        #expect(other.wrongEncoding?.explanation?.contains("LATIN1") == true && other.pooling == nil)
    }

    @Test("The reason why there is none is that of libpq, without the password")
    func unreachable() async throws {
        let url = "postgresql://cards:not-for-the-log@127.0.0.1:1/cards"
        let failure = await #expect(throws: UnreachableServer.self) {
            try await DatabaseConfiguration(url: url).report { .distantPast }
        }
        #expect(failure?.description.contains("Connection refused") == true, "\(failure?.description ?? "")")
        #expect(failure?.description.contains("not-for-the-log") == false)
        #expect(failure?.description.contains("\n") == false)
    }
}
