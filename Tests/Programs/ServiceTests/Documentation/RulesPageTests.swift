import Foundation
import Subprocess
import Testing
import TestSupport

/// Runs docs/RULES.md with the program for production, behind the settings of docs/FIRST-BRAND.md.
@Suite("The page of drafted controls", .timeLimit(.minutes(20)))
struct RulesPageTests {
    @Test("Its commands draft, try, promote and drop controls")
    func page() async throws {
        let document = try Document("docs/RULES.md")
        try await Operator.withFirstBrand { person, _ in
            try await person.check(document.examples, of: document)
        }
    }

    @Test("An operator's mistake is answered by what would be accepted", arguments: [
        ("draft NONE nowhere.json", 64, "nowhere.json cannot be read"),
        ("drop NONE", 1, "NONE has no draft"), ("shadow NONE", 1, "NONE has no draft"),
        ("promote NONE --draft-version 1", 1, "NONE has no draft"),
        ("backtest NONE --from yesterday --to 2026-01-01", 64, "must be a day like"),
        ("backtest NONE --from 2026-01-01 --to 2026-01-01", 1, "NONE has no draft"),
    ])
    func mistakes(_ command: String, _ status: Int32, _ sentence: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let person = Operator(url: scratch.url, folder: URL(filePath: directory.path).deletingLastPathComponent())
            let refused = try await person.ending(of: "tessera-core rules \(command)")
            #expect(refused.status == .exited(status), "\(refused.errors)")
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("All errors of a file are named, and no draft is made")
    func wrongFile() async throws {
        try await Operator.withFirstBrand { person, _ in
            let refused = try await person.ending(of: """
                echo '{"blockedMccs": ["79"], "limits": [{"window": "YEAR"}], "colour": 1}' > wrong.json
                tessera-core rules draft ACME-VIRTUAL-VISA-EEA wrong.json
                """)
            #expect(refused.status == .exited(1), "\(refused.errors)")
            for field in ["blockedMccs", "limits[0].window", "colour"] {
                #expect(refused.errors.contains(field), "\(refused.errors)")
            }
            let list = try await person.ending(of: "tessera-core rules list")
            #expect(list.output.isEmpty, "\(list.output)")
        }
    }
}
