import CardAPI
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import SimulatedWallets
import Testing
import TestSupport

@Suite("The transcript of a payment by phone")
struct PaymentTranscriptTests {
    private struct Push: Decodable {
        struct Token: Decodable { let issuerTokenId: String }
        let token: Token
    }

    /// The data that a phone gives to a terminal.
    private struct Tap: Decodable {
        struct Expiry: Decodable { let month, year: Int }
        let dpan, cryptogram, requestorId: String
        let expiry: Expiry
    }

    private struct Decision: Decodable {
        let responseCode: String
        let authorizationId: String?
    }

    @Test("Load, pay in a shop, clear, refund; then what is declined")
    func closedLoop() async throws {
        try await withSandboxService { service in
            let story = Transcript(
                "An iPhone pays in a shop; the payment is cleared and refunded, and others are declined.", at: service)
            let customer = try await story.customerToken(of: .ivana)
            let card: CardBody = try await story.ask(
                "A card is ordered", "POST", cardsPath, token: customer,
                #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#).decoded()
            let phone = try await phone(with: card, customer, story, service)
            try await story.ask(
                "The account is loaded with 50.00 EUR", "POST", "/sandbox/customers/10000001/load",
                #"{"amount":5000,"currencyCode":"EUR"}"#, on: .sandbox)

            let tap = try await ready("The phone is held to a terminal that asks for 12.34 EUR", phone, story)
            let paid = try await pay("The network asks the issuer", "N1", tap, story)
            let authorization = try #require(paid.authorizationId)
            try await showBalance("12.34 EUR are held: 37.66 EUR are available", customer, story)
            try await story.ask(
                "What the customer sees of it", "GET", "/digitalwallets/v1/profile/authorizations/\(authorization)",
                token: customer)
            try await story.ask(
                "The merchant's bank clears the payment", "POST", "/sandbox/cards/\(card.cardId)/payments",
                #"{"kind":"CLEARING","authorizationId":"\#(authorization)"}"#, on: .sandbox)
            try await showBalance("The money is gone: 37.66 EUR", customer, story)
            try await story.ask(
                "The merchant refunds it", "POST", "/sandbox/cards/\(card.cardId)/payments",
                #"{"kind":"REFUND","authorizationId":"\#(authorization)"}"#, on: .sandbox)
            try await showBalance("50.00 EUR again", customer, story)
            try await story.ask(
                "The statement", "GET", "/digitalwallets/v1/profile/transactions?limit=5", token: customer)

            try await pay("The same cryptogram in another message is declined", "N2", tap, story)
            let path = "\(cardsPath)/\(card.cardId)"
            let beforeLock = try await ready("The phone is ready to pay again", phone, story)
            try await story.ask(
                "but the customer locks the card", "PATCH", path, token: customer, #"{"status":"LOCKED"}"#)
            try await pay("A locked card is declined", "N3", beforeLock, story)
            try await story.ask("The card is unlocked", "PATCH", path, token: customer, #"{"status":"ACTIVE"}"#)
            let beforeSuspension = try await ready("The phone is ready a third time", phone, story)
            try await story.ask(
                "but its token is suspended", "POST", "\(phone)/events", #"{"type":"SUSPEND"}"#, on: .sandbox)
            try await pay("A suspended token is declined", "N4", beforeSuspension, story)
            try story.expectGolden("payments.http")
        }
    }

    /// - Returns: the path of the phone's token in the sandbox.
    private func phone(
        with card: CardBody, _ customer: String, _ story: Transcript, _ service: LiveService
    ) async throws -> String {
        struct Phone: Decodable { let phoneId: String }
        let phone: Phone = try await story.ask(
            "The customer has an iPhone", "POST", "/sandbox/phones", #"{"customerId":"10000001","kind":"IPHONE"}"#,
            on: .sandbox
        ).decoded()
        let path = "/sandbox/phones/\(phone.phoneId)"
        let device = try service.device()
        let application = String(decoding: TokenizeCardBody.apple(device).jsonBytes, as: UTF8.self)
        let pass: CardTokenizationBody = try await story.ask(
            "The app asks for the card, with the iPhone's certificates", "POST",
            "\(cardsPath)/\(card.cardId)/tokenizations", token: customer, application).decoded()
        let members = [
            "encryptedPassData": pass.encryptedPassData, "ephemeralPublicKey": pass.ephemeralPublicKey,
            "activationData": pass.activationData,
            "devicePrivateKey": device.privateKey.withBytes { EncodedBytes.hexadecimal($0) },
            "nonce": EncodedBytes.hexadecimal(device.nonce),
            "nonceSignature": EncodedBytes.base64(device.nonceSignature),
        ].compactMapValues { $0 }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let push: Push = try await story.ask(
            "and hands the sealed card to the wallet", "POST", "\(path)/push",
            String(decoding: try encoder.encode(members), as: UTF8.self), on: .sandbox
        ).decoded()
        try await story.ask(
            "The app reports the finished tokenization", "PUT", "\(cardsPath)/\(card.cardId)/tokenizations",
            token: customer,
            #"{"dpanRef":"\#(push.token.issuerTokenId)","walletType":"APPLE_PAY","status":"COMPLETED"}"#)
        return "\(path)/tokens/\(push.token.issuerTokenId)"
    }

    private func ready(_ says: String, _ token: String, _ story: Transcript) async throws -> Tap {
        try await story.ask(
            says, "POST", "\(token)/cryptograms", #"{"amount":1234,"currencyCode":"EUR","inStore":true}"#, on: .sandbox
        ).decoded()
    }

    @discardableResult
    private func pay(
        _ says: String, _ reference: String, _ tap: Tap, _ story: Transcript
    ) async throws -> Decision {
        try await story.ask(
            says, "POST", "/network/messages",
            """
            {"networkReference":"\(reference)","kind":"AUTHORIZATION","pan":"\(tap.dpan)","amount":1234,\
            "expiry":{"month":\(tap.expiry.month),"year":\(tap.expiry.year)},"currencyCode":"EUR",\
            "token":{"requestorId":"\(tap.requestorId)","cryptogram":"\(tap.cryptogram)"},\
            "merchant":{"name":"Café","mcc":"5812","city":"Berlin","country":"DE"},"panEntryMethod":"CONTACTLESS",\
            "cardPresence":"PRESENT"}
            """, on: .network
        ).decoded()
    }

    private func showBalance(_ says: String, _ customer: String, _ story: Transcript) async throws {
        try await story.ask(says, "GET", "/digitalwallets/v1/profile?include=ACCOUNTS", token: customer)
    }
}
