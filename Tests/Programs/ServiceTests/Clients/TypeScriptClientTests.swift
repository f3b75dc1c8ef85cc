import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The TypeScript client", .timeLimit(.minutes(20)))
struct TypeScriptClientTests {
    private static let folder = Document.root.appending(path: ".build/typescript")

    @Test(
        "Attacks fail, and an app goes from its first token to a card in Google's wallet",
        .enabled(if: Tester.isOnPath("tsc"), "There is no tsc on the PATH: apt-get install node-typescript"),
        .enabled(if: Tester.isOnPath("node"), "There is no node on the PATH: apt-get install nodejs"))
    func story() async throws {
        try await Self.compile()
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                let story = Self.folder.appending(path: "dist/tests/story.js").path
                let ending = try await Tester.command("node", [story, service.url, sandbox.url, "10000001"])
                #expect(ending.status.isSuccess, "\(ending.errors)")
                #expect(ending.output == "The story is complete.\n")
            }
        }
    }

    @Test("The TypeScript and the Kotlin client have the same methods, which call the same operations")
    func methods() throws {
        let classes = [
            ("Wallet", "Wallet", "wallet"), ("CardService", "CardService", "cards"),
            ("ScaService", "ScaService", "authentication"), ("DisputeService", "DisputeService", "disputes"),
            ("TransactionHistoryService", "HistoryServices", "transaction-history"),
            ("AuthorizationHistoryService", "HistoryServices", "authorization-history"),
        ]
        for (name, kotlinFile, webFile) in classes {
            let kotlin = try Self.body(
                of: name, in: "Clients/kotlin/src/main/kotlin/com/paysafe/wallet/\(kotlinFile).kt")
            let web = try Self.body(of: name, in: "Clients/typescript/src/\(webFile).ts")
            var methods = Set(kotlin.matches(of: /\n {4,8}(?:suspend )?fun (\w+)\(/).map(\.1))
            // In Kotlin, this method is in the folder of the fragment.
            if name == "Wallet" { methods.insert("listenScaAuthenticationEvent") }
            let found = Set(web.matches(of: /\n {4}(?:static )?(?:async )?(\w+)\(/).map(\.1))
            #expect(methods.count > 1 && found.subtracting(["constructor"]) == methods, "\(name)")
            let (called, expected) = (web.matches(of: /Operations\.(\w+)/), kotlin.matches(of: /Operations\.(\w+)/))
            #expect(Set(called.map(\.1)) == Set(expected.map(\.1)), "\(name)")
        }
    }

    /// The source of a class, up to its closing bracket.
    private static func body(of name: String, in path: String) throws -> Substring {
        let text = try Document.text(of: path)
        let start = try #require(text.range(of: "\n(export )?class \(name)\\b", options: .regularExpression))
        let rest = text[start.upperBound...]
        return rest[..<(rest.range(of: "\n}\n")?.lowerBound ?? rest.endIndex)]
    }

    /// Compiles the client with Tests/TypeScript, which imports it by its name, as an app does.
    private static func compile() async throws {
        let files = FileManager.default
        try? files.removeItem(at: folder)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let client = Document.root.appending(path: "Clients/typescript")
        for part in ["package.json", "tsconfig.json", "src"] {
            try files.copyItem(at: client.appending(path: part), to: folder.appending(path: part))
        }
        let sources = folder.appending(path: "src")
        try? files.removeItem(at: sources.appending(path: "generated"))
        try files.copyItem(
            at: Document.root.appending(path: "Tests/TypeScript"), to: sources.appending(path: "tests"))
        try GeneratedClients.run(
            try await Program.run(["typescript-sources", sources.appending(path: "generated").path]))
        try GeneratedClients.run(try await Tester.command("tsc", ["--project", folder.path]))
        let declared = try Document.text(of: ".build/typescript/dist/wallet.d.ts")
        #expect(declared.contains("getCardService(): CardService;") && !declared.contains("answer<"))
    }
}
