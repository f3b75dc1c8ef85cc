import CardAPI
import CardClient
import CardSecrets
import Foundation
import Provisioning
import SimulatedWallets
import Subprocess
import Testing

@Suite("Without a sandbox, the networks' keys come from files", .timeLimit(.minutes(20)))
struct NetworkKeysTests {
    @Test("Only cards of a network with keys can be added to a wallet")
    func tokenizes() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let visa = VisaKeys.generate(using: .system)
            let keys = try Self.write(visa, beside: directory)
            let arguments = ["--data-dir", directory.path, "--sandbox-port", "0", "--network-keys", keys]
            _ = try await Program.serve(arguments) { service in
                let cards = try await service.cards(of: "10000001")
                let card = try await cards.create(.virtual("DEMO-VIRTUAL-VISA-EEA"))
                let answer = try await cards.tokenize(card.cardId, Self.request)
                let opened = try VisaPaymentCard(
                    opening: try #require(answer.opaquePaymentCard), with: visa).data
                #expect(opened.accountNumber.hasSuffix(card.lastFour))
                #expect(opened.provider.clientDeviceID == Self.request.clientDeviceId)
                let other = try await cards.create(.virtual())
                await #expect(throws: WalletError.self) { try await cards.tokenize(other.cardId, Self.request) }
                #expect(service.log.lines.contains { $0.contains("networks are connected") && $0.contains("VISA") })
            }
        }
    }

    @Test("A service with a sandbox refuses --network-keys")
    func sandbox() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let keys = try Self.write(.generate(using: .system), beside: directory)
            let ending = try await Program.run([
                "serve", "--data-dir", directory.path, "--port", "0", "--network-keys", keys,
            ])
            #expect(ending.status == .exited(1))
            #expect(ending.errors.contains("--network-keys is for a service without a sandbox"))
        }
    }

    private static let request: TokenizeCardBody = {
        var body = TokenizeCardBody()
        body.walletType = "GOOGLE_PAY"
        body.clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT"
        body.clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"
        return body
    }()

    /// - Returns: the directory.
    private static func write(_ keys: VisaKeys, beside directory: DataDirectory) throws -> String {
        let place = URL(filePath: directory.path).deletingLastPathComponent().appending(path: "network-keys")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let file = place.appending(path: "visa.json")
        let members = [
            "apiKey": keys.apiKey, "activationKeySet": keys.activationKeySet,
            "sharedSecret": keys.sharedSecret.withBytes { String(decoding: $0, as: UTF8.self) },
            "activationKey": keys.activationKey.withBytes { EncodedBytes.hexadecimal($0) },
        ]
        try JSONEncoder().encode(members).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return place.path
    }
}
