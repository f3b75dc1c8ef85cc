import Foundation
import Testing
import TestSupport

/// Checks the sources of the image and of the package.
@Suite("The image is made from its sources only")
struct ImageTests {
    /// So a changed test or page does not build the program again.
    @Test("The build in the image has the folder of every target that the program needs, and no other")
    func copies() async throws {
        let lines = try text(of: "Dockerfile").split(separator: "\n").map(String.init)
        let build = try #require(lines.firstIndex { $0.contains("Packaging/build") })
        let copied = lines[..<build].filter { $0.hasPrefix("COPY ") }
            .flatMap { $0.split(separator: " ").dropFirst().dropLast().map(String.init) }
        #expect(Set(copied) == ["Package.swift", "Packaging", "Plugins", "Sources"])
        let targets = try await DeclaredPackage.describe(withTests: false).targets
        #expect(targets.contains { $0.name == "tessera" })
        for target in targets {
            #expect(copied.contains { (target.path + "/").hasPrefix($0 + "/") }, "\(target.path) is not in the image.")
        }
    }

    @Test("The engine gets only the files that the Dockerfile copies")
    func context() throws {
        let copied = try text(of: "Dockerfile").split(separator: "\n")
            .filter { $0.hasPrefix("COPY ") && !$0.contains("--from=") }
            .flatMap { $0.split(separator: " ").dropFirst().dropLast() }
        let ignored = try text(of: ".dockerignore").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(ignored.first == "*")
        #expect(Set(ignored.dropFirst().map { $0.dropFirst() }) == Set(copied))
    }

    @Test("Every dependency has one listed version, and this build used it")
    func versions() async throws {
        struct Resolved: Decodable {
            struct Pin: Decodable {
                let location: String
                let state: State
            }
            struct State: Decodable {
                let version: String
            }
            let pins: [Pin]
        }
        let listed = try text(of: "Packaging/dependencies").split(separator: "\n").map(String.init)
        let resolved = try JSONDecoder().decode(Resolved.self, from: Data(text(of: "Package.resolved").utf8))
        let used = resolved.pins.map { "\($0.state.version) \($0.location)" }
        #expect(listed.sorted() == used.sorted(), "make Package.resolved writes the listed versions for SwiftPM.")
    }

    private func text(of file: String) throws -> String {
        try String(contentsOf: Golden.repository.appending(path: file), encoding: .utf8)
    }
}
