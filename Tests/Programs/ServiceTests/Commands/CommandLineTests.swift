import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import SystemPackage
import Testing
import TestSupport

@Suite("The command line", .timeLimit(.minutes(20)))
struct CommandLineTests {
    @Test("A command that cannot write its output fails with a message and does not crash")
    func fullDisk() async throws {
        let script = #"exec "$0" openapi > /dev/full"#
        let program = try Program.tessera.path.string
        let ending = try await Command.run(
            Configuration(executable: .name("sh"), arguments: ["-c", script, program]))
        #expect(ending.status == .exited(1) && ending.errors.hasPrefix("Error: "), "\(ending)")
    }

    @Test("The help of a command has an overview and an example to paste", arguments: [
        ["serve"], ["demo"], ["phone"], ["phone", "add"], ["phone", "pay"], ["phone", "root"], ["migrate"], ["seed"],
        ["exec"], ["clock"], ["messages"], ["reset"], ["wait"],
        ["snapshot"], ["snapshot", "take"], ["snapshot", "restore"], ["snapshot", "list"], ["snapshot", "compare"],
        ["snapshot", "delete"], ["faults"], ["faults", "show"], ["faults", "set"], ["faults", "clear"], ["verify"],
        ["coverage"],
        ["openapi"], ["contract"], ["contract", "export"], ["kotlin-sources"], ["typescript-sources"],
        ["ledger", "check"], ["ca"],
        ["partner-decision", "show"], ["partner-decision", "set"], ["partner-decision", "remove"],
        ["token-service", "set"], ["token-service", "remove"],
        ["healthcheck"],
    ])
    func help(command: [String]) async throws {
        let ending = try await Program.run(command + ["--help"])
        #expect(ending.status == .exited(0))
        #expect(ending.output.hasPrefix("OVERVIEW: "))
        #expect(ending.output.contains("For example: tessera \(command.joined(separator: " "))"), "\(ending.output)")
    }

    @Test("Each shell has a completion script, and bash can parse its own", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) async throws {
        let ending = try await Program.run(["--generate-completion-script", shell])
        #expect(ending.status == .exited(0))
        for word in ["serve", "healthcheck", "sandbox-port", "force"] { #expect(ending.output.contains(word)) }
        guard shell == "bash" else { return }
        let read = try await Command.run(
            Configuration(executable: .name("bash"), arguments: ["-n", "-c", ending.output]))
        #expect(read.status.isSuccess && read.errors.isEmpty, "\(read.errors)")
    }

    @Test("Exit codes are the ones that docs/OPTIONS.md lists", arguments: [
        (["--version"], 0), (["contract", "--help"], 0),
        (["healthcheck", "--port", "9"], 1), (["contract", "export", "/proc/contract-pack"], 1),
        (["kotlin-sources", "/proc/kotlin-sources"], 1), (["typescript-sources", "/proc/typescript-sources"], 1),
        (["migrate", "--database-url", "postgres://u@127.0.0.1:1/d?schema=public"], 64),
        (["serve", "--database-url", "postgres://u:p@ss@127.0.0.1:1/d"], 64),
        (["sreve"], 64), (["serve", "--port", "65536"], 64), (["contract", "export"], 64), (["phone", "apple"], 64),
    ] as [([String], Int32)])
    func exitCodes(arguments: [String], code: Int32) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.status == .exited(code), "\(ending.errors)")
        #expect(code != 64 || ending.output.isEmpty && ending.errors.contains("Error: "))
        #expect(try Document.text(of: "docs/OPTIONS.md").contains("\n| \(code) | "))
    }

    @Test("An error while a command runs prints one line", arguments: [
        (["seed", "/nowhere.yaml"], "There is no file /nowhere.yaml."),
        (["clock", "--sandbox-url", "localhost"], "--sandbox-url must be like http://127.0.0.1:8081, not 'localhost'."),
        (["wait", "--url", "ftp://a"], "--url must be like http://127.0.0.1:8080, not 'ftp://a'."),
        (
            ["wait", "--url", "http://u:p@127.0.0.1:8080"],
            "--url must have no user and no password; a service asks for neither."
        ),
        (["serv"], "tessera has no command 'serv'. Did you mean serve? See tessera --help"),
        (["ledger", "chek"], "tessera ledger has no command 'chek'. Did you mean check? See tessera ledger --help"),
        (["quux"], "tessera has no command 'quux'. See tessera --help"),
    ])
    func mistakes(arguments: [String], message: String) async throws {
        let ending = try await Program.run(arguments)
        #expect(ending.status == .exited(64) && ending.errors == "Error: \(message)\n", "\(ending.errors)")
    }

    @Test("The check of a service that does not run says that it does not run")
    func unreachable() async throws {
        let ending = try await Program.run(["healthcheck", "--port", "9"])
        #expect(ending.output.hasPrefix("Nothing answers at http://127.0.0.1:9/readyz: connection refused.\n"))
    }

    @Test("Output is coloured only on a terminal, and not if NO_COLOR is set or TERM is dumb")
    func colors() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                let card = try await service.cards(of: "10000001").create(.virtual()).cardId
                let phone = [
                    "phone", "apple", "--card", card, "--fault", "expired-leaf", "--url", service.url,
                    "--sandbox-url", "http://\(sandbox.host):\(sandbox.port)",
                ]
                let red = "\u{1B}[31mFAILED\u{1B}[0m"
                let seen = try await Self.onTerminal(phone, ["TERM": "xterm", "NO_COLOR": ""])
                #expect(seen.contains(red) && seen.contains("\u{1B}[32mok\u{1B}[0m"), "\(seen)")
                for plain in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb", "NO_COLOR": ""]] {
                    let seen = try await Self.onTerminal(phone, plain)
                    #expect(seen.contains("FAILED") && !seen.contains("\u{1B}"), "\(seen)")
                }
                let piped = try await Program.run(phone, environment: ["TERM": "xterm", "NO_COLOR": ""])
                #expect(piped.output.contains("FAILED") && !piped.output.contains("\u{1B}"))
            }
        }
    }

    /// The output of the command on a terminal.
    private static func onTerminal(_ arguments: [String], _ variables: [String: String]) async throws -> String {
        let program = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent().appending(path: "tessera").path
        let command = ([program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let environment = variables.reduce(into: [Environment.Key: String?]()) { all, variable in
            if let key = Environment.Key(rawValue: variable.key) { all[key] = variable.value }
        }
        return try await Command.run(
            Configuration(
                executable: .name("script"), arguments: ["--quiet", "--command", command, "/dev/null"],
                environment: .inherit.updating(environment))
        ).output
    }
}
