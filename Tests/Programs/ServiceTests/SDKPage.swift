import Foundation
import Testing

/// The page of Paysafe's SDK, as text. This project may not redistribute it, so `SDK_PAGE` names its file.
struct SDKPage {
    static let path = ProcessInfo.processInfo.environment["SDK_PAGE"]
    static let needed: ConditionTrait = .enabled(if: path != nil, "SDK_PAGE names no file.")

    let samples: [Sample]

    /// All samples except those of the legacy fragment, which the client does not have: it is a part of Android, and
    /// one of its samples prints `(...)`, which no compiler accepts.
    var played: [Sample] { samples.filter { !$0.text.contains("getSecureDetailsFragment") } }

    /// A sample in Kotlin, word for word.
    struct Sample: Equatable {
        /// The line of the page on which it begins, and the alternative, if it has several.
        let name: String
        let text: String
    }

    /// How a line outside a sample begins if it is Kotlin. Everything else on the page is prose, a table or Swift.
    private static let beginnings = [
        "val ", "try {", "// ", "@Composable", "fun ", "class ", "cardService.", "container.",
    ]

    /// - Parameter page: its samples are not indented, and follow each other and the prose on their own lines.
    init(_ page: String) {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        var samples: [(line: Int, statements: [String])] = []
        var (index, isOpen) = (0, false)
        while index < lines.count {
            let line = lines[index]
            let isKotlin = Self.beginnings.contains(where: line.hasPrefix)
            guard isKotlin || line.hasPrefix("func ") else {
                isOpen = isOpen && line.isEmpty
                index += 1
                continue
            }
            let end = Self.end(of: index, in: lines)
            if isKotlin {
                if !isOpen { samples.append((index + 1, [])) }
                samples[samples.count - 1].statements.append(lines[index...end].joined(separator: "\n"))
            }
            isOpen = isKotlin
            index = end + 1
        }
        self.samples = samples.flatMap { sample in
            let alternatives = Self.alternatives(sample.statements)
            return zip(1..., alternatives).map { number, statements in
                let suffix = alternatives.count == 1 ? "" : ", alternative \(number)"
                return Sample(name: "line \(sample.line)\(suffix)", text: statements.joined(separator: "\n"))
            }
        }
    }

    /// The last line of a statement: all its brackets are closed.
    private static func end(of start: Int, in lines: [Substring]) -> Int {
        var depth = 0
        for (index, line) in lines.enumerated().dropFirst(start) {
            depth += line.count { "({[".contains($0) } - line.count { ")}]".contains($0) }
            if depth <= 0 { return index }
        }
        return lines.count - 1
    }

    /// The page declares a value twice to show two ways. Each way is a sample of its own.
    private static func alternatives(_ statements: [String]) -> [[String]] {
        let names = statements.map { $0.firstMatch(of: /^val (\w+)/)?.1 }
        let twice = Dictionary(grouping: statements.indices.filter { names[$0] != nil }, by: { names[$0] })
            .values.first { $0.count > 1 }
        guard let twice else { return [statements] }
        return twice.map { kept in
            statements.indices.filter { $0 == kept || !twice.contains($0) }.map { statements[$0] }
        }
    }
}

extension SDKPage {
    /// A source file with the samples as functions, and the list of them.
    ///
    /// The first sample is at the top level, because all others use its value.
    var kotlin: String {
        let functions = zip(1..., played.dropFirst()).map { number, sample in
            "// \(sample.name)\nprivate suspend fun sample\(number)() {\n\(sample.text)\n}"
        }
        let listed = zip(1..., played.dropFirst()).map { number, sample in
            #"    Sample("\#(sample.name)") { sample\#(number)() }"#
        }
        return """
            package com.paysafe.wallet.page

            import com.paysafe.wallet.*

            \(played.first?.text ?? "")

            \(functions.joined(separator: "\n\n"))

            val samples: List<Sample> = listOf(
            \(listed.joined(separator: ",\n"))
            )
            """
    }
}
