import CardAPI
import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Hummingbird
import Issuing
import Webhooks

/// The card service over HTTP: its operations, the pages that people open, and the platform's probes.
public struct CardServer: Sendable {
    /// A middleware between a request and its operation.
    package typealias Layer = any MiddlewareProtocol<Request, Response, ServiceContext>

    private let issuing: Issuing
    private let mint: TokenMint
    private let settings: CardServerSettings

    public init(_ issuing: Issuing, _ settings: CardServerSettings) async {
        self.issuing = issuing
        self.settings = settings
        mint = await TokenMint(issuing)
    }

    /// The listener for apps and program managers.
    public func listener(at address: ListenerAddress) -> Listener {
        listener(at: address, answering: responder())
    }

    /// The same listener with another responder behind its door.
    package func listener(
        at address: ListenerAddress, answering responder: any HTTPResponder<ServiceContext>
    ) -> Listener {
        let door = Door(to: responder, observation: observation, rendering: ProblemRendering())
        return Listener("public", at: address, door, logger: settings.logger)
    }

    /// Answers all requests to the card service.
    ///
    /// - Parameter layers: the middleware between a request and its operation, outermost first. It knows the caller and
    ///   sees every response as it is sent.
    package func responder(behind layers: [Layer] = []) -> any HTTPResponder<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: observation)
        router.add(middleware: Authentication(mint: mint))
        for layer in layers { router.add(middleware: layer) }
        router.add(middleware: ProblemRendering())
        Probes(metrics: settings.metrics, ready: issuing.database.obstacle).register(on: router)
        SecureViewPages(issuing: issuing).register(on: router)
        ReferenceRoutes(.cardService(at: settings.documentedAddress)).register(on: router)
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
        SecureViewRoutes(issuing: issuing, publicURL: settings.publicURL, path: settings.pathPrefix)
            .register(on: cardData)
        let businesses = router.group(context: BusinessContext.self)
        BusinessCardRoutes(issuing: issuing).register(on: businesses)
        BulkOrderRoutes(issuing: issuing).register(on: businesses)
        AuthenticationRoutes(issuing: issuing).register(on: customers, businesses)
        WebhookRoutes(issuing: issuing, addresses: settings.webhooks.addresses).register(on: businesses)
        return router.buildResponder()
    }

    /// Names and measures every request of this service.
    package var observation: RequestObservation<ServiceContext> {
        RequestObservation(metrics: settings.metrics) { [entropy = issuing.entropy] in
            entropy.uuid().uuidString.lowercased()
        }
    }
}
