import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The file with the database's URL", .timeLimit(.minutes(20)))
struct DatabaseURLFileTests {
    @Test("The option and the variable lead to the database, and no password is in the arguments")
    func used() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let file = try Self.write("  \(scratch.url)\n", beside: directory)
            let storage = ["--data-dir", directory.path]
            let first = try await Program.run(["migrate", "--database-url-file", file] + storage, by: .core)
            #expect(first.output.hasPrefix("The database was empty and has the schema now"), "\(first.errors)")
            let variable = ["TESSERA_DATABASE_URL_FILE": file]
            let second = try await Program.run(["migrate"] + storage, environment: variable, by: .core)
            #expect(second.output == "The schema is up to date.\n" && second.errors.isEmpty, "\(second.errors)")
        }
    }

    @Test("A password in --database-url is warned about, and not shown; one in the variable is not visible to others")
    func visiblePassword() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let url = scratch.url.replacing("tessera@", with: "tessera:hunter2secret@")
            let storage = ["--data-dir", directory.path]
            let shown = try await Program.run(["migrate", "--database-url", url] + storage, by: .core)
            #expect(shown.status.isSuccess && shown.errors.contains("can see the password in --database-url."))
            #expect(shown.errors.contains("--database-url-file") && !shown.errors.contains("hunter2secret"))
            let hidden = try await Program.run(
                ["migrate"] + storage, environment: ["TESSERA_DATABASE_URL": url], by: .core)
            #expect(hidden.status.isSuccess && hidden.errors.isEmpty, "\(hidden.errors)")
        }
    }

    @Test("A file that others can access, that is absent or that holds no URL is refused", arguments: [
        (mode: 0o644, contents: "postgresql:///secret", complaint: "others than its owner can access it (mode 0644); "),
        (mode: 0o640, contents: "postgresql:///secret", complaint: "0600 or 0400 is accepted: chmod 600 "),
        (mode: 0o600, contents: "secret", complaint: "The database URL cannot be read: "),
        (mode: 0o600, contents: "\n", complaint: "The database URL cannot be read: it is empty."),
        (mode: 0o600, contents: String(repeating: "a", count: 20_000), complaint: "more than 16384 bytes long."),
        (mode: 0o600, contents: nil, complaint: "cannot be read: No such file or directory."),
    ])
    func unusable(mode: Int, contents: String?, complaint: String) async throws {
        try await DataDirectory.with { directory in
            let file = try Self.write(contents, mode: mode, beside: directory)
            let options = ["--data-dir", directory.path, "--database-url-file", file]
            let ending = try await Program.run(["serve"] + options, by: .core)
            #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
            #expect(!ending.errors.contains("secret"))
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("The database is named once", arguments: [
        ["TESSERA_DATABASE_URL": "postgresql:///a", "TESSERA_DATABASE_URL_FILE": "/nowhere"],
        ["TESSERA_DATABASE_URL": "postgresql:///a"],
    ])
    func twice(environment: [String: String]) async throws {
        let arguments = environment.count == 2 ? [] : ["--database-url-file", "/nowhere"]
        let ending = try await Program.run(["migrate"] + arguments, environment: environment, by: .core)
        let complaint = "--database-url and --database-url-file name the database twice; remove one of them."
        #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
    }

    private static func write(
        _ contents: String?, mode: Int = 0o600, beside directory: DataDirectory
    ) throws -> String {
        let path = URL(filePath: directory.path).deletingLastPathComponent().path() + "database.url"
        guard let contents else { return path }
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        try #require(
            FileManager.default.createFile(atPath: path, contents: Data(contents.utf8), attributes: attributes))
        try FileManager.default.setAttributes(attributes, ofItemAtPath: path)
        return path
    }
}
