import Foundation
import Subprocess
import Testing
import TestSupport

/// Each script drives headless Chromium on a fresh demo, and prints every failure on a line of its own.
@Suite("The console in a browser", .timeLimit(.minutes(20)))
struct ConsoleInBrowserTests {
    private static let chromium = ConditionTrait.enabled(
        if: Tester.isOnPath("chromium"), "There is no chromium on the PATH: apt-get install chromium")

    @Test(
        "The console tells its story, is accessible, pays in shops, and does only what curl can do", chromium,
        arguments: ["story", "accessibility", "curls", "shops", "acts", "books", "journal", "reference", "rough"])
    func plays(script: String) async throws {
        try await play(script)
    }

    @Test("With a sandbox token, the console asks for it, opens every page with it, and never shows it", chromium)
    func token() async throws {
        let token = String(repeating: "0123456789abcdef", count: 4)
        try await play("token", serving: ["--sandbox-token", token], ["SANDBOX_TOKEN": token])
    }

    private func play(
        _ script: String, serving options: [String] = [], _ environment: [String: String] = [:]
    ) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            // A command of the console calls the card service at the host of the page.
            let common = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", sandbox.host,
                "--merchants-port", "\(Unshared.port())",
            ]
            _ = try await Program.serve(common + options, sandbox, host: sandbox.host) { _ in
                let played = try await Tester.play(
                    "console/\(script).mjs", [sandbox.url],
                    environment: environment.merging(["AXE": Self.axe()]) { $1 })
                #expect(played.status.isSuccess, "\(played.output)\(played.errors)")
            }
        }
    }

    /// The script of axe-core, which Tests/Python installs.
    private static func axe() throws -> String {
        let libraries = Tester.programs.deletingLastPathComponent().appending(path: "lib")
        let scripts = try FileManager.default.contentsOfDirectory(at: libraries, includingPropertiesForKeys: nil)
            .map { $0.appending(path: "site-packages/axe_playwright_python/axe.min.js").path }
        return try #require(
            scripts.first { FileManager.default.fileExists(atPath: $0) },
            "make test installs axe-core, from Tests/Python")
    }
}
