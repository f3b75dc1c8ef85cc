import Foundation
import Testing
import TestSupport

/// Runs the commands about attestations in docs/OPERATIONS.md.
@Suite("The page about attestations", .timeLimit(.minutes(20)))
struct AttestPageTests {
    @Test("The commands of the section print what it shows, and its signature is verified")
    func section() async throws {
        let (commands, shown) = try Document.section("Attest that no card data is in clear", of: "docs/OPERATIONS.md")
        try #require(commands.count == 5)
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            let output = try await Operator(url: scratch.url, folder: folder).run(commands).joined()
            #expect(Document.isAsShown(output, shown), "\(output)")
        }
    }
}
