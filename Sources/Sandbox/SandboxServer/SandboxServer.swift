import CardAPI
import CardServer
import Gateways
import HTTPContract
import HTTPService
import Issuing
import NetworkServer
import Sandbox
import TrafficControl
import Webhooks

/// A card service with a sandbox, as a program runs it: the public listener, whose requests are recorded and may be
/// struck by faults, the sandbox's own listener, and the workers, which follow the sandbox's clock.
public struct SandboxServer: Sendable {
    /// The sandbox as it is served: it is observed, and asks partners about payments.
    public let sandbox: Sandbox
    let settings: CardServerSettings
    private let receiverAddresses: ReceiverAddresses
    /// The merchants' side of the same service; nil for a service without one.
    public let merchants: MerchantsServer?
    /// Makes the merchants' side of this service, and of each of its tenants.
    let assembleMerchants: MerchantsAssembly?
    private let access: SandboxAccess
    private let controls: SandboxControls
    private let card: CardServer
    private let workers: CardWorkers
    /// Sends the webhooks of the card service.
    public var webhooks: WebhookSender { workers.webhooks }

    var events: EventStreams { controls.events }

    /// A tenant's server beside this one.
    func tenant(_ sandbox: Sandbox, _ settings: CardServerSettings) async -> SandboxServer {
        await SandboxServer(
            sandbox, settings, merchants: assembleMerchants, receiverAddresses, controls.console)
    }

    /// Makes the merchants' side of a card service, whose payments are sent to the issuer through the desk.
    public typealias MerchantsAssembly = @Sendable (Issuing, any NetworkDesk, CardServerSettings) -> MerchantsServer

    /// - Parameters:
    ///   - sandbox: the sandbox of the card service to run.
    ///   - access: the rules for access to the sandbox's listener.
    ///   - assembleMerchants: nil for a service without merchants.
    public init(
        _ sandbox: Sandbox, access: SandboxAccess = .init(), _ settings: CardServerSettings,
        merchants assembleMerchants: MerchantsAssembly? = nil
    ) async {
        await self.init(
            sandbox, access: access, settings, merchants: assembleMerchants, ReceiverAddresses(), ConsoleAddress())
    }

    /// - Parameters:
    ///   - receivers: the addresses of the installation's receivers and its tenants'.
    ///   - console: the address of the page, which is one for all of them.
    init(
        _ sandbox: Sandbox, access: SandboxAccess = .init(), _ settings: CardServerSettings,
        merchants assembleMerchants: MerchantsAssembly?, _ receivers: ReceiverAddresses, _ console: ConsoleAddress
    ) async {
        var settings = settings
        settings.webhooks = settings.webhooks.allowing(receivers.contains)
        receiverAddresses = receivers
        var controls = SandboxControls(console: console)
        let sandbox = sandbox.observed(by: controls.observe)
            .asking(WebhookPartnerDesk(settings))
        self.settings = settings
        self.access = access
        self.assembleMerchants = assembleMerchants
        let desk = FaultyNetworkDesk(desk: SimulatedNetworkDesk(sandbox), faults: controls.traffic.faults)
        merchants = assembleMerchants?(sandbox.issuing, desk, settings)
        self.sandbox = merchants.map { sandbox.beside(ScenarioMerchants(merchants: $0)) } ?? sandbox
        controls.add(merchants?.gateways ?? [])
        self.controls = controls
        card = await CardServer(sandbox.issuing, settings)
        workers = CardWorkers(
            sandbox.issuing, webhooks: settings.webhooks, dialects: merchants?.dialects ?? [],
            hooks: controls.webhookHooks, beforeSettling: sandbox.followClock, logger: settings.logger,
            metrics: settings.metrics)
    }

    /// - Parameters:
    ///   - address: the address of the public listener.
    ///   - sandboxAddress: the address of the sandbox's listener.
    ///   - merchantsAddress: the address of the merchants' listener; nil for none.
    ///   - tenants: the tenants, which use both listeners too.
    ///   - console: adds the console's page to the sandbox's listener; nil for none.
    package func parts(
        at address: ListenerAddress, sandboxAt sandboxAddress: ListenerAddress,
        merchantsAt merchantsAddress: ListenerAddress? = nil, tenants: Tenants,
        console: ((Router<ServiceContext>) -> Void)? = nil
    ) -> ServiceParts {
        var address = address
        address.onRunning = { [told = address.onRunning] port in
            await tenants.publicListenerRuns(on: port)
            await told(port)
        }
        var sandboxAddress = sandboxAddress
        let page = console == nil ? nil : controls.console
        sandboxAddress.onRunning = { [told = sandboxAddress.onRunning, receiverAddresses] port in
            receiverAddresses.listenerRuns(on: port)
            page?.listenerRuns(on: port)
            await told(port)
        }
        var gate = access.gate
        gate.hasConsole = console != nil
        let own = sandboxSide(addresses: tenants, managing: tenants, console: console)
        let sandboxDoor = Door(
            to: TenantRouting(own: own, tenants: tenants) { $0.sandboxSide },
            observation: card.observation, rendering: SandboxProblemRendering(),
            paths: merchants == nil ? .canonical : .emptySegments, gate: gate.check)
        return ServiceParts(
            workers: workers.services + workers.measuring + merchantsWorkers + [("tenants", tenants)],
            listeners: [
                Listener("sandbox", at: sandboxAddress, sandboxDoor, logger: settings.logger),
                card.listener(
                    at: address, answering: TenantRouting(own: publicSide, tenants: tenants) { $0.publicSide }),
            ] + [merchantsAddress.flatMap { merchantsListener(at: $0, tenants) }].compactMap(\.self))
    }

    /// Nil for a service without merchants.
    private func merchantsListener(at address: ListenerAddress, _ tenants: Tenants) -> Listener? {
        guard let merchants, let merchantsSide else { return nil }
        var address = address
        address.onRunning = { [told = address.onRunning] port in
            await tenants.merchantsListenerRuns(on: port)
            await told(port)
        }
        let routing = TenantRouting(
            own: merchantsSide, tenants: tenants, side: { $0.merchantsSide },
            refusal: { RequestError(.noSuchOperation, $0.message) })
        return merchants.listener(at: address, answering: routing)
    }

    /// They follow the sandbox's clock, which the timekeeper of the card service keeps.
    private var merchantsWorkers: [ServiceParts.Worker] {
        guard let merchants else { return [] }
        let timekeeper = Timekeeper(
            "merchants", every: .seconds(5), logger: settings.logger, merchants.settleWhatIsDue)
        return [("merchants", timekeeper)]
    }

    /// The card network in front of this service. The coverage counts its answers.
    public var networkDesk: SimulatedNetworkDesk { SimulatedNetworkDesk(sandbox) }

    /// The workers of a tenant. A tenant has no listeners of its own.
    var tenantWorkers: [ServiceParts.Worker] { workers.services + merchantsWorkers }

    /// The card service, with the sandbox's controls between each request and its operation.
    var publicSide: any Responder<ServiceContext> {
        card.responder(behind: cardControls())
    }

    /// The steps between a request and an operation of the card service or of the network's door.
    ///
    /// - Parameter needsName: whether only rules that name an operation strike it.
    private func cardControls(needsName: Bool = false) -> [any Layer<ServiceContext>] {
        [
            ConnectionEnding<ServiceContext>(), recording,
            FaultInjection<ServiceContext>(
                controls.traffic.faults, at: controls.card, about: TrafficSubject.subjects(of:for:in:),
                needsName: needsName, outage: Problem.outage),
        ]
    }

    private var recording: RequestRecording<ServiceContext> {
        RequestRecording(
            controls.traffic, now: sandbox.issuing.clock.now, link: controls.console.link
        ) { [card = controls.card] context in
            RecordedCall(context, to: card)
        }
    }

    /// The card network's listener, whose messages in JSON are recorded, too. Faults strike them if a rule names their
    /// operation: a test of an app breaks the app's calls, and does not think of the network's.
    package var network: NetworkServer {
        NetworkServer(sandbox.issuing, settings, answering: networkDesk, behind: cardControls(needsName: true))
    }

    /// The gateways, with the sandbox's controls between each request and its operation. Nil without merchants.
    var merchantsSide: (any Responder<RequestContext>)? {
        merchants?.responder { [controls, clock = sandbox.issuing.clock] gateway in
            let service = ControlledService(gateway)
            return [
                ConnectionEnding<RequestContext>(),
                RequestRecording<RequestContext>(
                    controls.traffic, now: clock.now, link: controls.console.link
                ) { context in
                    RecordedCall(
                        operation: context.operation.map(gateway.named), requestID: context.requestID, to: service)
                },
                FaultInjection<RequestContext>(
                    controls.traffic.faults, at: service, named: gateway.named, outage: gateway.messages.outage),
            ]
        }
    }

    /// The routes of the sandbox's listener.
    ///
    /// - Parameters:
    ///   - addresses: knows the addresses of the listeners.
    ///   - tenants: the tenants that can be created and deleted here; nil in a tenant, which cannot have tenants.
    ///   - console: adds the console's page.
    func sandboxSide(
        addresses: Tenants, managing tenants: Tenants? = nil, console: ((Router<ServiceContext>) -> Void)? = nil
    ) -> any Responder<ServiceContext> {
        let routes = SandboxRoutes(
            sandbox: sandbox, webhooks: webhooks, controls: controls, addresses: addresses, tenants: tenants,
            merchants: merchants, operations: card.responder())
        let router = Router<ServiceContext>()
        ReferenceRoutes(.sandbox(), below: "/sandbox").register(on: router)
        routes.register(on: router)
        console?(router)
        return OneOrigin(
            sandbox: router.responder(behind: [card.observation, SandboxProblemRendering()]),
            card: publicSide, merchants: merchantsSide,
            gateways: Set((merchants?.gateways ?? []).map { String($0.path.dropFirst()) }))
    }
}
