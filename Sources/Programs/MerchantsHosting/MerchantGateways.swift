import CardPointe
import CardSecrets
import CardServer
import Gateways
import HTTPService
import Issuing
import NetworkServer
import Payments
import Stitch

extension MerchantsServer {
    /// The host names at which the gateways' clients call them, which the certificate of the listener has: one line for
    /// each gateway, here and in ``gateways(over:_:_:_:)``.
    private static let hosts: [Gateway: [HostPattern]] = [
        CardPointe.gateway: [HostPattern("*.cardconnect.com")],
        .stitch: [HostPattern("secure.stitch.money"), HostPattern("api.stitch.money"), HostPattern("3ds.stitch.money")],
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
            database: issuing.database, vault: issuing.vault, clock: clock, entropy: issuing.entropy, issuer: issuer)
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
        var stitch = StitchSettings.atItsHosts
        stitch.walletSessions = SimulatedWalletSessions(clock: clock, entropy: issuing.entropy)
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
                    payments: payments, keys: keys, clients: stitchClients, vault: issuing.vault, clock: clock,
                    entropy: issuing.entropy, settings: stitch, logger: settings.logger, metrics: settings.metrics
                ).responder,
                workers: [("stitch", stitchClients.forgetting(clock, settings))]
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
            tokenURL: "https://secure.stitch.money/connect/token", interactionURL: "https://3ds.stitch.money")
    }
}

extension StitchClients {
    /// Where Stitch's guide sends customers after 3-D Secure.
    private static let redirectURIs = ["https://example.com/payment"]

    /// Removes what has expired.
    fileprivate func forgetting(_ clock: PaymentClock, _ settings: CardServerSettings) -> Timekeeper {
        Timekeeper(every: .seconds(60), logger: settings.logger) {
            try await forgetAssertions(endedBefore: clock.now())
        }
    }

    /// Clients of its own for each merchant, with all scopes: one that is paid, and a test client.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, drawing entropy: Entropy
    ) async throws -> [GatewayCredential] {
        let login = chosen
            ?? ChosenCredential(name: "client-\(merchant)", secret: EncodedBytes.base64(entropy.bytes(18)))
        let test = ChosenCredential(
            name: "\(login.name)-test", secret: chosen?.secret ?? EncodedBytes.base64(entropy.bytes(18)))
        for (login, isTest) in [(login, false), (test, true)] {
            let client = StitchClient(
                id: login.name, merchant: merchant, scopes: Set(StitchScope.allCases), redirectURIs: Self.redirectURIs,
                isTest: isTest)
            guard let client else { throw GatewayCredential.NotPossible(name: login.name) }
            try await set(client, secret: login.secret)
        }
        return [
            GatewayCredential("client_id", login.name), GatewayCredential("client_secret", login.secret),
            GatewayCredential("test_client_id", test.name), GatewayCredential("test_client_secret", test.secret),
        ]
    }
}
