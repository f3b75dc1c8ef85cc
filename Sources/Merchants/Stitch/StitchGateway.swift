import CardSecrets
import Gateways
import Payments
import Postgres
import Webhooks

extension Gateway {
    public static let stitch = Gateway("stitch")
    /// The payments of Stitch's test clients.
    public static let stitchTest = Gateway("stitchtest")
}

/// Stitch in a program's list of gateways.
public struct StitchGateway: GatewayDefinition {
    public let tables = SchemaPart(EmbeddedFiles.all["stitch.sql", default: ""])
    public let distribution = Distribution(
        groups: [Distribution.Group(by: "client_id", "merchants.stitch_assertion")],
        everywhere: "merchants.stitch_client merchants.stitch_webhook")
    public let gateway = Gateway.stitch
    public let title = "Stitch"
    public let hosts = [
        HostPattern("secure.stitch.money"), HostPattern("api.stitch.money"), HostPattern("3ds.stitch.money"),
    ]
    public let wallets: [AcceptedWallet] = [.apple(at: .stitch), .google(gateway: "stitch"), .samsung]
    public let example = ChosenCredential(name: "test-demo", secret: "demo-secret")
    public let announcers: [Gateway: any PaymentAnnouncer] = [
        .stitch: StitchAnnouncer(), .stitchTest: StitchAnnouncer(),
    ]
    public let dialects: [any WebhookDialect] = [SvixDialect()]
    private let settings: StitchSettings
    private let sessions: @Sendable (GatewayMeans) -> (any WalletSessions)?

    /// - Parameter sessions: makes the object that answers for Apple and Samsung; nil for none.
    public init(
        _ settings: StitchSettings, sessions: @escaping @Sendable (GatewayMeans) -> (any WalletSessions)? = { _ in nil }
    ) {
        (self.settings, self.sessions) = (settings, sessions)
    }

    public func service(with means: GatewayMeans) -> GatewayService {
        let clients = StitchClients(database: means.payments.database, vault: means.vault)
        var settings = settings
        settings.walletSessions = sessions(means)
        let stitch = Stitch(
            payments: means.payments, keys: means.keys, clients: clients, webhooks: means.webhooks,
            to: means.webhookAddresses, vault: means.vault, clock: means.clock, entropy: means.entropy,
            settings: settings)
        let server = stitch.server(metrics: means.metrics, makeID: means.makeRequestID)
        return GatewayService(
            self, operations: StitchOperations.all, messages: .stitch,
            settings: GatewaySettings(AgreedSettings.self) { try await clients.agree($0, with: $1) },
            settling: { try await clients.forgetAssertions(endedBefore: means.clock.now()) },
            answering: server.responder
        ) { merchant, chosen, _ in try clients.enrol(merchant, choosing: chosen, drawing: means.entropy) }
    }
}

extension GatewayMessages {
    static let stitch = GatewayMessages(
        codes: StitchMessages.codes, codesIn: StitchMessages.codes(in:), outage: StitchMessages.outage,
        maskedRequest: StitchMasking.request, maskedAnswer: StitchMasking.answer)
}

extension StitchSettings {
    /// As Stitch's own clients know it.
    public static var atItsHosts: StitchSettings {
        StitchSettings(
            tokenURL: "https://secure.stitch.money/connect/token", interactionURL: "https://3ds.stitch.money")
    }
}

extension StitchClients {
    /// Where customers go after 3-D Secure: the address of Stitch's guide, and a page on their own machine.
    private static let redirectURIs = [
        "https://example.com/payment", "http://127.0.0.1/returned", "http://localhost/returned",
        "https://127.0.0.1/returned", "https://localhost/returned",
    ]

    /// Clients of its own for each merchant, with all scopes: one that is paid, and a test client.
    fileprivate func enrol(
        _ merchant: MerchantID, choosing chosen: ChosenCredential?, drawing entropy: Entropy
    ) throws -> GatewayEnrolment {
        let login = chosen ?? ChosenCredential(name: "client-\(merchant)", drawing: entropy)
        let testName = "\(login.name)-test"
        let test = chosen.map { ChosenCredential(name: testName, secret: $0.secret) }
            ?? ChosenCredential(name: testName, drawing: entropy)
        let writes = try [(login, false), (test, true)].map { login, isTest in
            let client = StitchClient(
                id: login.name, merchant: merchant, scopes: Set(StitchScope.allCases), redirectURIs: Self.redirectURIs,
                isTest: isTest)
            guard let client else { throw GatewayCredential.NotPossible(name: login.name) }
            return setting(client, secret: login.secret)
        }
        return GatewayEnrolment(
            [
                GatewayCredential("client_id", login.name), GatewayCredential("client_secret", login.secret),
                GatewayCredential("test_client_id", test.name), GatewayCredential("test_client_secret", test.secret),
            ],
            storedBy: writes)
    }
}
