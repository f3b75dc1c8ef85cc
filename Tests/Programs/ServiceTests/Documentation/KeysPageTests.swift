import Foundation
import Postgres
import Testing
import TestSupport

/// Runs the commands about keys in docs/OPERATIONS.md.
@Suite("The keys of an installation", .timeLimit(.minutes(20)))
struct KeysPageTests {
    @Test("The commands of the section print what it shows, and the service then starts with the new key")
    func section() async throws {
        let (commands, shown) = try Document.section("Rotate keys", of: "docs/OPERATIONS.md")
        try #require(commands.count > 2)
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let folder = URL(filePath: directory.path).deletingLastPathComponent()
            let person = Operator(url: scratch.url, folder: folder)
            var output = ""
            for command in commands {
                // Here the reader waits.
                if command.contains(/keys (reencrypt|retire)/) {
                    try await scratch.database.execute(
                        script: "UPDATE issuing.data_key SET created_at = created_at - interval '1 hour'")
                }
                output += try await person.run([command]).joined()
            }
            #expect(Document.isAsShown(output, shown), "\(output)")
            let options = ["--database-url", scratch.url, "--key-file", folder.appending(path: "new.key").path]
            _ = try await Program.serve(options, by: .core) { service in
                let ready = try await service.get("/readyz").status
                #expect(ready == 200)
            }
        }
    }
}
