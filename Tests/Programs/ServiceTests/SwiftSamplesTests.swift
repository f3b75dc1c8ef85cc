import CardAPI
import CardClient
import CardSecrets
import Foundation
import HTTPContract
import Provisioning
import SimulatedWallets
import Simulators
import Subprocess
import SystemPackage
import Testing
import TestSupport

/// The samples are compiled with `import PaysafeWallet` only, and linked with only the client's modules. So the
/// test also shows that an app needs no SwiftNIO.
@Suite("The Swift samples of the SDK's page", SDKPage.needed, .timeLimit(.minutes(20)))
struct SwiftSamplesTests {
    @Test("The page's Swift samples are found")
    func found() throws {
        let samples = try Self.samples()
        let names = samples.functions.map { $0.prefix { $0 != "(" } }
        #expect(
            names == [
                "func createPaymentPassRequestConfiguration", "func addPaymentPassViewController",
                "func addPaymentPassViewController",
            ])
        #expect(samples.requirements.count == 1)
        #expect(samples.source.matches(of: /self\.handle\(/).count == 4, "three errors and one result")
    }

    @Test("An app of the page's samples, as printed, adds a card to Apple's wallet")
    func applePay() async throws {
        let app = try await BuiltApp(Self.samples())
        defer { app.remove() }
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let options = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let sandbox = Sandbox()
            _ = try await Program.serve(options, sandbox) { service in
                try await addCard(with: app, at: service, sandbox)
            }
        }
    }

    private func addCard(with app: BuiltApp, at service: RunningService, _ sandbox: Sandbox) async throws {
        let ivana = "10000001"
        let cards = try await service.cards(of: ivana)
        let card = try await cards.create(.virtual())
        func play(_ step: String, _ arguments: [String] = []) async throws -> String {
            try await app.run([service.url, "demo", card.cardId, step] + arguments, token: service.token(of: ivana))
        }
        #expect(try await play("configure") == "Ivana Petrova,\(card.lastFour),MasterCard")

        let clock = try await sandbox.get("/sandbox/clock").member("now")
        let now = Date(try #require(Timestamp(clock)))
        let entropy = Entropy.system
        let device = try SimulatedAuthority.sandbox(using: entropy).appleDevice(at: now)
        let values = [device.leafCertificate, device.subordinateCertificate, device.nonce, device.nonceSignature]
        let request = try await play("request", values.map { Data($0).base64EncodedString() })
        let parts = request.split(separator: ",").compactMap { Data(base64Encoded: String($0)) }
        try #require(parts.count == 3, "the app printed \(request)")
        let pass = ApplePass(
            encryptedPassData: Array(parts[0]), ephemeralPublicKey: Array(parts[1]), activationData: Array(parts[2]))
        let phone = IPhone(of: ivana, now: { now }, entropy: entropy) { method, path, json in
            let answer = try await sandbox.send(method, "/sandbox" + path, json ?? "")
            return (Int(answer.status), Data(answer.body.utf8))
        }
        let token = try await phone.add(pass, for: device, lastDigits: card.lastFour, report: { _ in })

        #expect(try await play("finish", [token.issuerTokenId]) == "completed applePay")
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        let listed = try await cards.get(card.cardId, query)
        #expect(listed.tokenizations?.map(\.dpanRef) == [token.issuerTokenId])
    }

    private static func samples() throws -> SwiftSamples {
        SwiftSamples(page: try String(contentsOfFile: try #require(SDKPage.path), encoding: .utf8))
    }
}

/// The sample app, built outside the package as an app of somebody else would be.
private struct BuiltApp {
    /// What an app links.
    private static let modules = ["PaysafeWallet", "CardClient", "CardAPI", "HTTPContract", "Validation", "HTTPTypes"]

    private let folder: URL

    struct Failed: Error {
        let output: String
    }

    init(_ samples: SwiftSamples) async throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = here.appending(path: "SwiftApp")
        let network = here.appending(path: "../../../Sources/Issuer/PaysafeWallet/PaymentNetwork.swift").standardized
        // The folder of the test program is that of everything that SwiftPM built.
        let built = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            .deletingLastPathComponent()
        folder = FileManager.default.temporaryDirectory.appending(path: "tessera-sample-app-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let page = folder.appending(path: "PageSamples.swift")
        try Data(samples.source.utf8).write(to: page)
        let common = ["-swift-version", "6", "-parse-as-library", "-I", built.appending(path: "Modules").path]
        try await compile(
            common + [
                "-module-name", "PassKit", "-emit-module", "-emit-module-path",
                folder.appending(path: "PassKit.swiftmodule").path, "-c", "-o",
                folder.appending(path: "PassKit.o").path, sources.appending(path: "PassKit.swift").path,
            ])
        try await compile(
            common + ["-module-name", "SampleApp", "-I", folder.path, "-o", folder.appending(path: "app").path]
                + [sources.appending(path: "SampleApp.swift"), network, page].map(\.path)
                + [folder.appending(path: "PassKit.o").path] + Self.objects(in: built))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// - Returns: the line that the app prints.
    func run(_ arguments: [String], token: String) async throws -> String {
        let ending = try await Command.run(
            Configuration(
                executable: .path(FilePath(folder.appending(path: "app").path)), arguments: .init(arguments),
                environment: .inherit.updating(["SAMPLE_TOKEN": token])))
        guard ending.status.isSuccess else { throw Failed(output: ending.errors) }
        return ending.output.trimmingCharacters(in: .newlines)
    }

    private func compile(_ arguments: [String]) async throws {
        let ending = try await Command.run(
            Configuration(executable: .name("swiftc"), arguments: .init(arguments)), within: Deadline.long)
        guard ending.status.isSuccess else { throw Failed(output: ending.errors) }
    }

    private static func objects(in built: URL) throws -> [String] {
        try modules.flatMap { module in
            let folder = built.appending(path: "\(module).build")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .map(\.path).filter { $0.hasSuffix(".o") }
        }
    }
}
