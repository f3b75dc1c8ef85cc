import Foundation
import Postgres
import Subprocess
import Testing
import TestSupport

/// Runs docs/AUDIT.md with the program for production, behind the settings of docs/FIRST-BRAND.md.
@Suite("The page of the audit trail", .timeLimit(.minutes(20)))
struct AuditPageTests {
    @Test("Its commands check, export and shorten the trail")
    func page() async throws {
        let document = try Document("docs/AUDIT.md")
        try await Operator.withFirstBrand { person, _ in
            try await person.check(document.examples, of: document)
        }
    }

    @Test("A changed event ends verify with 1 and is named with its day, and a wrong hash is named, too")
    func tampering() async throws {
        try await Operator.withFirstBrand { person, scratch in
            let whole = try await person.ending(of: "tessera-core audit verify")
            #expect(whole.status == .exited(0), "\(whole.errors)")
            let unknown = String(repeating: "0f", count: 32)
            let rewritten = try await person.ending(of: "tessera-core audit verify --containing \(unknown)")
            #expect(rewritten.status == .exited(1))
            #expect(rewritten.errors.contains("The trail does not contain the hash \(unknown)"))
            try await scratch.database.execute(script: """
                ALTER TABLE audit.audit_event DISABLE TRIGGER USER;
                UPDATE audit.audit_event SET subject = '+ brands.acmf' WHERE subject = '+ brands.acme';
                """)
            let changed = try await person.ending(of: "tessera-core audit verify")
            #expect(changed.status == .exited(1) && !changed.output.contains("is whole"))
            #expect(changed.errors.contains(/\d{4}-\d\d-\d\d: event 1 at position 1/), "\(changed.errors)")
        }
    }

    @Test("An operator's mistake is answered by what would be accepted", arguments: [
        ("verify --containing 12", "64 hexadecimal digits"), ("forget --before 2999-01-01", "must be"),
        ("export --from yesterday", "yesterday"),
    ])
    func mistakes(_ command: String, _ sentence: String) async throws {
        let refused = try await Program.run(["audit"] + command.split(separator: " ").map(String.init), by: .core)
        #expect(refused.status == .exited(64) && refused.errors.contains(sentence), "\(refused.errors)")
    }
}
