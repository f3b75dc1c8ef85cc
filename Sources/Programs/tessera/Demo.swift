import ArgumentParser
import CardAPI
import CardClient
import Foundation
import Hosting
import HTTPContract
import Provisioning
import Simulators

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Demonstrate cards in wallets against a running service.",
        discussion: """
            A new customer puts a Visa and a Mastercard card into an iPhone, a Pixel and a Galaxy, and pays with the \
            Visa card. It is locked, unlocked and cancelled, and its tokens follow. One iPhone makes a mistake and \
            gets an explanation. With --all, an iPhone also pays in the app of a shop at each gateway: the shop \
            captures, days end, it refunds, and one sale is declined. This happens in a tenant, which is deleted at \
            the end.

            Needs a running service with a sandbox: tessera serve --demo. Exits with 0 if everything went as \
            expected, otherwise with 1.

            For example: tessera demo --all
            """)

    @Flag(help: "Also pay at each gateway of the merchants.")
    var all = false

    @OptionGroup var options: ServiceOptions

    @Option(help: "The client for the brand's own operations. (default: demo-backend)")
    var backendID: String?

    @Option(help: "The client's secret; better given as TESSERA_BACKEND_SECRET. (default: demo-backend-secret)")
    var backendSecret: String?

    func run() async throws {
        let service = try options.service()
        let backend = CardAPIClient.Credentials(
            clientID: Setting.text(backendID, "BACKEND_ID", default: "demo-backend"),
            clientSecret: Setting.text(backendSecret, "BACKEND_SECRET", default: "demo-backend-secret"))
        try await EventReceiver.listening { receiver in
            try await Story(service, backend: backend, receiver).tell()
        }
        if all { try await ShoppingTour.tell(at: service) }
    }
}

/// The demonstration, step by step.
private struct Story: Sendable {
    private let service: RunningService
    private let receiver: EventReceiver
    private let now: @Sendable () -> Date
    private let app: CustomerApp
    private let backend: BusinessOperations
    /// The phones send requests to the issuer with this client, and check its responses.
    private let cards: CustomerOperations

    init(_ service: RunningService, backend: CardAPIClient.Credentials, _ receiver: EventReceiver) async throws {
        self.service = service
        self.receiver = receiver
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
            let visa = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA"))
            let mastercard = try await cards.create(.ordering("SKRILL-VIRTUAL-MC-EEA"))
            print("Customer \(app.customer) has a VISA card \(visa.cardId) and a MC card \(mastercard.cardId).")
            let tokens = try await addEverywhere(visa)
            _ = try await addEverywhere(mastercard)
            try await pay(with: visa, tokens[.apple])
            try await follow(visa)
            try await goWrong(mastercard)
            try await change(visa, to: .cancelled, as: "TOKEN_CANCELLED")
            print("\nDone: the VISA card is in no wallet any more, the MC card is still in three.")
        } catch {
            try? await backend.unsubscribe(subscription)
            throw error
        }
        try await backend.unsubscribe(subscription)
    }

    private func addEverywhere(_ card: CardBody) async throws -> [PhoneKind: WalletToken] {
        var tokens: [PhoneKind: WalletToken] = [:]
        for kind in PhoneKind.allCases {
            print("\nThe \(card.scheme) card that ends in \(card.lastFour) goes into \(kind.phoneName):")
            let phone = SimulatedPhone(kind, of: app.customer, at: service, now: now, hasWallet: kind != .google)
            let token = try await add(card, phone, kind)
            tokens[kind] = token
            print(Printout.conclusion(of: token, in: kind).trimmingPrefix("\n"))
        }
        var query = CardQuery()
        query.inclusions = ["TOKENIZATIONS"]
        let listed = try await cards.get(card.cardId, query).tokenizations ?? []
        print("\nThe card lists its tokenizations:")
        for one in listed { print("  \(one.walletType), \(one.status), \(one.dpanRef ?? "without a token yet")") }
        guard listed.count == 3 else { throw Unexpected("Expected 3 tokenizations, found \(listed.count).") }
        return tokens
    }

    private func pay(with card: CardBody, _ token: WalletToken?) async throws {
        guard let token else { throw Unexpected("The card is on no iPhone.") }
        let purchases = DemoPurchases(
            service: service, customer: app.customer, cards: cards, card: card, token: token)
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

    private func add(_ card: CardBody, _ phone: SimulatedPhone, _ kind: PhoneKind) async throws -> WalletToken {
        do throws(StepFailure) {
            return try await phone.add(card.cardId, of: cards, report: Printout.step)
        } catch {
            throw Unexpected("The card did not get into \(kind.walletName): \(error.name).")
        }
    }

    private func follow(_ card: CardBody) async throws {
        try await change(card, to: .locked, as: "TOKEN_FROZEN")
        try await change(card, to: .active, as: "TOKEN_UNFROZEN")
    }

    private func change(_ card: CardBody, to status: Wallet.CardStatus, as action: String) async throws {
        let changed = try await app.setStatus(status, of: card.cardId)
        print("\nThe \(card.scheme) card is \(changed.status.rawValue) now.")
        let count = await receiver.count(of: action, in: "tokenAction", until: 3)
        print("  \(count) webhooks tell \(action).")
        guard count == 3 else { throw Unexpected("Expected 3 webhooks for \(action), received \(count).") }
    }

    private func goWrong(_ card: CardBody) async throws {
        print("\nAn iPhone sends its certificates in the wrong order:")
        let phone = SimulatedPhone(.apple, of: app.customer, at: service, now: now)
        do throws(StepFailure) {
            _ = try await phone.add(card.cardId, of: cards, fault: "swapped-certificates", report: Printout.step)
        } catch {
            return
        }
        throw Unexpected("Certificates in the wrong order were accepted; they must be refused.")
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
