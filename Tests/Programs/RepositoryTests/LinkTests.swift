import Foundation
import Testing
import TestSupport

@Suite("Links of the documentation")
struct LinkTests {
    private static func pages() throws -> [SourceFile] {
        try SourceFile.all(in: ["docs", "Benchmarks", "Clients", ""], anyText: true)
            .filter { $0.path.hasSuffix(".md") && !$0.path.contains("/node_modules/") }
    }

    @Test("A link to a file leads to an existing file, and a link to a heading to a heading of its page")
    func links() throws {
        let pages = try Self.pages()
        #expect(pages.contains { $0.path == "README.md" } && pages.count > 30)
        for page in pages {
            for mistake in Self.mistakes(in: page) { Issue.record("\(mistake)") }
        }
    }

    @Test("A missing file, a missing heading and a missing picture are found")
    func missing() {
        let text = """
            # A page
            ## "3-D Secure", and `serve`: what's new
            [a](#3-d-secure-and-serve-whats-new) [b](#no-heading) [c](docs/NOWHERE.md) [d](README.md#build-it)
            [e](README.md#nowhere) [f](https://example.com/#a) <img src="docs/pictures/none.png"> `[g](#h)`
            ```sh
            [g](#h)
            # Not a heading
            ```
            [h](#not-a-heading)
            """
        #expect(
            Self.mistakes(in: SourceFile(path: "PAGE.md", text: text)) == [
                "PAGE.md links to #no-heading, which is not there.",
                "PAGE.md links to docs/NOWHERE.md, which is not there.",
                "PAGE.md links to README.md#nowhere, which is not there.",
                "PAGE.md links to docs/pictures/none.png, which is not there.",
                "PAGE.md links to #not-a-heading, which is not there.",
            ])
    }

    private static func mistakes(in page: SourceFile) -> [String] {
        let folder = Golden.repository.appending(path: page.path).deletingLastPathComponent()
        return targets(of: prose(of: page.lines.map { String($0.text) })).compactMap { target in
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            var lines = page.lines.map { String($0.text) }
            if !parts[0].isEmpty {
                let file = folder.appending(path: String(parts[0]))
                guard FileManager.default.fileExists(atPath: file.path) else { return says(page, target) }
                guard parts.count == 2 else { return nil }
                lines = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n")
            }
            return headings(of: prose(of: lines)).contains(String(parts[1])) ? nil : says(page, target)
        }
    }

    private static func says(_ page: SourceFile, _ target: String) -> String {
        "\(page.path) links to \(target), which is not there."
    }

    /// The lines outside of blocks of code.
    private static func prose(of lines: [String]) -> [String] {
        var isCode = false
        return lines.filter { line in
            guard line.drop(while: { $0 == " " }).hasPrefix("```") else { return !isCode }
            isCode.toggle()
            return false
        }
    }

    private static func targets(of prose: [String]) -> [String] {
        let text = prose.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
        return text.matches(of: /\]\(([^)\s]+)\)|src="([^"]+)"/).compactMap { match in
            (match.output.1 ?? match.output.2).map(String.init)
        }.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
    }

    /// The anchors that GitHub gives the headings of a page: lower case, without punctuation, hyphens for spaces.
    private static func headings(of prose: [String]) -> Set<String> {
        Set(
            prose.compactMap { $0.firstMatch(of: /^#+ +(.*)$/)?.output.1 }.map { title in
                title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                    .replacing(" ", with: "-")
            })
    }
}
