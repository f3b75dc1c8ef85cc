import Subprocess
import Testing

@Suite("The address of a token service on the command line", .timeLimit(.minutes(20)))
struct TokenServiceCommandTests {
    @Test("A URL that the service would not call is a usage error", arguments: [
        ("https://127.0.0.1/orders", "--url must have a host with public addresses and no others."),
        ("https://169.254.169.254/orders", "--url must have a host with public addresses and no others."),
        ("https://[fd00::1]/orders", "--url must have a host with public addresses and no others."),
        ("http://8.8.8.8/orders", "--url must be an absolute https URL of at most 500 characters"),
    ])
    func address(url: String, sentence: String) async throws {
        try await DataDirectory.with { directory in
            let set = ["token-service", "set", "--network", "VISA", "--url", url, "--data-dir", directory.path]
            let refused = try await Program.run(set, by: .core)
            #expect(refused.status == .exited(64))
            #expect(refused.errors.contains(sentence), "\(refused.errors)")
        }
    }

    @Test("A public address is set, and any other one with --webhooks-anywhere")
    func allowed() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            for options in [["https://8.8.8.8/orders"], ["http://10.0.0.1/orders", "--webhooks-anywhere"]] {
                let set = try await Program.run(
                    ["token-service", "set", "--network", "VISA", "--data-dir", directory.path, "--url"] + options,
                    by: .core)
                #expect(set.status == .exited(0), "\(set.errors)")
            }
        }
    }
}
