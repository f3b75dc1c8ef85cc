import Foundation

/// A text file of the repository.
package struct SourceFile {
    package let path: String
    package let text: String
    package let lines: [(number: Int, text: Substring)]

    package init(path: String, text: String) {
        self.path = path
        self.text = text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.lines = zip(1..., lines.last == "" ? lines.dropLast() : lines).map { ($0, $1) }
    }

    /// The lines that are not comments. The file that lists the bans is exempt.
    package var code: [(number: Int, text: Substring)] {
        path.hasSuffix("/TidyTests.swift") ? [] : lines.filter { !$0.text.drop { $0 == " " }.hasPrefix("//") }
    }

    /// The first line of each function, and its length up to the closing brace with the same indentation.
    package var functions: [(line: Int, length: Int)] {
        lines.indices.compactMap { index in
            let text = lines[index].text
            let indentation = text.prefix { $0 == " " }
            guard text.contains(/^ *(@?\w+ )*(func |init\??[(<]|deinit \{)/), !text.hasSuffix("}"),
                let end = lines[index...].first(where: { $0.text == indentation + "}" })
            else { return nil }
            return (lines[index].number, end.number - lines[index].number + 1)
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
            return paths.sorted().compactMap { name in
                guard let text = try? String(contentsOf: top.appending(path: name), encoding: .utf8) else { return nil }
                return SourceFile(path: folder.isEmpty ? name : "\(folder)/\(name)", text: text)
            }
        }
    }
}
