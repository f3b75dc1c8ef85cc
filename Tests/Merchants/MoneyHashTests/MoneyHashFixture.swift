import CardSecrets
import Foundation
import Gateways
import GatewayTestSupport
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Ledger
import Logging
import NIOCore
import NIOEmbedded
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import TestSupport
import Webhooks

@testable import MoneyHash

/// MoneyHash on a database for one test, with two merchants, and an issuer that approves everything. Only the test
/// moves the clock.
struct MoneyHashFixture: Sendable {
    /// 2026-03-15T12:00:00Z
    static let start = Date(timeIntervalSince1970: 1_773_576_000)
    static let webhookURL = "https://shop.example/hook"

    let scratch: ScratchDatabase
    let moneyHash: MoneyHash
    let clock = MovableClock(MoneyHashFixture.start)
    let issuer = ScriptedIssuer()
    let cardholder = Cardholder()
    let statements = DatabaseCounter(of: .statements)
    private let responder: any Responder<RequestContext>

    static func make() async throws -> MoneyHashFixture {
        let fixture = try MoneyHashFixture(try await .make(from: .merchants))
        let dollar = try #require(Currency("USD"))
        for number in ["M1", "M2"] {
            let id = try #require(MerchantID(number))
            let merchant = Merchant(
                id: id, name: "Bread & <b>Butter</b>", category: 5411, country: "AE", city: "Dubai", currency: dollar)
            try await fixture.moneyHash.payments.add(try #require(merchant))
            let writes = fixture.moneyHash.enrolling(
                id, testKey: "test-\(number)", liveKey: "live-\(number)", at: fixture.clock.now)
            for write in writes { _ = try await fixture.moneyHash.database.write(write) }
            for (wallet, name) in [(WalletKind.apple, "merchant.example.\(number)"), (.google, "gateway:moneyhash")] {
                _ = try await fixture.moneyHash.keys.makeKey(
                    for: KeyOwner(merchant: id, gateway: .moneyHash, wallet: wallet), walletID: name)
            }
        }
        return fixture
    }

    private init(_ scratch: ScratchDatabase) throws {
        self.scratch = scratch
        let (database, entropy, clock) = (try scratch.counted(by: statements), Entropy.seeded(17), self.clock)
        let vault = CardVault(keys: .generate(using: .seeded(18)), entropy: entropy)
        let time = clock.forPayments
        let googleKeys = GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8))
        let trust = WalletTrust(
            apple: try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM]),
            googleRootKeys: try #require(googleKeys))
        let webhooks = Webhooks(
            database: database, host: TestWebhookHost(scratch) { clock.now }, subscriptionLimit: 10,
            dialects: MoneyHashGateway().dialects)
        moneyHash = MoneyHash(
            payments: Payments(
                database: database, vault: vault, clock: time, entropy: entropy, issuer: issuer,
                authentication: cardholder, outbox: PaymentOutbox(webhooks, [.moneyHash: MoneyHashAnnouncer()])),
            keys: MerchantKeys(
                database: database, vault: vault, clock: time, entropy: .seeded(20), trust: trust,
                slowWork: .patient),
            webhooks: webhooks, vault: vault, clock: time, entropy: entropy,
            webhookAddresses: WebhookSettings().addresses)
        responder = moneyHash.server(metrics: PrometheusRegistry(), makeID: { "request" }).responder()
    }

    // MARK: Requests

    /// - Parameter prefix: the prefix that a routing has removed from the path.
    func send(
        _ method: HTTPRequest.Method, _ path: String, text: String = "", _ headers: HTTPFields = [:],
        to host: String = "web.moneyhash.io", below prefix: String = ""
    ) async throws -> Answer {
        let head = HTTPRequest(method: method, scheme: "https", authority: host, path: path, headerFields: headers)
        var context = RequestContext(channel: NIOAsyncTestingChannel(), logger: Logger(label: "tests"))
        context.pathPrefix = prefix
        let request = Request(head: head, body: .whole(ByteBuffer(string: text)))
        let answer = Answer(try await responder.respond(to: request, context: context))
        if let declared = DeclaredAnswer(to: method, path, among: MoneyHashOperations.forPrograms) {
            declared.check(status: answer.status, body: answer.body, json: answer.json)
            #expect(answer.object.names == ["status", "data", "count", "next", "previous"])
        }
        return answer
    }

    /// A request of a merchant's server.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, key: String = "test-M1",
        once: String? = nil, version: String = "v1.1"
    ) async throws -> Answer {
        var headers: HTTPFields = [.apiKey: key, .contentType: "application/json"]
        headers[.idempotencyName] = once
        return try await send(method, "/api/\(version)" + path, text: body?.jsonText ?? "", headers)
    }

    // MARK: The steps of a payment

    /// The body of the documentation's example, with additional members.
    static func intent(_ more: JSONValue = [:]) -> JSONValue {
        let seed: JSONValue = [
            "amount": 50, "amount_currency": "USD", "operation": "purchase", "use_direct_api": true,
            "webhook_url": .string(webhookURL),
        ]
        guard case .object(let first) = seed, case .object(let second) = more else { return seed }
        return .object(JSONObject((first.names + second.names).compactMap { name in
            (second[name] ?? first[name]).map { (name, $0) }
        }))
    }

    /// - Returns: the id of a new intent.
    func newIntent(_ more: JSONValue = [:], key: String = "test-M1") async throws -> String {
        let answer = try await ask(.post, "/payments/intent/", Self.intent(more), key: key)
        return try #require(answer.data?.text("id"), "\(answer.body)")
    }

    func select(
        _ method: String, _ intent: String, card: String? = nil, key: String = "test-M1"
    ) async throws -> Answer {
        let body = JSONValue.members([
            ("payment_method", .string(method)), ("card_token", card.map { .string($0) }),
        ])
        return try await ask(.post, "/external/payments/intents/\(intent)/update-method/", body, key: key)
    }

    func details(_ intent: String) async throws -> Answer {
        try await ask(.get, "/payments/external/intents/\(intent)/")
    }

    /// The PaymentData that an iPhone's wallet gives to the app.
    func paymentData(
        _ amount: Int64 = 5000, to merchant: String = "M1", seed: UInt64 = 3
    ) async throws -> String {
        try await token(.apple, amount, to: merchant, seed: seed)
    }

    func googleToken(_ amount: Int64 = 5000, seed: UInt64 = 3) async throws -> String {
        try await token(.google, amount, to: "M1", seed: seed)
    }

    private func token(
        _ wallet: WalletKind, _ amount: Int64, to merchant: String, seed: UInt64
    ) async throws -> String {
        let owner = KeyOwner(merchant: try #require(MerchantID(merchant)), gateway: .moneyHash, wallet: wallet)
        let key = try #require(try await moneyHash.keys.publicKey(for: owner))
        let dpan = try #require(PAN("4111117391846532"))
        let cryptogram = try #require(PaymentCryptogram([1] + [UInt8](repeating: 7, count: 19)))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: amount, currencyCode: "USD", currencyDigits: "840"), dpan: dpan, expiryMonth: 3,
                expiryYear: 2031, cryptogram: cryptogram, indicator: "07", cardLastFour: "1111"))
        let recipient: PaymentRecipient = wallet == .apple
            ? .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: key.walletID ?? ""))
            : .google(publicKeySPKI: key.spki, id: key.walletID ?? "", gatewayMerchantID: merchant)
        return try payment.token(for: recipient, at: clock.now, using: .seeded(seed))
    }

    func submit(_ receipt: String, _ intent: String, key: String = "test-M1") async throws -> Answer {
        try await ask(.post, "/payments/intent/\(intent)/receipt/", ["receipt": .string(receipt)], key: key)
    }

    /// Pays a new intent with Apple Pay.
    func paid(_ more: JSONValue = [:], seed: UInt64 = 3) async throws -> (intent: String, transaction: String) {
        let id = try await newIntent(more)
        _ = try await select("APPLE_PAY", id)
        let answer = try await submit(paymentData(seed: seed), id)
        return (id, try #require(answer.data?.object("transaction")?.text("id"), "\(answer.body)"))
    }

    func change(
        _ what: String, _ transaction: String, _ amount: String? = nil, key: String = "test-M1"
    ) async throws -> Answer {
        let body: JSONValue? = amount.map { ["amount": .number($0)] }
        return try await ask(.post, "/payments/transactions/\(transaction)/\(what)/", body, key: key)
    }

    /// The balances of an intent: authorized, voided, captured, refunded.
    func money(_ intent: String) async throws -> String {
        let status = try await ask(.get, "/payments/intent/\(intent)/").data?.object("payment_status")
        let balances = status?.object("balances")
        let parts = ["total_authorized", "total_voided", "total_captured", "total_refunded"]
        return ([status?.text("status")] + parts.map { balances?.text($0) }).map { $0 ?? "∅" }.joined(separator: " ")
    }

    func texts(_ sql: String) async throws -> [String] {
        try await moneyHash.database.read(Statement.evidence(sql)())
    }

    /// The bodies of queued webhooks, oldest first. Of webhooks with the same time, the one about the intent's end is
    /// last.
    func webhooks() async throws -> [JSONObject] {
        try await texts(
            """
            SELECT convert_from(body, 'UTF8') FROM webhook_delivery
            ORDER BY queued_at, convert_from(body, 'UTF8') LIKE '{"type":"intent.%', event_number
            """)
            .map { text in
                guard case .object(let object) = try JSONValue(parsing: Array(text.utf8)) else { return JSONObject() }
                return object
            }
    }
}
