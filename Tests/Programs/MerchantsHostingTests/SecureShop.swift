import CardServer
import Cards
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Logging
import MerchantsHosting
import NetworkServer
import NIOCore
import NIOEmbedded
import Payments
import Sandbox
import SandboxServer
import Stitch
import Testing
import TestSupport

/// A shop at Stitch whose customers authenticate by 3-D Secure.
struct SecureShop {
    static let done = "https://shop.example/done"
    static let price = Money(minorUnits: 1234, currency: .euro)

    let fixture: IssuingFixture
    let side: MerchantsServer
    let id: MerchantID
    private let key: MerchantPublicKey

    var payments: Payments { side.payments }

    /// - Parameter desk: nil for the simulated network.
    init(_ fixture: IssuingFixture, asking desk: (any NetworkDesk)? = nil) async throws {
        self.fixture = fixture
        let settings = CardServerSettings(
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusRegistry())
        side = MerchantsServer(
            over: fixture.issuing, asking: desk ?? SimulatedNetworkDesk(fixture.sandbox), trusting: try .sandbox(),
            settings)
        id = try #require(MerchantID("700000000003"))
        let merchant = try #require(
            Merchant(
                id: id, name: "Bread & <b>Butter</b>", category: 5411, country: "DE", city: "Berlin", currency: .euro))
        try await side.payments.add(merchant)
        let client = try #require(
            StitchClient(id: "secure", merchant: id, scopes: [.transactionInitiate], redirectURIs: [Self.done]))
        try await StitchClients(database: fixture.issuing.database, vault: fixture.issuing.vault)
            .set(client, secret: "an-unguessable-secret-of-a-shop")
        key = try await side.keys.makeKey(
            for: KeyOwner(merchant: id, gateway: .stitch, wallet: .google), walletID: "gateway:stitch")
    }

    /// Starts a payment by phone. Unless something is wrong, it then waits for its cardholder.
    func pay(with shopper: Shopper, _ price: Money = price, at gateway: Gateway = .stitch) async throws -> Payment {
        let instrument = try await side.keys.open(
            shopper.pay(price, to: key), for: id, at: .stitch, expecting: price, maximumAge: 120)
        return try await pay(with: instrument, price, at: gateway)
    }

    func pay(
        with instrument: PaymentInstrument, _ price: Money = price, at gateway: Gateway = .stitch
    ) async throws -> Payment {
        var new = NewPayment(merchant: id, gateway: gateway, instrument: instrument, amount: price)
        (new.needsAuthentication, new.capturesAtOnce) = (true, true)
        return try await payments.pay(new)
    }

    func stored(_ payment: Payment) async throws -> Payment {
        try #require(try await payments.payment(payment.id))
    }

    func page(of payment: Payment) async throws -> Page {
        try await send(.get, payment, "?" + FormText.encode([("redirect_uri", Self.done)]))
    }

    func answer(_ payment: Payment, _ answer: String, code: String? = nil) async throws -> Page {
        let code: [(name: String, value: String)] = code.map { [("code", $0)] } ?? []
        return try await send(
            .post, payment, "", FormText.encode([("redirect_uri", Self.done), ("answer", answer)] + code))
    }

    /// The code of the newest message to a shopper.
    func code(for shopper: Shopper) async throws -> String {
        try #require(try await fixture.sandbox.messages(to: shopper.card.customer).first?.code)
    }

    struct Page {
        let status: HTTPResponse.Status
        let html: String
        let location: String?
    }

    private func send(
        _ method: HTTPRequest.Method, _ payment: Payment, _ query: String, _ form: String = ""
    ) async throws -> Page {
        let head = HTTPRequest(
            method: method, scheme: "https", authority: "localhost", path: "/stitch/3ds/\(payment.id)\(query)",
            headerFields: [.contentType: "application/x-www-form-urlencoded"])
        let base = RequestContext(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        let response = try await side.responder().respond(
            to: Request(head: head, body: .whole(ByteBuffer(string: form))), context: base)
        return Page(
            status: response.status, html: String(buffer: response.body), location: response.headers[.location])
    }
}
