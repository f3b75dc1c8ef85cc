import NIOCore
import NIOPosix
import Subprocess
import Testing
import TestSupport

@Suite("A program of which one part cannot start", .timeLimit(.minutes(20)))
struct FailedStartTests {
    @Test("A port that is taken ends the whole program with 1, and the error names the port and its option")
    func takenPorts() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let taken = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(taken.localAddress?.port)
            let options = ["--port", "--sandbox-port", "--merchants-port", "--network-port", "--iso8583-port"]
            for option in options {
                let ports = options.flatMap { [$0, "\($0 == option ? port : Unshared.port())"] }
                let ending = try await Program.run(
                    ["serve", "--demo", "--data-dir", directory.path, "--database-url", scratch.url] + ports)
                #expect(ending.status == .exited(1), "\(option): \(ending.errors)")
                #expect(ending.errors.contains("cannot listen at 127.0.0.1:\(port): Address already in use"))
                #expect(ending.errors.contains(option), "\(ending.errors)")
                #expect(ending.output.isEmpty, "it never says that it is ready")
            }
            try await taken.close()
        }
    }
}
