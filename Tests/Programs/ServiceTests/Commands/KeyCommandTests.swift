import CardAPI
import CardClient
import CardSecrets
import Foundation
import Hosting
import Subprocess
import Testing
import TestSupport

@Suite("The command that prints the key-encryption key", .timeLimit(.minutes(20)))
struct KeyCommandTests {
    private static let digits = String(repeating: "5e", count: 32)

    private static func key(_ line: String, limit: Duration = .seconds(600)) async throws -> KeyEncryptionKey {
        try await #require(KeyCommand(line, limit: limit)).key()
    }

    /// A script in a folder of its own; the arguments follow it.
    private static func withScript(_ text: String, _ body: (_ path: String) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let path = URL(filePath: directory.path).deletingLastPathComponent().path() + "key.sh"
            try #require(FileManager.default.createFile(
                atPath: path, contents: Data("#!/bin/sh\n\(text)\n".utf8), attributes: [.posixPermissions: 0o700]))
            try await body(path)
        }
    }

    @Test("Its arguments are words between spaces, which no shell reads")
    func arguments() async throws {
        let expected = try KeyEncryptionKey(text: Self.digits, source: "The test's key")
        #expect(try await Self.key("printf \(Self.digits)") == expected)
        #expect(try await Self.key("  printf   %s\\n \(Self.digits) ") == expected)
        let script = #"[ "$#" = 3 ] && [ "$1" = "'a" ] && [ "$3" = '$HOME;' ] && echo "$2""#
        try await Self.withScript(script) { path in
            let failure = KeyCommand.Failure.failed(path, .exited(1), nil)
            await #expect(throws: failure) { try await Self.key("\(path) a b") }
            let key = try await Self.key("\(path) 'a \(Self.digits) $HOME;")
            #expect(key == expected)
        }
        #expect(KeyCommand(" \t ") == nil)
    }

    @Test("It is run once")
    func once() async throws {
        try await Self.withScript("echo run >> $0.runs; echo \(Self.digits)") { path in
            let command = try #require(KeyCommand(path))
            for _ in 1...3 { _ = try await command.key() }
            #expect(try String(contentsOfFile: path + ".runs", encoding: .utf8) == "run\n")
        }
    }

    @Test("A failure says the status and the last line of errors, and never the output or the arguments")
    func failing() async throws {
        let script = "echo \(Self.digits); echo one >&2; printf 'slot\\033 3 is empty\\n\\n' >&2; exit 7"
        try await Self.withScript(script) { path in
            let failure = await #expect(throws: KeyCommand.Failure.self) { try await Self.key("\(path) --pin 4711") }
            #expect(failure == .failed(path, .exited(7), "slot 3 is empty"))
            let text = "\(try #require(failure))"
            #expect(text.contains("ended with status 7") && text.contains("slot 3 is empty"))
            #expect(!text.contains("5e5e") && !text.contains("4711"))
        }
        await #expect(throws: KeyCommand.Failure.notRun("/nowhere/tool")) { try await Self.key("/nowhere/tool") }
        await #expect(throws: KeyCommand.Failure.notRun("no-such-tool-7")) { try await Self.key("no-such-tool-7") }
    }

    @Test("One that hangs is killed with its children, and one that prints too much is refused")
    func unbounded() async throws {
        try await Self.withScript("sleep 86400 & wait") { path in
            let limit = Duration.milliseconds(500)
            await #expect(throws: KeyCommand.Failure.tooSlow(path, limit)) { try await Self.key(path, limit: limit) }
        }
        await #expect(throws: KeyCommand.Failure.tooLong("yes")) { try await Self.key("yes") }
        try await Self.withScript("yes >&2") { path in
            await #expect(throws: KeyCommand.Failure.tooLong(path)) { try await Self.key(path) }
        }
    }

    @Test("Output that is no key is refused, and not shown", arguments: ["secret", "", "5e5e", "\\000\\377"])
    func rubbish(output: String) async throws {
        let failure = await #expect(throws: KeyFailure.self) { try await Self.key("printf \(output)\\n") }
        #expect(failure == .malformed(source: "The output of --key-command printf"))
    }

    @Test("A service runs with it, and doctor says if the key is not the database's")
    func service() async throws {
        try await ProductionDatabase.with { directory, options in
            let line = "cat \(directory.keyFile)"
            _ = try await Program.serve(options + ["--key-command", line], by: .core) { service in
                #expect(try await service.get("/readyz").status == 200)
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            let variable = ["TESSERA_KEY_COMMAND": line]
            let healthy = try await Program.run(["doctor"] + options, environment: variable, by: .core)
            #expect(healthy.output.contains("cat prints a key."), "\(healthy.output)")
            #expect(healthy.output.contains("prints opens all"), "\(healthy.output)")

            let wrong = ["--key-command", "printf \(Self.digits)"]
            let refused = try await Program.run(["serve"] + options + wrong, by: .core)
            #expect(refused.status == .exited(1))
            #expect(refused.errors.contains("The key that --key-command printf prints does not fit"))
            #expect(!refused.errors.contains("5e5e"))
            let sick = try await Program.run(["doctor"] + options + wrong, by: .core)
            #expect(sick.status == .exited(1) && sick.output.contains("correct --key-command"), "\(sick.output)")
        }
    }

    @Test("The key comes from one place", arguments: ["serve", "doctor", "migrate"])
    func twice(command: String) async throws {
        let options = ["--key-file", "/nowhere.key", "--key-command", "cat /nowhere.key"]
        let ending = try await Program.run([command] + options, by: .core)
        let complaint = "--key-file and --key-command name the key twice; remove one of them."
        #expect(!ending.status.isSuccess && (ending.errors + ending.output).contains(complaint), "\(ending)")
    }
}
