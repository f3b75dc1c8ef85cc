import HTTPContract
import HTTPService
import Logging

/// Dintero's checkout and its wallet service over HTTP, at their documented paths.
public struct DinteroServer: Sendable {
    private let dintero: Dintero
    private let observation: RequestObservation<RequestContext>

    /// - Parameters:
    ///   - metrics: counts the requests.
    ///   - makeID: makes the id of a request that has none.
    public init(_ dintero: Dintero, metrics: PrometheusRegistry, makeID: @escaping @Sendable () -> String) {
        self.dintero = dintero
        observation = RequestObservation(metrics: metrics, makeID: makeID)
    }

    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package func responder(
        behind layers: [any Layer<RequestContext>] = []
    ) -> any Responder<RequestContext> {
        let router = Router<RequestContext>()
        DinteroRoutes(dintero: dintero).register(on: router)
        ReferenceRoutes(.dintero).register(on: router)
        let inner: [any Layer<RequestContext>] = [DinteroRendering()]
        return router.responder(behind: [observation] + layers + inner)
    }
}
