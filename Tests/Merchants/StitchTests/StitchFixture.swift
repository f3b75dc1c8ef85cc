import CardSecrets
import Foundation
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Ledger
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import TestSupport
import Validation
import Webhooks

@testable import Stitch

/// Stitch's API on a database for one test, with an issuer that approves up to 50.00.
struct StitchFixture: Sendable {
    static let start = Date(timeIntervalSince1970: 1_773_576_000)
    static let secret = "an-unguessable-secret-of-a-shop"
    static let shop = MerchantID("M1")
    static let rand = Currency("ZAR")

    let scratch: ScratchDatabase
    let clients: StitchClients
    let keys: MerchantKeys
    let webhooks: Webhooks
    let payments: Payments
    private let responder: any Responder<RequestContext>

    /// - Parameter webhooksGoAnywhere: allows webhooks to this machine.
    static func make(
        webhooksGoAnywhere: Bool = true, _ change: (inout StitchSettings) -> Void = { _ in }
    ) async throws -> StitchFixture {
        var settings = StitchSettings(
            tokenURL: "https://secure.stitch.money/connect/token", interactionURL: "https://3ds.stitch.money")
        change(&settings)
        let fixture = try await StitchFixture(
            scratch: .make(from: .merchants), settings, WebhookSettings(goesAnywhere: webhooksGoAnywhere).addresses)
        let merchant = try #require(shop)
        for (id, isTest) in [("shop", false), ("trial", true)] {
            let client = try #require(
                StitchClient(
                    id: id, merchant: merchant,
                    scopes: [.transactionInitiate, .transactionCancel, .refund, .paymentRequest],
                    redirectURIs: [
                        "https://shop.example/done", "http://localhost:8081/done", "https://127.0.0.1/done",
                    ], isTest: isTest))
            try await fixture.clients.set(client, secret: secret)
        }
        return fixture
    }

    private init(
        scratch: ScratchDatabase, _ settings: StitchSettings, _ addresses: WebhookAddresses
    ) async throws {
        self.scratch = scratch
        let database = try scratch.database
        let entropy = Entropy.seeded(17)
        let vault = CardVault(keys: .generate(using: .seeded(18)), entropy: entropy)
        let clock = PaymentClock(now: { Self.start }, realNow: { Self.start })
        let published = GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8))
        let trust = WalletTrust(
            apple: try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM]),
            googleRootKeys: try #require(published))
        webhooks = Webhooks(
            database: database, host: TestWebhookHost(scratch) { Self.start }, subscriptionLimit: 10,
            dialects: [SvixDialect()])
        let announcers = [Gateway.stitch: StitchAnnouncer(), .stitchTest: StitchAnnouncer()]
        payments = Payments(
            database: database, vault: vault, clock: clock, entropy: entropy, issuer: ModestIssuer(),
            authentication: Cardholder(), outbox: PaymentOutbox(webhooks, announcers))
        let merchant = Merchant(
            id: try #require(Self.shop), name: "Corner Shop", category: 5411, country: "ZA", city: "Cape Town",
            currency: try #require(Self.rand))
        try await payments.add(try #require(merchant))
        clients = StitchClients(database: database, vault: vault)
        keys = MerchantKeys(
            database: database, vault: vault, clock: clock, entropy: .seeded(20), trust: trust,
            slowWork: .patient)
        let stitch = Stitch(
            payments: payments, keys: keys, clients: clients, webhooks: webhooks, to: addresses, vault: vault,
            clock: clock, entropy: entropy, settings: settings)
        responder = stitch.server(metrics: NOOPMetricsHandler.instance, makeID: { "request" }).responder()
    }

    /// Changes the settings of the merchant's clients.
    func agree(_ change: (inout AgreedSettings) -> Void) async throws {
        var settings = AgreedSettings()
        change(&settings)
        let read = try await clients.agree(settings, with: try #require(Self.shop))
        #expect(read.errors.isEmpty)
        for write in read.value { _ = try await clients.database.write(write) }
    }

    /// - Parameter prefix: the prefix that a routing has removed from the path.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], _ body: String = "",
        to host: String = "api.stitch.money", below prefix: String = ""
    ) async throws -> Response {
        let head = HTTPRequest(
            method: method, scheme: "https", authority: host, path: path, headerFields: headers)
        var context = RequestContext(channel: NIOAsyncTestingChannel(), logger: Logger(label: "tests"))
        context.pathPrefix = prefix
        return try await responder.respond(
            to: Request(head: head, body: .whole(ByteBuffer(string: body))), context: context)
    }

    func form(_ path: String, _ pairs: [(name: String, value: String)]) async throws -> Response {
        try await send(
            .post, path, [.contentType: "application/x-www-form-urlencoded"], FormText.encode(pairs))
    }

    func token(
        of client: String = "shop", secret: String = secret, scope: String = "transaction_initiate client_refund"
    ) async throws -> Response {
        try await form(
            "/connect/token",
            [
                ("grant_type", "client_credentials"), ("client_id", client), ("client_secret", secret),
                ("scope", scope), ("audience", "https://secure.stitch.money/connect/token"),
            ])
    }

    /// The answer of a GraphQL operation, sent with a new token of the client.
    func ask(
        _ query: String, _ variables: JSONValue = [:], as client: String = "shop",
        scope: String = "transaction_initiate client_refund", to host: String = "api.stitch.money",
        below prefix: String = ""
    ) async throws -> JSONValue {
        let token = try await token(of: client, scope: scope).json["access_token"]?.text ?? ""
        let body: JSONValue = ["query": .string(query), "variables": variables]
        let response = try await send(
            .post, "/graphql", [.contentType: "application/json", .authorization: "Bearer \(token)"], body.jsonText,
            to: host, below: prefix)
        #expect(response.status == .ok)
        return try response.json
    }

    /// The token that a phone gives for a payment to the shop, in Base64.
    func appleToken(_ minorUnits: Int64, seed: UInt64 = 1) async throws -> String {
        let key = try await keys.makeKey(
            for: KeyOwner(merchant: try #require(Self.shop), gateway: .stitch, wallet: .apple), kind: .p256,
            walletID: "merchant.money.stitch")
        let entropy = Entropy.seeded(seed)
        let cryptogram = try #require(PaymentCryptogram([1] + entropy.bytes(19)))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: minorUnits, currencyCode: "ZAR", currencyDigits: "710"),
                dpan: PAN.generate(prefix: "489537", using: entropy), expiryMonth: 12, expiryYear: 2029,
                cryptogram: cryptogram, indicator: "07",
                cardLastFour: "1111"))
        let recipient = PaymentRecipient.apple(
            .ellipticCurve(publicKeySPKI: key.spki, merchantID: key.walletID ?? ""))
        let text = try payment.token(for: recipient, at: Self.start, using: entropy)
        return Data(text.utf8).base64EncodedString()
    }
}

extension StitchFixture {
    /// A document that initiates a transaction and selects fields of it.
    static func initiating(_ fields: String) -> String {
        """
        mutation($input: TransactionInitiateInput!) { initiateTransaction(input: $input) { id \(fields) } }
        """
    }

    /// The input of a transaction with Apple Pay.
    static func input(
        _ quantity: String, _ nonce: String, token: String, _ method: JSONValue = [:],
        _ more: [(String, JSONValue)] = []
    ) -> JSONValue {
        let input: [(String, JSONValue)] = [
            ("amount", ["quantity": .number(quantity), "currency": "ZAR"]), ("nonce", .string(nonce)),
            ("token", .string(token)), ("paymentMethods", ["applePay": method]), ("externalReference", "order-7"),
        ]
        return ["input": .object(JSONObject(input + more))]
    }

    /// Charges a new token, and returns the selected fields.
    func pay(
        _ quantity: String, minorUnits: Int64, selecting fields: String = "", _ method: JSONValue = [:],
        _ more: [(String, JSONValue)] = []
    ) async throws -> JSONValue {
        let token = try await appleToken(minorUnits, seed: UInt64(minorUnits))
        let answer = try await ask(
            Self.initiating(fields), Self.input(quantity, "pay \(quantity)", token: token, method, more))
        return try #require(answer["data"]?["initiateTransaction"], "\(answer.jsonText)")
    }

    /// The object that a query finds by an id.
    func node(_ id: String, _ fields: String) async throws -> JSONValue {
        let answer = try await ask("query($id: ID!) { node(id: $id) { id \(fields) } }", ["id": .string(id)])
        return try #require(answer["data"]?["node"], "\(answer.jsonText)")
    }
}

/// Approves up to 50.00.
private struct ModestIssuer: PaymentIssuer {
    func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        request.amount.minorUnits <= 5000
            ? .approved(amount: request.amount, code: "A1B2C3") : .declined(.insufficientFunds)
    }

    func reverse(_ request: IssuerRequest) async -> IssuerAnswer { .approved(amount: request.amount, code: "") }
}

/// Receives codes by text message. 123456 is right, and a wrong code ends the authentication.
private struct Cardholder: CardholderAuthentication {
    func advance(_ request: AuthenticationRequest, by action: AuthenticationAction) async -> AuthenticationStep {
        let sms = AuthenticationMethod(.sms, target: "+27 *******67")
        return switch action {
        case .code(let code): .ended(code == "123456" ? .authenticated : .declined)
        case .send: .prompt(AuthenticationPrompt(.code(by: sms), methods: [sms], lastFour: "4321"))
        case .begin, .look, .confirm: .prompt(AuthenticationPrompt(.method, methods: [sms], lastFour: "4321"))
        }
    }
}

extension Response {
    var json: JSONValue {
        get throws { try JSONValue(parsing: Array(body.readableBytesView)) }
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The first error's message; nil if there is none.
    var firstMessage: String? {
        guard case .array(let errors) = self["errors"] else { return nil }
        return errors.first?["message"]?.text
    }
}
