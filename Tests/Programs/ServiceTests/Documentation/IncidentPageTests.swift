import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// Runs docs/INCIDENTS.md with the program for production, behind the settings of docs/FIRST-BRAND.md.
@Suite("The page of incidents", .timeLimit(.minutes(20)))
struct IncidentPageTests {
    @Test("Its commands print what it shows, from a secret that leaked to books that add up")
    func page() async throws {
        let document = try Document("docs/INCIDENTS.md")
        try await Operator.withFirstBrand { person, scratch in
            let loss = """
                BACKUP=backup
                mkdir backup
                mv .tessera/key-encryption.key backup
                tessera-core keys list 2> refusal.txt && exit 1
                cat refusal.txt
                """
            let (before, after) = (
                document.examples.filter { !$0.command.contains("keys list") && $0.line < Self.key(document) },
                document.examples.filter { $0.line >= Self.key(document) })
            try await person.check(before, of: document)
            let outputs = try await person.run([loss] + after.map(\.command))
            #expect(outputs[0].contains("key-encryption.key"), "\(outputs[0])")
            for (example, output) in zip(after, outputs.dropFirst()) {
                guard let shown = example.output else { continue }
                #expect(Document.isAsShown(output, shown), "line \(example.line) printed: \(output)")
            }
            #expect(
                try await scratch.database.read(
                    Statement.evidence("SELECT first_name || last_name || mobile FROM issuing.customer")()) == [""])
        }
    }

    private static func key(_ document: Document) -> Int {
        document.examples.first { $0.command.contains("keys list") }?.line ?? 0
    }

    @Test("A customer who is needed or unknown is not erased, and the reasons are named")
    func refusals() async throws {
        try await Operator.withFirstBrand { person, _ in
            let enrolled = try await person.ending(of: """
                tessera-core admin customer enrol --brand acme --country BG --first-name Ivana --last-name Petrova \
                    --mobile '+359 881234567'
                """)
            #expect(enrolled.output == "30000001\n", "\(enrolled.errors)")
            let early = try await person.ending(of: "tessera-core admin customer erase 30000001")
            #expect(early.status == .exited(1) && early.errors.contains("records are kept for 1827 days"))
            for command in ["show", "export", "erase"] {
                let unknown = try await person.ending(of: "tessera-core admin customer \(command) 12345678")
                #expect(unknown.status == .exited(1) && unknown.output.isEmpty)
                #expect(unknown.errors.contains("There is no customer 12345678."), "\(unknown.errors)")
            }
            let word = try await person.ending(of: "tessera-core admin customer show ivana")
            #expect(word.status == .exited(64) && word.errors.contains("ivana"), "\(word.errors)")
        }
    }

    @Test("Books that somebody has changed do not add up: the check names the account, and ends with 1")
    func books() async throws {
        try await Operator.withFirstBrand { person, scratch in
            try await scratch.database.execute(script: """
                INSERT INTO money.account (customer_id, account_id, currency, posted, opened_at)
                VALUES (30000001, 100000001, 'EUR', 500, now())
                """)
            let found = try await person.ending(of: "tessera-core ledger check")
            #expect(found.status == .exited(1) && found.output.contains("100000001"), "\(found.output)")
            #expect(found.output.contains("The ledger does not add up"))
        }
    }
}
