import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import Testing
import TestSupport

@Suite("The data directory", .timeLimit(.minutes(20)))
struct DataDirectoryTests {
    @Test("Cards, tokens, clients and the sandbox's clock survive a restart")
    func restart() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let sandbox = Sandbox()
            let arguments = ["--data-dir", directory.path]
            let time = "2031-05-04T03:02:01Z"
            let (before, _) = try await Program.serve(arguments, sandbox) { service in
                let set = try await sandbox.send("PUT", "/sandbox/clock", #"{"now": "\#(time)", "frozen": true}"#)
                #expect(set.status == 200)
                let token = try await service.token(of: "10000001")
                return (card: try await service.cards(bearing: token).create(.virtual()), token: token)
            }
            #expect(before.card.createdDate == Timestamp(time))

            _ = try await Program.serve(arguments, sandbox) { service in
                #expect(try await sandbox.get("/sandbox/clock").member("now") == time)
                #expect(try await service.cards(of: "10000001").get(before.card.cardId) == before.card)
                let list = try await service.cards(bearing: before.token).getAll()
                #expect(list.cards == [before.card], "a token from before the restart still counts")
            }
        }
    }

    @Test("--demo creates a data directory that only its owner can read")
    func permissions() async throws {
        try await DataDirectory.with { directory in
            let (_, ending) = try await Program.serve(["--demo", "--data-dir", directory.path]) { service in
                #expect(try directory.mode() & 0o067 == 0, "Postgres' own account may pass through, no more")
                #expect(try directory.mode(of: "key-encryption.key") == 0o600)
                #expect(try directory.mode(of: "postgres/cluster") == 0o700)
                #expect(try directory.mode(of: "postgres/socket") == 0o700)
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
            #expect(ending.status == .exited(0))
            #expect(ending.output.contains("Tessera is ready.") && ending.output.contains("/docs"), "where to look")
        }
    }

    @Test("With --database-url, the directory holds only the key file, and only its owner may enter")
    func keyFileOnly() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let ending = try await Program.run(["seed", "--data-dir", directory.path, "--database-url", scratch.url])
            #expect(ending.status == .exited(0))
            #expect(try directory.mode() == 0o700)
            #expect(try directory.mode(of: "key-encryption.key") == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["key-encryption.key"])
        }
    }

    @Test("A second service on the same directory is refused with the process id of the first, which goes on")
    func twoAtOnce() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            _ = try await Program.serve(["--data-dir", directory.path]) { service in
                let second = try await Program.run(["serve", "--data-dir", directory.path, "--port", "0"])
                #expect(second.status == .exited(1))
                #expect(second.errors.contains("\(directory.path) is in use by process \(service.processIdentifier)"))
                _ = try await service.cards(of: "10000001").create(.virtual())
            }
        }
    }

    @Test("If the port is in use, the error says what to do, and the embedded Postgres is stopped")
    func portInUse() async throws {
        try await DataDirectory.with { directory in
            try await DataDirectory.with(seeded: true) { seeded in
                let scratch = try await ScratchDatabase.make()
                let first = ["--migrate", "--data-dir", directory.path, "--database-url", scratch.url]
                _ = try await Program.serve(first) { service in
                    let second = try await Program.run([
                        "serve", "--data-dir", seeded.path, "--port", "\(service.port)", "--sandbox-port", "0",
                    ])
                    #expect(second.status == .exited(1))
                    #expect(
                        second.errors.hasSuffix(
                            """
                            Error: The public listener cannot listen at 127.0.0.1:\(service.port): Address already in \
                            use. Choose another address with --host and --port, or stop what listens there.

                            """))
                    #expect(seeded.serverProcesses.isEmpty)
                }
            }
        }
    }
}
