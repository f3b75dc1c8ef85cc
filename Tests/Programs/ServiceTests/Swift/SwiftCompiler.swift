import Foundation
import Subprocess

/// Compiles Swift outside the package, in a separate folder, as a third-party app is compiled.
struct SwiftCompiler {
    /// The modules for Apple's systems, and the apps that use them.
    static let apps = URL(filePath: #filePath).appending(path: "../../SwiftApp").standardized
    static let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources").standardized

    let folder: URL
    /// The folder of the test program, with everything that SwiftPM built.
    let built: URL

    struct Failed: Error {
        let output: String
    }

    init(_ name: String) throws {
        built = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(name)-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Compiles a module that later files import instead of the one that SwiftPM built.
    func makeModule(_ name: String, of files: [URL]) async throws {
        try await compile(
            [
                "-module-name", name, "-wmo", "-emit-module", "-emit-module-path",
                folder.appending(path: "\(name).swiftmodule").path, "-c", "-o", object(of: name).path,
            ] + files.map(\.path))
    }

    func object(of module: String) -> URL { folder.appending(path: "\(module).o") }

    func compile(_ arguments: [String]) async throws {
        let common = [
            "-swift-version", "6", "-parse-as-library", "-I", folder.path, "-I", built.appending(path: "Modules").path,
        ]
        let ending = try await Command.run(
            Configuration(executable: .name("swiftc"), arguments: .init(common + arguments)), within: Deadline.long)
        guard ending.status.isSuccess else { throw Failed(output: ending.errors) }
    }
}
