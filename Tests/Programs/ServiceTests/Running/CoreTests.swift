import CardAPI
import CardClient
import Foundation
import Subprocess
import SystemPackage
import Testing

/// `tessera-core` is the card service as production runs it.
@Suite("The card service without a sandbox", .timeLimit(.minutes(20)))
struct CoreTests {
    @Test("tessera-core issues a card, requires authentication to lock it, and has no sandbox")
    func serves() async throws {
        try await ProductionDatabase.with { _, options in
            let (_, ending) = try await Program.serve(options, by: .core) { service in
                #expect(try await service.get("/readyz").status == 200)
                #expect(try await service.get("/sandbox/clock").status == 404)
                let cards = try await service.cards(of: "10000001")
                let card = try await cards.create(.virtual())
                #expect(try await cards.get(card.cardId).status == "ACTIVE")
                var lock = UpdateCardBody()
                (lock.status, lock.statusReason) = ("LOCKED", "Mislaid")
                await #expect(throws: WalletError.self) { try await cards.update(card.cardId, lock) }
                let business = try await service.business()
                #expect(try await business.get(card.cardId, of: "10000001").status == "ACTIVE")
            }
            #expect(ending.status == .exited(0), "\(ending.errors)")
            #expect(ending.errors.contains(#""message":"request""#), "requests are logged unless the operator refuses")
            #expect(!ending.errors.contains("10000001"))
            let unlogged = ["TESSERA_LOG_REQUESTS": "false"]
            let (status, silent) = try await Program.serve(options, environment: unlogged, by: .core) { service in
                try await service.get("/readyz").status
            }
            #expect(status == 200 && !silent.errors.contains(#""message":"request""#))
        }
    }

    @Test("tessera-core shows its metrics, each explained, only on their own listener, which has no operation")
    func metrics() async throws {
        let (host, port) = (Unshared.host(), Unshared.port())
        let environment = ["TESSERA_METRICS_HOST": host, "TESSERA_METRICS_PORT": "\(port)"]
        try await ProductionDatabase.with { _, options in
            _ = try await Program.serve(options, environment: environment, by: .core) { service in
                _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                #expect(try await service.get("/metrics").status == 404)
                let own = RunningService(
                    processIdentifier: service.processIdentifier, host: host, port: port, log: service.log)
                let lines = try await own.get("/metrics").body.split(separator: "\n")
                let explained = Set(lines.filter { $0.hasPrefix("# HELP ") }.map { $0.split(separator: " ")[2] })
                let named = Set(lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] })
                #expect(explained == named && named.contains("tessera_build_info"))
                #expect(lines.contains("webhook_deliveries_waiting 0"))
                for path in ["/healthz", "/readyz"] { #expect(try await own.get(path).status == 200, "\(path)") }
                for path in ["/docs", "/openapi.json", "/"] {
                    #expect(try await service.get(path).status != 404, "\(path)")
                    #expect(try await own.get(path).status == 404, "\(path)")
                }
                await #expect(throws: (any Error).self) { try await own.businessToken() }
            }
        }
    }

    @Test("tessera-core does not serve a database that a sandbox made, and changes nothing in it")
    func sandboxDatabase() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let ending = try await Program.run(["serve", "--port", "0", "--data-dir", directory.path], by: .core)
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("The database is a sandbox's"), "\(ending.errors)")
            #expect(ending.errors.contains("Name another database with --database-url"))
        }
    }

    @Test("The program contains no operation or table of the sandbox and of merchants, and no secret of the demo")
    func contents() throws {
        let core = try Data(contentsOf: URL(filePath: Program.core.path.string))
        let whole = try Data(contentsOf: URL(filePath: Program.tessera.path.string))
        #expect(core.range(of: Data("createSecureView".utf8)) != nil)
        #expect(core.range(of: Data("CREATE SCHEMA issuing".utf8)) != nil)
        let texts = [
            "simulateCardEvent", "demo-backend-secret", "explainWalletData", "GEZDGNBVGY3TQOJQ",
            "CREATE SCHEMA sandbox", "CREATE SCHEMA merchants", "CREATE TABLE merchants.stitch_client",
        ]
        for text in texts {
            #expect(whole.range(of: Data(text.utf8)) != nil, "\(text) is not in tessera.")
            #expect(core.range(of: Data(text.utf8)) == nil, "\(text) is in tessera-core.")
        }
    }

    @Test("tessera-core has the options of the card service and none of the sandbox")
    func help() async throws {
        let help = try await Program.run(["help", "serve"], by: .core)
        #expect(help.status == .exited(0))
        for option in ["--port", "--network-keys", "--tls", "--database-url"] { #expect(help.output.contains(option)) }
        for option in ["--demo", "--sandbox", "--seed", "--apple-root"] { #expect(!help.output.contains(option)) }
    }
}
