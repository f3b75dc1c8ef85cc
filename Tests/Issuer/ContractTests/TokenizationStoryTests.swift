import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Provisioning
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

@Suite("Cards in mobile wallets, through the client", .timeLimit(.minutes(20)))
struct TokenizationStoryTests {
    private struct WalletKeys: Decodable {
        let visaSharedSecret, visaApiKey, visaActivationKeyHex: String
        let mastercardPrivateKeyPKCS8, mastercardTavPublicKeySPKI: String
    }

    @Test("The documented samples for Google work one after the other, although they call the wallet by two ids")
    func printedIDs() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            var request = TokenizeCardBody.push("GOOGLE_PAY")
            request.clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT"
            request.clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"
            _ = try await cards.tokenize(card.cardId, request)
            var report = UpdateTokenizationBody()
            (report.dpanRef, report.walletId) = (
                "DAPLMC00002125433c0c34a2821f4f86866e7576963baf8b", "NMZlGi8-DezZZKaU06orvl0f"
            )
            (report.walletType, report.status) = ("GOOGLE_PAY", "COMPLETED")
            let expected = TokenizationBody(
                dpanRef: report.dpanRef, walletId: report.walletId, walletType: "GOOGLE_PAY", status: "COMPLETED")
            for _ in 1...2 {
                #expect(try await cards.updateTokenizationStatus(card.cardId, report) == expected)
            }
            #expect(try await Self.tokenizations(card, cards) == [expected])
            await #expect(throws: (any Error).self, "the account of the request still has its token") {
                try await cards.tokenize(card.cardId, request)
            }
        }
    }

    @Test("An iPhone opens its pass, which holds its nonce, and the card lists the token", arguments: [
        ("DEMO-VIRTUAL-VISA-EEA", "VISA"), ("SKRILL-VIRTUAL-MC-EEA", "MASTERCARD"),
    ])
    func apple(program: String, network: String) async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.ordering(program))
            let device = try service.device()
            var request = TokenizeCardBody.apple(device)
            request.walletType = nil
            let answer = try await cards.tokenize(card.cardId, request)
            #expect(answer.cardNetwork == "CARD_NETWORK_\(network)")
            #expect(answer.tokenProvider == "TOKEN_PROVIDER_\(network)")
            #expect(answer.cardLastDigits == card.lastFour && answer.opaquePaymentCard == nil)
            #expect(answer.customer.name == "Ivana Petrova" && answer.customer.city == "Sofia")
            let pass = try ApplePass(answer)
            let opened = try pass.open(with: device.privateKey)
            let plastic = try await service.plastic(of: card)
            #expect(opened.primaryAccountNumber == plastic.pan && opened.name == plastic.cardHolderName)
            #expect(opened.nonce == EncodedBytes.hexadecimal(device.nonce))

            #expect(try await Self.tokenizations(card, cards) == [
                TokenizationBody(dpanRef: nil, walletId: nil, walletType: "APPLE_PAY", status: "INITIATED")
            ])
            let completed = try await cards.updateTokenizationStatus(card.cardId, .completed("DAPL0001"))
            #expect(completed == TokenizationBody(
                dpanRef: "DAPL0001", walletId: nil, walletType: "APPLE_PAY", status: "COMPLETED"))
            #expect(try await Self.tokenizations(card, cards) == [completed])
            let seen = try await service.business().getAll(of: "10000001", .including("TOKENIZATIONS")).cards
            #expect(seen.map(\.tokenizations) == [[completed]])
        }
    }

    @Test("Two answers have different ephemeral keys and ciphertexts")
    func freshKeys() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual).cardId
            let one = try ApplePass(try await cards.tokenize(card, .apple(service.device())))
            let two = try ApplePass(try await cards.tokenize(card, .apple(service.device())))
            #expect(one.ephemeralPublicKey != two.ephemeralPublicKey)
            #expect(one.encryptedPassData.prefix(16) != two.encryptedPassData.prefix(16))
        }
    }

    @Test("The wallet keys of the sandbox open what is sealed for its networks")
    func keysOfTheNetworks() async throws {
        try await withLiveService { service in
            let keys: WalletKeys = try await service.sandbox("GET", "/wallet-keys").decoded(expecting: 200)
            func bytes(_ base64: String) throws -> [UInt8] { Array(try #require(Data(base64Encoded: base64))) }
            let hex = Array(keys.visaActivationKeyHex)
            let activationKey = stride(from: 0, to: hex.count, by: 2).compactMap {
                UInt8(String(hex[$0...$0 + 1]), radix: 16)
            }
            let visa = VisaKeys(
                apiKey: String(decoding: try bytes(keys.visaApiKey), as: UTF8.self),
                sharedSecret: Secret(try bytes(keys.visaSharedSecret)), activationKey: Secret(activationKey),
                activationKeySet: "405551.1")
            let cards = try await service.cards(of: .ivana)
            let visaCard = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
            let opaque = try await cards.tokenize(visaCard.cardId, .push("SAMSUNG_PAY")).provisionPayload
            let opened = try VisaPaymentCard(opening: try #require(opaque), with: visa).data
            #expect(opened.accountNumber == (try await service.plastic(of: visaCard).pan))
            let device = try service.device()
            let pass = try ApplePass(try await cards.tokenize(visaCard.cardId, .apple(device)))
            let activation = String(decoding: pass.activationData, as: UTF8.self)
            #expect(try VisaActivationData(opening: activation, with: visa).nonce == device.nonce)

            let mastercard = try await cards.create(.virtual)
            let network = try #require(service.fixture.sandbox.networks).mastercard.network
            let given = try #require(
                MastercardNetworkKeys(
                    cardDataPrivateKeyPKCS8: Secret(try bytes(keys.mastercardPrivateKeyPKCS8)),
                    publicKeyFingerprint: network.publicKeyFingerprint,
                    activationPublicKeySPKI: try bytes(keys.mastercardTavPublicKeySPKI)))
            var nameless = TokenizeCardBody()
            nameless.walletType = "GOOGLE_PAY"
            let sealed = try await cards.tokenize(mastercard.cardId, nameless).opaquePaymentCard
            let data = try MastercardPaymentCard(opening: try #require(sealed), with: given).data
            #expect(data.accountNumber == (try await service.plastic(of: mastercard).pan))
        }
    }

    @Test("A network suspends, resumes and deletes a token, but cannot resume that of a locked card")
    func networkEvents() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            _ = try await cards.tokenize(card.cardId, .push())
            _ = try await cards.updateTokenizationStatus(card.cardId, .completed("D/1", in: "GOOGLE_PAY"))
            func tell(_ event: String) async throws -> RawAnswer {
                try await service.sandbox("POST", "/tokens/D%2F1/events", #"{"type":"\#(event)"}"#)
            }
            let suspended = try await tell("SUSPEND")
            #expect(suspended.text == #"{"dpanRef":"D/1","cardId":"\#(card.cardId)","walletType":"GOOGLE_PAY","#
                + #""tokenStatus":"SUSPENDED"}"#)
            #expect(try await tell("SUSPEND").status == 403)
            #expect(try await tell("RESUME").status == 200)
            #expect(try await tell("LOSE").status == 400)
            _ = try await cards.update(card.cardId, .status("LOCKED"))
            #expect(try await tell("RESUME").status == 403)
            #expect(try await tell("DELETE").status == 200)
            #expect(try await Self.tokenizations(card, cards) == [])
            #expect(try await service.sandbox("POST", "/tokens/nobody/events", #"{"type":"DELETE"}"#).status == 404)
        }
    }

    private static func tokenizations(
        _ card: CardBody, _ cards: CustomerOperations
    ) async throws -> [TokenizationBody]? {
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        return try await cards.get(card.cardId, query).tokenizations
    }
}
