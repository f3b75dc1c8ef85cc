import CardAPI
import CardClient
import CardSecrets
import Foundation
import Issuing
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("The command attest", .timeLimit(.minutes(20)))
struct AttestCommandTests {
    private struct Report: Decodable {
        struct Place: Decodable {
            let kind: String
            let card: String?
            let table: String?
            let column: String?
            let file: String?
            let offset: Int?
        }

        struct Named: Decodable { let name: String }
        struct File: Decodable { let path: String }
        struct Counts: Decodable {
            let cards: Int
            let pins: Int
        }

        let verdict: String
        let searchedFor: Counts
        let findings: [Place]
        let tables: [Named]
        let files: [File]
        let unread: [Named]

        init(_ text: String) throws { self = try JSONDecoder().decode(Report.self, from: Data(text.utf8)) }
    }

    /// A production with a card, its number, and the log of the service that made it.
    private struct Production {
        let directory: DataDirectory
        let scratch: ScratchDatabase
        let card: String
        let number: String
        let log: String

        func attest(_ arguments: [String] = []) async throws -> Program.Ending {
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            let ending = try await Program.run(["attest"] + arguments + options, by: .core)
            #expect(!ending.output.contains(number) && !ending.errors.contains(number))
            return ending
        }

        static func with(_ body: (Production) async throws -> Void) async throws {
            try await DataDirectory.with { directory in
                let scratch = try await ScratchDatabase.makeForService()
                let options = ["--data-dir", directory.path, "--database-url", scratch.url]
                let seeding = try await Program.run(["seed"] + options)
                try #require(seeding.status.isSuccess, "\(seeding.errors)")
                try await scratch.database.execute(script: "DROP SCHEMA sandbox CASCADE")
                let (card, ending) = try await Program.serve(options + ["--log-level", "trace"], by: .core) { service in
                    var order = CreateCardBody.virtual("SKRILL-VIRTUAL-MC-EEA")
                    order.cardPin = "7391"
                    return try await service.cards(of: "10000001").create(order).cardId
                }
                let log = directory.path + "/service.log"
                try Data(ending.errors.utf8).write(to: URL(filePath: log))
                let number = try await Self.number(in: scratch, openedBy: directory.keyFile)
                try await body(
                    Production(directory: directory, scratch: scratch, card: card, number: number, log: log))
            }
        }

        private static func number(in scratch: ScratchDatabase, openedBy keyFile: String) async throws -> String {
            let database = try scratch.database
            let keys = try await KeyRing.load(
                from: database, opening: KeyEncryptionKey(file: keyFile), entropy: .system,
                clock: ServiceClock { IssuingFixture.now })
            let sealed = Statement("sealed", "SELECT customer_id, card_id, sealed_pan, pan_key_version FROM card") {
                (row: inout Row) throws(PostgresFailure) in
                (
                    customer: try row.bigint("customer_id"), card: try row.uuid("card_id"),
                    pan: SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version"))
                )
            }
            let row = try #require(try await database.read(sealed()).first)
            return try CardVault(keys: keys, entropy: .system)
                .open(row.pan, customer: row.customer, card: row.card).reveal { $0 }
        }
    }

    @Test("A production and its log are clean, and a number in a table or in a log is found and named")
    func planted() async throws {
        try await Production.with { production in
            let clean = try await production.attest(["--path", production.log])
            #expect(clean.status == .exited(0), "\(clean.errors)")
            let report = try Report(clean.output)
            #expect(report.verdict == "CLEAN" && report.findings.isEmpty)
            #expect((report.searchedFor.cards, report.searchedFor.pins) == (1, 1))
            #expect(report.tables.contains { $0.name == "webhooks.webhook_delivery" })
            #expect(report.files.map(\.path) == [production.log])

            try await production.scratch.database.execute(script: """
                CREATE TABLE public.notes (note text); INSERT INTO public.notes VALUES ('\(production.number)')
                """)
            let table = try await production.attest()
            #expect(table.status == .exited(2) && table.errors.contains("CARD_DATA_FOUND"), "\(table.errors)")
            let stored = try #require(try Report(table.output).findings.first)
            #expect(stored.table == "public.notes" && stored.column == "note" && stored.card == production.card)
            try await production.scratch.database.execute(script: "DROP TABLE public.notes")

            let log = try Data(contentsOf: URL(filePath: production.log))
            try (log + Data("paid with \(production.number)\n".utf8)).write(to: URL(filePath: production.log))
            let file = try await production.attest(["--path", production.log])
            #expect(file.status == .exited(2), "\(file.errors)")
            let logged = try #require(try Report(file.output).findings.first)
            #expect(logged.file == production.log && logged.offset == log.count + 10)
            #expect(logged.kind == "CARD_NUMBER" && logged.card == production.card)
        }
    }

    @Test("OpenSSL verifies the signed document, and refuses it after a change; what cannot be read ends with 1")
    func signed() async throws {
        try await Production.with { production in
            let keys = try await OpenSSL.signingKey(in: production.directory.path)
            let document = production.directory.path + "/attestation.json"
            let options = ["--output", document, "--signing-key", keys.private]
            let ending = try await production.attest(options)
            #expect(ending.status == .exited(0) && ending.output.isEmpty, "\(ending.errors)")
            #expect(try await OpenSSL.verifies(document, with: keys.public))
            let text = try String(contentsOfFile: document, encoding: .utf8)
            try Data(text.replacing("CLEAN", with: "CLEEN").utf8).write(to: URL(filePath: document))
            #expect(try await !OpenSSL.verifies(document, with: keys.public))

            let absent = try await production.attest(["--path", "/none"])
            #expect(absent.status == .exited(1) && absent.errors.contains("NOT READ: /none"), "\(absent.errors)")
            let report = try Report(absent.output)
            #expect(report.verdict == "INCOMPLETE" && report.unread.map(\.name) == ["/none"])

            let refused = try await production.attest(["--output", document, "--signing-key", production.log])
            #expect(refused.status == .exited(1) && refused.errors.contains("signing key"), "\(refused.errors)")
            let unsigned = try await production.attest(["--signing-key", keys.private])
            #expect(unsigned.status == .exited(64) && unsigned.errors.contains("--output"), "\(unsigned.errors)")
        }
    }

    @Test("The WAL and the logs of a private Postgres are searched without being named")
    func ownPostgres() async throws {
        try await DataDirectory.with { directory in
            let options = ["--data-dir", directory.path]
            _ = try await Program.serve(options, by: .core) { _ in }
            let log = try FileHandle(forWritingTo: URL(filePath: directory.path + "/postgres/server.log"))
            try log.seekToEnd()
            try log.write(contentsOf: Data(#"LOG:  parameters: {"pin":"7391"}"#.utf8))
            try log.close()
            let ending = try await Program.run(["attest"] + options, by: .core)
            #expect(ending.status == .exited(2), "\(ending.errors)")
            let report = try Report(ending.output)
            #expect(report.findings.map(\.kind) == ["NAMED_PIN"])
            #expect(report.findings.first?.file?.hasSuffix("/postgres/server.log.1") == true)
            #expect(report.files.contains { $0.path.contains(/\/pg_wal\/[0-9A-F]{24}$/) })
            #expect(report.unread.isEmpty)
        }
    }
}
