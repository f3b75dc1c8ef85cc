import Foundation
import Testing
import TestSupport

/// Runs the commands about attestations in docs/OPERATIONS.md.
@Suite("The page about attestations", .timeLimit(.minutes(20)))
struct AttestPageTests {
    private static let heading = "## Attest that no card data is in clear\n"

    @Test("The commands of the section print what it shows, and its signature is verified")
    func section() async throws {
        let page = try Document.text(of: "docs/OPERATIONS.md")
        let start = try #require(page.firstRange(of: Self.heading)).upperBound
        let section = String(page[start...]).components(separatedBy: "\n## ")[0]
        let blocks = section.components(separatedBy: "```console\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let lines = blocks.joined().split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        try #require(commands.count == 5)
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            let output = try await Operator(url: scratch.url, folder: folder).run(commands).joined()
            let shown = lines.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n")
            #expect(Document.isAsShown(output, shown), "\(output)")
        }
    }
}
