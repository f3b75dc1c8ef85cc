import Foundation
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Pastes every command of a page, in order, into one shell beside a running demo, as a reader does.
@Suite("The commands in the documentation", .timeLimit(.minutes(20)))
struct DocumentationTests {
    private static let pasted = Document.all.filter { name in
        !Document.production.contains(name) && (try? Document(name).examples.isEmpty) == false
    }

    @Test("A pasted command prints what the page shows", arguments: pasted)
    func paste(_ name: String) async throws {
        let document = try Document(name)
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let isSecured = Document.secured.contains(name)
            var options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let doors = NetworkDoorPorts()
            let isInstalled = Document.installed.contains(name)
            let program = try isInstalled ? await UnpackedPackage.of(.tessera).program : Program.tessera.path
            let token = isInstalled ? "the-token-of-a-sandbox-in-a-container" : ""
            var host = "127.0.0.1"
            if isSecured { options.append("--tls") }
            if Document.networked.contains(name) {
                // The network's listeners have the documented ports, so the service gets its own address.
                host = Unshared.host()
                options += ["--host", host] + doors.arguments
            }
            let isForMerchants = Document.merchants.contains(name)
            let (port, merchantsPort) = (18080, 18082)
            if isForMerchants {
                // The two listeners of this service get their own address, at which both ports are free.
                host = Unshared.host()
                options += ["--host", host, "--port", "\(port)", "--merchants-port", "\(merchantsPort)"]
            }
            _ = try await Program.serve(
                options, sandbox, environment: token.isEmpty ? [:] : ["TESSERA_SANDBOX_TOKEN": token], host: host,
                installedAt: isInstalled ? program : nil
            ) { service in
                for port in isForMerchants ? [port, merchantsPort] : [] {
                    _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                }
                let shell = Shell(
                    program: program, token: token, scheme: isSecured ? "https" : "http",
                    service: "\(service.host):\(isForMerchants ? port : service.port)",
                    merchants: "\(service.host):\(merchantsPort)",
                    sandbox: "\(sandbox.host):\(sandbox.port)", host: sandbox.host, doors: doors,
                    dataDirectory: directory.path)
                let outcomes = try await shell.run(document.examples)
                #expect(outcomes.count == document.examples.count, "\(outcomes.last?.output ?? "nothing ran")")
                for (example, outcome) in zip(document.examples, outcomes) {
                    check(outcome, of: example, in: document)
                }
            }
        }
    }

    @Test("Every block of a page is a command or the output of one", arguments: Document.all)
    func blocks(_ name: String) throws {
        for stray in try Document(name).strays { Issue.record("\(name), \(stray).") }
    }

    @Test("An unknown kind of block, an output without a command and an unclosed block are found")
    func strays() {
        let page = "```json\n{}\n```\n- a list\n  ```ruby\n  puts\n  ```\n~~~\n~~~\n```sh\ntrue\n"
        #expect(
            Document("page.md", page).strays == [
                "line 1: no command stands before what it shows", "line 5: nothing runs a block of ruby",
                "line 8: nothing runs a block of no kind", "line 10: the block does not end",
            ])
        let console = Document("page.md", "```console\n$ make test  # all\n...\n$ .build/debug/tessera demo\nok\n```\n")
        #expect(console.unpasted.map(\.command) == ["make test"] && console.examples.map(\.command) == ["tessera demo"])
        #expect(console.examples[0].output == "ok" && console.examples[0].line == 4)
    }

    @Test("Output with another value, another member or another end does not match the page")
    func values() {
        let shown = """
            {"id":"de0df25c-d730-42d2-9449-1370f6cbbe98", "state": "LOCKED", "at":"2026-11-21T09:45:41Z",
             "pan":"5413332706503536","token":"eyJ…", "counts":{"a":1, …},"possible":31}
            """
        let same = #"{"id":"6ae589c3-1b6e-4ab8-b7d2-c6629daa1c47","state":"LOCKED","at":"2030-01-01T00:00:00Z","#
            + #""pan":"4761732583296743","token":"eyJhbGciOi","counts":{"a":1,"b":2},"possible":31}"#
        #expect(Document.isAsShown(same, shown))
        let mistakes = [
            ("LOCKED", "ACTIVE"), ("31", "29"), ("eyJ", "dpan"), ("4761732583296743", "none"), (#","b":2"#, ""),
            ("hbGciOi", #"","more":""#), (#"{"id""#, #"{"more":1,"id""#), ("31}", #"31,"more":1}"#),
        ]
        for (right, wrong) in mistakes {
            #expect(!Document.isAsShown(same.replacing(right, with: wrong), shown), "\(wrong) in place of \(right)")
        }
        #expect(Document.isAsShown("a b\n", "a\n b") && !Document.isAsShown("ab", "a b"))
    }

    @Test("The Makefile targets, tests and programs that a page names exist", arguments: Document.all)
    func builds(_ name: String) async throws {
        for span in try Document.text(of: name).matches(of: /(?:`|\n\$ )((?:make|swift) [^`#\n]*[^`#\n ])/) {
            let command = String(span.1)
            if command.hasPrefix("make ") {
                let plan = try await Command.run(
                    Configuration(
                        executable: .name("bash"), arguments: ["-c", "make --dry-run " + command.dropFirst(5)],
                        workingDirectory: FilePath(Document.root.path)))
                #expect(plan.status.isSuccess, "\(name): \(command)\n→ \(plan.errors)")
                for layer in command.matches(of: /\w+Tests\b/) {
                    let target = try Regex(#"tests\(\s*"\#(layer.0)""#)
                    #expect(try Document.text(of: "Package.swift").contains(target), "\(name): \(command)")
                }
            } else if let program = command.wholeMatch(
                of: /swift run (?:-c release )?(?:--package-path (\w+) )?(\w+).*/)
            {
                let package = program.1.map { "\($0)/Package.swift" } ?? "Package.swift"
                let target = try Regex(#"(program\(|executableTarget\(\s*name:)\s*"\#(program.2)""#)
                #expect(try Document.text(of: package).contains(target), "\(name): \(command)")
            } else if let program = command.wholeMatch(of: /swift build (?:-c release )?--product ([\w-]+)/) {
                let target = try Regex(#"program\(\s*"\#(program.1)""#)
                #expect(try Document.text(of: "Package.swift").contains(target), "\(name): \(command)")
            } else {
                #expect(
                    ["swift build --scratch-path .build-debug", "swift package update"].contains(command), "\(name)")
            }
        }
    }

    @Test("Every entry on the list of untested commands occurs on a page", arguments: Document.notRun.keys)
    func list(_ beginning: String) throws {
        let commands = try Document.all.flatMap { try Document($0).unpasted }
        #expect(commands.contains { ($0.command + "\n").hasPrefix(beginning) })
    }

    private func check(_ outcome: Shell.Outcome, of example: Document.Example, in document: Document) {
        let place: Comment = "\(document.name), line \(example.line): \(example.command)\n→ \(outcome.output)"
        // A phone command with a fault exits with 1.
        #expect(outcome.status == (example.command.contains("--fault") ? 1 : 0), place)
        if let shown = example.output {
            #expect(Document.isAsShown(outcome.output, shown), place)
        } else if outcome.output.contains(#""code":""#) {
            // If a command returns an error, the page mentions a status of 400 to 599.
            #expect(example.prose.contains(/\b[45][0-9][0-9]\b/), place)
        }
    }
}

/// The shell into which all examples of a page are pasted.
private struct Shell {
    let program: FilePath
    /// The sandbox's token; empty if it has none.
    let token: String
    let scheme: String
    /// The host and the port of the service, and those of its sandbox.
    let service: String
    let merchants: String
    let sandbox: String
    /// The host of the sandbox, which is also in the addresses of tenants.
    let host: String
    let doors: NetworkDoorPorts
    let dataDirectory: String

    /// The output of an example, and its exit status.
    struct Outcome {
        let output: String
        let status: Int
    }

    private static let mark = "@@ end of example @@"

    func run(_ examples: [Document.Example]) async throws -> [Outcome] {
        let script = preamble + examples.map(pasted).joined()
        let pasted = try await Command.run(
            Configuration(executable: .name("bash"), arguments: ["-c", addressed(script)]), within: Deadline.long)
        var rest = pasted.output[...]
        var outcomes: [Outcome] = []
        while let end = rest.firstMatch(of: try Regex<(Substring, Substring)>(Self.mark + #" (\d+)\n"#)) {
            let output = asOnThePage(String(rest[..<end.range.lowerBound]))
            outcomes.append(Outcome(output: output, status: Int(end.output.1) ?? -1))
            rest = rest[end.range.upperBound...]
        }
        return outcomes
    }

    private func pasted(_ example: Document.Example) -> String {
        example.command + "\necho \"\(Self.mark) $?\"\n"
    }

    /// Puts the programs that the tests installed on the PATH.
    private var preamble: String {
        """
        set -u
        exec 2>&1
        place=$(mktemp -d) && cd "$place"
        trap 'rm -rf "$place"' EXIT
        PATH="$PATH:\(Tester.programs.path)"
        export TESSERA_SANDBOX_TOKEN='\(token)'
        python() { "\(Tester.programs.path)/python" "$@"; }
        tessera() {
            case "$1 ${2-}" in
            "phone root") "\(program)" "$@" ;;
            demo*|phone*) "\(program)" "$@" --url \(scheme)://\(service) --sandbox-url \(scheme)://\(sandbox) ;;
            "exec "*|"clock "*|"messages "*|"reset "*|"wait "*|"snapshot "*|"faults "*|"verify "*|"coverage "*)
                TESSERA_URL=\(scheme)://\(service) TESSERA_SANDBOX_URL=\(scheme)://\(sandbox) "\(program)" "$@" ;;
            ca*) "\(program)" "$@" --data-dir \(dataDirectory) ;;
            *) "\(program)" "$@" ;;
            esac
        }

        """
    }

    private func addressed(_ script: String) -> String {
        script.replacing("127.0.0.1:8080", with: service).replacing("127.0.0.1:8081", with: sandbox)
            .replacing("127.0.0.1:8082", with: merchants)
            .replacing("127.0.0.1:8083", with: "127.0.0.1:\(doors.json)")
            .replacing("127.0.0.1:8583", with: "127.0.0.1:\(doors.iso8583)")
    }

    private func asOnThePage(_ output: String) -> String {
        output.replacing(sandbox, with: "127.0.0.1:8081").replacing(host, with: "127.0.0.1")
            .replacing(service, with: "127.0.0.1:8080")
    }
}
