import CardAPI
import ContractPack
import Foundation
import HTTPContract
import Subprocess
import Testing
import TestSupport

@Suite("The contract pack", .timeLimit(.minutes(20)))
struct ContractPackTests {
    @Test("The files pass a check of their formats, and the transcripts are exact copies")
    func formats() async throws {
        try await DataDirectory.with { directory in
            let pack = try await Self.export(to: directory)
            let checked = try await Self.python("check_pack.py", pack)
            #expect(checked.status.isSuccess, "\(checked.output)\(checked.errors)")
            let found = try #require(checked.output.firstMatch(of: /, (\d+) interactions, (\d+) requests/))
            #expect(Int(found.1) ?? 0 >= 40 && Int(found.2) ?? 0 >= 32)

            let transcripts = Document.root.appending(path: "Sources/Sandbox/Transcripts")
            let stories = try Self.names(in: transcripts.path).filter { $0.hasSuffix(".http") }
            #expect(try Self.names(in: pack + "/transcripts") == stories)
            for story in stories {
                let copy = try Data(contentsOf: URL(filePath: pack + "/transcripts/" + story))
                #expect(try copy == Data(contentsOf: transcripts.appending(path: story)))
            }
        }
    }

    @Test("The service passes its own Pact file twice, in a tenant with its own brand")
    func pact() async throws {
        try await DataDirectory.with { directory in
            let pack = try await Self.export(to: directory, "--brand", "acme")
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let sandbox = Sandbox()
            _ = try await Program.serve(options, sandbox) { service in
                let made = try await sandbox.send(
                    "POST", "/sandbox/tenants", #"{"name": "pact", "brand": "acme"}"#)
                for _ in 1...2 {
                    let verified = try await Self.python(
                        "verify_pact.py", pack + "/pact.json", service.url + "/tenants/pact", made.member("sandboxUrl"))
                    #expect(verified.status.isSuccess, "\(verified.output)\(verified.errors)")
                    #expect(verified.output.contains(/\d{2,} interactions verified/))
                }
                let unknown = try await sandbox.send(
                    "POST", "/tenants/pact/sandbox/provider-states", #"{"state": "a custommer"}"#)
                #expect(unknown.status == 400 && unknown.body.contains("must be one of 'a customer', "))
            }
        }
    }

    @Test("A Pact file that differs from the service fails the verification")
    func brokenPact() async throws {
        try await DataDirectory.with { directory in
            let pack = try await Self.export(to: directory)
            let file = URL(filePath: pack + "/pact.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data(text.replacing(#""code": "DW-SCOPE-REQUIRED""#, with: #""code": "DW-OTHER""#).utf8).write(to: file)
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let sandbox = Sandbox()
            _ = try await Program.serve(options, sandbox) { service in
                let verified = try await Self.python(
                    "verify_pact.py", file.path, service.url, "http://\(sandbox.host):\(sandbox.port)/sandbox")
                #expect(verified.status == .exited(1))
                #expect(verified.output.contains("There were 1 pact failures"), "\(verified.output)")
                #expect(verified.output.contains("showDetails is answered with 403"))
            }
        }
    }

    @Test("The documentation lists every provider state with its values")
    func states() throws {
        let page = try Document.text(of: "docs/CONTRACT-PACK.md")
        for state in ProviderState.allCases {
            let values = state.values.dropFirst(4).map { "`\($0)`" }.joined(separator: ", ")
            let row = "| `\(state.rawValue)` |" + (values.isEmpty ? "" : " \(values)") + " |\n"
            #expect(page.contains(row), "\(row)")
        }
    }

    @Test("An export replaces only an earlier pack, and only with --force")
    func directories() async throws {
        try await DataDirectory.with { directory in
            let pack = try await Self.export(to: directory)
            let again = try await Program.run(["contract", "export", pack])
            #expect(again.status == .exited(1) && again.errors.contains("use --force to replace it"))

            try Data("{".utf8).write(to: URL(filePath: pack + "/pact.json"))
            #expect(try await Program.run(["contract", "export", pack, "--force"]).status == .exited(0))
            #expect(try Data(contentsOf: URL(filePath: pack + "/pact.json")).count > 10_000)

            try Data("mine".utf8).write(to: URL(filePath: pack + "/notes.txt"))
            let foreign = try await Program.run(["contract", "export", pack, "--force"])
            #expect(foreign.status == .exited(1) && foreign.errors.contains("holds notes.txt, which is not part"))
            #expect(FileManager.default.fileExists(atPath: pack + "/notes.txt"))

            try FileManager.default.removeItem(atPath: pack + "/notes.txt")
            try Data("mine".utf8).write(to: URL(filePath: pack + "/schemas/notes.txt"))
            let hidden = try await Program.run(["contract", "export", pack, "--force"])
            #expect(hidden.errors.contains("holds schemas/notes.txt, which is not part"))

            let own = directory.path + "/api"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
            try Data("{}".utf8).write(to: URL(filePath: own + "/openapi.json"))
            let alone = try await Program.run(["contract", "export", own, "--force"])
            #expect(alone.errors.contains("holds openapi.json, which is not part"))

            let blocked = try await Program.run(["contract", "export", pack + "/pact.json/pack"])
            #expect(blocked.status == .exited(1) && blocked.errors.contains("cannot be written"))
            #expect(try Self.names(in: directory.path) == ["api", "pack"])
        }
    }

    // MARK: Helpers

    static func export(to directory: DataDirectory, _ options: String...) async throws -> String {
        let pack = directory.path + "/pack"
        let exported = try await Program.run(["contract", "export", pack] + options)
        #expect(exported.status == .exited(0), "\(exported.errors)")
        return pack
    }

    private static func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    private static func python(_ script: String, _ arguments: String...) async throws -> Program.Ending {
        try await Tester.run("python", [Tester.folder.appending(path: script).path] + arguments)
    }
}
