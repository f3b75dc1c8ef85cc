import CardSecrets
import Foundation
import Postgres
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Runs docs/FIRST-BRAND.md with the program for production, on an empty database.
@Suite("The first brand of an issuer", .timeLimit(.minutes(20)))
struct FirstBrandTests {
    @Test("The page leads from an empty database, over TLS, to a card that pays with its PIN under an imported key")
    func page() async throws {
        let document = try Document("docs/FIRST-BRAND.md")
        let start = try #require(document.unpasted.first { $0.command == "tessera-core serve" })
        let doors = NetworkDoorPorts()
        try await Operator.withFirstBrand { person, scratch in
            let directory = person.folder.appending(path: ".tessera").path
            let options = [
                "--database-url", scratch.url, "--data-dir", directory, "--tls", "--iso8583-port", "\(doors.iso8583)",
            ]
            _ = try await Program.serve(options, by: .core) { service in
                let authority = try await Program.run(["ca", "--data-dir", directory])
                try Data(authority.output.utf8).write(to: URL(filePath: person.root))
                var beside = person
                beside.service = "\(service.host):\(service.port)"
                try await beside.check(document.examples.filter { $0.line > start.line }, of: document)
                let answers = try await Self.pay(at: doors.iso8583, with: Self.card(in: scratch, person.keyFile))
                #expect(answers == ["0110 00", "0110 55", "0230 00"])
                let books = try await person.ending(of: "tessera-core ledger check")
                #expect(books.output.hasPrefix("The ledger adds up: 1 accounts, 1 holds, 2 journals."), "\(books)")
            }
        }
    }

    /// The number of the only card, and PIN blocks of its PIN and of another one under the key that the database has.
    private static func card(
        in scratch: ScratchDatabase, _ keyFile: String
    ) async throws -> (pan: String, blocks: [String]) {
        let keys = Statement("keys", "SELECT purpose, version, wrapped FROM issuing.data_key") {
            (row: inout Row) throws(PostgresFailure) in
            let (purpose, version) = (try row.text("purpose", as: KeyPurpose.self), try row.integer("version"))
            return WrappedKey(purpose: purpose, version: version, ciphertext: try row.bytes("wrapped"))
        }
        let stored = try await scratch.database.read(keys())
        let vault = CardVault(
            keys: try KeyRing(opening: stored, with: try KeyEncryptionKey(file: keyFile)), entropy: .system)
        let statement = Statement(
            "sealed", "SELECT customer_id, card_id, sealed_pan, pan_key_version FROM issuing.card"
        ) { (row: inout Row) throws(PostgresFailure) in
            let (customer, card) = (try row.bigint("customer_id"), try row.uuid("card_id"))
            let sealed = SealedPAN(bytes: try row.bytes("sealed_pan"), keyVersion: try row.integer("pan_key_version"))
            return (customer: customer, card: card, sealed: sealed)
        }
        let card = try #require(try await scratch.database.read(statement()).first)
        let pan = try vault.open(card.sealed, customer: card.customer, card: card.card)
        let blocks = try ["4071", "4072"].map { digits in
            EncodedBytes.hexadecimal(try vault.zoneBlock(try #require(PIN(digits)), of: pan))
        }
        return (pan.reveal { $0 }, blocks)
    }

    /// - Returns: types and response codes of a purchase with the right PIN, one with another PIN, and the clearing of
    ///   the first.
    private static func pay(at port: Int, with card: (pan: String, blocks: [String])) async throws -> [String] {
        let purchase = [
            "t": "0100", "2": card.pan, "3": "000000", "4": "000000001234", "7": "1123064500", "11": "000001",
            "18": "5812", "22": "051", "32": "123456", "37": "RRN000000001", "41": "TERM0001",
            "42": "MERCHANT0000001", "43": "Cafe Central             Wien         AT", "48": "7101V", "49": "978",
            "52": card.blocks[0],
        ]
        var (wrong, clearing) = (purchase, purchase)
        (wrong["11"], wrong["37"], wrong["52"]) = ("000002", "RRN000000002", card.blocks[1])
        (clearing["t"], clearing["11"], clearing["37"], clearing["52"]) = ("0220", "000003", "RRN000000003", nil)
        clearing["90"] = "0100" + "000001" + "1123064500" + "00000123456" + "00000000000"
        let json = String(decoding: try JSONEncoder().encode([purchase, wrong, clearing]), as: UTF8.self)
        let script = Tester.folder.appending(path: "iso8583_client.py").path
        let run = try await Tester.run("python", [script, "127.0.0.1", "\(port)", json])
        #expect(run.status == .exited(0), "\(run.errors)")
        return try run.output.split(separator: "\n").map { line in
            let answer = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            return "\(answer["t"] ?? "") \(answer["39"] ?? "")"
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
