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
@Suite("The Swift samples of the SDK's page", Page.paysafe.needed, .timeLimit(.minutes(20)))
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

    /// The page has neither requests nor answers. KotlinClientTests runs its samples in Kotlin.
    @Test("All code of the page is in the compiled samples")
    func complete() throws {
        let text = try Page.paysafe.text
        let (kotlin, swift) = (SDKPage(text), SwiftSamples(page: text))
        let samples = kotlin.samples.map(\.text) + swift.functions + swift.requirements
        let compiled = Set(samples.flatMap { $0.split(separator: "\n") })
        let code = /[{}]|^(val|let|var|func?|class|try|return|guard|import|GET|POST|PUT) |^[\w.]+\(|^@|^\/\/|^\)/
        let left = text.split(separator: "\n").filter { !compiled.contains($0) && $0.firstMatch(of: code) != nil }
        #expect(left.isEmpty)
    }

    @Test("An app made of the printed samples adds a card to Apple's wallet")
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
        let configured = "Ivana Petrova,\(card.lastFour),MasterCard"
        #expect(try await play("configure", ["another card"]) == configured)

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
        #expect(
            try await play("configure", ["another card", token.issuerTokenId]) == configured + ",FAPL of the card",
            "the phone has the card already")
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        let listed = try await cards.get(card.cardId, query)
        #expect(listed.tokenizations?.map(\.dpanRef) == [token.issuerTokenId])
    }

    private static func samples() throws -> SwiftSamples {
        SwiftSamples(page: try Page.paysafe.text)
    }
}

/// The sample app, built outside the package like a third-party app.
private struct BuiltApp {
    /// The modules that an app links.
    private static let modules = ["PaysafeWallet", "CardClient", "CardAPI", "HTTPContract", "Validation", "HTTPTypes"]

    private let compiler: SwiftCompiler

    init(_ samples: SwiftSamples) async throws {
        compiler = try SwiftCompiler("sample-app")
        let network = SwiftCompiler.sources.appending(path: "Issuer/PaysafeWallet/PaymentNetwork.swift")
        let page = compiler.folder.appending(path: "PageSamples.swift")
        try Data(samples.source.utf8).write(to: page)
        try await compiler.makeModule("PassKit", of: [SwiftCompiler.apps.appending(path: "PassKit.swift")])
        try await compiler.compile(
            ["-module-name", "SampleApp", "-o", compiler.folder.appending(path: "app").path]
                + [SwiftCompiler.apps.appending(path: "SampleApp.swift"), network, page].map(\.path)
                + [compiler.object(of: "PassKit").path] + Self.objects(in: compiler.built))
    }

    func remove() { compiler.remove() }

    /// - Returns: the line that the app prints.
    func run(_ arguments: [String], token: String) async throws -> String {
        let ending = try await Command.run(
            Configuration(
                executable: .path(FilePath(compiler.folder.appending(path: "app").path)),
                arguments: .init(arguments), environment: .inherit.updating(["SAMPLE_TOKEN": token])))
        guard ending.status.isSuccess else { throw SwiftCompiler.Failed(output: ending.errors) }
        return ending.output.trimmingCharacters(in: .newlines)
    }

    private static func objects(in built: URL) throws -> [String] {
        try modules.flatMap { module in
            let folder = built.appending(path: "\(module).build")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .map(\.path).filter { $0.hasSuffix(".o") }
        }
    }
}
