import Foundation
import Subprocess
import Testing
import TestSupport

/// Each script drives headless Chromium on a fresh demo, and prints every failure on a line of its own.
@Suite("The console in a browser", .timeLimit(.minutes(20)))
struct ConsoleInBrowserTests {
    @Test(
        "It tells its story, can be used by everyone, and does nothing that curl cannot do",
        .enabled(if: Tester.isOnPath("chromium"), "There is no chromium on the PATH: apt-get install chromium"),
        arguments: ["story", "accessibility", "curls"])
    func plays(script: String) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            // A command of the console calls the card service at the host of the page.
            let options = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", sandbox.host,
            ]
            _ = try await Program.serve(options, sandbox, host: sandbox.host) { _ in
                let played = try await Tester.play(
                    "console/\(script).mjs", [sandbox.url, directory.path], environment: [:])
                #expect(played.status.isSuccess, "\(played.output)\(played.errors)")
            }
        }
    }
}
