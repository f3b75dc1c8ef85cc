import Foundation

/// A page of the documentation, as what a reader pastes from it and what the page says comes of it.
///
/// A block of `sh` is pasted, one of `console` too where its command is `tessera`; a block of `json` or `text` behind
/// it is what it prints. With `terminal=own` a block goes on in a terminal of its own, and a `text` is what it prints
/// there.
struct Document: Sendable {
    let name: String
    private(set) var examples: [Example] = []

    struct Example: Sendable {
        let line: Int
        let command: String
        let hasOwnTerminal: Bool
        /// As the page shows it; nil where it shows nothing.
        var output: String?
        var outputIsElsewhere = false
        /// What stands between it and the next one, in the reader's words.
        var prose = ""
    }

    init(_ name: String) throws {
        self.name = name
        let text = try String(contentsOf: Self.root.appending(path: name), encoding: .utf8)
        var fence: (line: Int, info: [Substring], lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("```") else {
                if fence == nil { note(line) } else { fence?.lines.append(line) }
                continue
            }
            if let whole = fence {
                add(whole.info, whole.lines, line: whole.line)
                fence = nil
            } else {
                fence = (index + 1, line.dropFirst(3).split(separator: " "), [])
            }
        }
    }

    private mutating func note(_ prose: Substring) {
        guard !examples.isEmpty else { return }
        examples[examples.count - 1].prose += prose + "\n"
    }

    private mutating func add(_ info: [Substring], _ lines: [Substring], line: Int) {
        let text = lines.joined(separator: "\n")
        let hasOwnTerminal = info.contains("terminal=own")
        switch info.first {
        case "sh":
            examples.append(Example(line: line, command: text, hasOwnTerminal: hasOwnTerminal))
        case "console":
            addConsole(lines, line: line)
        case "json", "text":
            guard !examples.isEmpty, examples[examples.count - 1].output == nil else { return }
            examples[examples.count - 1].output = text
            examples[examples.count - 1].outputIsElsewhere = hasOwnTerminal
        default: break
        }
    }

    /// A prompt, a command, and what it prints until the next prompt.
    private mutating func addConsole(_ lines: [Substring], line: Int) {
        for (index, text) in lines.enumerated() {
            if let command = text.firstMatch(of: /^\$ (swift run )?(?<command>tessera .*)/) {
                examples.append(
                    Example(line: line + index + 1, command: String(command.command), hasOwnTerminal: false))
            } else if text.hasPrefix("$ ") {
                return
            } else if !examples.isEmpty {
                let known = examples[examples.count - 1].output.map { $0 + "\n" } ?? ""
                examples[examples.count - 1].output = known + text
            }
        }
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
}

extension Document {
    /// What tells two answers of one kind apart from two of different kinds: which members they have, in which order,
    /// and of a command's report the names of its steps and how they went.
    static func shape(of output: String) -> [String] {
        let names = output.matches(of: /"([A-Za-z_]+)" ?:/).map { String($0.1) }
        let steps = output.matches(of: /(?m)^  (ok|FAILED) +(\S+)/).map { "\($0.1) \($0.2)" }
        let shape = names + steps
        return shape.isEmpty ? [output.trimmingCharacters(in: .whitespacesAndNewlines)] : shape
    }

    /// Whether what came last is what the page shows, but for its values and what it leaves out with an ellipsis.
    static func isAsShown(_ output: String, _ shown: String) -> Bool {
        let (found, expected) = (shape(of: output), shape(of: shown))
        guard shown.contains("…") else { return found.suffix(expected.count) == expected[...] }
        var rest = found[...]
        return expected.allSatisfy { name in
            guard let place = rest.firstIndex(of: name) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }
}
