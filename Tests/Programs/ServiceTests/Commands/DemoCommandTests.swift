import Foundation
import Subprocess
import Testing
import TestSupport

/// The command `demo` in its longer forms, beside a running demo.
@Suite("The demonstration with shops on the command line", .timeLimit(.minutes(20)))
struct DemoCommandTests {
    private struct Scene {
        let sandbox: Sandbox
        let addresses: [String]

        func demo(_ form: String = "--all") async throws -> Program.Ending {
            try await Program.run(["demo", form] + addresses)
        }

        func tenants() async throws -> String { try await sandbox.get("/sandbox/tenants").body }
    }

    /// - Parameter port: of the merchants' listener; 0 closes it.
    private func scene(merchantsPort port: Int, _ work: @Sendable (Scene) async throws -> Void) async throws {
        let (sandbox, servicePort) = (Sandbox(), Unshared.port())
        // The sandbox's answer has the host of the request in the URLs of a tenant.
        let host = sandbox.host
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = [
                "--demo", "--data-dir", directory.path, "--database-url", scratch.url, "--host", host, "--port",
                "\(servicePort)", "--merchants-port", "\(port)",
            ]
            _ = try await Program.serve(options, sandbox, host: host) { service in
                for port in [servicePort, port] where port != 0 {
                    _ = try await service.log.entry("Server started and listening on \(host):\(port)")
                }
                let url = "http://\(host):\(servicePort)"
                try await work(Scene(sandbox: sandbox, addresses: ["--url", url, "--sandbox-url", sandbox.url]))
            }
        }
    }

    @Test("--all pays a shop at every gateway, disputes two purchases, and moves no clock")
    func everything() async throws {
        try await scene(merchantsPort: Unshared.port()) { scene in
            #expect(try await scene.sandbox.send("PUT", "/sandbox/clock", #"{"frozen": true}"#).status == 200)
            let before = try await scene.sandbox.get("/sandbox/clock").body
            let ending = try await scene.demo()
            #expect(ending.status == .exited(0), "\(ending.output)\n\(ending.errors)")
            for line in [
                "60.00 EUR on an iPhone goes to a shop at Stitch\n",
                "  12.34 EUR with the iPhone: TransactionPending authorizationNotFinalised\n",
                "  99.99 EUR with the iPhone: TransactionFailure insufficientFunds\n",
                "50.00 EUR on an iPhone goes to a shop at Dintero\n", "  12.34 EUR with the iPhone: AUTHORIZED\n",
                "  99.99 EUR with the iPhone: Rejected INSUFFICIENT_FUNDS\n",
                "40.00 EUR on an iPhone goes to a shop at MoneyHash\n",
                "  12.34 EUR with the iPhone: INTENT_PROCESSED AUTHORIZED\n",
                "  99.99 EUR with the iPhone: TRANSACTION_FAILED INSUFFICIENT_FUNDS\n",
                "30.00 EUR on an iPhone goes to a shop at CardPointe\n",
                "  12.34 EUR with the iPhone: RPCT 000 Approve\n",
                "  99.99 EUR with the iPhone: RPCT 116 Not sufficient funds\n",
                "  the money is held: the balance is 60.00 EUR, of which 47.66 EUR is available\n",
                "\n  The customer's statement, newest first:\n",
                "  ISSUER ACCEPT, so it is LOST: the balance is 37.66 EUR, and the ledger adds up\n",
                "  ACQUIRER ACCEPT, so it is WON: the balance is 37.66 EUR, and the ledger adds up\n",
                "\nAll steps succeeded\n", "\n24 steps in ",
            ] {
                #expect(ending.output.contains(line), "\(ending.output)")
            }
            #expect(try await scene.sandbox.get("/sandbox/clock").body == before)
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
        }
    }

    @Test("--disputes loses one dispute and wins one, and moves no clock")
    func disputes() async throws {
        try await scene(merchantsPort: 0) { scene in
            #expect(try await scene.sandbox.send("PUT", "/sandbox/clock", #"{"frozen": true}"#).status == 200)
            let before = try await scene.sandbox.get("/sandbox/clock").body
            let ending = try await scene.demo("--disputes")
            #expect(ending.status == .exited(0), "\(ending.output)\n\(ending.errors)")
            for line in [
                "  the credit is there: the balance is 50.00 EUR, and the ledger adds up\n",
                "  ACQUIRER REPRESENT, so it is REPRESENTED: the balance is 50.00 EUR, and the ledger adds up\n",
                "  ISSUER ACCEPT, so it is LOST: the balance is 37.66 EUR, and the ledger adds up\n",
                "  ACQUIRER ACCEPT, so it is WON: the balance is 37.66 EUR, and the ledger adds up\n",
                "\nAll steps succeeded\n", "\n6 steps in ",
            ] {
                #expect(ending.output.contains(line), "\(ending.output)")
            }
            #expect(try await scene.sandbox.get("/sandbox/clock").body == before)
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
        }
    }

    @Test("Without a port for merchants, --all fails with a message and leaves no tenant")
    func noMerchants() async throws {
        try await scene(merchantsPort: 0) { scene in
            let ending = try await scene.demo()
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("The service has no port for merchants."), "\(ending.errors)")
            #expect(try await scene.tenants() == #"{"tenants":[]}"#)
        }
    }
}
