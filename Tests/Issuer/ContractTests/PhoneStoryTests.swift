import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import NIOTransport
import Provisioning
import SimulatedWallets
import Simulators
import Testing
import TestSupport

@Suite("Phones add cards to their wallets")
struct PhoneStoryTests {
    @Test("An iPhone, a Pixel and a Galaxy add a card, and the card lists all three", arguments: TokenNetwork.allCases)
    func provisioning(network: TokenNetwork) async throws {
        try await withLiveService { service in
            let shop = try await PhoneShop(network, at: service)
            let id = shop.card.cardId
            let apple = await shop.steps { report async throws(StepFailure) in
                try await shop.iPhone.add(id, of: shop.cards, report: report)
            }
            let activation = network == .visa
                ? ["activationData", "activationData.nonce"]
                : ["activationData", "activationData.signature", "activationData.validity"]
            #expect(
                apple.steps.map(\.name) == ["request", "issuer", "pass", "card", "pass.nonce", "pass.nonceSignature"]
                    + activation + ["decision", "completion", "listing"])
            let google = await shop.steps { report async throws(StepFailure) in
                try await shop.pixel.add(id, of: shop.cards, report: report)
            }
            let sealed = network == .visa
                ? ["age", "wallet", "device", "account"].map { "opaquePaymentCard.\($0)" }
                : ["activationData.validity"]
            #expect(
                google.steps.map(\.name) == ["wallet", "device", "tokens", "issuer", "opaquePaymentCard", "card"]
                    + sealed + ["decision", "completion", "listing"])
            let samsung = await shop.steps { report async throws(StepFailure) in
                try await shop.galaxy.add(id, of: shop.cards, report: report)
            }
            #expect(samsung.steps.map(\.name) == ["wallet"] + google.steps.map(\.name).dropFirst(3))

            let tokens = try [apple, google, samsung].map { try $0.outcome.get() }
            #expect(tokens.allSatisfy { $0.tokenState == "ACTIVE" && $0.cardNetwork == network.cardNetwork })
            #expect(tokens.allSatisfy { $0.fpanLastFour == shop.card.lastFour })
            let listed = try await shop.listed()
            #expect(listed.count == 3 && Set(listed.map(\.dpanRef)) == Set(tokens.map(\.issuerTokenId)))
            #expect(Set(listed.map(\.walletType)) == ["APPLE_PAY", "GOOGLE_PAY", "SAMSUNG_PAY"])
            #expect(listed.allSatisfy { $0.status == "COMPLETED" })
        }
    }

    @Test("A Pixel without a wallet creates one, and the second time the card is already there")
    func pixel() async throws {
        try await withLiveService { service in
            let shop = try await PhoneShop(.visa, at: service)
            let pixel = shop.newPixel(hasWallet: false)
            #expect(pixel.activeWalletID == nil)
            let first = await shop.steps { report async throws(StepFailure) in
                try await pixel.add(shop.card.cardId, of: shop.cards, report: report)
            }
            let token = try first.outcome.get()
            #expect(first.steps.first?.seen.hasPrefix("there was none; one was created (createWallet)") == true)
            let wallet = try #require(pixel.activeWalletID)
            #expect(try await shop.listed() == [
                TokenizationBody(
                    dpanRef: token.issuerTokenId, walletId: wallet, walletType: "GOOGLE_PAY", status: "COMPLETED"),
            ])
            let second = await shop.steps { report async throws(StepFailure) in
                try await pixel.add(shop.card.cardId, of: shop.cards, report: report)
            }
            #expect(second.outcome.failure?.name == "tokenService.alreadyOnDevice")
        }
    }

    @Test("If the network is in doubt, the cardholder is identified before the issuer gets the completion")
    func identification() async throws {
        try await withLiveService { service in
            let shop = try await PhoneShop(.mastercard, at: service)
            let google = await shop.steps { report async throws(StepFailure) in
                try await shop.pixel.add(shop.card.cardId, of: shop.cards, advice: .verify, report: report)
            }
            #expect(try google.outcome.get().tokenState == "ACTIVE")
            #expect(
                google.steps.suffix(5).map(\.name) == ["decision", "tokens", "identification", "completion", "listing"])
            let apple = await shop.steps { report async throws(StepFailure) in
                try await shop.iPhone.add(shop.card.cardId, of: shop.cards, advice: .verify, report: report)
            }
            #expect(apple.steps.suffix(3).map(\.name) == ["identification", "completion", "listing"])
            let declined = await shop.steps { report async throws(StepFailure) in
                try await shop.galaxy.add(shop.card.cardId, of: shop.cards, advice: .decline, report: report)
            }
            #expect(declined.outcome.failure?.name == "tokenService.walletAdvisedAgainst")
            #expect(try await shop.listed().map(\.status).sorted() == ["COMPLETED", "COMPLETED", "INITIATED"])
        }
    }

    @Test("An iPhone adds a card in the years 2000 and 2096 of the sandbox's clock", arguments: [
        ("2000-01-02T00:00:00Z", 946_771_200.0), ("2096-12-30T00:00:00Z", 4_007_664_000),
    ])
    func clock(time: String, seconds: TimeInterval) async throws {
        try await withLiveService { service in
            #expect(try await service.sandbox("PUT", "/clock", #"{"now":"\#(time)"}"#).status == 200)
            let shop = try await PhoneShop(.visa, at: service, now: Date(timeIntervalSince1970: seconds))
            let apple = await shop.steps { report async throws(StepFailure) in
                try await shop.iPhone.add(shop.card.cardId, of: shop.cards, report: report)
            }
            #expect(try apple.outcome.get().tokenState == "ACTIVE")
        }
    }

    @Test("An iPhone waits for the issuer as long as PassKit does, 20 seconds")
    func patience() async throws {
        struct NotAsked: Error {}

        try await withWebhookReceiver([.hang]) { issuer, port in
            let client = CardAPIClient(
                Wallet.Configuration(baseURL: "http://127.0.0.1:\(port)", brand: "demo"), transport: .asyncHTTP,
                makeIdempotencyKey: { "key" })
            let phone = IPhone(
                of: "10000001", patience: Patience { _ = await issuer.received(1) }, now: { IssuingFixture.now },
                entropy: .seeded(3), call: { _, _, _ in throw NotAsked() })
            await #expect(throws: StepFailure.self) {
                do throws(StepFailure) {
                    _ = try await phone.add("card", of: client.customer(accessToken: "none"), report: { _ in })
                } catch {
                    #expect(error.name == "issuer.tooLate")
                    throw error
                }
            }
        }
        #expect(Patience.seconds == 20)
    }
}
