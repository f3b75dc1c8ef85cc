import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("The contract pack's scripts", .timeLimit(.minutes(20)))
struct ContractPackScriptTests {
    @Test("The k6 script passes its checks against the demo, and fails if an answer is wrong")
    func load() async throws {
        try await DataDirectory.with { directory in
            let run = [try await ContractPackTests.export(to: directory) + "/k6.js", "7"]
            try await Self.withDemo(directory) { sandbox, addresses in
                let held = try await Tester.play("k6.mjs", run, environment: addresses)
                #expect(held.status == .exited(0), "\(held.errors)")
                #expect(held.output == "42 of 42 checks held\n")

                // The round ends at the failed request, so 2 checks are missing.
                let rules = #"{"rules": [{"operation": "listCards", "fault": "STATUS", "status": 503, "times": 1}]}"#
                _ = try await sandbox.send("PUT", "/sandbox/faults", rules)
                let failed = try await Tester.play("k6.mjs", run, environment: addresses)
                #expect(failed.status == .exited(99), "\(failed.errors)")
                #expect(failed.output == "39 of 40 checks held\n")
                #expect(failed.errors.contains("✗ listCards is answered with 200: 503"), "\(failed.errors)")

                let nothing = try await Tester.play("k6.mjs", [run[0], "0"], environment: addresses)
                #expect(nothing.status == .exited(99))
            }
        }
    }

    @Test("The Postman requests succeed as a whole and folder by folder, and fail if an answer is wrong")
    func collection() async throws {
        try await DataDirectory.with { directory in
            let run = [try await ContractPackTests.export(to: directory) + "/postman_collection.json"]
            try await Self.withDemo(directory) { sandbox, addresses in
                let held = try await Tester.play("postman.mjs", run, environment: addresses)
                #expect(held.status == .exited(0), "\(held.errors)")
                let requests = try #require(held.output.firstMatch(of: /^(\d+) requests\n/))
                #expect(Int(requests.1) ?? 0 >= 2 * 45, "\(held.output)")

                let rules = #"{"rules": [{"operation": "getCard", "fault": "STATUS", "status": 503, "times": 1}]}"#
                _ = try await sandbox.send("PUT", "/sandbox/faults", rules)
                let failed = try await Tester.play("postman.mjs", run, environment: addresses)
                #expect(failed.status == .exited(99), "\(failed.output)")
                #expect(failed.errors.contains("✗ Cards / getCard is answered with 200: 503"), "\(failed.errors)")
            }
        }
    }

    // MARK: Helpers

    private static func withDemo(
        _ directory: DataDirectory, _ body: (Sandbox, [String: String]) async throws -> Void
    ) async throws {
        let scratch = try await ScratchDatabase.make()
        let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
        let sandbox = Sandbox()
        _ = try await Program.serve(options, sandbox) { service in
            try await body(
                sandbox,
                ["BASE_URL": service.url, "SANDBOX_URL": "http://\(sandbox.host):\(sandbox.port)/sandbox"])
        }
    }
}
