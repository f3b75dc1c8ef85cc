import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import SystemPackage
import Testing
import TestSupport

@Suite("Phones on the command line", .timeLimit(.minutes(20)))
struct PhoneCommandTests {
    private func commands(_ work: @Sendable (RunningService, Sandbox, [String]) async throws -> Void) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(options, sandbox) { service in
                // The URL has a path, as in the service's answer about a tenant. A URL without a path works, too.
                try await work(
                    service, sandbox,
                    ["--url", service.url, "--sandbox-url", "http://\(sandbox.host):\(sandbox.port)/sandbox"])
            }
        }
    }

    @Test("demo shows tokens in wallets, their webhooks and a refused fault, and exits with 0")
    func demo() async throws {
        try await commands { _, _, addresses in
            let ending = try await Program.run(["demo"] + addresses)
            #expect(ending.status == .exited(0), "\(ending.errors)")
            for line in [
                "  APPLE_PAY, COMPLETED, DNITHE", "  SAMSUNG_PAY, COMPLETED, DWSPMC",
                "  3 webhooks tell TOKEN_FROZEN.", "  3 webhooks tell TOKEN_UNFROZEN.",
                "  3 webhooks tell TOKEN_CANCELLED.", "certificates.swapped: ",
                "its token opens with the merchant's key, and with no other one",
                "  the merchant sends what was in it: 00, approved\n", "  the same cryptogram again: 82, ",
            ] {
                #expect(ending.output.contains(line), "\(ending.output)")
            }
        }
    }

    @Test("phone exits with 0 if the card is in the wallet, else with 1 and the reason")
    func phone() async throws {
        try await commands { service, _, addresses in
            let card = try await service.cards(of: "10000001").create(.virtual()).cardId
            let good = try await Program.run(["phone", "samsung", "--card", card] + addresses)
            #expect(good.status == .exited(0), "\(good.errors)")
            #expect(good.output.contains("\nThe card is in Samsung Pay as DWSPMC"))
            let bad = try await Program.run(["phone", "apple", "--card", card, "--fault", "expired-leaf"] + addresses)
            #expect(bad.status == .exited(1))
            #expect(bad.output.hasSuffix("\nThe card is not in Apple Pay: leafCertificate.expired.\n"))
        }
    }

    @Test("phone google --manual continues a token that was begun in Google Wallet")
    func manual() async throws {
        try await commands { service, _, addresses in
            let card = try await service.cards(of: "10000001").create(.virtual()).cardId
            for wallet in [[], ["--new-wallet"]] {
                let good = try await Program.run(["phone", "google", "--card", card, "--manual"] + wallet + addresses)
                #expect(good.status == .exited(0), "\(good.output) \(good.errors)")
                #expect(good.output.contains("NEEDS_IDENTITY_VERIFICATION"))
                #expect(good.output.contains("waits, and the card lists it as INITIATED"))
                #expect(good.output.contains("\nThe card is in Google Pay as DWSPMC"))
            }
            let bad = try await Program.run(
                ["phone", "google", "--card", "00000000-0000-4000-8000-000000000000", "--manual"] + addresses)
            #expect(bad.status == .exited(1))
            #expect(bad.output.hasSuffix("\nThe card is not in Google Pay: sandbox.DW-ENTITY-NOT-FOUND.\n"))
        }
        let misplaced = try await Program.run(["phone", "apple", "--card", "x", "--manual"])
        #expect(misplaced.status == .exited(64))
    }

    @Test("The advice fits the failure: an unknown card, a URL that is no sandbox, a wrong port")
    func advice() async throws {
        try await commands { service, sandbox, addresses in
            let unknown = try await Program.run(["phone", "google", "--card", "x"] + addresses)
            #expect(unknown.output.contains("There is no such card."))
            #expect(unknown.output.contains("List what exists, and use an id from that list."))
            let swapped = try await Program.run(
                ["phone", "google", "--card", "x", "--url", service.url, "--sandbox-url", service.url])
            #expect(swapped.status == .exited(1))
            #expect(swapped.errors.contains("/sandbox/clock answered 404: "))
            #expect(swapped.errors.contains("Check --sandbox-url: a sandbox is at the port that"))
            let checked = try await Program.run(["healthcheck", "--host", sandbox.host, "--port", "\(sandbox.port)"])
            #expect(checked.status == .exited(1))
            #expect(checked.output.hasSuffix("answered 404, so it is not this service. Check --host and --port.\n"))
        }
    }

    @Test("A fault that Mastercard cannot notice is refused for its cards, and works with a Visa card")
    func unnoticedFault() async throws {
        try await commands { service, _, addresses in
            let cards = try await service.cards(of: "10000001")
            let mastercard = try await cards.create(.virtual()).cardId
            let visa = try await cards.create(.virtual("DEMO-VIRTUAL-VISA-EEA")).cardId
            for phone in ["google", "samsung"] {
                let fault = ["phone", phone, "--fault", "wrong-device", "--card"]
                let refused = try await Program.run(fault + [mastercard] + addresses)
                #expect(refused.status == .exited(1) && refused.output.isEmpty)
                #expect(refused.errors.contains("Mastercard cannot notice the fault wrong-device"))
                let noticed = try await Program.run(fault + [visa] + addresses)
                #expect(noticed.output.hasSuffix("opaquePaymentCard.otherDevice.\n"), "\(noticed.output)")
            }
        }
    }

    @Test("A service with the right root accepts the chain that the documented recipe makes")
    func recipe() async throws {
        let page = try Document("docs/PHONES.md")
        let recipe = try #require(page.examples.first { $0.command.contains("> chain.cnf") }).command
        try await DataDirectory.with { directory in
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            let encode = "for name in leaf subordinate; do openssl x509 -in $name.pem -outform der -out $name.der; done"
            let making = try await Command.run(
                Configuration(
                    executable: .name("bash"), arguments: ["-e", "-c", recipe + "\n" + encode],
                    workingDirectory: FilePath(directory.path)))
            try #require(making.status.isSuccess, "\(making.errors)")
            func base64(_ name: String) throws -> String {
                try Data(contentsOf: URL(filePath: "\(directory.path)/\(name).der")).base64EncodedString()
            }
            let body = """
                {"leafCertificate": "\(try base64("leaf"))", "subordinateCertificate": "\(try base64("subordinate"))",
                 "nonce": "ea85a73a", "nonceSignature": "\(String(repeating: "40", count: 81))"}
                """
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let storage = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            _ = try await Program.serve(storage + ["--apple-root", directory.path + "/root.pem"], sandbox) { _ in
                let answer = try await sandbox.send("POST", "/sandbox/explain", body)
                #expect(try answer.member("verdict") == "PASSED", "\(answer.body)")
            }
        }
    }

    @Test("The error for --apple-root names everything that a root lacks")
    func unsuitableRoot() async throws {
        try await DataDirectory.with { directory in
            let root = try await Program.run(["ca", "--data-dir", directory.path])
            let file = directory.path + "/root.pem"
            try Data(root.output.utf8).write(to: URL(filePath: file))
            let ending = try await Program.run(["serve", "--demo", "--apple-root", file])
            #expect(ending.status == .exited(64))
            #expect(ending.errors.contains("permits no authority below it (pathlen:0)"), "\(ending.errors)")
        }
    }

    @Test("An unknown fault is refused, and an unreachable service is named")
    func refusals() async throws {
        let unknown = try await Program.run(["phone", "google", "--card", "x", "--fault", "expired-leaf"])
        #expect(unknown.status == .exited(64))
        #expect(unknown.errors.contains("Unknown fault 'expired-leaf' for google; use one of missing-device, "))
        let nobody = try await Program.run(["demo", "--sandbox-url", "http://127.0.0.1:9"])
        #expect(nobody.status == .exited(1))
        #expect(nobody.errors.contains("No service answers at http://127.0.0.1:9/sandbox/clock. Start it"))
        let help = try await Program.run(["phone", "add", "--help"])
        #expect(help.status == .exited(0) && help.output.contains("swapped-certificates"))
    }
}
