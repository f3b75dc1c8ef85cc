import CardSecrets
import Foundation
import GatewayTestSupport
import Identifiers
import Ledger
import Logging
import Payments
import PaymentTokens
import Postgres
import SimulatedWallets
import Testing
import TestSupport
import Webhooks

/// Payments and keys on a database for one test.
struct PaymentsFixture: Sendable {
    let scratch: ScratchDatabase
    let time = MovableClock(Self.start)
    let issuer = ScriptedIssuer()
    let cardholder = ScriptedCardholder()
    let house = ScriptedClearingHouse()
    let payments: Payments
    let webhooks: Webhooks
    let vault: CardVault

    /// 2026-03-15T12:00:00Z
    static let start = Date(timeIntervalSince1970: 1_773_576_000)
    static let shop = MerchantID("496160873888")!
    static let gateway = Gateway("somegateway")
    static let euro = Currency("EUR")!

    static func make() async throws -> PaymentsFixture {
        let fixture = try await PaymentsFixture(scratch: .make(from: .merchants))
        try await fixture.payments.add(try merchant())
        return fixture
    }

    private init(scratch: ScratchDatabase) throws {
        self.scratch = scratch
        let entropy = Entropy.seeded(17)
        vault = CardVault(keys: .generate(using: .seeded(18)), entropy: entropy)
        let host = TestWebhookHost(scratch) { [time] in time.now }
        webhooks = Webhooks(
            database: try scratch.database, host: host, subscriptionLimit: 10, dialects: [TestDialect()])
        payments = Payments(
            database: try scratch.database, vault: vault, clock: time.forPayments, entropy: entropy, issuer: issuer,
            authentication: cardholder, outbox: PaymentOutbox(webhooks, [Self.gateway: PlainAnnouncer()]))
    }

    /// Continues the 3-D Secure authentication of a payment, which the scripted cardholder decides.
    func authenticate(_ payment: Payment) async throws -> Payment {
        guard case .ended(let payment) = try await payments.authenticate(payment.id, by: .look) else {
            throw NotEnded()
        }
        return payment
    }

    struct NotEnded: Error {}

    /// The same service as in another process, with its own sessions and its own entropy.
    func anotherServer(_ number: UInt64 = 99) throws -> Payments {
        Payments(
            database: Database(try scratch.configuration, logger: .init(label: "tests")), vault: vault,
            clock: time.forPayments, entropy: .seeded(number), issuer: issuer,
            outbox: PaymentOutbox(webhooks, [Self.gateway: PlainAnnouncer()]))
    }

    func keys(_ seed: UInt64 = 20, on slowWork: SlowWork = .patient) throws -> MerchantKeys {
        let published = GoogleRootKey.keys(fromJSON: Array(SimulatedGooglePay.sandboxKeysJSON.utf8))
        let trust = WalletTrust(
            apple: try AppleTrust(furtherRoots: [SimulatedAuthority.sandboxRootPEM]),
            googleRootKeys: try #require(published))
        return MerchantKeys(
            database: payments.database, vault: vault, clock: time.forPayments, entropy: .seeded(seed), trust: trust,
            slowWork: slowWork)
    }

    static func merchant(_ id: MerchantID = shop, dayEnds: Int = 0) throws -> Merchant {
        try #require(
            Merchant(
                id: id, name: "Corner Shop", category: 5411, country: "DE", city: "Berlin", currency: euro,
                dayEnds: dayEnds))
    }

    static func euros(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: euro) }

    static func instrument() throws -> PaymentInstrument {
        PaymentInstrument(
            pan: try #require(PAN("4111111111111111")), expiry: .init(year: 2029, month: 12),
            kind: .card(cvv2: Secret(digits: "123")))
    }

    func order(_ minorUnits: Int64 = 10_000, nonce: String? = nil) throws -> NewPayment {
        var new = NewPayment(
            merchant: Self.shop, gateway: Self.gateway, instrument: try Self.instrument(),
            amount: Self.euros(minorUnits))
        new.nonce = nonce
        return new
    }

    func authorized(_ minorUnits: Int64 = 10_000) async throws -> Payment {
        try await payments.pay(try order(minorUnits))
    }

    func captured(_ minorUnits: Int64 = 10_000) async throws -> Payment {
        try await payments.capture(authorized(minorUnits).id).payment
    }

    /// The payment as it is stored.
    func stored(_ payment: Payment) async throws -> Payment {
        try #require(try await payments.payment(payment.id))
    }

    func texts(_ sql: String) async throws -> [String] {
        try await payments.database.read(Statement.evidence(sql)())
    }
}

/// Announces each change with the payment's status and the steps of the change.
struct PlainAnnouncer: PaymentAnnouncer {
    static let type = "payment"

    func events(of change: AnnouncedChange) -> [NewWebhookEvent] {
        let words = [change.before?.status.rawValue ?? "NEW", change.payment.status.rawValue]
        let steps = change.steps.map { "\($0.kind.rawValue) \($0.amount)" }
        return [NewWebhookEvent(type: Self.type, body: (words + steps).joined(separator: ", "))]
    }
}

/// The refusal of a call; nil if it succeeds.
func refusal<Value>(_ body: () async throws -> Value) async -> PaymentRefusal? {
    do {
        _ = try await body()
        return nil
    } catch PaymentFailure.refused(let refusal) {
        return refusal
    } catch {
        Issue.record("It failed: \(error)")
        return nil
    }
}
