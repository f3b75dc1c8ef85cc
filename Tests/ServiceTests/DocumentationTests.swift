import Foundation
import Subprocess
import TestSupport
import Testing

/// Every command in the documentation, pasted in order into one shell beside a running demo, as a reader would.
@Suite("What the documentation says to paste", .timeLimit(.minutes(8)))
struct DocumentationTests {
    @Test("does what the page shows", arguments: [
        ("README.md", 50 as UInt8), ("docs/SANDBOX.md", 51), ("docs/PHONES.md", 52), ("docs/CONTRACT-PACK.md", 53),
        ("docs/SECURITY.md", 54),
    ])
    func paste(_ name: String, _ number: UInt8) async throws {
        let document = try Document(name)
        try #require(!document.examples.isEmpty)
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox(number)
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                let shell = Shell(
                    service: service.url, sandbox: "http://\(sandbox.host):\(sandbox.port)",
                    receiverPort: 20_000 + Int(getpid()) % 20_000 + Int(number))
                let outputs = try await shell.run(document.examples)
                #expect(outputs.count == document.examples.count, "\(outputs.last ?? "nothing ran")")
                for (example, output) in zip(document.examples, outputs) {
                    check(output, of: example, in: document)
                }
            }
        }
    }

    private func check(_ output: String, of example: Document.Example, in document: Document) {
        let place: Comment = "\(document.name), line \(example.line): \(example.command)\n→ \(output)"
        if let shown = example.output {
            #expect(Document.isAsShown(output, shown), place)
        } else if output.contains(#""code":""#) {
            // A page that shows an error says so.
            #expect(example.prose.contains(/\b[45][0-9][0-9]\b/), place)
        }
    }
}

/// One shell that everything is pasted into.
private struct Shell {
    let service: String
    let sandbox: String
    let receiverPort: Int

    private static let mark = "@@ end of example @@"

    /// What each printed.
    func run(_ examples: [Document.Example]) async throws -> [String] {
        let script = preamble + examples.map(pasted).joined()
        let result = try await Subprocess.run(
            .name("bash"), arguments: ["-c", addressed(script)], output: .string(limit: 1 << 20),
            error: .discarded)
        return Array(result.standardOutput.components(separatedBy: Self.mark + "\n").dropLast())
    }

    private func pasted(_ example: Document.Example) -> String {
        let end = "\necho '\(Self.mark)'\n"
        if example.hasOwnTerminal {
            return """
                (\(example.command)
                ) >&3 2>&1 3>&- &
                for try in $(seq 2000); do (exec 4<> /dev/tcp/127.0.0.1/9099) 2> /dev/null && break; done
                """ + end
        }
        return example.command + (example.outputIsElsewhere ? "\ntimeout 30 head -n 1 <&3" : "") + end
    }

    /// The other terminal prints into a pipe. It is closed, and whoever listens in it stopped, when all is done.
    private var preamble: String {
        """
        set -u
        exec 2>&1
        place=$(mktemp -d) && cd "$place"
        pipe=$(mktemp -u) && mkfifo "$pipe" && exec 3<> "$pipe" && rm "$pipe"
        trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$place"' EXIT
        tessera() {
            case $1 in
            demo|phone) "$(dirname "$(readlink /proc/\(getpid())/exe)")/tessera" "$@" \
        --url \(service) --sandbox-url \(sandbox) ;;
            *) "$(dirname "$(readlink /proc/\(getpid())/exe)")/tessera" "$@" ;;
            esac
        }

        """
    }

    private func addressed(_ script: String) -> String {
        script.replacing("http://127.0.0.1:8080", with: service)
            .replacing("http://127.0.0.1:8081", with: sandbox)
            .replacing("9099", with: "\(receiverPort)")
    }
}
