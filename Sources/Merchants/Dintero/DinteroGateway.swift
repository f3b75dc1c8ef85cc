import CardSecrets
import Foundation
import Gateways
import HTTPService
import Identifiers
import Metrics
import Payments
import Postgres
import Webhooks

extension Gateway {
    /// Dintero's checkout.
    public static let dintero = Gateway("dintero")
}

/// Dintero in a program's list of gateways.
public struct DinteroGateway: GatewayDefinition {
    public let tables = SchemaPart(EmbeddedFiles.all["dintero.sql", default: ""])
    public let distribution = Distribution(
        groups: [Distribution.Group(by: "session_id", "merchants.dintero_session")],
        everywhere: "merchants.dintero_client")
    public let gateway = Gateway.dintero
    public let title = "Dintero"
    public let hosts = [
        HostPattern("api.dintero.com"), HostPattern("checkout.dintero.com"), HostPattern("payments.psp.dintero.com"),
        HostPattern("payments.psp-test.dintero.com"),
    ]
    public let wallets: [AcceptedWallet] = [.apple(at: .dintero)]
    public let example = ChosenCredential(name: "demo-client", secret: "demo-client-secret")
    public let announcers: [Gateway: any PaymentAnnouncer] = [.dintero: DinteroAnnouncer()]
    public let dialects: [any WebhookDialect] = [DinteroDialect()]
    private let sessions: @Sendable (GatewayMeans) -> (any WalletSessions)?

    /// - Parameter sessions: makes the object that answers for Apple; nil for none.
    public init(sessions: @escaping @Sendable (GatewayMeans) -> (any WalletSessions)? = { _ in nil }) {
        self.sessions = sessions
    }

    public func service(with means: GatewayMeans) -> GatewayService {
        let dintero = Dintero(
            payments: means.payments, keys: means.keys, webhooks: means.webhooks, vault: means.vault,
            clock: means.clock, entropy: means.entropy, walletSessions: sessions(means),
            callbackAddresses: means.webhookAddresses)
        let server = dintero.server(metrics: means.metrics, makeID: means.makeRequestID)
        return GatewayService(
            self, operations: DinteroOperations.all, messages: .dintero,
            settling: {
                try await dintero.forgetInstruments()
                try await dintero.giveBackCancelled()
            }, answering: server.responder
        ) { try dintero.enrol($0, choosing: $1, at: $2) }
    }
}

extension Dintero {
    /// The checkout and the wallet service over HTTP.
    func server(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) -> GatewayServer {
        GatewayServer(errors: DinteroErrors(), metrics: metrics, makeID: makeID) { router in
            DinteroRoutes(dintero: self).register(on: router)
            ReferenceRoutes(.dintero).register(on: router)
        }
    }

    /// The account of the merchant in examples.
    private static let exampleAccount = "T12345678"

    /// A client of its own for each merchant, at an account whose number follows from the merchant's.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, at now: Date
    ) throws -> GatewayEnrolment {
        let login = chosen ?? ChosenCredential(name: "client-\(merchant)", drawing: entropy)
        let account = chosen == nil ? accountNumber(of: merchant) : Self.exampleAccount
        guard let client = DinteroClient(id: login.name, merchant: merchant, account: account) else {
            throw GatewayCredential.NotPossible(name: login.name)
        }
        return GatewayEnrolment(
            [
                GatewayCredential("account_id", account), GatewayCredential("client_id", login.name),
                GatewayCredential("client_secret", login.secret),
                GatewayCredential("signature_secret", signatureSecret(of: merchant)),
            ],
            storedBy: enrolling(client, secret: login.secret, at: now))
    }

    /// The same whenever the merchant is enrolled. Two merchants may have the same one; their clients differ.
    private func accountNumber(of merchant: MerchantID) -> String {
        let hash = vault.secretHash(Array(merchant.rawValue.utf8), at: "merchants.dintero_client.account_id")
        let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000_000
        return "T" + String(String(number + 100_000_000).dropFirst())
    }
}
