import Foundation

/// A page of the documentation, as what a reader pastes from it and what the page says comes of it.
///
/// A block of `sh` is pasted, one of `python` into an interpreter, and every command of a `console`; a block of `json`
/// or `text` behind it is what it prints. With `terminal=own` a block goes on in a terminal of its own, where it prints
/// a line once it is ready, and a `text` is what it prints there. What is `swift` is compiled by the tests of the SDK,
/// and a `text picture` shows nothing that runs. There are no other blocks.
struct Document: Sendable {
    let name: String
    private(set) var examples: [Example] = []
    /// Commands that are not pasted, each with its line.
    private(set) var unpasted: [(line: Int, command: String)] = []
    /// Blocks that are neither run nor come of anything that is, with where they are.
    private(set) var strays: [String] = []

    struct Example: Sendable {
        let line: Int
        let command: String
        var hasOwnTerminal = false
        /// As the page shows it; nil where it shows nothing.
        var output: String?
        var outputIsElsewhere = false
        /// What stands between it and the next one, in the reader's words.
        var prose = ""
    }

    /// Commands that no test runs, by how they begin, and why.
    static let notRun = [
        "make ": "It runs the tests, not they it; that its target is there is tested.",
        "swift build": "It made the tests.",
        "swift test": "It runs the tests.",
        "docker compose ": "It needs an engine for containers.",
        "tessera serve --demo --sandbox-host ": "It goes on until it is stopped; SandboxCommandTests asks for a token.",
        "newman ": "Debian does not have it; Tests/Scripts/postman.mjs sends the collection instead.",
        "k6 run ": "Debian does not have it; Tests/Scripts/k6.mjs plays the script instead.",
        "tessera seed --customers 100000 --cards 1000000": "It takes minutes; a test seeds fewer.",
    ]

    static let all: [String] = {
        let files = FileManager.default
        let top = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
        let below = ["docs", "Benchmarks"].flatMap { folder in
            files.enumerator(atPath: root.appending(path: folder).path)?.map { "\(folder)/\($0)" } ?? []
        }
        return (top + below).filter { $0.hasSuffix(".md") }.sorted()
    }()

    init(_ name: String) throws {
        self.init(name, try Self.text(of: name))
    }

    init(_ name: String, _ text: String) {
        self.name = name
        var fence: (line: Int, info: [Substring], lines: [Substring])?
        for (index, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = whole.drop { $0 == " " }
            guard line.hasPrefix("```") || line.hasPrefix("~~~") else {
                if fence == nil { note(whole) } else { fence?.lines.append(whole) }
                continue
            }
            if let block = fence {
                add(block.info, block.lines, line: block.line)
                fence = nil
            } else {
                fence = (index + 1, line.dropFirst(3).split(separator: " "), [])
            }
        }
        if let fence { strays.append("line \(fence.line): the block does not end") }
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
        case "python":
            examples.append(Example(line: line, command: "python - <<'END'\n\(text)\nEND"))
        case "console":
            addConsole(lines, line: line)
        case "json", "text":
            guard !info.contains("picture") else { return }
            guard !examples.isEmpty, examples[examples.count - 1].output == nil else {
                return strays.append("line \(line): no command stands before what it shows")
            }
            examples[examples.count - 1].output = text
            examples[examples.count - 1].outputIsElsewhere = hasOwnTerminal
        case "swift": break
        default:
            strays.append("line \(line): nothing runs a block of \(info.first ?? "no kind")")
        }
    }

    /// A prompt, a command, and what it prints until the next prompt.
    private mutating func addConsole(_ lines: [Substring], line: Int) {
        var isPasted = false
        for (number, text) in zip((line + 1)..., lines) {
            if let prompt = text.firstMatch(of: /^\$ (swift run (?=tessera))?(?<command>.*?)( +#.*)?$/) {
                let command = String(prompt.command)
                isPasted = !Self.notRun.keys.contains { command.hasPrefix($0) }
                if isPasted {
                    examples.append(Example(line: number, command: command))
                } else {
                    unpasted.append((number, command))
                }
            } else if isPasted {
                let known = examples[examples.count - 1].output.map { $0 + "\n" } ?? ""
                examples[examples.count - 1].output = known + text
            }
        }
    }

    static func text(of name: String) throws -> String {
        try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }

    static let root = URL(filePath: FileManager.default.currentDirectoryPath)
}
