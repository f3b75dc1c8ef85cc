import Foundation
import Synchronization

/// A text file of the repository.
package struct SourceFile: Sendable {
    package let path: String
    package let text: String
    package let lines: [(number: Int, text: Substring)]

    package init(path: String, text: String) {
        self.path = path
        self.text = text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.lines = zip(1..., lines.last == "" ? lines.dropLast() : lines).map { ($0, $1) }
    }

    /// The lines in which the matches of a pattern begin, one for each match. A search in the whole text is many times
    /// as fast as one in each line.
    package func lines(matching pattern: TextPattern) -> [(number: Int, text: Substring)] {
        pattern.expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
            guard let range = Range(match.range, in: text) else { return nil }
            return lines[text.utf8[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }]
        }
    }

    /// The lines outside comments in which the matches begin. The file that lists the bans is exempt.
    package func code(matching pattern: TextPattern) -> [(number: Int, text: Substring)] {
        guard !path.hasSuffix("/TidyTests.swift") else { return [] }
        return lines(matching: pattern).filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }
    }

    /// The first line of each function, and its length up to the closing brace with the same indentation.
    package func functions() throws -> [(line: Int, length: Int)] {
        let start = try TextPattern(#"^ *(@?\w+ )*(func |init\??[(<]|deinit \{)"#)
        return lines(matching: start).compactMap { number, text in
            let end = text.prefix { $0 == " " } + "}"
            guard !text.hasSuffix("}"), let last = lines[number...].first(where: { $0.text == end }) else { return nil }
            return (number, last.number - number + 1)
        }
    }

    /// The files of these folders, without hidden ones. "" is the top directory without its subdirectories.
    package static func all(in folders: [String], anyText: Bool = false) throws -> [SourceFile] {
        try folders.flatMap { folder -> [SourceFile] in
            let top = Golden.repository.appending(path: folder)
            let names = folder.isEmpty
                ? try FileManager.default.contentsOfDirectory(atPath: top.path)
                : FileManager.default.enumerator(atPath: top.path)?.compactMap { $0 as? String } ?? []
            let paths = names.filter { !$0.hasPrefix(".") && !$0.contains("/.") && (anyText || $0.hasSuffix(".swift")) }
            return paths.sorted().compactMap { file(folder.isEmpty ? $0 : "\(folder)/\($0)") }
        }
    }

    /// Each file is read once for all tests. A folder and a file that is no text are nil.
    private static func file(_ path: String) -> SourceFile? {
        read.withLock { read in
            if let file = read[path] { return file }
            let text = try? String(contentsOf: Golden.repository.appending(path: path), encoding: .utf8)
            let file = text.map { SourceFile(path: path, text: $0) }
            read[path] = .some(file)
            return file
        }
    }

    private static let read = Mutex<[String: SourceFile?]>([:])
}

/// A regular expression for whole texts: `^` and `$` are the ends of each line.
package struct TextPattern: Sendable {
    fileprivate let expression: NSRegularExpression

    package init(_ pattern: String, _ options: NSRegularExpression.Options = []) throws {
        expression = try NSRegularExpression(pattern: pattern, options: options.union(.anchorsMatchLines))
    }
}
