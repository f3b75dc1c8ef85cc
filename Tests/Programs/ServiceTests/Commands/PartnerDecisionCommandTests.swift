import Foundation
import Subprocess
import Testing

@Suite("A partner's decision on the command line", .timeLimit(.minutes(20)))
struct PartnerDecisionCommandTests {
    private struct Settings: Decodable {
        let url, standIn: String
        let signingKey: String?
        let timeLimitMilliseconds: Int
    }

    @Test("An operator sets, shows and removes the URL at which a partner is asked")
    func settings() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            func run(_ step: String, _ options: String...) async throws -> Program.Ending {
                try await Program.run(
                    ["partner-decision", step, "--brand", "demo", "--data-dir", directory.path] + options, by: .core)
            }
            let file = Self.file("right")
            defer { try? FileManager.default.removeItem(at: file) }
            try Data(#"{"url": "https://8.8.8.8/payments", "standIn": "APPROVE"}"#.utf8).write(to: file)
            let set = try await run("set", "--settings", file.path)
            #expect(set.status == .exited(0), "\(set.errors)")
            let made = try JSONDecoder().decode(Settings.self, from: Data(set.output.utf8))
            #expect(made.signingKey != nil && made.timeLimitMilliseconds == 2000)

            let shown = try await run("show")
            let stored = try JSONDecoder().decode(Settings.self, from: Data(shown.output.utf8))
            #expect(stored.url == "https://8.8.8.8/payments" && stored.standIn == "APPROVE")
            #expect(stored.signingKey == nil)

            #expect(try await run("remove").status == .exited(0))
            let gone = try await run("show")
            #expect(gone.status == .exited(1))
            #expect(gone.errors.contains("its partner is not asked about payments"))
        }
    }

    @Test("Wrong settings are a usage error that names each member")
    func wrongSettings() async throws {
        try await DataDirectory.with { directory in
            let file = Self.file("wrong")
            defer { try? FileManager.default.removeItem(at: file) }
            for (body, sentence) in [
                (#"{"url": "http://hooks.example.com", "standIn": "APPROVE_UP_TO"}"#, "standInLimit is required"),
                (#"{"url": "https://10.0.0.1"}"#, "url must have a host with public addresses and no others."),
                (#"{"urll": "https://hooks.example.com"}"#, "did you mean url"),
                ("", "it is empty"),
            ] {
                try Data(body.utf8).write(to: file)
                let refused = try await Program.run(
                    [
                        "partner-decision", "set", "--brand", "demo", "--settings", file.path, "--data-dir",
                        directory.path,
                    ], by: .core)
                #expect(refused.status == .exited(64), "\(body)")
                #expect(refused.errors.contains(sentence), "\(refused.errors)")
            }
        }
    }

    private static func file(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "tessera-decision-\(name)-\(getpid()).json")
    }
}
