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
import Metrics
import NIOCore
import NIOEmbedded
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import TestSupport
import Webhooks

@testable import Dintero

/// Dintero on a database for one test, with two merchants, and an issuer that follows a script. Only the test moves the
/// clock.
struct DinteroFixture: Sendable {
    /// 2026-03-15T12:00:00Z
    static let start = Date(timeIntervalSince1970: 1_773_576_000)
    static let account = "T12345678"
    static let otherAccount = "P87654321"

    let scratch: ScratchDatabase
    let dintero: Dintero
    let webhooks: Webhooks
    let clock = MovableClock(DinteroFixture.start)
    let issuer = ScriptedIssuer()
    let statements = DatabaseCounter(of: .statements)
    private let responder: any Responder<RequestContext>

    static func make() async throws -> DinteroFixture {
        let fixture = try DinteroFixture(try await .make(from: .merchants))
        let krone = try #require(Currency("NOK"))
        for (number, account) in [("M1", account), ("M2", otherAccount)] {
            let id = try #require(MerchantID(number))
            let merchant = Merchant(
                id: id, name: "Corner Shop", category: 5411, country: "NO", city: "Oslo", currency: krone)
            try await fixture.dintero.payments.add(try #require(merchant))
            let client = try #require(DinteroClient(id: "client-\(number)", merchant: id, account: account))
            for write in fixture.dintero.enrolling(client, secret: "secret-\(number)", at: fixture.clock.now) {
                _ = try await fixture.dintero.database.write(write)
            }
            _ = try await fixture.dintero.keys.makeKey(
                for: KeyOwner(merchant: id, gateway: .dintero, wallet: .apple), walletID: "merchant.example.\(number)")
        }
        return fixture
    }

    private init(_ scratch: ScratchDatabase) throws {
        self.scratch = scratch
        let (entropy, clock) = (Entropy.seeded(17), self.clock)
        let database = try scratch.counted(by: statements)
        let vault = CardVault(keys: .generate(using: .seeded(18)), entropy: entropy)
        let time = clock.forPayments
        let trust = WalletTrust(
            apple: try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM]), googleRootKeys: [])
        webhooks = Webhooks(
            database: database, host: TestWebhookHost(scratch) { clock.now }, subscriptionLimit: 10,
            dialects: DinteroGateway().dialects)
        dintero = Dintero(
            payments: Payments(
                database: database, vault: vault, clock: time, entropy: entropy, issuer: issuer,
                outbox: PaymentOutbox(webhooks, [.dintero: DinteroAnnouncer()])),
            keys: MerchantKeys(
                database: database, vault: vault, clock: time, entropy: .seeded(20), trust: trust,
                slowWork: .patient),
            webhooks: webhooks, vault: vault, clock: time, entropy: entropy, walletSessions: EchoingApple(),
            callbackAddresses: WebhookSettings(goesAnywhere: true).addresses)
        responder = dintero.server(metrics: PrometheusRegistry(), makeID: { "request" }).responder()
    }

    // MARK: Requests

    /// - Parameter prefix: the prefix that a routing has removed from the path.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, _ headers: HTTPFields = [:],
        text: String? = nil, to host: String = "checkout.dintero.com", below prefix: String = ""
    ) async throws -> Answer {
        var headers = headers
        if body != nil { headers[.contentType] = "application/json" }
        let head = HTTPRequest(method: method, scheme: "https", authority: host, path: path, headerFields: headers)
        var context = RequestContext(channel: NIOAsyncTestingChannel(), logger: Logger(label: "tests"))
        context.pathPrefix = prefix
        let bytes = text.map { Array($0.utf8) } ?? body?.jsonBytes ?? []
        let request = Request(head: head, body: .whole(ByteBuffer(bytes: bytes)))
        let answer = Answer(try await responder.respond(to: request, context: context))
        DeclaredAnswer(to: method, path, among: DinteroOperations.all)?
            .check(status: answer.status, body: answer.body, json: answer.json)
        return answer
    }

    func token(_ login: String = "client-M1:secret-M1", account: String = account) async throws -> Answer {
        try await send(
            .post, "/v1/accounts/\(account)/auth/token",
            ["grant_type": "client_credentials", "audience": .string("https://api.dintero.com/v1/accounts/\(account)")],
            [.authorization: "Basic " + EncodedBytes.base64(login.utf8)], to: "api.dintero.com")
    }

    /// A request with a new token of the account.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, as merchant: String = "M1"
    ) async throws -> Answer {
        let account = merchant == "M1" ? Self.account : Self.otherAccount
        let token = try await token("client-\(merchant):secret-\(merchant)", account: account)["access_token"]
        return try await send(method, path, body, [.authorization: "Bearer \(token ?? "")"])
    }

    // MARK: The steps of a payment

    /// The items of a session, unless a test sends others.
    static let items: JSONValue = [
        [
            "id": "chair-1", "line_id": "1", "description": "Chair", "amount": 20100, "quantity": 1,
            "vat_amount": 4020, "vat": 25,
        ]
    ]

    /// The example of the documentation, with some members changed.
    static func session(
        _ more: [(String, JSONValue)] = [], callbackURL: String = "https://shop.example/callback"
    ) -> JSONValue {
        let members: [(String, JSONValue)] = [
            (
                "url",
                [
                    "return_url": "yourapp://redirect?initial_recipient=merchant",
                    "callback_url": .string(callbackURL),
                ]
            ),
            ("order", ["amount": 20100, "currency": "NOK", "merchant_reference": "order-7", "items": items]),
            ("configuration", ["channel": "in_app", "dintero_psp": ["applepay": ["enabled": true]]]),
            ("expires_at", "2099-12-31T23:23:59.999Z"),
        ]
        let names = more.map(\.0)
        return .object(JSONObject(members.filter { !names.contains($0.0) } + more))
    }

    func newSession(_ body: JSONValue = session(), as merchant: String = "M1") async throws -> String {
        let answer = try await ask(.post, "/v1/sessions", body, as: merchant)
        return try #require(answer["id"], "\(answer.body)")
    }

    struct Submission {
        let path: String
        let token: String
        let validation: String
    }

    func submission(_ session: String, query: String = "") async throws -> Submission {
        let answer = try await send(.post, "/v1/view/\(session)/payments/dintero_psp.applepay\(query)")
        let hrefs = try answer.operations.map { try #require($0.text("href")) }
        let url = try #require(hrefs.first.flatMap { URLComponents(string: $0) })
        let validation = try #require(hrefs.last.flatMap { URLComponents(string: $0) })
        let token = try #require(url.queryItems?.first { $0.name == "access_token" }?.value)
        return Submission(path: url.path, token: token, validation: validation.path)
    }

    /// The payment data that a phone gives to the app, in the event that Dintero expects as a string.
    func paymentData(
        _ amount: Int64 = 20100, to merchant: String = "M1", number: String = "4111117391846532", seed: UInt64 = 3
    ) async throws -> String {
        let owner = KeyOwner(
            merchant: try #require(MerchantID(merchant)), gateway: .dintero, wallet: .apple)
        let key = try #require(try await dintero.keys.publicKey(for: owner))
        let dpan = try #require(PAN(number))
        let cryptogram = try #require(PaymentCryptogram([1] + [UInt8](repeating: 7, count: 19)))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: amount, currencyCode: "NOK", currencyDigits: "578"), dpan: dpan, expiryMonth: 3,
                expiryYear: 2031, cryptogram: cryptogram, indicator: "07", cardLastFour: "1111"))
        let token = try payment.token(
            for: .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: key.walletID ?? "")), at: clock.now,
            using: .seeded(seed))
        let event: JSONValue = [
            "payment": [
                "token": [
                    "paymentData": try JSONValue(parsing: Array(token.utf8)),
                    "paymentMethod": ["displayName": "Visa 1111", "network": "Visa", "type": "prepaid"],
                    "transactionIdentifier": "00",
                ]
            ]
        ]
        return event.jsonText
    }

    func submit(_ data: String, to submission: Submission, reference: String = "reference-1") async throws -> Answer {
        try await send(
            .post, submission.path, ["payment_data": .string(data), "reference": .string(reference)],
            [.authorization: submission.token], to: "payments.psp.dintero.com")
    }

    /// - Returns: the token that stands for the customer's agreement.
    func submitted(_ session: String, seed: UInt64 = 3) async throws -> String {
        let answer = try await submit(paymentData(seed: seed), to: submission(session))
        return try #require(answer["transaction_id"], "\(answer.body)")
    }

    func pay(_ session: String, _ transaction: String, _ headers: HTTPFields = [:]) async throws -> Answer {
        try await send(
            .post, "/v1/sessions/\(session)/pay",
            ["payment_product_type": "dintero_psp.applepay", "psp_transaction_id": .string(transaction)], headers)
    }

    /// Pays a new session, and returns its transaction.
    func paid(_ body: JSONValue = session(), seed: UInt64 = 3) async throws -> String {
        let session = try await newSession(body)
        let answer = try await pay(session, submitted(session, seed: seed))
        #expect(answer["redirect_url"] != nil, "\(answer.body)")
        return try #require(try await ask(.get, "/v1/sessions/\(session)")["transaction_id"])
    }

    func change(_ what: String, _ id: String, _ body: JSONValue? = nil) async throws -> Answer {
        try await ask(.post, "/v1/transactions/\(id)/\(what)", body)
    }

    /// Sends due callbacks to receivers on this machine.
    func sender() -> WebhookSender {
        var settings = WebhookSettings(goesAnywhere: true)
        // A busy machine makes tests slow, but must not make them fail.
        (settings.connectTimeout, settings.timeout, settings.patience) = (.seconds(60), .seconds(60), .seconds(600))
        return WebhookSender(
            webhooks, settings, hooks: WebhookHooks(),
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, metrics: NOOPMetricsHandler.instance)
    }

    func texts(_ sql: String) async throws -> [String] {
        try await dintero.database.read(Statement.evidence(sql)())
    }
}

extension Answer {
    /// The status, and the code of an error.
    var words: String {
        [String(status), object.object("error")?.text("code")].compactMap(\.self).joined(separator: " ")
    }

    /// The members that the error names as wrong.
    var wrong: [String] { Self.objects(object.object("error")?["errors"]).compactMap { $0.text("field") } }

    var operations: [JSONObject] { Self.objects(object["operations"]) }
    var events: [JSONObject] { Self.objects(object["events"]) }
    var details: [JSONObject] { Self.objects(object["error_details"]) }
}

/// Answers with the request itself.
private struct EchoingApple: WalletSessions {
    func appleSession(_ request: AppleSessionRequest) async -> String? {
        JSONValue.members([
            ("merchantIdentifier", .string(request.merchantIdentifier)),
            ("domainName", .string(request.initiativeContext)), ("displayName", .string(request.displayName)),
        ]).jsonText
    }
}
