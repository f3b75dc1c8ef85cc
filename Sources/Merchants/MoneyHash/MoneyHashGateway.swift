import CardSecrets
import Foundation
import Gateways
import HTTPService
import Metrics
import Payments
import Postgres
import Webhooks

extension Gateway {
    /// MoneyHash's payment intents.
    public static let moneyHash = Gateway("moneyhash")
}

/// MoneyHash in a program's list of gateways.
public struct MoneyHashGateway: GatewayDefinition {
    public let tables = SchemaPart(EmbeddedFiles.all["moneyhash.sql", default: ""])
    public let distribution = Distribution(
        groups: [
            Distribution.Group(
                by: "merchant_id", with: "merchants.payment", "merchants.moneyhash_card merchants.moneyhash_answer"),
            Distribution.Group(by: "customer_id", "merchants.moneyhash_customer"),
            Distribution.Group(by: "intent_id", "merchants.moneyhash_intent"),
        ],
        everywhere: "merchants.moneyhash_key merchants.moneyhash_provider")
    public let gateway = Gateway.moneyHash
    public let title = "MoneyHash"
    /// MoneyHash's guide uses the first two, and clients that are tried out the third.
    public let hosts = [
        HostPattern("web.moneyhash.io"), HostPattern("moneyhash.io"), HostPattern("staging-web.moneyhash.io"),
    ]
    public let wallets: [AcceptedWallet] = [.apple(at: .moneyHash), .google(gateway: MoneyHash.googleName)]
    /// The key for tests, which MoneyHash's guide has in its examples, and a live one.
    public let example = ChosenCredential(name: "YOUR_API_KEY", secret: "YOUR_LIVE_API_KEY")
    public let announcers: [Gateway: any PaymentAnnouncer] = [.moneyHash: MoneyHashAnnouncer()]
    public let dialects: [any WebhookDialect] = [MoneyHashDialect()]

    public init() {}

    public func service(with means: GatewayMeans) -> GatewayService {
        let moneyHash = MoneyHash(
            payments: means.payments, keys: means.keys, webhooks: means.webhooks, vault: means.vault,
            clock: means.clock, entropy: means.entropy, webhookAddresses: means.webhookAddresses)
        let server = moneyHash.server(metrics: means.metrics, makeID: means.makeRequestID)
        return GatewayService(
            self, operations: MoneyHashOperations.all, messages: .moneyHash,
            settings: GatewaySettings(ProviderSettings.self) { $0.writes(for: $1) },
            providers: SimulatedProviders(
                method: { $0.localMethod?.rawValue }, tell: { try await moneyHash.tell($0, $1) }),
            settling: { try await moneyHash.settle() }, answering: server.responder
        ) { try moneyHash.enrol($0, choosing: $1, at: $2) }
    }
}

extension MoneyHash {
    /// The API and the pages for customers over HTTP.
    func server(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) -> GatewayServer {
        GatewayServer(errors: MoneyHashErrors(), metrics: metrics, makeID: makeID) { router in
            MoneyHashRoutes(moneyHash: self).register(on: router)
            EmbedRoutes(moneyHash: self).register(on: router)
            ChallengeRoutes(moneyHash: self).register(on: router)
            ProviderRoutes(moneyHash: self).register(on: router)
            ReferenceRoutes(.moneyHash).register(on: router)
        }
    }

    /// The name by which Google's wallet knows the gateway.
    static let googleName = "moneyhash"

    /// Two keys for each merchant: the name of a chosen credential is the one for tests, the secret the live one.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, at now: Date
    ) throws -> GatewayEnrolment {
        let (test, live) = (chosen?.name ?? drawKey(), chosen?.secret ?? drawKey())
        guard APIKey.isAcceptable(test), APIKey.isAcceptable(live) else {
            throw GatewayCredential.NotPossible(name: test)
        }
        return GatewayEnrolment(
            [
                GatewayCredential("api_key", test), GatewayCredential("live_api_key", live),
                GatewayCredential("account_id", account(of: merchant)),
                GatewayCredential("webhook_signature_secret", signatureSecret(of: merchant)),
            ],
            storedBy: enrolling(merchant, testKey: test, liveKey: live, at: now))
    }
}
