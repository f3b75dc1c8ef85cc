import Foundation
import Subprocess

/// A real Chromium without a window, with a new profile for each page.
package enum Browser {
    /// A page after its scripts have run.
    package struct Page: Sendable {
        /// The document after the scripts.
        package let document: String
        /// The console messages of the page, the browser and its policies.
        package let console: [String]
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package static func open(_ url: String) async throws -> Page {
        let profile = FileManager.default.temporaryDirectory.appending(path: "tessera-browser-\(url.hashValue)")
        defer { try? FileManager.default.removeItem(at: profile) }
        let browser = Executable.name("chromium")
        guard (try? await browser.resolveExecutablePath(in: .inherit)) != nil else {
            throw Failure(description: "There is no chromium on the PATH, and the secure view is tested in one: "
                + "apt-get install chromium, or make test, which does.")
        }
        let outcome = try await Subprocess.run(
            browser,
            arguments: [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
                "--disable-background-networking", "--user-data-dir=\(profile.path)", "--window-size=390,844",
                "--enable-logging=stderr", "--timeout=300000", "--dump-dom", url,
            ],
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let (document, log) = (outcome.standardOutput, outcome.standardError)
        guard outcome.terminationStatus.isSuccess, document.contains("<html") else {
            throw Failure(description: "Chromium showed nothing of the page: \(log.suffix(2000))")
        }
        let console = log.split(separator: "\n").filter { $0.contains(":CONSOLE") }
        return Page(document: document, console: console.map(String.init))
    }
}
