import Foundation
import Subprocess

/// Clients that third-party generators make from both OpenAPI documents. Tests/Generated has a story for each. They are
/// generated once for all tests.
enum GeneratedClients {
    static let folder = Document.root.appending(path: ".build/generated").path

    /// A source file of Tests/Generated.
    static func source(_ name: String) -> String { Document.root.appending(path: "Tests/Generated/\(name)").path }

    /// The generators of openapi-generator with their options, by the name of their folder.
    private static let generators: [(name: String, options: @Sendable (_ document: String) -> [String: String])] = [
        ("typescript-fetch", { _ in [:] }),
        ("kotlin", { ["packageName": $0, "serializationLibrary": "gson", "dateLibrary": "string"] }),
        ("swift6", { ["projectName": $0 == "sandbox" ? "SandboxService" : "CardService"] }),
    ]

    /// The documents by the name of their client.
    private static let documents = [("cardservice", ["openapi"]), ("sandbox", ["openapi", "--sandbox"])]

    private static let written = Task {
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, command) in documents {
            let document = try await run(Program.run(command))
            try document.output.write(toFile: "\(folder)/\(name).json", atomically: true, encoding: .utf8)
        }
    }

    /// Clients in TypeScript, Kotlin and Swift, which one run of Java makes. openapi-generator makes no client for
    /// webhooks, but its default settings write a file for them that does not compile.
    static let compiled = Task {
        try await written.value
        let off = ["apiDocs", "apiTests", "modelDocs", "modelTests"].map { ($0, "false") }
        let global = Dictionary(uniqueKeysWithValues: off + ["apis", "models", "supportingFiles"].map { ($0, "") })
        var settings: [String] = []
        for generator in generators {
            for (name, _) in documents {
                let values: [String: Any] = [
                    "generatorName": generator.name, "inputSpec": "\(folder)/\(name).json",
                    "outputDir": "\(folder)/\(generator.name)/\(name)", "globalProperties": global,
                    "additionalProperties": generator.options(name),
                ]
                let file = "\(folder)/\(generator.name)-\(name).config"
                try JSONSerialization.data(withJSONObject: values).write(to: URL(filePath: file))
                settings.append(file)
            }
        }
        // Validation is on: an invalid document ends the generator with an error.
        let options = ["batch", "--threads", "2", "--root-dir", folder]
        _ = try await run(Tester.run("openapi-generator-cli", options + settings, in: folder))
    }

    /// Generates the packages in Python. The value is the generator's output about the card service.
    static let python = Task {
        try await written.value
        try "post_hooks: []\n".write(toFile: "\(folder)/python.yml", atomically: true, encoding: .utf8)
        var printed: [String] = []
        for (name, _) in documents {
            let options = [
                "generate", "--path", "\(folder)/\(name).json", "--output-path", "\(folder)/python/\(name)",
                "--meta", "none", "--config", "\(folder)/python.yml",
            ]
            try FileManager.default.createDirectory(
                atPath: "\(folder)/python", withIntermediateDirectories: true)
            let ending = try await run(Tester.run("openapi-python-client", options, in: folder))
            printed.append(ending.output + ending.errors)
        }
        return printed[0]
    }

    /// The jars of the Kotlin kernel for notebooks, which contains a compiler; nil if it is not installed.
    static let kotlinJars: [String]? = {
        let python = Tester.programs.deletingLastPathComponent().appending(path: "lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: python.path)) ?? []
        let places = versions.map { python.appending(path: "\($0)/site-packages/run_kotlin_kernel/jars") }
        let place = places.first { FileManager.default.fileExists(atPath: $0.path) }
        guard let place else { return nil }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        return names.filter { $0.hasSuffix(".jar") }.sorted().map { place.appending(path: $0).path }
    }()

    static let gson = "/usr/share/java/gson.jar"

    /// Fails with the program's output if the program does not succeed.
    @discardableResult
    static func run(_ ending: Program.Ending) throws -> Program.Ending {
        guard ending.status == .exited(0) else { throw Failed(output: ending.output, errors: ending.errors) }
        return ending
    }

    private struct Failed: Error {
        let output: String
        let errors: String
    }
}
