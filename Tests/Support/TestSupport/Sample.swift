/// A sample of a page, word for word.
package struct Sample: Sendable {
    package enum Language: CaseIterable, Sendable {
        /// Shell commands.
        case shell
        /// A request: its method and address, its headers, and the JSON after them.
        case http
        case address
        case json
        case javaScript
        case python
        case swift
        case kotlin
    }

    package let language: Language
    /// The lines of the page on which it begins and ends.
    package let lines: ClosedRange<Int>
    package let text: String

    /// All samples of a page, in its order. Every line on which a sample of some language can begin begins one, unless
    /// it is inside another one.
    package static func all(in page: String) -> [Sample] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        var (samples, index): ([Sample], Int) = ([], 0)
        while index < lines.count {
            guard let language = Language.allCases.first(where: { $0.begins(lines[index]) }) else {
                index += 1
                continue
            }
            let end = language.end(of: index, in: lines)
            let text = lines[index...end].joined(separator: "\n")
            samples.append(Sample(language: language, lines: index + 1...end + 1, text: text))
            index = end + 1
        }
        return samples
    }
}

extension Sample.Language {
    fileprivate func begins(_ line: Substring) -> Bool {
        switch self {
        case .shell: line.prefixMatch(of: /(?:curl|pip3|npm)\s/) != nil
        case .http: line.prefixMatch(of: /(?:GET|POST|PUT|DELETE) https:/) != nil
        case .address: line.hasPrefix("https://")
        case .json: line == "{" || line.hasPrefix("\"")
        case .javaScript: line.prefixMatch(of: /const\s|import \{|export\s/) != nil
        case .python: line.prefixMatch(of: /import \w+$|from [\w.]+ import\s/) != nil
        case .swift: line.prefixMatch(of: #/ *(?:func |let \w+ = )/#) != nil
        case .kotlin: line.prefixMatch(of: /(?:private )?val\s/) != nil
        }
    }

    /// Returns true if a line belongs to the sample that ends in the line above it.
    private func continues(_ line: Substring, after last: Substring) -> Bool {
        switch self {
        case .shell: last.hasSuffix("\\")
        case .http: line.prefixMatch(of: /[A-Z][A-Za-z-]*: |Body:$|\{$/) != nil && last != "}"
        case .address, .json, .kotlin: false
        case .javaScript: line.prefixMatch(of: /const (?!fetch)|fetch\(|\s+\./) != nil
        case .python:
            line.prefixMatch(of: /@|def |return |print\(|\w+ = |\w+\(\)$/) != nil
                || begins(line) && begins(last)
        case .swift: line.hasPrefix("Task {")
        }
    }

    /// True for the languages with empty lines between statements.
    private var hasParagraphs: Bool { self == .javaScript || self == .python }

    fileprivate func end(of start: Int, in lines: [Substring]) -> Int {
        var end = Self.closing(start, in: lines)
        while true {
            let next = lines[(end + 1)...].firstIndex { !hasParagraphs || !$0.isEmpty }
            guard let next, continues(lines[next], after: lines[end]) else { return end }
            end = Self.closing(next, in: lines)
        }
    }

    /// The line on which all brackets that this one opens are closed.
    private static func closing(_ start: Int, in lines: [Substring]) -> Int {
        var depth = 0
        for index in start..<lines.count {
            depth += lines[index].count { "({[".contains($0) } - lines[index].count { ")}]".contains($0) }
            if depth <= 0 { return index }
        }
        return lines.count - 1
    }
}
