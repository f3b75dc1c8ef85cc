import Foundation
import Testing
import TestSupport

@Suite("Swift, Kotlin and TypeScript in the documentation")
struct DocumentedSwiftTests {
    @Test("Each paragraph of Swift, Kotlin or TypeScript occurs word for word in a source file")
    func paragraphs() throws {
        let files =
            try SourceFile.all(in: ["Sources", "Tests"])
            + SourceFile.all(in: ["Tests/Kotlin", "Tests/TypeScript"], anyText: true)
        let sources = files.map { Self.text($0.lines.map(\.text)) }
        let pages = try SourceFile.all(in: ["docs", ""], anyText: true).filter { $0.path.hasSuffix(".md") }
        #expect(pages.contains { !Self.paragraphs(of: $0).isEmpty })
        for page in pages {
            for (line, paragraph) in Self.paragraphs(of: page) where !sources.contains(where: paragraph.isPart(of:)) {
                Issue.record("\(page.path):\(line) and what follows is compiled nowhere:\(paragraph)")
            }
        }
    }

    @Test("A paragraph that no source file holds is found, with its line")
    func measure() {
        let text = """
            # A

            ```swift
            let a = 1


            let b = 2
            ```

            ```sh
            let c
            ```
            1. B
               ```swift
               let d
            """
        let page = SourceFile(path: "A.md", text: text)
        let found = Self.paragraphs(of: page)
        #expect(found.map(\.line) == [4, 7, 15])
        let source = Self.text(["    let a = 1", "", "let b = 21"])
        #expect(found.map { $0.text.isPart(of: source) } == [true, false, false])
    }

    /// The paragraphs of the page's Swift, Kotlin and TypeScript blocks, which blank lines separate.
    private static func paragraphs(of page: SourceFile) -> [(line: Int, text: String)] {
        var paragraphs: [(line: Int, lines: [Substring])] = []
        var block: (isCompiled: Bool, isNew: Bool)?
        for (number, line) in page.lines {
            let fence = line.drop { $0 == " " }
            if fence.hasPrefix("```") {
                let kind = fence.dropFirst(3).prefix { $0.isLetter }
                block = block == nil ? (["swift", "kotlin", "ts"].contains(kind), true) : nil
            } else if fence.isEmpty {
                block?.isNew = true
            } else if block?.isCompiled == true {
                if block?.isNew == true { paragraphs.append((number, [])) }
                paragraphs[paragraphs.count - 1].lines.append(line)
                block?.isNew = false
            }
        }
        return paragraphs.map { ($0.line, text($0.lines)) }
    }

    /// The lines without indentation and without blank lines, each between two line ends.
    private static func text(_ lines: [Substring]) -> String {
        let lines = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }
}

extension String {
    fileprivate func isPart(of text: String) -> Bool { text.contains(self) }
}
