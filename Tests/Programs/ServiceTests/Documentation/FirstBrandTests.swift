import Foundation
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Runs docs/FIRST-BRAND.md with the program for production, on an empty database.
@Suite("The first brand of an issuer", .timeLimit(.minutes(20)))
struct FirstBrandTests {
    @Test("The page leads from an empty database to a card with money on its account")
    func page() async throws {
        let document = try Document("docs/FIRST-BRAND.md")
        let start = try #require(document.unpasted.first { $0.command == "tessera-core serve" })
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            let operators = Operator(url: scratch.url, folder: folder)
            try await operators.check(document.examples.filter { $0.line < start.line }, of: document)
            let options = ["--database-url", scratch.url, "--key-file", operators.keyFile]
            _ = try await Program.serve(options, by: .core) { service in
                var beside = operators
                beside.service = "\(service.host):\(service.port)"
                try await beside.check(document.examples.filter { $0.line > start.line }, of: document)
            }
        }
    }

    @Test("A file with an error names line and column, and changes nothing", arguments: [
        ("brands:\n  acme: {colour: red}", "line 2, column 10: colour is not a known field"),
        ("cards:\n  a: {customer: b, program: c}", "line 2, column 3: cards.a cannot be applied; a card is created by"),
        ("loads:\n  a: {customer: b, amount: 1, currency: EUR}", "loads.a cannot be applied; money comes by deposits"),
        ("programs: {P: {brand: nobody}}", "must be a brand of this file, or an existing brand"),
        ("brands: [", "the text is not YAML"),
    ])
    func wrongFile(_ text: String, _ error: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            try Data(text.utf8).write(to: folder.appending(path: "issuer.yaml"))
            let person = Operator(url: scratch.url, folder: folder)
            let refused = try await person.ending(of: "tessera-core apply issuer.yaml")
            #expect(refused.status == .exited(1) && refused.output == "")
            #expect(refused.errors.contains("issuer.yaml was not applied, and nothing has changed"))
            #expect(refused.errors.contains(error), "\(refused.errors)")
            #expect(try await person.ending(of: "tessera-core export").output == "")
        }
    }

    @Test("An operator's mistake is answered by what would be accepted", arguments: [
        ("client rotate --brand acme --client x", 1, "There is no client x of the brand acme; "),
        ("client rotate --brand acme --client x --overlap-seconds 2592001", 64, "must be 0 to 2592000"),
        ("client list --brand nobody", 1, "There is no such brand"),
        ("customer enrol --brand b --country XX --first-name A --last-name B --mobile 1", 64, "--country must be"),
        ("card event 1 SUSPEND", 64, "must be a UUID"),
        ("card event f16ba382-eb42-481a-b08f-c57bdc9aae24 CHIP_AND_PIN", 64, "must be one of DISPATCHED, DELIVERED"),
        ("card event f16ba382-eb42-481a-b08f-c57bdc9aae24 SUSPEND", 1, "There is no such card"),
        ("movement confirm f16ba382-eb42-481a-b08f-c57bdc9aae24 --customer a", 64, "must be a number"),
        ("movement confirm f16ba382-eb42-481a-b08f-c57bdc9aae24 --customer 1", 1, "There is no such deposit"),
    ])
    func mistakes(_ command: String, _ status: Int32, _ sentence: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let person = Operator(url: scratch.url, folder: URL(filePath: directory.path).deletingLastPathComponent())
            let refused = try await person.ending(of: "tessera-core admin \(command)")
            #expect(refused.status == .exited(status), "\(refused.errors)")
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("A sandbox's database is refused")
    func sandbox() async throws {
        let scratch = try await ScratchDatabase.make(from: .demoUniverse)
        let refused = try await Program.run(["export", "--database-url", scratch.url], by: .core)
        #expect(refused.status == .exited(1) && refused.errors.contains("The database is a sandbox's"))
    }
}
