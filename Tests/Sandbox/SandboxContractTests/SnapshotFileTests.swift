import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing
import TestSupport

@Suite("Snapshots in files", .timeLimit(.minutes(20)))
struct SnapshotFileTests {
    @Test("A file restores everything after a reset, with the same numbers, and cards stay sealed in it")
    func story() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let pan = try await service.plastic(of: card).pan
            let load = #"{"amount":5000,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            #expect(try await service.sandbox("PUT", "/clock", #"{"now":"2027-12-01T00:00:00Z"}"#).status == 200)
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"a"}"#).status == 201)
            // The file has the state of the snapshot, not the present one.
            let later = try await service.cards(of: .ivana)
            _ = try await later.update(card.cardId, .status("LOCKED"))
            _ = try await later.create(.virtual)

            let file = try await service.sandbox("GET", "/snapshots/a/file")
            #expect(file.status == 200 && file["Content-Type"] == "application/vnd.tessera.snapshot+json")
            #expect(file.text.contains(#""format": "tessera-snapshot""#), "\(file.text.prefix(300))")
            #expect(!file.text.contains(pan) && file.text.contains(card.cardId))

            #expect(try await service.sandbox("POST", "/reset").status == 204)
            let read = try await service.read(file.text, as: "b")
            #expect(read.status == 201, "\(read.text)")
            #expect(read.text == #"{"name":"b","takenDate":"2027-12-01T00:00:00Z"}"#)
            #expect(try await service.sandbox("GET", "/clock").text.contains("2027-12-01"))
            #expect(try await service.sandbox("GET", "/snapshots").text == #"{"snapshots":[\#(read.text)]}"#)
            let again = try await service.cards(of: .ivana)
            #expect(try await again.getAll().cards.map(\.status) == ["ACTIVE"])
            #expect(try await service.plastic(of: card).pan == pan)
            #expect(try await service.sandbox("GET", "/ledger").text.contains(#""isBalanced":true"#))

            // The snapshot from the file can be restored like any other.
            _ = try await again.update(card.cardId, .status("LOCKED"))
            #expect(try await service.sandbox("POST", "/snapshots/b/restore").status == 204)
            #expect(try await again.getAll().cards.map(\.status) == ["ACTIVE"])
            #expect(try await service.sandbox("GET", "/snapshots/b/file").text.contains(card.cardId))
        }
    }

    @Test("A file that is refused after its rows were read leaves the numbers and the snapshots as they are")
    func numbers() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"a"}"#).status == 201)
            let file = try await service.sandbox("GET", "/snapshots/a/file").text
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            func numbers(_ name: String) async throws -> String {
                #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"\#(name)"}"#).status == 201)
                let file = try await service.sandbox("GET", "/snapshots/\(name)/file").text
                return String(try #require(file.firstMatch(of: #/"numbers": \{[^}]*\}/#)).0)
            }
            let before = try await numbers("b")
            let late = file.replacing(#/"takenDate": "[^"]*"/#, with: #""takenDate": "x""#)
            let answer = try await service.read(late, as: "c")
            #expect(answer.status == 400 && answer.text.contains("takenDate is malformed"), "\(answer.text)")
            #expect(try await numbers("d") == before)

            _ = try await cards.update(card.cardId, .status("LOCKED"))
            #expect(try await service.sandbox("POST", "/snapshots/b/restore").status == 204)
            #expect(try await cards.getAll().cards.map(\.status) == ["ACTIVE"])
            #expect(try await service.sandbox("POST", "/snapshots/a/restore").status == 204)
            #expect(try await cards.getAll().cards.isEmpty)
        }
    }

    @Test("A malformed or foreign file is refused with the reason, and nothing changes")
    func refused() async throws {
        try await withSandboxService { service in
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"a"}"#).status == 201)
            let file = try await service.sandbox("GET", "/snapshots/a/file").text
            let card = try await service.cards(of: .ivana).create(.virtual)
            let shape = try #require(file.firstMatch(of: /"shape": "([0-9a-f]{64})"/)?.1)
            let customer = #""customer_id": 10000001"#
            for (text, status, reason) in [
                ("{", 400, "cannot be read as JSON"), ("{}", 400, "not a snapshot's file"),
                (
                    file.replacing(#/"takenDate": "[^"]*"/#, with: #""takenDate": null"#), 400,
                    "not a snapshot's file"
                ),
                (file.replacing(shape, with: "other"), 403, "with other tables"),
                (file.replacing(#""version": 1"#, with: #""version": 2"#), 403, "with other tables"),
                (file.replacing(#""keys": {""#, with: #""keys": {"other"#), 403, "whose keys seal its cards"),
                (file.replacing(customer, with: #""customer_id": "x""#), 400, "customer is malformed"),
                (file.replacing(customer, with: #""customer_id": 1e999999"#), 400, "customer_id must be a number"),
                (file.replacing(customer, with: #""customer_id": 1e-999999"#), 400, "customer_id must be a number"),
                (
                    file.replacing(#""brand": "demo""#, with: #""brand": "de\u0000mo""#, maxReplacements: 1), 400,
                    "].brand must not contain the character U+0000"
                ),
                (file.replacing(shape, with: #"\u0000"#), 400, "stored: shape must not contain"),
                (file.replacing(#/"numbers": \{[^}]*\}/#, with: #""numbers": {}"#), 400, "tables and the numbers"),
                (
                    file.replacing(customer, with: customer + #", "colour": 1"#, maxReplacements: 1), 400,
                    "customer.colour, which is no column"
                ),
                (file.replacing("10000001", with: "1", maxReplacements: 1), 400, "they break the rule"),
                (
                    file.replacing(#""brand": "demo""#, with: #""brand": "none""#, maxReplacements: 1), 400,
                    "they break the rule"
                ),
            ] {
                let answer = try await service.read(text, as: "b")
                #expect(answer.status == status && answer.text.contains(reason), "\(answer.text)")
            }
            #expect(try await service.read(file, as: "no name!").status == 400)
            #expect(try await service.sandbox("GET", "/snapshots/none/file").status == 404)
            #expect(try await service.cards(of: .ivana).getAll().cards.map(\.cardId) == [card.cardId])
            #expect(try await service.sandbox("GET", "/snapshots").text.contains(#""name":"a""#))
        }
    }

    /// Values of every kind, most of which a column refuses.
    private static let values = [
        "null", "true", "[]", "{}", "\"\"", "\"x\"", "0", "-1", "0.5", "9223372036854775808", "1e999", "\"2026-02-30\"",
        "\"9999-12-31T23:59:59Z\"", "\"-infinity\"", #""\\x00""#, #""\ud83d""#, "\"10000001\"",
    ]

    /// PostgreSQL reads the file, so a fuzzer cannot. `SNAPSHOT_CHANGES` is the number of changes, and `SNAPSHOT_SEED`
    /// the seed that they are drawn from.
    @Test("A file with one other value in it is read, or refused with the reason, and never fails")
    func otherValues() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["SNAPSHOT_CHANGES"].flatMap { Int($0) } ?? 40
        let seed = environment["SNAPSHOT_SEED"].flatMap { UInt64($0) } ?? 1
        try await withSandboxService { service in
            _ = try await service.cards(of: .ivana).create(.virtual)
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"a"}"#).status == 201)
            let file = try await service.sandbox("GET", "/snapshots/a/file").text
            let places = file.matches(of: /"(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null/).map(\.range)
            #expect(places.count > 100)
            var numbers = SeededNumbers(seed: seed)
            for round in 1...count {
                let place = numbers.one(of: places)
                let isOwn = numbers.below(3) == 0
                let other = isOwn ? String(file[numbers.one(of: places)]) : numbers.one(of: Self.values)
                let changed = file.replacingCharacters(in: place, with: other)
                let answer = try await service.read(changed, as: "b\(round)")
                #expect(
                    [201, 400, 403].contains(answer.status),
                    "Seed \(seed), change \(round), \(file[place]) is \(other): \(answer.status) \(answer.text)")
            }
            #expect(try await service.read(file, as: "c").status == 201)
            #expect(try await service.sandbox("GET", "/ledger").text.contains(#""isBalanced":true"#))
        }
    }
}

extension LiveService {
    /// Reads a snapshot's file, which replaces all data.
    func read(_ file: String, as name: String) async throws -> RawAnswer {
        let path = "/sandbox/snapshots/\(name.replacing(" ", with: "%20"))/file"
        return try await ask("POST", path, file, headers: [("Content-Type", "application/json")], on: .sandbox)
    }
}
