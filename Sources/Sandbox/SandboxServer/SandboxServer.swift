import CardServer
import Gateways
import HTTPContract
import HTTPService
import Issuing
import NetworkServer
import Sandbox
import Webhooks

/// A card service with a sandbox, as a program runs it: the public listener, whose requests are recorded and may be
/// struck by faults, the sandbox's own listener, and the workers, which follow the sandbox's clock.
public struct SandboxServer: Sendable {
    /// The sandbox as it is served: it is observed, and asks brands about payments.
    public let sandbox: Sandbox
    let settings: CardServerSettings
    /// The merchants' side of the same service; nil for a service without one.
    public var merchants: MerchantsServer?
    private let access: SandboxAccess
    private let controls: SandboxControls
    private let card: CardServer
    private let workers: CardWorkers
    /// Sends the webhooks of the card service.
    public var webhooks: WebhookSender { workers.webhooks }

    /// - Parameters:
    ///   - sandbox: the sandbox of the card service to run.
    ///   - access: the rules for access to the sandbox's listener.
    public init(_ sandbox: Sandbox, access: SandboxAccess = .init(), _ settings: CardServerSettings) async {
        let controls = SandboxControls()
        let sandbox = sandbox.observed(by: controls.coverage.count)
            .asking(WebhookPartnerDesk(settings))
        self.sandbox = sandbox
        self.settings = settings
        self.access = access
        self.controls = controls
        card = await CardServer(sandbox.issuing, settings)
        workers = CardWorkers(
            sandbox.issuing, webhooks: settings.webhooks, hooks: controls.faults.webhookHooks,
            beforeSettling: sandbox.followClock, logger: settings.logger, metrics: settings.metrics)
    }

    /// - Parameters:
    ///   - address: the address of the public listener.
    ///   - sandboxAddress: the address of the sandbox's listener.
    ///   - merchantsAddress: the address of the merchants' listener; nil for none.
    ///   - tenants: the tenants, which use both listeners too.
    public func parts(
        at address: ListenerAddress, sandboxAt sandboxAddress: ListenerAddress,
        merchantsAt merchantsAddress: ListenerAddress? = nil, tenants: Tenants
    ) -> ServiceParts {
        var address = address
        address.onRunning = { [told = address.onRunning] port in
            await tenants.publicListenerRuns(on: port)
            await told(port)
        }
        let sandboxDoor = Door(
            to: TenantRouting(own: sandboxSide(tenants), tenants: tenants, side: \.sandboxSide),
            observation: card.observation, rendering: SandboxProblemRendering(), gate: access.gate.check)
        let merchantsListener = merchantsAddress.flatMap { merchants?.listener(at: $0) }
        return ServiceParts(
            workers: workers.services + merchantsWorkers + [("tenants", tenants)],
            listeners: [
                Listener("sandbox", at: sandboxAddress, sandboxDoor, logger: settings.logger),
                card.listener(
                    at: address, answering: TenantRouting(own: publicSide, tenants: tenants, side: \.publicSide)),
            ] + [merchantsListener].compactMap(\.self))
    }

    /// They follow the sandbox's clock, which the timekeeper of the card service keeps.
    private var merchantsWorkers: [ServiceParts.Worker] {
        guard let merchants else { return [] }
        let timekeeper = Timekeeper(every: .seconds(5), logger: settings.logger, merchants.settleWhatIsDue)
        return [("merchants", timekeeper)] + merchants.workers
    }

    /// The card network in front of this service. The coverage counts its answers.
    public var networkDesk: SimulatedNetworkDesk { SimulatedNetworkDesk(sandbox) }

    /// The workers of a tenant. A tenant has no listeners of its own.
    var tenantWorkers: [ServiceParts.Worker] { workers.services }

    /// The card service, with the sandbox's controls between each request and its operation.
    var publicSide: any Responder<ServiceContext> {
        card.responder(behind: [
            ConnectionEnding(),
            recording,
            FaultInjection(faults: controls.faults),
        ])
    }

    private var recording: RequestRecording {
        RequestRecording(journal: controls.journal, coverage: controls.coverage, clock: sandbox.issuing.clock)
    }

    /// The card network's door, whose messages in JSON are recorded, too.
    package var network: NetworkServer {
        NetworkServer(sandbox.issuing, settings, answering: networkDesk, behind: [recording])
    }

    /// The operations of the sandbox.
    ///
    /// - Parameter tenants: the tenants that can be created and deleted here; nil in a tenant, which cannot have
    ///   tenants.
    func sandboxSide(_ tenants: Tenants? = nil) -> any Responder<ServiceContext> {
        let routes = SandboxRoutes(
            sandbox: sandbox, webhooks: webhooks, controls: controls, tenants: tenants, merchants: merchants,
            operations: card.responder())
        let router = Router<ServiceContext>()
        let server = settings.pathPrefix.isEmpty ? "/" : settings.pathPrefix
        ReferenceRoutes(.sandbox(at: server), below: "/sandbox").register(on: router)
        routes.register(on: router)
        return router.responder(behind: [card.observation, SandboxProblemRendering()])
    }
}
