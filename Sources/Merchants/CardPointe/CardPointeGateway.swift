import CardSecrets
import Gateways
import HTTPService
import Ledger
import Metrics
import Payments
import Postgres

extension Gateway {
    /// CardPointe with CardSecure.
    public static let cardPointe = Gateway("cardpointe")
}

/// CardPointe in a program's list of gateways.
public struct CardPointeGateway: GatewayDefinition {
    public let tables = SchemaPart(EmbeddedFiles.all["cardpointe.sql", default: ""])
    public let distribution = Distribution(
        groups: [
            Distribution.Group(
                by: "merchant_id", with: "merchants.payment",
                """
                merchants.cardpointe_profile merchants.cardpointe_signature merchants.cardpointe_rate
                merchants.cardpointe_report
                """),
            Distribution.Group(by: "token", "merchants.cardpointe_token"),
        ],
        everywhere: "merchants.cardpointe_login merchants.cardpointe_account",
        crossings: ["cardpointe_profile_has_a_token"])
    public let gateway = Gateway.cardPointe
    public let title = "CardPointe"
    /// Of the test environment, clients also use the site alone.
    public let hosts = [HostPattern("*.cardconnect.com"), HostPattern("fts-uat")]
    public let wallets: [AcceptedWallet] = [.apple(at: .cardPointe), .google(gateway: "cardconnect")]
    /// The login in the gateway's own documentation.
    public let example = ChosenCredential(name: "testing", secret: "testing123")
    private let settings: CardPointeSettings

    public init(_ settings: CardPointeSettings) { self.settings = settings }

    public func service(with means: GatewayMeans) -> GatewayService {
        let cardPointe = CardPointe(
            payments: means.payments, keys: means.keys, vault: means.vault, clock: means.clock,
            entropy: means.entropy, settings: settings)
        let server = cardPointe.server(metrics: means.metrics, makeID: means.makeRequestID)
        return GatewayService(
            self, operations: CardPointeOperations.all, messages: .cardPointe,
            settings: GatewaySettings(BoardingSettings.self) { $0.writes(for: $1) },
            settling: { try await cardPointe.forgetWalletTokens() }, answering: server.responder
        ) { merchant, chosen, _ in try cardPointe.enrol(merchant, choosing: chosen) }
    }
}

extension CardPointe {
    /// CardSecure and the gateway over HTTP.
    func server(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) -> GatewayServer {
        GatewayServer(errors: CardPointeErrors(), metrics: metrics, makeID: makeID) { router in
            CardSecureRoutes(gateway: self).register(on: router)
            TransactionRoutes(gateway: self).register(on: router)
            InquiryRoutes(gateway: self).register(on: router)
            ProfileRoutes(gateway: self).register(on: router)
            ReferenceRoutes(.cardPointe).register(on: router)
        }
    }
}

extension GatewayMessages {
    static let cardPointe = GatewayMessages(
        codes: CardPointeMessages.codes, codesIn: CardPointeMessages.codes(in:), outage: CardPointeMessages.outage,
        maskedAnswer: CardPointeMessages.maskedAnswer)
}

extension CardPointe {
    /// A login of its own for each merchant. Like that of the gateway's public test environment, a merchant's cards go
    /// to First Data North, its wallets to Rapid Connect and its checks to ProfitStars, and it sells in dollars, too.
    fileprivate func enrol(_ merchant: MerchantID, choosing chosen: ChosenCredential?) throws -> GatewayEnrolment {
        let login = chosen ?? ChosenCredential(name: "user\(merchant)", drawing: entropy)
        let account = CardPointeAccount(
            merchant: merchant, username: login.name, processor: .firstDataNorth, routesWallets: true,
            takesChecks: true, furtherCurrencies: Currency("USD").map { [$0] } ?? [])
        return GatewayEnrolment(
            [GatewayCredential("username", login.name), GatewayCredential("password", login.secret)],
            storedBy: [boarding(account, password: Secret(Array(login.secret.utf8)))])
    }
}
