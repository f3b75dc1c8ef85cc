/// The Kotlin samples of the page about Paysafe's SDK.
struct SDKPage {
    let samples: [Sample]

    /// A sample in Kotlin, word for word.
    struct Sample: Equatable {
        /// The line of the page on which the sample begins, and the number of the alternative if there are several.
        let name: String
        let text: String
    }

    /// The beginnings of lines that start a Kotlin sample. All other lines of the page are prose, a table or Swift.
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
    /// The first sample is at the top level, because all others use its value. Classes are at the top level, too.
    var kotlin: String {
        let numbered = zip(1..., samples.dropFirst())
        let listed = numbered.map { number, sample in #"    Sample("\#(sample.name)") { sample\#(number)() }"# }
        return """
            package com.paysafe.wallet.page

            import android.os.Bundle
            import android.util.Log
            import android.view.View
            import android.view.ViewGroup.LayoutParams
            import androidx.appcompat.app.AppCompatActivity
            import androidx.fragment.app.commit
            import com.paysafe.wallet.*

            \(samples.first?.text ?? "")

            \(numbered.map { $1.function(named: "sample\($0)") }.joined(separator: "\n\n"))

            val samples: List<Sample> = listOf(
            \(listed.joined(separator: ",\n"))
            )
            """
    }
}

extension SDKPage.Sample {
    /// The sample as a function that also does Android's part: it opens a screen, shows the data that a fragment has
    /// loaded, and draws a composable function.
    ///
    /// The page prints `(...)` for values that it has just named. No compiler accepts that, so the function has the
    /// values.
    fileprivate func function(named function: String) -> String {
        let text = text.replacing("(...)", with: "(scaDetails.eventId, scaDetails.walletOperationId)")
        let screen = text.prefixMatch(of: /class (\w+)/).map { "open(\($0.1)())" }
        let drawn = text.matches(of: /@Composable\nfun (\w+)\((\w+):/).map { "\($0.1)(\($0.2))" }
        let shown = text.contains("listenScaAuthenticationEvent") ? ["show()"] : []
        let (above, inside) = screen == nil ? ("", [text]) : (text + "\n", [])
        let body = inside + [screen].compactMap(\.self) + drawn + shown
        return "// \(name)\n\(above)private suspend fun \(function)() {\n\(body.joined(separator: "\n"))\n}"
    }
}
