import Foundation
import Subprocess
import Testing
import TestSupport

/// `ClusterTests` run the same on a cluster, if there is one.
@Suite("The command migrate --distribute", .timeLimit(.minutes(5)))
struct DistributeTests {
    @Test("It needs a database of your own")
    func embedded() async throws {
        try await DataDirectory.with { directory in
            let ending = try await Program.run(["migrate", "--distribute", "--data-dir", directory.path], by: .core)
            let complaint = "Error: --distribute is for the coordinator of a Citus cluster, which --database-url names."
            #expect(ending.status == .exited(64) && ending.errors.contains(complaint), "\(ending.errors)")
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("It says what a database without Citus lacks, and changes nothing")
    func withoutCitus() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--data-dir", directory.path, "--database-url", scratch.url]
            let ending = try await Program.run(["migrate", "--distribute"] + options, by: .core)
            #expect(ending.status == .exited(1), "\(ending.output)")
            #expect(ending.errors.contains("the database has no extension citus;"), "\(ending.errors)")
            let plan = try await Program.run(["migrate", "--plan"] + options, by: .core)
            #expect(plan.output.hasPrefix("The database is empty."), "\(plan.output)")
            let script = try await Program.run(["migrate", "--plan", "--distribute"] + options, by: .core)
            #expect(script.output.contains("WHERE name = to_regclass('issuing.card');"))
            #expect(!script.output.contains("merchants."))
        }
    }
}
