import ContractTestSupport
import Crypto
import Foundation
import PaysafeWallet
import Testing

// The code in docs/SDK.md, so that it is compiled. DocumentedSwiftTests checks that both are equal.

private struct NotProved: Error {}

private struct MyBackend {
    func cardToken() async throws -> String { "" }
}

private func configure(_ myBackend: MyBackend) {
    Wallet.configure(Wallet.Configuration(baseURL: "http://127.0.0.1:8080", brand: "demo")) {
        // Ask the app's own backend, which gets a token for the customer. No client secret is in an app.
        Wallet.Token(accessToken: try await myBackend.cardToken(), expiresIn: 900)
    }
}

private func authenticate(_ token: String) {
    Wallet.configure(Wallet.Configuration(baseURL: "http://127.0.0.1:8080", brand: "demo"))
    Wallet.instance.authenticate(Wallet.AuthenticationConfiguration(accessToken: token))
}

private func views(_ card: Wallet.Card, _ cardService: CardService) async throws -> Wallet.CardSecureDetailsViews {
    var configuration = Wallet.SecureDetailsViewsConfiguration(shouldShowPanCopyButton: true, panSeparator: "-")
    configuration.panAppearance = Wallet.TextAppearance(size: 24, color: "#FFFFFF")
    let views = try await cardService.getSecureDetailsViews(
        request: Wallet.CardSecureDetailsViewRequest(cardID: card.cardID, viewsConfiguration: configuration))
    return views
}

private func useCards() async throws {
    let cardService = Wallet.instance.cardService
    let card = try await cardService.create(
        request: Wallet.CardRequest(programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR"))
    let cards = try await cardService.getAll(parameters: .init(status: [.active], include: [.availableActions]))
    _ = (card, cards)
}

private func useHistories(_ card: Wallet.Card, _ accountID: String) async throws {
    let authorizations = try await Wallet.instance.authorizationHistoryService.getAuthorizationHistory(
        parameters: Wallet.AuthorizationHistoryParameters(status: .approved, cardID: card.cardID))
    let transactions = try await Wallet.instance.transactionHistoryService.getTransactionHistory(
        parameters: Wallet.TransactionHistoryParameters(accountID: accountID, limit: 20))
    _ = (authorizations, transactions)
}

private struct Screen: Sendable {
    let cardService: CardService
    let scaService: SCAService
    func show(_ card: Wallet.Card) {}
    func show(_ error: WalletError) {}
    func askForCode(_ target: String?) async -> String { "" }

    func look(at card: Wallet.Card) {
        cardService.get(cardID: card.cardID, completion: { result in
            switch result {
            case .success(let card): show(card)
            case .failure(let error): show(error)
            }
        })
    }

    func lock(_ card: Wallet.Card) async throws -> Wallet.Card {
        let request = Wallet.CardUpdateRequest(status: .locked, statusReason: "Mislaid")
        do {
            return try await cardService.update(cardID: card.cardID, request: request)
        } catch {
            guard case .scaRequired(let event, _) = error else { throw error }
            try await prove(event.scaDetails)
            return try await cardService.update(cardID: card.cardID, request: request, scaDetails: event.scaDetails)
        }
    }

    func prove(_ event: Wallet.SCAAuthenticationEventRequest) async throws {
        let sms = Wallet.SCAVerification(method: .otp, channel: .sms)
        let challenge = try await scaService.sendChallenge(event: event, verification: sms)
        let code = await askForCode(challenge.verification.target)
        let attempt = try await scaService.attempt(event: event, verification: sms, answer: .otp(code))
        guard attempt.status == .verified else { throw NotProved() }
    }

    func trust(_ key: P256.Signing.PrivateKey) async throws -> Wallet.SCATrustedDevice {
        let request = Wallet.SCATrustDeviceRequest(name: "Ivana's phone", publicKey: key.publicKey.rawRepresentation)
        do {
            return try await scaService.trustDevice(request: request)
        } catch {
            guard case .scaRequired(let event, _) = error else { throw error }
            try await prove(event.scaDetails)
            return try await scaService.trustDevice(request: request, scaDetails: event.scaDetails)
        }
    }

    func prove(
        _ event: Wallet.SCAAuthenticationEventRequest, by device: Wallet.SCATrustedDevice,
        _ key: P256.Signing.PrivateKey
    ) async throws {
        let biometric = Wallet.SCAVerification(method: .biometric)
        let challenge = try await scaService.sendChallenge(event: event, verification: biometric)
        guard let message = challenge.deviceMessage else { throw NotProved() }
        let signature = try key.signature(for: message).derRepresentation
        let attempt = try await scaService.attempt(
            event: event, verification: biometric,
            answer: .device(deviceID: device.deviceID, signature: signature))
        guard attempt.status == .verified else { throw NotProved() }
    }
}

/// The operations that one screen needs.
protocol CardSource: Sendable {
    func get(cardID: String, include: [Wallet.CardIncludesParam]) async throws(WalletError) -> Wallet.Card
}

extension CardService: CardSource {}

struct FakeCards: CardSource {
    var answer: Result<Wallet.Card, WalletError>

    func get(cardID: String, include: [Wallet.CardIncludesParam]) async throws(WalletError) -> Wallet.Card {
        try answer.get()
    }
}

@Suite("The SDK's documentation")
struct DocumentedUseTests {
    private struct CardScreen {
        let cards: any CardSource

        func title() async -> String {
            do {
                return "•••• \(try await cards.get(cardID: "card-1", include: []).lastFour)"
            } catch {
                guard case .refused(let problem) = error, problem.status == 404 else { return "Not now." }
                return "There is no such card."
            }
        }
    }

    @Test("A screen can be tested with cards made by hand and with the real service")
    func fake() async throws {
        let card = Wallet.Card(
            cardID: "card-1", status: .active, expiry: .init(month: 12, year: 2030), bin: "222100", lastFour: "1234",
            customerID: "customer-1", cardType: .virtual, programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR",
            createdDate: .distantPast, scheme: .mastercard, isPinSet: false)
        let found = FakeCards(answer: .success(card))
        let refused = FakeCards(
            answer: .failure(.refused(.init(status: 404, code: "DW-ENTITY-NOT-FOUND", message: "No such card."))))
        #expect(await CardScreen(cards: found).title() == "•••• 1234")
        #expect(await CardScreen(cards: refused).title() == "There is no such card.")
        try await withLiveService { service in
            #expect(await CardScreen(cards: service.sdk().cardService).title() == "There is no such card.")
        }
    }
}
