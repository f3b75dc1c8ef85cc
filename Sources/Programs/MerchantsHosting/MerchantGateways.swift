import CardPointe
import CardSecrets
import CardServer
import Gateways
import HTTPService
import Issuing
import NetworkServer
import Payments
import Stitch
import Webhooks

extension MerchantsServer {
    /// The host names at which the gateways' clients call them, which the certificate of the listener has: one line for
    /// each gateway, here and in ``gateways(over:_:_:_:)``.
    private static let hosts: [Gateway: [HostPattern]] = [
        CardPointe.gateway: [HostPattern("*.cardconnect.com")],
        .stitch: [HostPattern("secure.stitch.money"), HostPattern("api.stitch.money"), HostPattern("3ds.stitch.money")],
    ]

    /// The gateways with webhooks. The card service's worker sends them, with its own.
    private static let announcers: [Gateway: any PaymentAnnouncer] = [
        .stitch: StitchAnnouncer(), .stitchTest: StitchAnnouncer(),
    ]

    package static var hostNames: [String] { hosts.values.flatMap(\.self).map(\.description).sorted() }

    /// The merchants' side of a card service. It reaches the issuer through messages of the network only.
    ///
    /// - Parameters:
    ///   - desk: the network, or the issuer itself.
    ///   - trust: whose signatures on wallets' tokens count.
    package init(
        over issuing: Issuing, asking desk: any NetworkDesk, trusting trust: WalletTrust,
        _ settings: CardServerSettings
    ) {
        let clock = PaymentClock(now: issuing.clock.now, realNow: issuing.clock.realNow)
        let issuer = MerchantsIssuer(desk, logger: settings.logger)
        let payments = Payments(
            database: issuing.database, vault: issuing.vault, clock: clock, entropy: issuing.entropy, issuer: issuer,
            outbox: PaymentOutbox(issuing.webhooks, Self.announcers))
        let keys = MerchantKeys(
            database: issuing.database, vault: issuing.vault, clock: clock, entropy: issuing.entropy, trust: trust)
        let makeID = CardServer.requestIDs(from: issuing.entropy)
        self.init(
            payments, keys, clearingThrough: issuer,
            Self.gateways(over: payments, keys, issuing, settings, makeID), metrics: settings.metrics,
            logger: settings.logger, makeRequestID: makeID)
    }

    private static func gateways(
        over payments: Payments, _ keys: MerchantKeys, _ issuing: Issuing, _ settings: CardServerSettings,
        _ makeID: @escaping @Sendable () -> String
    ) -> [GatewayService] {
        let clock = PaymentClock(now: issuing.clock.now, realNow: issuing.clock.realNow)
        let cardPointe = CardPointe(
            payments: payments, keys: keys, vault: issuing.vault, clock: clock, entropy: issuing.entropy,
            settings: .testEnvironment)
        let stitchClients = StitchClients(database: issuing.database, vault: issuing.vault)
        return [
            GatewayService(
                CardPointe.gateway, at: hosts[CardPointe.gateway] ?? [],
                accepting: [.apple(at: CardPointe.gateway), .google(gateway: "cardconnect")],
                answering: CardPointeServer(
                    cardPointe, logger: settings.logger, metrics: settings.metrics, makeID: makeID
                ).responder()
            ) { try await cardPointe.enrol($0, choosing: $1, drawing: issuing.entropy) },
            GatewayService(
                .stitch, at: hosts[.stitch] ?? [],
                accepting: [.apple(at: .stitch), .google(gateway: "stitch"), .samsung],
                answering: StitchServer(
                    payments: payments, keys: keys, clients: stitchClients, webhooks: issuing.webhooks,
                    to: settings.webhooks.addresses, vault: issuing.vault, clock: clock, entropy: issuing.entropy,
                    settings: .atItsHosts, logger: settings.logger, metrics: settings.metrics
                ).responder
            ) { try await stitchClients.enrol($0, choosing: $1, drawing: issuing.entropy) },
        ]
    }
}

extension CardPointe {
    /// A login of its own for each merchant.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, drawing entropy: Entropy
    ) async throws -> [GatewayCredential] {
        let login = chosen ?? ChosenCredential(name: "user\(merchant)", secret: EncodedBytes.base64(entropy.bytes(18)))
        try await board(
            CardPointeAccount(merchant: merchant, username: login.name),
            password: Secret(Array(login.secret.utf8)))
        return [GatewayCredential("username", login.name), GatewayCredential("password", login.secret)]
    }
}

extension StitchSettings {
    fileprivate static var atItsHosts: StitchSettings {
        StitchSettings(
            tokenURL: "https://secure.stitch.money/connect/token", interactionURL: "https://3ds.stitch.money/3ds")
    }
}

extension StitchClients {
    /// A client of its own for each merchant, with all scopes.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, drawing entropy: Entropy
    ) async throws -> [GatewayCredential] {
        let login = chosen
            ?? ChosenCredential(name: "client-\(merchant)", secret: EncodedBytes.base64(entropy.bytes(18)))
        guard let client = StitchClient(id: login.name, merchant: merchant, scopes: Set(StitchScope.allCases)) else {
            throw GatewayCredential.NotPossible(name: login.name)
        }
        try await set(client, secret: login.secret)
        return [GatewayCredential("client_id", login.name), GatewayCredential("client_secret", login.secret)]
    }
}
