import Foundation

/// A page of the documentation: the commands for a reader to paste, and their printed output.
///
/// A `sh` block is pasted into a shell, a `python` or `js` block into an interpreter, and a `console` block command by
/// command. A `json` or `text` block after a command shows its output. Tests compile the `swift`, `kotlin` and `ts`
/// blocks. An `env`, `haproxy` or `pgbouncer` block is a file of settings, with which a test starts programs. A
/// `text picture` block is a drawing. There are no other kinds.
struct Document: Sendable {
    let name: String
    private(set) var examples: [Example] = []
    /// Commands that are not pasted, each with its line.
    private(set) var unpasted: [(line: Int, command: String)] = []
    /// Blocks that are neither a command nor the output of one, each with its line.
    private(set) var strays: [String] = []

    struct Example: Sendable {
        let line: Int
        let command: String
        /// The output that the page shows; nil if it shows none.
        var output: String?
        /// The text between this example and the next one.
        var prose = ""
    }

    /// Prefixes of the commands that no test runs, each with the reason. A line break ends a whole command.
    static let notRun = [
        "make ": "It runs the tests, not they it; that its target is there is tested.",
        "swift build": "It made the tests.",
        "docker ": "It needs an engine for containers.",
        "sudo ": "It needs a clean machine; `make package-test` makes one, in which it installs the package.",
        "tessera serve --demo\n": "It goes on until it is stopped; it is the service of the page.",
        "tessera serve --demo --sandbox-host ": "It goes on until it is stopped; SandboxCommandTests asks for a token.",
        "tessera serve --demo --apple-root": "It goes on until it is stopped; PhoneCommandTests trusts the page's root",
        "tessera serve --demo --network-port ": "It goes on until it is stopped; the page's service has these doors.",
        "tessera serve --demo --tls": "It goes on until it is stopped; the service of the page runs with --tls.",
        "adb ": "It needs a phone with Android.",
        "keytool ": "Not every machine has Java; KotlinClientTests runs the page's command.",
        "plutil ": "It is on macOS only.",
        "xcrun ": "It is on macOS only.",
        "newman ": "Debian does not have it; Tests/Scripts/postman.mjs sends the collection instead.",
        "k6 run ": "Debian does not have it; Tests/Scripts/k6.mjs plays the script instead.",
        "pg_dump ": "The service of the page is no production; RestoreDrillTests runs the page's commands.",
        "createdb ": "RestoreDrillTests runs it, on another server.",
        "pg_restore ": "RestoreDrillTests runs it, on another server.",
        "psql ": "RestoreDrillTests runs it, on a copy.",
        "(umask 077; echo \"$SERVING_URL\" ": "RestoreDrillTests runs it, with the URL of a database.",
        "openssl pkey -in attestation": "AttestPageTests runs it, with the key of the page.",
        "openssl pkeyutl ": "AttestPageTests runs it, on the document that the page has signed.",
        "(umask 077; openssl genpkey ": "AttestPageTests runs it.",
        "pkcs11-tool ": "HardwareKeyTests runs it, with a module in software.",
        "shred ": "HardwareKeyTests runs it, on a key of its own.",
        "export TESSERA_KEY_COMMAND": "HardwareKeyTests runs it, with a module in software.",
        "openssl rand -hex 16 > key.iv": "HardwareKeyTests runs it.",
        "openssl req -x509 ": "BalancerPageTests runs it.",
        "haproxy ": "BalancerPageTests runs it, with addresses of its own.",
        "curl --silent 'http://127.0.0.1:8404": "BalancerPageTests runs it, with a balancer.",
        "(umask 077; openssl rand ": "HardwareKeyTests and KeysPageTests run it.",
        "tessera-core attest ": "AttestPageTests runs it, on a database that is no sandbox's.",
        "tessera-core keys ": "KeysPageTests runs it, on a database that is no sandbox's.",
        "tessera-core token-service ": "TokenOrderCrashTests sets the address of a network.",
        "tessera-core ": "RestoreDrillTests runs it, on a restored database; FirstBrandTests, on an empty one.",
        "tessera seed --customers 100000 --cards 1000000": "It takes minutes; a test seeds fewer.",
    ]

    /// The pages about the program for production, on a database of its own. Their own suites run them.
    static let production: Set = [
        "docs/FIRST-BRAND.md", "docs/AUDIT.md", "docs/INCIDENTS.md", "docs/PERSONALIZATION.md", "docs/RULES.md",
        "docs/SETTLEMENT.md",
    ]

    /// The pages about a service with `--tls`.
    static let secured: Set = ["docs/MOBILE.md"]

    /// The pages for a reader who has installed the package, and may have a sandbox with a token.
    static let installed: Set = ["README.md", "docs/FIRST-STEPS.md"]

    /// The pages that call the listener of merchants.
    static let merchants = Set(all.filter { $0.hasPrefix("docs/gateways/") })

    /// The pages about a service with open listeners for a card network.
    static let networked: Set = ["docs/ISO8583.md", "docs/PAYMENTS.md", "docs/TOKENS.md"]

    static let all: [String] = {
        let files = FileManager.default
        let top = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
        let below = ["docs", "Benchmarks"].flatMap { folder in
            files.enumerator(atPath: root.appending(path: folder).path)?.map { "\(folder)/\($0)" } ?? []
        }
        return (top + below).filter { $0.hasSuffix(".md") && !$0.contains("/.") }.sorted()
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
        switch info.first {
        case "sh":
            examples.append(Example(line: line, command: text))
        case "python":
            examples.append(Example(line: line, command: "python - <<'END'\n\(text)\nEND"))
        case "js":
            examples.append(Example(line: line, command: "node --input-type=module - <<'END'\n\(text)\nEND"))
        case "console":
            addConsole(lines, line: line)
        case "json", "text":
            guard !info.contains("picture") else { return }
            guard !examples.isEmpty, examples[examples.count - 1].output == nil else {
                return strays.append("line \(line): no command stands before what it shows")
            }
            examples[examples.count - 1].output = text
        case "swift", "kotlin", "ts", "env", "haproxy", "pgbouncer": break
        default:
            strays.append("line \(line): nothing runs a block of \(info.first ?? "no kind")")
        }
    }

    /// A prompt, a command, and what it prints until the next prompt.
    private mutating func addConsole(_ lines: [Substring], line: Int) {
        var isPasted = false
        for (number, text) in zip((line + 1)..., lines) {
            if let prompt = text.firstMatch(of: /^\$ (\.build\/debug\/(?=tessera))?(?<command>.*?)( +#.*)?$/) {
                let command = String(prompt.command)
                isPasted = !Self.notRun.keys.contains { (command + "\n").hasPrefix($0) }
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

    /// The only block of a kind, such as `kotlin`.
    static func block(_ kind: String, of name: String) throws -> String {
        let blocks = try text(of: name).components(separatedBy: "\n```\(kind)\n").dropFirst()
        guard let block = blocks.first, blocks.count == 1, let end = block.range(of: "\n```\n") else {
            throw NoBlock(kind: kind, name: name, count: blocks.count)
        }
        return String(block[..<end.lowerBound]) + "\n"
    }

    /// The commands of a section's `console` blocks, and what the page shows that they print.
    static func section(_ heading: String, of name: String) throws -> (commands: [String], shown: String) {
        let sections = try text(of: name).components(separatedBy: "\n## ")
        let section = sections.first { $0.hasPrefix(heading + "\n") } ?? ""
        let blocks = section.components(separatedBy: "```console\n").dropFirst()
        let lines = blocks.flatMap { $0.components(separatedBy: "```")[0].split(separator: "\n") }
        let commands = lines.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        guard !commands.isEmpty else { throw NoBlock(kind: "console", name: "\(name), \(heading)", count: 0) }
        return (commands, lines.filter { !$0.hasPrefix("$ ") }.joined(separator: "\n"))
    }

    private struct NoBlock: Error {
        let kind: String
        let name: String
        let count: Int
    }

    static func text(of name: String) throws -> String {
        try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }

    static let root = URL(filePath: FileManager.default.currentDirectoryPath)
}
