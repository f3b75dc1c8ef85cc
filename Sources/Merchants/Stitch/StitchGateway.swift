import CardSecrets
import Gateways
import Payments

extension Gateway {
    public static let stitch = Gateway("stitch")
    /// The payments of Stitch's test clients.
    public static let stitchTest = Gateway("stitchtest")
}

/// Stitch in a program's list of gateways.
public struct StitchGateway: GatewayDefinition {
    public let gateway = Gateway.stitch
    public let hosts = [
        HostPattern("secure.stitch.money"), HostPattern("api.stitch.money"), HostPattern("3ds.stitch.money"),
    ]
    public let wallets: [AcceptedWallet] = [.apple(at: .stitch), .google(gateway: "stitch"), .samsung]
    public let example = ChosenCredential(name: "test-demo", secret: "demo-secret")
    public let announcers: [Gateway: any PaymentAnnouncer] = [
        .stitch: StitchAnnouncer(), .stitchTest: StitchAnnouncer(),
    ]
    private let settings: StitchSettings

    public init(_ settings: StitchSettings) { self.settings = settings }

    public func service(with means: GatewayMeans) -> GatewayService {
        let clients = StitchClients(database: means.payments.database, vault: means.vault)
        let server = StitchServer(
            payments: means.payments, keys: means.keys, clients: clients, webhooks: means.webhooks,
            to: means.webhookAddresses, vault: means.vault, clock: means.clock, entropy: means.entropy,
            settings: settings, logger: means.logger, metrics: means.metrics)
        return GatewayService(
            self, operations: StitchOperations.all, messages: .stitch, answering: server.responder
        ) { try clients.enrol($0, choosing: $1, drawing: means.entropy) }
    }
}

extension GatewayMessages {
    fileprivate static let stitch = GatewayMessages(
        codes: StitchMessages.codes, codesIn: StitchMessages.codes(in:), outage: StitchMessages.outage,
        maskedRequest: StitchMasking.request, maskedAnswer: StitchMasking.answer)
}

extension StitchSettings {
    /// As Stitch's own clients know it.
    public static var atItsHosts: StitchSettings {
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
        // Where customers go after 3-D Secure: the address in Stitch's guide.
        let client = StitchClient(
            id: login.name, merchant: merchant, scopes: Set(StitchScope.allCases),
            redirectURIs: ["https://example.com/payment"])
        guard let client else { throw GatewayCredential.NotPossible(name: login.name) }
        return GatewayEnrolment(
            [GatewayCredential("client_id", login.name), GatewayCredential("client_secret", login.secret)],
            storedBy: [setting(client, secret: login.secret)])
    }
}
