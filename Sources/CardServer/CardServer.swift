import CardAPI
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Hummingbird
import Issuing
import Logging
import Sandbox
import ServiceLifecycle
import Webhooks

/// The card service on HTTP: the public operations and the sandbox, on two listeners that share only the service behind
/// them.
public struct CardServer: Sendable {
    public let issuing: Issuing
    let mint: TokenMint
    let logger: Logger
    let metrics: PrometheusRegistry
    let publicURL: PublicURL?
    private let tenant: TenantName?
    /// Nil if the service has no sandbox.
    private let sandbox: SandboxSettings?
    /// Nil if there is no sandbox: then nothing is between a request and its operation.
    private var controls: SandboxControls? { sandbox?.controls }
    /// Sends the webhooks of the card service; runs next to the listeners.
    public let webhooks: WebhookSender

    /// - Parameters:
    ///   - metrics: counts the requests, and is the content of `/metrics`.
    ///   - publicURL: the beginning of addresses in responses. If nil, only callers on the same machine get the address
    ///     of a secure view.
    ///   - sandbox: adds a sandbox, with a clock that can be set and faults on request; nil for none.
    public init(
        _ issuing: Issuing, logger: Logger, metrics: PrometheusRegistry, publicURL: PublicURL? = nil,
        webhooks settings: WebhookSettings = .init(), sandbox: SandboxSettings? = nil
    ) async {
        await self.init(
            issuing, tenant: nil, logger: logger, metrics: metrics, publicURL: publicURL, webhooks: settings,
            sandbox: sandbox)
    }

    /// The same for a tenant, on a service of its own.
    func serving(_ tenant: TenantName, _ sandbox: SandboxSettings, logger: Logger) async -> CardServer {
        await CardServer(
            sandbox.sandbox.issuing, tenant: tenant, logger: logger, metrics: metrics, publicURL: publicURL,
            webhooks: webhooks.settings, sandbox: sandbox)
    }

    private init(
        _ issuing: Issuing, tenant: TenantName?, logger: Logger, metrics: PrometheusRegistry, publicURL: PublicURL?,
        webhooks settings: WebhookSettings, sandbox: SandboxSettings?
    ) async {
        let issuing = sandbox?.sandbox.issuing ?? issuing
        self.issuing = issuing
        self.tenant = tenant
        self.logger = logger
        self.metrics = metrics
        self.publicURL = publicURL
        self.sandbox = sandbox
        webhooks = WebhookSender(
            issuing.webhooks, settings, hooks: sandbox?.controls.faults.webhookHooks ?? WebhookHooks(), logger: logger,
            metrics: metrics)
        mint = await TokenMint(issuing)
    }

    /// What must run next to the listeners, in the order in which it starts.
    public func backgroundServices() -> [(name: String, service: any Service)] {
        [
            ("database", issuing.database),
            ("timekeeper", Timekeeper(issuing, before: sandbox.map { $0.sandbox.followClock }, logger: logger)),
            ("bulk orders", BulkOrderWorker(issuing, logger: logger)),
            ("webhooks", webhooks),
        ]
    }

    /// The public listener: the operations of the Card service, and the platform's probes.
    ///
    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - tenants: are reached here too; nil without a sandbox.
    ///   - onRunning: receives the port once connections are accepted.
    public func publicListener(
        host: String, port: Int, limits: ListenerLimits = .init(), tenants: Tenants? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let door = TenantDoor(
            own: publicSide, tenants: tenants, side: \.publicSide, gate: nil, observation: observation,
            rendering: ProblemRendering())
        return listener(door, host: host, port: port, limits: limits, logger: logger) { port in
            await tenants?.publicListenerRuns(on: port)
            await onRunning(port)
        }
    }

    /// The listener of the sandbox and its tenants. Nil if the service has no sandbox.
    public func sandboxListener(
        host: String, port: Int, limits: ListenerLimits = .init(), tenants: Tenants? = nil,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> (some ApplicationProtocol)? {
        sandbox.map { sandbox in
            let door = TenantDoor(
                own: sandboxSide(of: sandbox, tenants), tenants: tenants, side: \.sandboxSide, gate: sandbox.gate,
                observation: observation, rendering: SandboxProblemRendering { _ in [] })
            return listener(door, host: host, port: port, limits: limits, logger: logger, onRunning: onRunning)
        }
    }

    var publicSide: any HTTPResponder<ServiceContext> { operations(under: controls) }

    /// - Parameter controls: are between a request and its operation; nil for none.
    private func operations(under controls: SandboxControls?) -> any HTTPResponder<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: observation)
        router.add(middleware: Authentication(mint: mint))
        if let controls {
            router.add(middleware: ConnectionEnding())
            router.add(
                middleware: RequestRecording(
                    journal: controls.journal, coverage: controls.coverage, clock: issuing.clock))
            router.add(middleware: FaultInjection(faults: controls.faults))
        }
        router.add(middleware: ProblemRendering())
        Probes(metrics: metrics, ready: issuing.database.obstacle).register(on: router)
        SecureViewPages(issuing: issuing).register(on: router)
        ReferenceRoutes(.cardService(at: serverAddress)).register(on: router)
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
        SecureViewRoutes(issuing: issuing, publicURL: publicURL, path: path).register(on: cardData)
        let businesses = router.group(context: BusinessContext.self)
        BusinessCardRoutes(issuing: issuing).register(on: businesses)
        BulkOrderRoutes(issuing: issuing).register(on: businesses)
        AuthenticationRoutes(issuing: issuing).register(on: customers, businesses)
        WebhookRoutes(issuing: issuing, addresses: webhooks.settings.addresses).register(on: businesses)
        return router.buildResponder()
    }

    /// - Parameter tenants: can be created and deleted here; nil in a tenant, which has none of its own.
    func sandboxSide(of sandbox: SandboxSettings, _ tenants: Tenants? = nil) -> any HTTPResponder<ServiceContext> {
        let routes = SandboxRoutes(
            sandbox: sandbox.sandbox, webhooks: webhooks, controls: sandbox.controls, tenants: tenants,
            operations: operations(under: nil))
        let router = Router(context: ServiceContext.self)
        router.add(middleware: observation)
        router.add(middleware: SandboxProblemRendering(allowed: routes.allowedMethods))
        ReferenceRoutes(.sandbox(at: path.isEmpty ? "/" : path), below: "/sandbox").register(on: router)
        routes.register(on: router)
        return router.buildResponder()
    }

    private var observation: RequestObservation<ServiceContext> {
        RequestObservation(metrics: metrics) { [entropy = issuing.entropy] in entropy.uuid().uuidString.lowercased() }
    }

    /// The name in the OpenAPI document.
    private var serverAddress: String { publicURL.map { $0.text + path } ?? (path.isEmpty ? "/" : path) }

    /// The part before an operation's path.
    private var path: String { tenant.map(Tenant.path) ?? "" }
}
