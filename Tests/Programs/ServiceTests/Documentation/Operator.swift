import Foundation
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// Somebody with a shell on the machine of the service.
struct Operator: Sendable {
    let url: String
    let folder: URL
    /// Host and port of the service that stands in place of the page's, which has TLS.
    var service: String?
    /// The file of the certificate that leads to the service's.
    var root: String { folder.appending(path: "root.pem").path }

    var keyFile: String { folder.appending(path: ".tessera/key-encryption.key").path }

    private static let mark = "end of a command"

    /// The output of each command. They run in one shell, up to the first that fails.
    func run(_ commands: [String]) async throws -> [String] {
        let script = commands.map { "\($0)\necho '\(Self.mark)'\n" }.joined()
        let ending = try await ending(of: script)
        #expect(ending.status == .exited(0), "\(ending.errors)")
        return ending.output.components(separatedBy: Self.mark + "\n").dropLast()
    }

    /// Runs examples of a page, and compares what they print with what the page shows.
    func check(_ examples: [Document.Example], of document: Document) async throws {
        let outputs = try await run(examples.map(\.command))
        try #require(outputs.count == examples.count, "\(outputs)")
        for (example, output) in zip(examples, outputs) {
            guard let shown = example.output else { continue }
            #expect(
                Document.isAsShown(output, shown), "\(document.name), line \(example.line), printed: \(output)")
        }
    }

    func ending(of script: String) async throws -> Program.Ending {
        let programs = try Program.core.path.removingLastComponent()
        let here = service.map { script.replacing("http://127.0.0.1:8080", with: "https://\($0)") } ?? script
        return try await Command.run(
            Configuration(
                executable: .name("bash"), arguments: ["-euo", "pipefail", "-c", here],
                environment: .custom([
                    "DATABASE_URL": url, "TESSERA_DATABASE_URL": url, "TESSERA_LOG_LEVEL": "warning",
                    // As `Program`: a busy machine slows the commands down, but does not fail them.
                    "TESSERA_DATABASE_WAIT": "120", "TESSERA_STATEMENT_TIMEOUT": "120",
                    "PATH": "\(programs):/usr/bin:/bin:/usr/sbin", "LC_ALL": "C.UTF-8", "CURL_CA_BUNDLE": root,
                ]),
                workingDirectory: FilePath(folder.path)),
            // A script may be all commands of a page.
            within: Deadline.long)
    }

    /// Somebody who has a database with the settings of docs/FIRST-BRAND.md, and has not started a service yet.
    static func withFirstBrand(_ body: (Operator, ScratchDatabase) async throws -> Void) async throws {
        let document = try Document("docs/FIRST-BRAND.md")
        let start = try #require(document.unpasted.first { $0.command == "tessera-core serve" })
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let person = Operator(
                url: scratch.url, folder: URL(filePath: directory.path).deletingLastPathComponent())
            try await person.check(document.examples.filter { $0.line < start.line }, of: document)
            try await body(person, scratch)
        }
    }
}
