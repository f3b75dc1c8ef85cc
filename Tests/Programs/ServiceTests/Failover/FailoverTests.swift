import Foundation
import Subprocess
import Testing

/// Lets the primary of two Postgres servers die while customers call, in each way, and promotes the other server.
///
/// `FAILOVER_ROUNDS` is how often it does so. Only then does a promotion fail if the first write comes later than a
/// second after it, because the tests beside this one slow it down. Each failover prints a line.
@Suite("Failover to a synchronous standby", .timeLimit(.minutes(60)))
struct FailoverTests {
    private static let rounds = ProcessInfo.processInfo.environment["FAILOVER_ROUNDS"].flatMap { Int($0) }
    private static let limit = Duration.seconds(1)

    /// A busy machine makes tests slow; it must not make them fail.
    private static let settings = ["TESSERA_DATABASE_WAIT": "5", "TESSERA_STATEMENT_TIMEOUT": "8"]

    @Test("However the primary dies, every acknowledged write is there once, and the service goes on by itself")
    func deaths() async throws {
        for round in 1...(Self.rounds ?? 1) {
            try await DataDirectory.with(seeded: true) { directory in
                try await DatabasePair.with(directory) { pair in
                    let sandbox = Sandbox()
                    let storage = ["--data-dir", directory.path, "--database-url", pair.url]
                    let (_, ending) = try await Program.serve(
                        storage, sandbox, environment: Self.settings
                    ) { service in
                        try await Self.play(
                            round, FailoverScene(on: service, sandbox, pair, dataDirectory: directory.path))
                    }
                    #expect(ending.status == .exited(0))
                }
            }
        }
    }

    /// Lets each primary die in another way, and makes the dead one the standby for the next death.
    private static func play(_ round: Int, _ scene: FailoverScene) async throws {
        var scene = scene
        for (index, death) in DatabasePair.Death.allCases.enumerated() {
            if index > 0 { try await scene.rebuild() }
            let outcome = try await scene.fail(over: death)
            FileHandle.standardOutput.write(Data("failover \(round): \(death.rawValue), \(outcome)\n".utf8))
            #expect(outcome.problems == [], "\(death.rawValue)")
            if rounds != nil { #expect(outcome.pause <= limit, "\(death.rawValue)") }
        }
    }
}
