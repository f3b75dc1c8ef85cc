import CardAPI
import Hummingbird
import HummingbirdCore
import Issuing
import Logging
import NIOCore

/// The card service on HTTP: two listeners that share nothing but the service behind them.
public struct CardServer: Sendable {
    let issuing: Issuing
    let mint: TokenMint
    let logger: Logger
    let metrics: PrometheusRegistry
    private let publicURL: PublicURL?
    /// Sends what the card service has to tell; runs beside the listeners.
    public let webhooks: WebhookSender

    /// Beyond so many connections a listener accepts no more until some have ended.
    private static let connectionLimit = 8192

    /// - Parameters:
    ///   - metrics: Where requests are counted, and what `/metrics` answers.
    ///   - publicURL: What addresses in answers begin with; as each caller reached the service if nil.
    public init(
        _ issuing: Issuing, logger: Logger, metrics: PrometheusRegistry, publicURL: PublicURL? = nil,
        webhooks settings: WebhookSettings = .init()
    ) async {
        self.issuing = issuing
        self.logger = logger
        self.metrics = metrics
        self.publicURL = publicURL
        webhooks = WebhookSender(issuing, settings, logger: logger, metrics: metrics)
        mint = await TokenMint(issuing)
    }

    /// What everyone may reach: the operations of the Card service, and the platform's probes.
    ///
    /// - Parameters:
    ///   - port: 0 for any that is free.
    ///   - onRunning: Is told the port, once connections are accepted.
    public func publicListener(
        host: String, port: Int, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: RequestObservation(entropy: issuing.entropy, metrics: metrics))
        router.add(middleware: ProblemRendering())
        router.add(middleware: Authentication(mint: mint))
        Probes(database: issuing.database, metrics: metrics).register(on: router)
        SecureViewPages(issuing: issuing).register(on: router)
        ReferenceRoutes(.cardService(at: publicURL?.text ?? "/")).register(on: router)
        TokenRoutes(issuing: issuing, mint: mint).register(on: router)
        let customers = router.group(context: CustomerContext.self)
        ProgramRoutes(issuing: issuing).register(on: customers)
        CardRoutes(issuing: issuing).register(on: customers)
        ActivationRoutes(issuing: issuing).register(on: customers)
        PINRoutes(issuing: issuing).register(on: customers)
        ReplacementRoutes(issuing: issuing).register(on: customers)
        TokenizationRoutes(issuing: issuing).register(on: customers)
        TrustedDeviceRoutes(issuing: issuing).register(on: customers)
        let cardData = router.group(context: CardDataContext.self)
        SecureViewRoutes(issuing: issuing, publicURL: publicURL).register(on: cardData)
        let businesses = router.group(context: BusinessContext.self)
        BusinessCardRoutes(issuing: issuing).register(on: businesses)
        BulkOrderRoutes(issuing: issuing).register(on: businesses)
        AuthenticationRoutes(issuing: issuing).register(on: customers, businesses)
        WebhookRoutes(issuing: issuing, addresses: webhooks.settings.addresses).register(on: businesses)
        return listener(router, host: host, port: port, onRunning: onRunning)
    }

    func listener<Context: RequestContext>(
        _ router: Router<Context>, host: String, port: Int, onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol where Context.Source == ApplicationRequestContextSource {
        Application(
            router: router,
            server: .http1(configuration: .init(idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: logger)
    }
}
