import Foundation
import Subprocess
import Testing
import TestSupport

/// Compiles generated clients, each of which plays a customer's story: token, card, lock with strong customer
/// authentication, tokenization, completion.
@Suite("Clients generated from the OpenAPI documents", .timeLimit(.minutes(20)))
struct GeneratedClientTests {
    private static let story = """
        ACTIVE
        401 DW-SCA-REQUIRED
        VERIFIED
        LOCKED
        401 DW-SCA-REQUIRED
        VERIFIED
        ACTIVE
        CARD_NETWORK_VISA
        COMPLETED

        """

    private static let folder = GeneratedClients.folder

    @Test("The Python client by openapi-python-client plays the story")
    func python() async throws {
        let printed = try await GeneratedClients.python.value
        #expect(!printed.contains("WARNING"), "\(printed)")
        let package = "\(Self.folder)/python/cardservice"
        let files = FileManager.default.enumerator(atPath: package)?.compactMap { $0 as? String } ?? []
        let modules = files.filter { $0.hasSuffix(".py") }
        // A class for each operation and error would make 900.
        #expect(modules.contains("models/update_card.py") && modules.count < 400, "\(modules.count)")
        _ = try await GeneratedClients.run(Tester.run("python", ["-m", "compileall", "-q", package]))
        try await Self.tell { arguments in
            try await Tester.run(
                "python", [GeneratedClients.source("story.py")] + arguments, in: "\(Self.folder)/python")
        }
    }

    @Test(
        "The TypeScript client by openapi-generator plays the story",
        .enabled(if: Tester.isOnPath("java"), "There is no java on the PATH: apt-get install default-jre-headless"),
        .enabled(if: Tester.isOnPath("tsc"), "There is no tsc on the PATH: apt-get install node-typescript"))
    func typeScript() async throws {
        try await GeneratedClients.compiled.value
        // The compiler looks for imports beside the file.
        let source = "\(Self.folder)/story.ts"
        try Document.text(of: "Tests/Generated/story.ts").write(toFile: source, atomically: true, encoding: .utf8)
        // Debian's compiler does not narrow `"name" in value` yet, which the generated code needs without `any`.
        let options = [
            "--target", "es2020", "--module", "commonjs", "--lib", "es2020,dom", "--strict", "--noImplicitAny", "false",
            "--outDir", "\(Self.folder)/js",
        ]
        _ = try await GeneratedClients.run(Tester.command("tsc", options + [source], in: Self.folder))
        try await Self.tell { arguments in
            try await Tester.command("node", ["\(Self.folder)/js/story.js"] + arguments)
        }
    }

    @Test(
        "The Swift client by openapi-generator plays the story",
        .enabled(if: Tester.isOnPath("java"), "There is no java on the PATH: apt-get install default-jre-headless"),
        .enabled(if: Tester.isOnPath("swiftc"), "There is no swiftc on the PATH; it comes with the toolchain"))
    func swift() async throws {
        try await GeneratedClients.compiled.value
        let place = "\(Self.folder)/swift6"
        let options = ["-swift-version", "6", "-parse-as-library", "-wmo", "-I", place]
        var libraries: [String] = []
        for (name, module) in [("cardservice", "CardService"), ("sandbox", "SandboxService")] {
            libraries.append("\(place)/lib\(module).a")
            let sources = try Self.files(in: "\(place)/\(name)/Sources", ending: ".swift")
            let output = [
                "-module-name", module, "-emit-module-path", "\(place)/\(module).swiftmodule", "-emit-library",
                "-static", "-o", libraries[libraries.count - 1],
            ]
            _ = try await GeneratedClients.run(Tester.command("swiftc", options + output + sources, in: place))
        }
        let program = "\(place)/story"
        let sources = [GeneratedClients.source("Story.swift")]
        _ = try await GeneratedClients.run(
            Tester.command("swiftc", options + sources + libraries + ["-o", program], in: place))
        try await Self.tell { arguments in
            // `env` runs a program by its path.
            try await Tester.command("env", [program] + arguments)
        }
    }

    @Test(
        "The Kotlin client by openapi-generator plays the story",
        .enabled(if: Tester.isOnPath("java"), "There is no java on the PATH: apt-get install default-jre-headless"),
        .enabled(
            if: GeneratedClients.kotlinJars != nil,
            "There is no Kotlin of 1.4 or later: pip install kotlin-jupyter-kernel"),
        .enabled(
            if: FileManager.default.fileExists(atPath: GeneratedClients.gson),
            "There is no gson: apt-get install libgoogle-gson-java"))
    func kotlin() async throws {
        try await GeneratedClients.compiled.value
        let jars = try #require(GeneratedClients.kotlinJars)
        let library = try #require(jars.first { $0.contains("/kotlin-stdlib-") })
        let archive = "\(Self.folder)/kotlin/story.jar"
        let classPath = "\(library):\(GeneratedClients.gson)"
        let compiler = ["-cp", jars.joined(separator: ":"), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"]
        let options = [
            "-no-stdlib", "-no-reflect", "-nowarn", "-Xno-optimize", "-jvm-target", "11", "-cp", classPath, "-d",
            archive,
        ]
        let sources = ["cardservice", "sandbox"].map { "\(Self.folder)/kotlin/\($0)/src/main/kotlin" }
            + ["OkHttp.kt", "Story.kt"].map(GeneratedClients.source)
        _ = try await GeneratedClients.run(
            Tester.command("java", compiler + options + sources, in: Self.folder))
        try await Self.tell { arguments in
            try await Tester.command("java", ["-cp", "\(archive):\(classPath)", "StoryKt"] + arguments)
        }
    }

    // MARK: Helpers

    /// Runs a story against a demo, with a new customer.
    private static func tell(_ run: (_ arguments: [String]) async throws -> Program.Ending) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                let ending = try await run([
                    service.url + "/digitalwallets", "http://\(sandbox.host):\(sandbox.port)/sandbox",
                    sandbox.newCustomer(),
                ])
                #expect(ending.status.isSuccess, "\(ending.errors)")
                #expect(ending.output == story, "\(ending.errors)")
            }
        }
    }

    private static func files(in folder: String, ending: String) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return names.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }
    }
}
