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
        return [
            GatewayService(
                CardPointe.gateway, at: hosts[CardPointe.gateway] ?? [],
                accepting: [.apple(at: CardPointe.gateway), .google(gateway: "cardconnect")],
                operations: CardPointeOperations.all, messages: .cardPointe,
                answering: CardPointeServer(
                    cardPointe, logger: settings.logger, metrics: settings.metrics, makeID: makeID
                ).responder
            ) { try cardPointe.enrol($0, choosing: $1, drawing: issuing.entropy) },
            GatewayService(
                .stitch, at: hosts[.stitch] ?? [],
                accepting: [.apple(at: .stitch), .google(gateway: "stitch"), .samsung],
                operations: StitchOperations.all, messages: .stitch,
                answering: StitchServer(
                    payments: payments, keys: keys, clients: stitchClients, vault: issuing.vault, clock: clock,
                    entropy: issuing.entropy, settings: .atItsHosts, logger: settings.logger, metrics: settings.metrics
                ).responder
            ) { try stitchClients.enrol($0, choosing: $1, drawing: issuing.entropy) },
        ]
    }
}

extension CardPointe {
    /// A login of its own for each merchant.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, drawing entropy: Entropy
    ) throws -> GatewayEnrolment {
        let login = chosen ?? ChosenCredential(name: "user\(merchant)", secret: EncodedBytes.base64(entropy.bytes(18)))
        let account = CardPointeAccount(merchant: merchant, username: login.name)
        return GatewayEnrolment(
            [GatewayCredential("username", login.name), GatewayCredential("password", login.secret)],
            storedBy: [boarding(account, password: Secret(Array(login.secret.utf8)))])
    }
}

extension GatewayMessages {
    fileprivate static let cardPointe = GatewayMessages(
        codes: CardPointeMessages.codes, codesIn: CardPointeMessages.codes(in:), outage: CardPointeMessages.outage,
        maskedAnswer: CardPointeMessages.maskedAnswer)
    fileprivate static let stitch = GatewayMessages(
        codes: StitchMessages.codes, codesIn: StitchMessages.codes(in:), outage: StitchMessages.outage,
        maskedRequest: StitchMasking.request, maskedAnswer: StitchMasking.answer)
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
    ) throws -> GatewayEnrolment {
        let login = chosen
            ?? ChosenCredential(name: "client-\(merchant)", secret: EncodedBytes.base64(entropy.bytes(18)))
        guard let client = StitchClient(id: login.name, merchant: merchant, scopes: Set(StitchScope.allCases)) else {
            throw GatewayCredential.NotPossible(name: login.name)
        }
        return GatewayEnrolment(
            [GatewayCredential("client_id", login.name), GatewayCredential("client_secret", login.secret)],
            storedBy: [setting(client, secret: login.secret)])
    }
}
