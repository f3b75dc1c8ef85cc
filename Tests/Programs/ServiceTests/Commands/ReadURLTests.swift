import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The URL of a standby for lists", .timeLimit(.minutes(20)))
struct ReadURLTests {
    @Test("A URL that cannot be used is refused", arguments: [
        (
            ["--read-url", "postgresql:///b"], [:],
            "--read-url and --read-url-file name a standby of --database-url, and the service's own PostgreSQL has none"
        ),
        (
            ["--database-url", "postgresql:///a", "--read-url", "secret"], [:],
            "--read-url: The database URL cannot be read: "
        ),
        (
            ["--database-url", "postgresql:///a", "--read-url-file", "/nowhere"], [:],
            "--read-url-file /nowhere cannot be read: No such file or directory."
        ),
        (
            ["--database-url", "postgresql:///a", "--read-url-file", "/nowhere"],
            ["TESSERA_READ_URL": "postgresql:///b"],
            "--read-url and --read-url-file name the standby twice; remove one of them."
        ),
    ] as [([String], [String: String], String)])
    func unusable(arguments: [String], environment: [String: String], complaint: String) async throws {
        try await DataDirectory.with { directory in
            let storage = ["--data-dir", directory.path]
            let ending = try await Program.run(
                ["serve"] + storage + arguments, environment: environment, by: .core)
            #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
            #expect(!ending.errors.contains("secret"))
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("A password in --read-url is warned about, and not shown")
    func visiblePassword() async throws {
        try await ProductionDatabase.with { _, options in
            let url = "postgresql://tessera:hunter2secret@/cards?host=/nowhere"
            let shown = try await Program.run(["doctor"] + options + ["--read-url", url], by: .core)
            #expect(shown.status == .exited(0) && shown.output.contains(" standby: "), "\(shown)")
            #expect(shown.errors.contains("can see the password in --read-url."))
            #expect(shown.errors.contains("--read-url-file"))
            let hidden = try await Program.run(
                ["doctor"] + options, environment: ["TESSERA_READ_URL": url], by: .core)
            #expect(!hidden.errors.contains("can see the password"))
            for ending in [shown, hidden] { #expect(!(ending.output + ending.errors).contains("hunter2secret")) }
        }
    }
}
