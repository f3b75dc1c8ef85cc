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
import Validation

@testable import CardPointe

/// The gateway on a database for one test, with merchants and an issuer that follows a script. Only the test moves the
/// clock.
struct CardPointeFixture: Sendable {
    let scratch: ScratchDatabase
    let gateway: CardPointe
    let issuer: ScriptedIssuer
    let clock: MovableClock
    private let responder: any Responder<RequestContext>

    /// A merchant on Rapid Connect.
    static let merchant = "496160873888"
    /// A merchant on First Data North, with the same login.
    static let northMerchant = "496160873889"
    /// Boarded like the merchant of the public test environment: cards go to First Data North, wallets to Rapid Connect
    /// and checks to ProfitStars. Euros are accepted, too.
    static let routedMerchant = "496160873890"
    static let login = "testing:testing123"
    /// 2026-03-15T12:00:00Z
    static let now = Date(timeIntervalSince1970: 1_773_576_000)
    static let card = "4111111111111111"
    static let appleMerchantID = "merchant.example.shop"
    private static let logger = Logger(label: "tessera.tests") { _ in SwiftLogNoOpLogHandler() }

    static func make(
        seed: UInt64 = 1, _ change: (inout CardPointeSettings) -> Void = { _ in }
    ) async throws -> CardPointeFixture {
        var settings = CardPointeSettings()
        change(&settings)
        let scratch = try await ScratchDatabase.make(from: .merchants)
        let fixture = try CardPointeFixture(scratch, .seeded(seed), settings)
        try await fixture.board()
        return fixture
    }

    private init(_ scratch: ScratchDatabase, _ entropy: Entropy, _ settings: CardPointeSettings) throws {
        let (issuer, clock, database) = (ScriptedIssuer(), MovableClock(Self.now), try scratch.database)
        (self.scratch, self.issuer, self.clock) = (scratch, issuer, clock)
        let vault = CardVault(keys: .generate(using: entropy), entropy: entropy)
        let time = clock.forPayments
        let googleKeys = GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8))
        let trust = WalletTrust(
            apple: try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM]), googleRootKeys: googleKeys ?? [])
        gateway = CardPointe(
            payments: Payments(database: database, vault: vault, clock: time, entropy: entropy, issuer: issuer),
            keys: MerchantKeys(
                database: database, vault: vault, clock: time, entropy: entropy, trust: trust,
                slowWork: .patient),
            vault: vault, clock: time, entropy: entropy, settings: settings)
        responder = gateway.server(metrics: PrometheusRegistry(), makeID: { "request" }).responder()
    }

    private func board() async throws {
        let dollar = try #require(Currency("USD"))
        let boarded = [
            (Self.merchant, Processor.rapidConnect, false), (Self.northMerchant, .firstDataNorth, false),
            (Self.routedMerchant, .firstDataNorth, true),
        ]
        for (number, processor, isRouted) in boarded {
            let id = try #require(MerchantID(number))
            let merchant = try #require(
                Merchant(id: id, name: "Shop", category: 5812, country: "US", city: "Denver", currency: dollar))
            try await gateway.payments.add(merchant)
            try await gateway.board(
                CardPointeAccount(
                    merchant: id, username: "testing", processor: processor, routesWallets: isRouted,
                    takesChecks: isRouted, furtherCurrencies: isRouted ? [.euro] : []),
                password: Secret(Array("testing123".utf8)))
        }
    }

    /// Changes the first merchant's settings.
    func agree(_ change: (inout BoardingSettings) -> Void) async throws {
        var settings = BoardingSettings()
        change(&settings)
        let read = settings.writes(for: try #require(MerchantID(Self.merchant)))
        #expect(read.errors.isEmpty)
        for write in read.value { _ = try await gateway.database.write(write) }
    }

    // MARK: Requests

    /// Sends a request as a client does.
    ///
    /// - Parameter login: nil sends none.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil, login: String? = Self.login,
        host: String = "localhost"
    ) async throws -> Answer {
        var headers = HTTPFields()
        if let login { headers[.authorization] = "Basic " + EncodedBytes.base64(login.utf8) }
        if body != nil { headers[.contentType] = "application/json" }
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let request = Request(head: head, body: .whole(ByteBuffer(bytes: body?.jsonBytes ?? [])))
        let context = RequestContext(channel: NIOAsyncTestingChannel(), logger: Self.logger)
        let answer = Answer(try await responder.respond(to: request, context: context))
        DeclaredAnswer(to: method, path, among: CardPointeOperations.all)?
            .check(status: answer.status, body: answer.body, json: answer.json, ignoring: "dummy")
        return answer
    }

    /// Authorizes with the usual card, unless the members name another one.
    func authorize(_ members: [(String, JSONValue?)] = [], merchant: String = Self.merchant) async throws -> Answer {
        let usual: [(String, JSONValue?)] = [
            ("merchid", .string(merchant)), ("account", .string(Self.card)), ("expiry", "1228"), ("amount", "10.00"),
        ]
        let changed = members.map(\.0)
        let all = usual.filter { !changed.contains($0.0) } + members
        return try await send(.put, "/cardconnect/rest/auth", .members(all))
    }

    func change(
        _ service: String, _ reference: String, _ members: [(String, JSONValue?)] = [],
        merchant: String = Self.merchant
    ) async throws -> Answer {
        try await send(
            .post, "/cardconnect/rest/\(service)",
            .members([("merchid", .string(merchant)), ("retref", .string(reference))] + members))
    }

    func tokenize(_ body: JSONValue, login: String? = Self.login, host: String = "localhost") async throws -> Answer {
        try await send(.post, "/cardsecure/api/v1/ccn/tokenize", body, login: login, host: host)
    }

    func texts(_ sql: String) async throws -> [String] {
        try await gateway.database.read(Statement.evidence(sql)())
    }

    // MARK: Wallets

    /// The payment data that a phone gives to the app for this merchant.
    func applePaymentData(
        _ minorUnits: Int64 = 1000, to merchant: String = Self.merchant, seed: UInt64 = 3
    ) async throws -> String {
        let owner = KeyOwner(
            merchant: try #require(MerchantID(merchant)), gateway: .cardPointe, wallet: .apple)
        let known = try await gateway.keys.publicKey(for: owner)
        let made = known == nil
            ? try await gateway.keys.makeKey(for: owner, walletID: Self.appleMerchantID) : known
        let key = try #require(made)
        return try Self.payment(minorUnits).token(
            for: .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: Self.appleMerchantID)), at: clock.now,
            using: .seeded(seed))
    }

    /// The same data in CardSecure's form.
    func appleDeviceData(
        _ minorUnits: Int64 = 1000, to merchant: String = Self.merchant, seed: UInt64 = 3
    ) async throws -> [String] {
        let token = try await applePaymentData(minorUnits, to: merchant, seed: seed)
        guard case .object(let object) = try JSONValue(parsing: Array(token.utf8)),
            case .object(let header)? = object["header"]
        else { throw NoToken() }
        return [
            object.text("data") ?? "", "ectype=apple", "ecsig=" + (object.text("signature") ?? ""),
            "eckey=" + (header.text("ephemeralPublicKey") ?? ""), "ectid=" + (header.text("transactionId") ?? ""),
            "echash=", "ecpublickeyhash=" + (header.text("publicKeyHash") ?? ""),
        ]
    }

    /// The token of a phone's payment.
    func appleToken(_ minorUnits: Int64 = 1000, seed: UInt64 = 3) async throws -> String {
        let data = try await appleDeviceData(minorUnits, seed: seed).joined(separator: "&")
        let answer = try await tokenize(["devicedata": .string(data), "encryptionhandler": "EC_APPLE_PAY"])
        return try #require(answer["token"], "\(answer.body)")
    }

    static func payment(_ minorUnits: Int64) throws -> WalletPayment {
        let dpan = try #require(PAN("4111117391846532"))
        let cryptogram = try #require(PaymentCryptogram([1] + [UInt8](repeating: 7, count: 19)))
        return try #require(
            WalletPayment(
                of: .init(minorUnits: minorUnits, currencyCode: "USD", currencyDigits: "840"), dpan: dpan,
                expiryMonth: 3, expiryYear: 2031, cryptogram: cryptogram, indicator: "07", cardLastFour: "1111"))
    }
}

private struct NoToken: Error {}

extension Answer {
    var names: [String] { object.names }

    /// `respproc`, `respcode`, `respstat` and `resptext`.
    var code: String {
        ["respproc", "respcode", "respstat", "resptext"].map { self[$0] ?? "∅" }.joined(separator: " ")
    }
}
