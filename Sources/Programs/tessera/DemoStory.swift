import CardAPI
import CardClient
import Foundation
import HTTPContract
import Provisioning
import Simulators

/// The demonstration of cards in wallets, step by step.
struct DemoStory: Sendable {
    private let service: RunningService
    private let receiver: EventReceiver
    private let narration: Narration
    private let now: @Sendable () -> Date
    private let app: CustomerApp
    private let backend: BusinessOperations
    /// The phones send requests to the issuer with this client, and check its responses.
    private let cards: CustomerOperations

    init(
        _ service: RunningService, backend: CardAPIClient.Credentials, _ receiver: EventReceiver,
        _ narration: Narration
    ) async throws {
        self.service = service
        self.receiver = receiver
        self.narration = narration
        now = try await service.sandboxClock()
        let customer = try await service.newCustomer()
        app = CustomerApp(of: customer, at: service)
        cards = service.api.customer(accessToken: try await service.token(of: customer))
        let token = try await service.api.token(.clientCredentials(scope: nil), as: backend)
        self.backend = service.api.business(accessToken: token.accessToken)
    }

    func tell() async throws {
        let subscription = try await subscribe()
        do {
            let (visa, mastercard) = try await order()
            let tokens = try await addEverywhere(visa)
            _ = try await addEverywhere(mastercard)
            try await pay(with: visa, tokens[.apple])
            try await change(visa, to: .locked, as: "TOKEN_FROZEN")
            try await change(visa, to: .active, as: "TOKEN_UNFROZEN")
            try await goWrong(mastercard)
            try await change(visa, to: .cancelled, as: "TOKEN_CANCELLED")
        } catch {
            try? await backend.unsubscribe(subscription)
            throw error
        }
        try await backend.unsubscribe(subscription)
    }

    private func order() async throws -> (visa: CardBody, mastercard: CardBody) {
        try await narration.step(
            "A new customer orders two cards", proves: "Virtual cards can be used at once."
        ) {
            let visa = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
            let mastercard = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            print("  Customer \(app.customer), \(service.beside.page("/customers/\(app.customer)"))")
            for card in [visa, mastercard] {
                print("  \(TextColumn.text(card.scheme, 4))  \(card.cardId), \(card.status), ends in \(card.lastFour)")
            }
            return (visa, mastercard)
        }
    }

    private func addEverywhere(_ card: CardBody) async throws -> [PhoneKind: WalletToken] {
        var tokens: [PhoneKind: WalletToken] = [:]
        for kind in PhoneKind.allCases {
            tokens[kind] = try await narration.step(
                "The \(card.scheme) card that ends in \(card.lastFour) goes into \(kind.phoneName)",
                proves: "Each message that the app, \(kind.walletName) and the network exchange is right."
            ) {
                let phone = SimulatedPhone(kind, of: app.customer, at: service, now: now, hasWallet: kind != .google)
                let token = try await add(card, phone, kind)
                print("  The card is in \(kind.walletName) as \(token.issuerTokenId.shortened): the device pays with a "
                    + "number that ends in \(token.dpanLastFour).")
                return token
            }
        }
        try await list(card)
        return tokens
    }

    private func list(_ card: CardBody) async throws {
        try await narration.step(
            "The app asks where the \(card.scheme) card is", proves: "The issuer knows every token of its card."
        ) {
            var query = CardQuery()
            query.inclusions = ["TOKENIZATIONS"]
            let listed = try await cards.get(card.cardId, query).tokenizations ?? []
            for one in listed {
                print("  \(one.walletType), \(one.status), \(one.dpanRef?.shortened ?? "without a token yet")")
            }
            guard listed.count == 3 else { throw Unexpected("Expected 3 tokenizations, found \(listed.count).") }
        }
    }

    private func pay(with card: CardBody, _ token: WalletToken?) async throws {
        guard let token else { throw Unexpected("The card is on no iPhone.") }
        let purchases = DemoPurchases(
            service: service, customer: app.customer, cards: cards, card: card, token: token)
        try await narration.step(
            "The \(card.scheme) card pays",
            proves: "Money is held, taken and given back to the cent, and what must be declined is declined."
        ) {
            try await purchases.tell { pay in
                _ = try await app.setStatus(.locked, of: card.cardId)
                try await pay()
                _ = try await app.setStatus(.active, of: card.cardId)
            }
            // The lock has sent webhooks, too.
            for action in ["TOKEN_FROZEN", "TOKEN_UNFROZEN"] {
                _ = await receiver.count(of: action, in: "tokenAction", until: 3)
            }
        }
    }

    private func add(_ card: CardBody, _ phone: SimulatedPhone, _ kind: PhoneKind) async throws -> WalletToken {
        do throws(StepFailure) {
            return try await phone.add(card.cardId, of: cards, report: Printout.shortenedStep)
        } catch {
            throw Unexpected("The card did not get into \(kind.walletName): \(error.name).")
        }
    }

    private func change(_ card: CardBody, to status: Wallet.CardStatus, as action: String) async throws {
        try await narration.step(
            "The \(card.scheme) card becomes \(status.rawValue)",
            proves: "The customer authenticates where the brand demands it, and all tokens follow their card."
        ) {
            let changed = try await app.setStatus(status, of: card.cardId)
            print("  The \(card.scheme) card is \(changed.status.rawValue) now.")
            let count = await receiver.count(of: action, in: "tokenAction", until: 3)
            print("  \(count) webhooks tell \(action).")
            guard count == 3 else { throw Unexpected("Expected 3 webhooks for \(action), received \(count).") }
        }
    }

    private func goWrong(_ card: CardBody) async throws {
        try await narration.step(
            "An iPhone sends its certificates in the wrong order",
            proves: "A mistake is refused with its cause and its remedy."
        ) {
            let phone = SimulatedPhone(.apple, of: app.customer, at: service, now: now)
            do throws(StepFailure) {
                _ = try await phone.add(card.cardId, of: cards, fault: "swapped-certificates", report: Printout.step)
            } catch {
                return
            }
            throw Unexpected("Certificates in the wrong order were accepted; they must be refused.")
        }
    }

    private func subscribe() async throws -> String {
        var body = SubscribeWebhookBody()
        (body.eventType, body.url) = ("/prepaid/card/token/events", "http://127.0.0.1:\(receiver.port)/")
        return try await backend.subscribe(body).id
    }

    private struct Unexpected: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

extension CreateCardBody {
    static func ordering(_ program: String) -> CreateCardBody {
        var body = CreateCardBody()
        (body.programName, body.currency) = (program, "EUR")
        return body
    }
}
