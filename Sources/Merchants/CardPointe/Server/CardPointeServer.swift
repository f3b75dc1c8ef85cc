import HTTPContract
import HTTPService
import Logging

/// CardSecure and the gateway over HTTP, at their documented paths.
public struct CardPointeServer: Sendable {
    private let gateway: CardPointe
    private let observation: RequestObservation<CardPointeContext>
    private let logger: Logger

    /// - Parameters:
    ///   - metrics: counts the requests.
    ///   - makeID: makes the id of a request that has none.
    public init(
        _ gateway: CardPointe, logger: Logger, metrics: PrometheusRegistry, makeID: @escaping @Sendable () -> String
    ) {
        (self.gateway, self.logger) = (gateway, logger)
        observation = RequestObservation(metrics: metrics, makeID: makeID)
    }

    /// A listener that answers only this gateway.
    public func listener(at address: ListenerAddress) -> Listener {
        let door = Door(
            to: responder(), observation: observation, rendering: CardPointeRendering(), paths: .emptySegments)
        return Listener("cardpointe", at: address, door, logger: logger)
    }

    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package func responder(
        behind layers: [any Layer<CardPointeContext>] = []
    ) -> any Responder<CardPointeContext> {
        let router = Router<CardPointeContext>()
        CardSecureRoutes(gateway: gateway).register(on: router)
        PaymentRoutes(gateway: gateway).register(on: router)
        InquiryRoutes(gateway: gateway).register(on: router)
        ProfileRoutes(gateway: gateway).register(on: router)
        ReferenceRoutes(.cardPointe).register(on: router)
        let inner: [any Layer<CardPointeContext>] = [CardPointeRendering()]
        return router.responder(behind: [observation] + layers + inner)
    }
}

/// A request to the gateway.
package typealias CardPointeContext = RequestContext
