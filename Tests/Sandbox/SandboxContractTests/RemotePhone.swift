import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import SimulatedWallets
import Testing
import TestSupport

/// A simulated phone over HTTP, used as by a replacement of TapAndPay in a test on Android.
struct RemotePhone: Sendable {
    struct Phone: Decodable, Equatable {
        let phoneId, customerId, kind, walletType, stableHardwareId: String
        let activeWalletId: String?
    }

    struct Token: Decodable, Equatable {
        let issuerTokenId, cardId, cardNetwork, tokenProvider, fpanLastFour, dpanLastFour, tokenState: String
    }

    struct Push: Decodable {
        struct Step: Decodable {
            let step: String
            let failure, cause: String?
        }

        let verdict: String
        let steps: [Step]
        let token: Token?

        /// The first failure; nil if there is a token.
        var failure: String? {
            token == nil && verdict == "FAILED" ? steps.lazy.compactMap(\.failure).first : nil
        }
    }

    private struct List: Decodable {
        let tokens: [Token]
    }

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let code, issuerTokenId: String?
            let channel, target: String
        }

        let messages: [Message]
    }

    let service: LiveService
    let phone: Phone

    init(
        _ kind: String, of customer: String = LiveService.Person.ivana.rawValue, hasWallet: Bool = true,
        at service: LiveService
    ) async throws {
        self.service = service
        phone = try await service.sandbox(
            "POST", "/phones", #"{"customerId":"\#(customer)","kind":"\#(kind)","hasWallet":\#(hasWallet)}"#
        ).decoded(expecting: 201)
    }

    func ask(_ method: String, _ path: String = "", _ body: String = "") async throws -> RawAnswer {
        try await service.sandbox(method, "/phones/\(phone.phoneId)" + path, body)
    }

    func tokens() async throws -> [Token] {
        try await ask("GET", "/tokens").decoded(as: List.self, expecting: 200).tokens
    }

    func begin(_ card: CardBody) async throws -> RawAnswer {
        try await ask("POST", "/tokens", #"{"cardId":"\#(card.cardId)"}"#)
    }

    /// The message that the app gets from the Card service and pushes to the wallet.
    func message(
        of card: CardBody, _ cards: CustomerOperations, advice: String = "APPROVE"
    ) async throws -> String {
        var body = TokenizeCardBody()
        (body.walletType, body.clientDeviceId) = (phone.walletType, phone.stableHardwareId)
        body.clientWalletAccountId = phone.activeWalletId
        let answer = try await cards.tokenize(card.cardId, body)
        return """
            {"opaquePaymentCard":"\(answer.pushed ?? "")","tokenProvider":"\(answer.tokenProvider)",\
            "advice":"\(advice)"}
            """
    }

    func push(
        _ card: CardBody, of cards: CustomerOperations, advice: String = "APPROVE"
    ) async throws -> (push: Push, json: String) {
        let json = try await message(of: card, cards, advice: advice)
        return (try await ask("POST", "/push", json).decoded(expecting: 200), json)
    }

    /// An iPhone opens the Card service's answer with the key of a device.
    ///
    /// - Parameter asking: the device whose nonce and signature the app says it has sent.
    func push(
        _ answer: CardTokenizationBody, openedBy device: SimulatedAppleDevice, askedBy asking: SimulatedAppleDevice
    ) async throws -> Push {
        let members = [
            "encryptedPassData": answer.encryptedPassData, "ephemeralPublicKey": answer.ephemeralPublicKey,
            "activationData": answer.activationData,
            "devicePrivateKey": device.privateKey.withBytes { EncodedBytes.hexadecimal($0) },
            "nonce": EncodedBytes.hexadecimal(asking.nonce),
            "nonceSignature": EncodedBytes.base64(asking.nonceSignature),
        ].compactMapValues { $0 }
        let json = String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
        return try await ask("POST", "/push", json).decoded(expecting: 200)
    }

    func code(for token: Token) async throws -> String {
        let inbox: Inbox = try await service.sandbox("GET", "/messages?customerId=\(phone.customerId)")
            .decoded(expecting: 200)
        let message = try #require(inbox.messages.first { $0.issuerTokenId == token.issuerTokenId })
        #expect(message.channel == "SMS" && !message.target.isEmpty)
        return try #require(message.code)
    }

    func verify(_ token: Token, _ code: String) async throws -> RawAnswer {
        try await ask("POST", "/tokens/\(token.issuerTokenId)/verification", #"{"code":"\#(code)"}"#)
    }

    func happens(_ event: String, to token: Token) async throws -> RawAnswer {
        try await ask("POST", "/tokens/\(token.issuerTokenId)/events", #"{"type":"\#(event)"}"#)
    }

    func complete(_ token: Token, of cards: CustomerOperations, as status: String = "COMPLETED") async throws
        -> TokenizationBody
    {
        var body = UpdateTokenizationBody()
        (body.dpanRef, body.walletType, body.status) = (token.issuerTokenId, phone.walletType, status)
        if phone.walletType == "GOOGLE_PAY" { body.walletId = phone.activeWalletId }
        return try await cards.updateTokenizationStatus(token.cardId, body)
    }
}

extension CustomerOperations {
    func tokenizations(of card: CardBody) async throws -> [TokenizationBody] {
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        return try await get(card.cardId, query).tokenizations ?? []
    }
}
