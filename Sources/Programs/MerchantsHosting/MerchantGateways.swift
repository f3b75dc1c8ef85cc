import CardPointe
import CardServer
import Dintero
import Gateways
import Issuing
import MoneyHash
import NetworkServer
import Payments
import Postgres
import Stitch
import Webhooks

extension MerchantsServer {
    /// All gateways: one line for each.
    private static let definitions: [any GatewayDefinition] = [
        CardPointeGateway(.testEnvironment),
        StitchGateway(.atItsHosts) { SimulatedWalletSessions(clock: $0.clock, entropy: $0.entropy) },
        DinteroGateway { SimulatedWalletSessions(clock: $0.clock, entropy: $0.entropy) },
        MoneyHashGateway(),
    ]

    /// The tables of merchants, and those of all gateways. A database without merchants has none of them.
    package static var tables: [SchemaPart] { [.payments] + definitions.map(\.tables) }

    /// The machines that have the rows of these tables, if there are several.
    package static var distribution: Distribution { definitions.reduce(.payments) { $0 + $1.distribution } }

    /// The host names at which the gateways' clients call them, which the certificate of the listener has.
    package static var hostNames: [String] { definitions.flatMap(\.hosts).map(\.description).sorted() }

    /// Makes the merchants' side of any card service.
    ///
    /// - Parameter trust: whose signatures on wallets' tokens count.
    package static func assembly(
        trusting trust: WalletTrust
    ) -> @Sendable (Issuing, any NetworkDesk, CardServerSettings) -> MerchantsServer {
        { issuing, desk, settings in MerchantsServer(over: issuing, asking: desk, trusting: trust, settings) }
    }

    /// The merchants' side of a card service. It reaches the issuer through messages of the network only.
    ///
    /// - Parameters:
    ///   - desk: the network, or the issuer itself.
    ///   - trust: whose signatures on wallets' tokens count.
    package init(
        over issuing: Issuing, asking desk: any NetworkDesk, trusting trust: WalletTrust,
        _ settings: CardServerSettings
    ) {
        let (database, vault, entropy) = (issuing.database, issuing.vault, issuing.entropy)
        let clock = PaymentClock(now: issuing.clock.now, realNow: issuing.clock.realNow)
        let issuer = MerchantsIssuer(desk, logger: settings.logger)
        let announcers = Self.definitions.reduce(into: [:]) { $0.merge($1.announcers) { first, _ in first } }
        let means = GatewayMeans(
            payments: Payments(
                database: database, vault: vault, clock: clock, entropy: entropy, issuer: issuer,
                authentication: IssuerAuthentication(issuing, desk, logger: settings.logger),
                outbox: PaymentOutbox(issuing.webhooks, announcers)),
            keys: MerchantKeys(
                database: database, vault: vault, clock: clock, entropy: entropy, trust: trust,
                slowWork: issuing.slowWork),
            webhooks: issuing.webhooks, webhookAddresses: settings.webhooks.addresses, vault: vault, clock: clock,
            entropy: entropy, logger: settings.logger, metrics: settings.metrics,
            makeRequestID: CardServer.requestIDs(from: entropy))
        self.init(means, clearingThrough: issuer, Self.definitions)
    }
}
