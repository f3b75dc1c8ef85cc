import CardAPI
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation
import Webhooks

/// The card service over HTTP: its operations, the pages that people open, and the platform's probes.
public struct CardServer: Sendable {
    /// A step between a request and its operation.
    package typealias Layer = any HTTPService.Layer<ServiceContext>

    private let issuing: Issuing
    private let mint: TokenMint
    private let settings: CardServerSettings
    /// Names and measures every request of this service.
    package let observation: RequestObservation<ServiceContext>

    public init(_ issuing: Issuing, _ settings: CardServerSettings) async {
        var issuing = issuing
        let counters = StepCounters(settings.metrics)
        issuing.observer = { [told = issuing.observer] step, subject in
            counters.count(step)
            told?(step, subject)
        }
        self.issuing = issuing
        self.settings = settings
        observation = RequestObservation(
            metrics: settings.metrics, makeID: Self.requestIDs(from: issuing.entropy))
        mint = await TokenMint(issuing)
    }

    /// If the service is to be repeatable, each id is drawn like every other random value.
    package static func requestIDs(from entropy: Entropy) -> @Sendable () -> String {
        guard !entropy.isRepeatable else { return { entropy.uuid().spelled } }
        return RequestIDs(after: entropy.uuid()).next
    }

    /// The listener for apps and program managers.
    public func listener(at address: ListenerAddress) -> Listener {
        listener(at: address, answering: responder())
    }

    /// The same listener with another responder.
    package func listener(
        at address: ListenerAddress, answering responder: any Responder<ServiceContext>
    ) -> Listener {
        let door = Door(to: responder, observation: observation, rendering: ProblemRendering())
        return Listener("public", at: address, door, logger: settings.logger)
    }

    /// Answers all requests to the card service.
    ///
    /// - Parameter layers: the steps between a request and its operation, outermost first. They know the caller and
    ///   see every response as it is sent.
    package func responder(behind layers: [Layer] = []) -> any Responder<ServiceContext> {
        let router = Router<ServiceContext>()
        Probes(metrics: settings.publishesMetrics ? settings.metrics : nil, ready: issuing.database.obstacle)
            .register(on: router)
        SecureViewPages(issuing: issuing).register(on: router)
        ReferenceRoutes(.cardService(), at: settings.publicURL).register(on: router)
        router.get("/") { _, _ in Response(status: .found, headers: [.location: "docs"]) }
        TokenRoutes(issuing: issuing, mint: mint).register(on: router)
        let customers = RouterGroup<CustomerContext>(router, countedBy: issuing)
        ProgramRoutes(issuing: issuing).register(on: customers)
        CardRoutes(issuing: issuing).register(on: customers)
        AccountRoutes(issuing: issuing).register(on: customers)
        AuthorizationRoutes(issuing: issuing).register(on: customers)
        ActivationRoutes(issuing: issuing).register(on: customers)
        PINRoutes(issuing: issuing).register(on: customers)
        ReplacementRoutes(issuing: issuing).register(on: customers)
        TokenizationRoutes(issuing: issuing).register(on: customers)
        TrustedDeviceRoutes(issuing: issuing).register(on: customers)
        let cardData = RouterGroup<CardDataContext>(router, countedBy: issuing)
        SecureViewRoutes(issuing: issuing, publicURL: settings.publicURL, path: settings.pathPrefix)
            .register(on: cardData)
        let businesses = RouterGroup<BusinessContext>(router, countedBy: issuing)
        WalletRoutes(issuing: issuing).register(on: businesses)
        BusinessCardRoutes(issuing: issuing).register(on: businesses)
        BusinessAccountRoutes(issuing: issuing).register(on: businesses)
        StatementRoutes(issuing: issuing).register(on: customers, businesses)
        MovementRoutes(issuing: issuing).register(on: businesses, customers)
        DisputeRoutes(issuing: issuing).register(on: businesses, customers)
        BulkOrderRoutes(issuing: issuing).register(on: businesses)
        ControlRoutes(issuing: issuing).register(on: customers, businesses)
        AuthenticationRoutes(issuing: issuing).register(on: RouterGroup(router, countedBy: issuing), businesses)
        WebhookRoutes(issuing: issuing, addresses: settings.webhooks.addresses).register(on: businesses)
        return router.responder(behind: [observation, Authentication(mint: mint)] + layers + [ProblemRendering()])
    }
}
