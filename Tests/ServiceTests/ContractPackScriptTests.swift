import Foundation
import Subprocess
import TestSupport
import Testing

@Suite("The contract pack's scripts", .timeLimit(.minutes(3)), .enabled("k6 is for x86-64.", { Tester.hasK6 }))
struct ContractPackScriptTests {
    @Test("k6's does what it says, and its checks fail where the service does otherwise")
    func load() async throws {
        try await DataDirectory.with { directory in
            let pack = try await ContractPackTests.export(to: directory)
            // How fast it must be is for whoever measures, on a machine with nothing else to do.
            let script = URL(filePath: pack + "/k6.js")
            let text = try String(contentsOf: script, encoding: .utf8)
            try #require(text.contains("p(95)<500"))
            try Data(text.replacing("p(95)<500", with: "p(95)<60000").utf8).write(to: script)
            try await Self.withDemo(44, directory) { sandbox, addresses in
                let run = ["--vus", "2", "--iterations", "7", script.path]
                let held = try await Self.k6(run, addresses, in: directory)
                #expect(held.status == .exited(0), "\(held.output)\(held.errors)")
                #expect(held.output.contains("100.00% 42 out of 42\n"), "\(held.output)")

                let rules = #"{"rules": [{"operation": "listCards", "fault": "STATUS", "status": 503, "times": 1}]}"#
                _ = try await sandbox.send("PUT", "/sandbox/faults", rules)
                let failed = try await Self.k6(run, addresses, in: directory)
                #expect(failed.status == .exited(99), "\(failed.output)\(failed.errors)")
                #expect(failed.output.contains("✗ listCards is answered with 200\n"), "\(failed.output)")
            }
        }
    }

    @Test("Postman's requests succeed in their order, all of them and each folder by itself")
    func collection() async throws {
        try await DataDirectory.with { directory in
            let pack = try await ContractPackTests.export(to: directory)
            try await Self.withDemo(45, directory) { sandbox, addresses in
                let variables = addresses.merging(["COLLECTION": pack + "/postman_collection.json"]) { $1 }
                let run = [Document.root.appending(path: "Tests/K6/postman.js").path]
                let held = try await Self.k6(run, variables, in: directory)
                #expect(held.status == .exited(0), "\(held.errors)")
                let requests = try #require(held.output.firstMatch(of: /http_reqs\.+: (\d+)/))
                #expect(Int(requests.1) ?? 0 >= 2 * 45, "\(held.output)")

                let rules = #"{"rules": [{"operation": "getCard", "fault": "STATUS", "status": 503, "times": 1}]}"#
                _ = try await sandbox.send("PUT", "/sandbox/faults", rules)
                let failed = try await Self.k6(run, variables, in: directory)
                #expect(failed.status == .exited(99), "\(failed.output)")
                #expect(failed.errors.contains("Cards / getCard is answered with 200: it does not; 503"))
            }
        }
    }

    // MARK: Means

    /// Tells nobody of its use, and listens nowhere.
    private static func k6(
        _ arguments: [String], _ environment: [String: String], in directory: DataDirectory
    ) async throws -> Program.Ending {
        try await Tester.run(
            "k6", ["run", "--quiet", "--no-color", "--no-usage-report", "--address", ""] + arguments,
            environment: environment, in: directory.path)
    }

    private static func withDemo(
        _ number: UInt8, _ directory: DataDirectory, _ body: (Sandbox, [String: String]) async throws -> Void
    ) async throws {
        let scratch = try await ScratchDatabase.make()
        let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
        let sandbox = Sandbox(number)
        _ = try await Program.serve(options, sandbox) { service in
            try await body(
                sandbox,
                ["BASE_URL": service.url, "SANDBOX_URL": "http://\(sandbox.host):\(sandbox.port)/sandbox"])
        }
    }
}
