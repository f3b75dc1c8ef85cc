import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The key file is checked and never overwritten", .timeLimit(.minutes(20)))
struct KeyFileTests {
    @Test("A key file with another key than the database's is refused and stays unchanged")
    func wrongKey() async throws {
        try await withSeededDatabase { directory, arguments in
            let other = String(repeating: "5a", count: 32) + "\n"
            try write(other, to: directory.keyFile)
            let ending = try await Program.run(["serve"] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("The key file \(directory.keyFile) does not fit"))
            #expect(!ending.errors.contains("5a5a"))
            #expect(try String(contentsOfFile: directory.keyFile, encoding: .utf8) == other)
        }
    }

    @Test("A lost key file is not replaced by a new one, so that the right one can be restored")
    func lostKey() async throws {
        try await withSeededDatabase { directory, arguments in
            let key = try String(contentsOfFile: directory.keyFile, encoding: .utf8)
            try FileManager.default.removeItem(atPath: directory.keyFile)
            let ending = try await Program.run(["serve"] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("There is no key file \(directory.keyFile)"))
            #expect(!FileManager.default.fileExists(atPath: directory.keyFile))

            try write(key, to: directory.keyFile)
            #expect(try await Program.run(["seed"] + arguments).status == .exited(0))
        }
    }

    @Test("A key file that others can read or that holds no key is refused", arguments: [
        (mode: 0o644, contents: String(repeating: "5a", count: 32), complaint: "has mode 0644"),
        (mode: 0o600, contents: "secret", complaint: "holds no key-encryption key"),
        (mode: 0o600, contents: "", complaint: "holds no key-encryption key"),
    ])
    func unusableKey(mode: Int, contents: String, complaint: String) async throws {
        try await withSeededDatabase { directory, arguments in
            try write(contents, to: directory.keyFile, mode: mode)
            let ending = try await Program.run(["serve"] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("The key file \(directory.keyFile) \(complaint)"))
            #expect(try String(contentsOfFile: directory.keyFile, encoding: .utf8) == contents)
        }
    }

    @Test("A missing --key-file is refused and not created")
    func missingKey() async throws {
        try await withSeededDatabase { directory, arguments in
            let missing = directory.path + "/nowhere.key"
            let ending = try await Program.run(["serve", "--key-file", missing] + arguments)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("The key file \(missing) cannot be read: No such file or directory."))
            #expect(!FileManager.default.fileExists(atPath: missing))
        }
    }

    private func withSeededDatabase(_ body: (DataDirectory, [String]) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let arguments = ["--data-dir", directory.path, "--database-url", scratch.url]
            let seeding = try await Program.run(["seed"] + arguments)
            try #require(seeding.status.isSuccess, "\(seeding.errors)")
            try await body(directory, arguments)
        }
    }

    private func write(_ contents: String, to path: String, mode: Int = 0o600) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try #require(
            FileManager.default.createFile(atPath: path, contents: Data(contents.utf8), attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
    }
}
