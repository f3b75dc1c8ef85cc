import CardAPI
import CardClient
import Foundation
import HTTPContract
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("The sandbox is on only if the database is marked as a sandbox", .timeLimit(.minutes(8)))
struct SandboxCommandTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    @Test("An unmarked database is served without a sandbox, and the log says so")
    func unmarked() async throws {
        try await withProduction { _, arguments in
            // The default address of the sandbox.
            let environment = ["TESSERA_SANDBOX_PORT": ""]
            let (_, ending) = try await Program.serve(arguments, environment: environment) { service in
                let (ready, clock) = try await (service.get("/readyz"), service.get("/sandbox/clock"))
                #expect(ready.status == 200)
                #expect(clock.status == 404)
                #expect(service.log.lines.count { $0.contains("listening on 127.0.0.1:") } == 1)
            }
            #expect(ending.errors.contains("the sandbox is off: the database is not marked as a sandbox's"))
            #expect(!ending.errors.contains("the sandbox is on"))
        }
    }

    @Test("On an unmarked database, commands that need a sandbox fail and change nothing", arguments: [
        ["serve", "--demo"], ["serve", "--sandbox"], ["seed"], ["seed", "--cards", "10"],
        ["serve", "--sandbox-port", "18599"], ["serve", "--sandbox-host", "127.0.0.1"], ["serve", "--seed", "7"],
    ])
    func refused(command: [String]) async throws {
        try await withProduction { scratch, arguments in
            let before = try await DatabaseDump.text(of: scratch)
            let ending = try await Program.run(command + arguments + (command[0] == "serve" ? ["--port", "0"] : []))
            #expect(ending.status == .exited(1), "\(ending.errors)")
            #expect(ending.errors.contains("Error: ") && ending.errors.contains("sandbox's"), "\(ending.errors)")
            #expect(try await DatabaseDump.text(of: scratch) == before)
        }
    }

    @Test("--sandbox marks an empty database, and the next start finds the mark")
    func marked() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let arguments = ["--data-dir", directory.path, "--database-url", scratch.url]
            let sandbox = Sandbox()
            for options in [["--sandbox"], []] {
                let (status, ending) = try await Program.serve(options + arguments, sandbox) { _ in
                    try await sandbox.get("/sandbox/clock").status
                }
                #expect(status == 200)
                let lines = ending.errors.split(separator: "\n").filter { $0.contains("the sandbox is on") }
                #expect(lines.count == 1)
                let line = try #require(lines.first)
                for word in ["card numbers", scratch.name, "\(sandbox.host):\(sandbox.port)", #""level":"warning""#] {
                    #expect(line.contains(word), "\(line)")
                }
            }
        }
    }

    @Test("A sandbox that listens beyond loopback needs a token, and phone sends it")
    func token() async throws {
        let open = try await Program.run(["serve", "--demo", "--sandbox-host", "0.0.0.0"])
        #expect(open.status == .exited(64))
        #expect(open.errors.contains("export TESSERA_SANDBOX_TOKEN=$(openssl rand -hex 32)"), "\(open.errors)")
        let short = try await Program.run(["serve", "--demo"], environment: ["TESSERA_SANDBOX_TOKEN": "0123456789"])
        #expect(short.status == .exited(64))
        #expect(short.errors.contains("must be 32 to 256") && !short.errors.contains("0123456789"), "\(short.errors)")

        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let arguments = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let environment = ["TESSERA_SANDBOX_TOKEN": Self.token]
            let (_, ending) = try await Program.serve(arguments, sandbox, environment: environment) { service in
                #expect(try await sandbox.get("/sandbox/wallet-keys").status == 401)
                let card = try await service.cards(of: "10000001").create(.virtual()).cardId
                let phone = [
                    "phone", "google", "--card", card, "--url", service.url,
                    "--sandbox-url", "http://\(sandbox.host):\(sandbox.port)",
                ]
                #expect(try await Program.run(phone).errors.contains("answered 401"))
                #expect(try await Program.run(phone + ["--sandbox-token", Self.token]).status == .exited(0))
            }
            #expect(!ending.errors.contains(Self.token) && !ending.output.contains(Self.token))
        }
    }

    /// A database with its own brand and without the mark of a sandbox, as in production.
    private func withProduction(_ body: (ScratchDatabase, [String]) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            try await scratch.database.execute(script: "INSERT INTO brand VALUES ('acme')")
            try await body(scratch, ["--data-dir", directory.path, "--database-url", scratch.url])
        }
    }
}
