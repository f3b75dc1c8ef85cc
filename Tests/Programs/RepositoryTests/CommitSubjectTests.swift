import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("Subjects of commits")
struct CommitSubjectTests {
    /// An unpacked tarball has no history, nor has a worktree whose repository is elsewhere. A shallow clone has the
    /// end of it.
    private static func hasHistory() async throws -> Bool {
        let isRepository = FileManager.default.fileExists(atPath: Golden.repository.appending(path: ".git").path)
        guard isRepository else { return false }
        return try await git("rev-parse", "--verify", "--quiet", "HEAD").isDone
    }

    private static func git(
        _ arguments: String...
    ) async throws -> (isDone: Bool, output: String, errors: String) {
        // Only subjects are read. So it does not matter who owns the folder.
        let outcome = try await run(
            .name("git"), arguments: Arguments(["-C", Golden.repository.path, "-c", "safe.directory=*"] + arguments),
            output: .string(limit: 1 << 16), error: .string(limit: 1 << 16))
        return (outcome.terminationStatus.isSuccess, outcome.standardOutput, outcome.standardError)
    }

    @Test(
        "The last 50 subjects are an area and an imperative",
        .enabled("Git finds no commits here, as in an unpacked tarball.") { try await hasHistory() })
    func history() async throws {
        let (isDone, output, errors) = try await Self.git("log", "-50", "--no-merges", "--format=%h %s")
        try #require(isDone, "\(errors)")
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            for mistake in CommitSubject(text: parts.last ?? "").mistakes { Issue.record("\(line): \(mistake).") }
        }
    }

    @Test("The check finds no mistake in a good subject", arguments: [
        "tests: hold docs/ARCHITECTURE.md to 280 lines", "webhooks, payments, issuing: make bodies in Swift",
        "console: press the button once", "scenarios: embed files as literals", "tenants: name one; drop the others",
        "docs: say how to restore a dump on another server, and do it", "payments: re-read a card that has moved",
        "sandbox: say that a tenant is gone while it is being deleted", "cli: bring back --where",
    ])
    func good(_ text: String) {
        #expect(CommitSubject(text: text).mistakes == [])
    }

    @Test("The check names the mistake in a bad subject", arguments: [
        ("Keep one state per name", "does not begin with an area"),
        ("tenants:keep one state per name", "does not begin with an area"),
        ("misc: keep one state per name", "'misc'"), ("Tenants: keep one state per name", "'Tenants'"),
        ("webhooks,payments: keep one state", "'webhooks,payments'"), ("webhooks, : keep one state", "''"),
        ("tests: Keep one state per name", "'Keep'"), ("docs: README has fewer lines", "'README'"),
        ("tests: kept one state per name", "'kept'"), ("tests: added a test", "'added'"),
        ("tests: adds a test", "'adds'"), ("tests: adding a test", "'adding'"), ("tests: the state is one", "'the'"),
        ("tests:  keep one state", "''"), ("tests: keep one state per name.", "full stop"), ("tests: ", "''"),
        ("tests: keep one state for each name that one caller may give to a merchant", "74 characters"),
    ])
    func bad(_ text: String, _ mistake: String) {
        let mistakes = CommitSubject(text: text).mistakes
        #expect(mistakes.count == 1 && mistakes.allSatisfy { $0.contains(mistake) }, "\(mistakes)")
    }
}
