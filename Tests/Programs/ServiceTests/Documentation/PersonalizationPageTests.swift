import Foundation
import Subprocess
import Testing
import TestSupport

/// Runs docs/PERSONALIZATION.md with the program for production, behind the settings of docs/FIRST-BRAND.md.
@Suite("The page of plastic", .timeLimit(.minutes(20)))
struct PersonalizationPageTests {
    @Test("Its commands make a bureau's key, order what waits, and name a wrong report")
    func page() async throws {
        let document = try Document("docs/PERSONALIZATION.md")
        try await Operator.withFirstBrand { person, _ in
            try await person.check(document.examples, of: document)
        }
    }

    @Test("An operator's mistake is answered by what would be accepted", arguments: [
        ("order --key nowhere.pem --output order.jsonl", 1, "The key nowhere.pem cannot be read"),
        ("order --key wrong.pem --output order.jsonl", 1, "wrong.pem has no public key of P-256 in PEM"),
        ("order --key bureau.pem --output wrong.pem", 1, "wrong.pem is there already"),
        ("order --key bureau.pem --output order.jsonl --limit 10001", 64, "--limit must be 1 to 10000"),
        ("write 1 --key bureau.pem --output order.jsonl", 1, "There is no order file 1"),
        ("load nowhere.csv", 1, "nowhere.csv is not there"),
        ("load nowhere.csv --reference 'a b'", 64, "--reference must be 1 to 100 printable ASCII characters"),
        ("load wrong.pem", 1, "must begin with the line cardReference,status"),
    ])
    func mistakes(_ command: String, _ status: Int32, _ sentence: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let person = Operator(url: scratch.url, folder: URL(filePath: directory.path).deletingLastPathComponent())
            let refused = try await person.ending(of: """
                echo 'no key' > wrong.pem
                openssl ecparam -name prime256v1 -genkey -noout | openssl ec -pubout -out bureau.pem 2> openssl.txt
                tessera-core bureau \(command)
                """)
            #expect(refused.status == .exited(status), "\(refused.errors)")
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }
}
