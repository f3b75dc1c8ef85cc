import CardAPI
import CardClient
import Foundation
import Subprocess
import Testing
import TestSupport

/// The commands that look at a running sandbox and prepare it.
@Suite("Commands for snapshots, faults, the journal and the coverage", .timeLimit(.minutes(20)))
struct SandboxToolTests {
    private struct Scene {
        let service: RunningService
        let sandbox: Sandbox

        func run(_ arguments: String...) async throws -> Program.Ending {
            try await Program.run(arguments, environment: ["TESSERA_SANDBOX_URL": sandbox.url])
        }
    }

    private func scene(_ work: @Sendable (Scene) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                try await work(Scene(service: service, sandbox: sandbox))
            }
        }
    }

    @Test("snapshot takes, lists, compares, restores and deletes")
    func snapshot() async throws {
        try await scene { scene in
            #expect(try await scene.run("snapshot", "list").output == "There is no snapshot.\n")
            #expect(try await scene.run("snapshot", "take", "ready").output.hasSuffix("Z  ready\n"))
            #expect(try await scene.run("snapshot", "take", "ready").status == .exited(1))
            #expect(try await scene.run("snapshot", "compare", "ready").output == "0 rows changed.\n")
            _ = try await scene.service.cards(of: "10000001").create(.virtual())
            let changed = try await scene.run("snapshot", "compare", "ready").output
            #expect(changed.contains("ADDED  card  {"), "\(changed)")
            #expect(changed.contains("\n  status: null → \"ACTIVE\"\n"), "\(changed)")
            let restored = try await scene.run("snapshot", "restore", "ready").output
            #expect(restored == "All data is as it was in the snapshot ready.\n")
            #expect(try await scene.service.cards(of: "10000001").getAll().cards.isEmpty)
            #expect(try await scene.run("snapshot", "list").output.hasSuffix("Z  ready\n"))
            #expect(try await scene.run("snapshot", "delete", "ready").output == "There is no snapshot ready.\n")
            let missing = try await scene.run("snapshot", "restore", "ready")
            #expect(missing.status == .exited(1) && missing.errors.contains("404"), "\(missing.errors)")
        }
    }

    @Test("faults sets a rule, a profile or a file, shows how often each rule struck, and deletes them")
    func faults() async throws {
        try await scene { scene in
            #expect(try await scene.run("faults").output == "There are no faults.\n")
            let set = try await scene.run(
                "faults", "set", "--fault", "STATUS", "--status", "503", "--operation", "createCard", "--times", "1")
            #expect(
                set.output == "STATUS             struck 0 of 0    operation: createCard  status: 503"
                    + "  retryAfterSeconds: 1  times: 1\n")
            await #expect(throws: (any Error).self) {
                try await scene.service.cards(of: "10000001").create(.virtual())
            }
            #expect(try await scene.run("faults").output.contains("  struck 1 of 1  "))
            let profile = try await scene.run("faults", "set", "--profile", "ADVERSARIAL", "--seed", "1")
            #expect(profile.output.split(separator: "\n").count > 1 && profile.output.contains("LATENCY"))
            let file = FileManager.default.temporaryDirectory.appending(path: "plan-of-faults.json")
            try #"{"rules": [{"fault": "ANSWER_LOST", "nth": 2}]}"#.write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let read = try await scene.run("faults", "set", file.path)
            #expect(read.output.hasPrefix("ANSWER_LOST        struck 0 of 0"), "\(read.errors)")
            let wrong = try await scene.run("faults", "set", "--fault", "NONE")
            #expect(wrong.status == .exited(1) && wrong.errors.contains("rules[0].fault"), "\(wrong.errors)")
            #expect(try await scene.run("faults", "clear").output == "There are no faults.\n")
        }
    }

    @Test("verify exits with 1 and shows the differences; coverage counts and names what is missing")
    func verify() async throws {
        try await scene { scene in
            _ = try await scene.service.cards(of: "10000001").create(.virtual())
            let held = try await scene.run("verify", "createCard", "--times", "1", "--where", #"{"status": 201}"#)
            #expect(held.output == "createCard was called 1 times, as expected.\n", "\(held.errors)")
            let failed = try await scene.run("verify", "createCard", "--where", #"{"status": 404}"#)
            #expect(failed.status == .exited(1))
            #expect(failed.errors.contains("createCard was called 0 times, not at least 1 times.\n  request "))
            #expect(failed.errors.contains("    status: wanted 404, found 201\n"), "\(failed.errors)")
            let more = try await scene.run("verify", "createCard", "--at-least", "2", "--at-most", "3")
            #expect(more.errors.contains("createCard was called 1 times, not 2 to 3 times."), "\(more.errors)")

            let counted = try await scene.run("coverage").output
            #expect(counted.firstMatch(of: /operations +2 of \d+\n/) != nil, "\(counted)")
            #expect(counted.contains("cardpointe.operations"))
            let missing = try await scene.run("coverage", "--missing", "operations").output.split(separator: "\n")
            #expect(missing.contains("listCards") && !missing.contains("createCard"))
            let unknown = try await scene.run("coverage", "--missing", "x")
            #expect(unknown.status == .exited(64) && unknown.errors.contains("one of operations, "))
            #expect(try await scene.run("coverage", "--clear").output == "Nothing was seen.\n")
            #expect(try await scene.run("coverage").output.contains("operations                  0 of "))
        }
    }

    @Test("Options that make no sense are refused", arguments: [
        (["snapshot", "take", "a b"], "has 1 to 60 of"), (["faults", "set"], "Name a file, --profile or --fault"),
        (["faults", "set", "--profile", "ADVERSARIAL", "--times", "1"], "go with --fault"),
        (["faults", "set", "a.json", "--seed", "1"], "--seed goes with"),
        (["faults", "set", "/nowhere.json"], "There is no file /nowhere.json."),
        (["verify", "getCard", "--times", "1", "--at-most", "2"], "not both"),
        (["verify", "getCard", "--where", "[]"], "must be a JSON object"),
        (["verify", "getCard", "--within", "31s"], "at most 30s"),
        (["coverage", "--clear", "--missing", "operations"], "not both"),
    ])
    func refusals(_ options: [String], _ complaint: String) async throws {
        let ending = try await Program.run(options)
        #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
    }

    @Test("OPTIONS.md names every command, and SANDBOX.md each that calls a sandbox")
    func documented() async throws {
        let help = try await Program.run(["--help"]).output
        let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
        let commands = list.matches(of: /\n? {2}([a-z-]+) {2,}\S/).map { String($0.1) }
        #expect(commands.contains("serve") && commands.contains("coverage") && commands.count > 20, "\(commands)")
        let (options, sandbox) = try (Document.text(of: "docs/OPTIONS.md"), Document.text(of: "docs/SANDBOX.md"))
        for command in commands {
            #expect(options.firstMatch(of: try Regex("`(tessera )?\(command)\\b")) != nil, "OPTIONS.md: \(command)")
            let ending = try await Program.run(["help", command])
            let isTool = ending.output.contains("--sandbox-url") && !ending.output.contains("--database-url")
            #expect(!isTool || sandbox.contains("`tessera \(command)"), "SANDBOX.md: \(command)")
        }
    }
}
