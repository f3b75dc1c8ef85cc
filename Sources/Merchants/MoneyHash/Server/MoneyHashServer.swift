import HTTPContract
import HTTPService
import Logging

/// MoneyHash's API and its pages for customers, at their documented paths.
public struct MoneyHashServer: Sendable {
    private let moneyHash: MoneyHash
    private let observation: RequestObservation<RequestContext>

    /// - Parameters:
    ///   - metrics: counts the requests.
    ///   - makeID: makes the id of a request that has none.
    public init(_ moneyHash: MoneyHash, metrics: PrometheusRegistry, makeID: @escaping @Sendable () -> String) {
        self.moneyHash = moneyHash
        observation = RequestObservation(metrics: metrics, makeID: makeID)
    }

    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package func responder(
        behind layers: [any Layer<RequestContext>] = []
    ) -> any Responder<RequestContext> {
        let router = Router<RequestContext>()
        MoneyHashRoutes(moneyHash: moneyHash).register(on: router)
        EmbedRoutes(moneyHash: moneyHash).register(on: router)
        ChallengeRoutes(moneyHash: moneyHash).register(on: router)
        ProviderRoutes(moneyHash: moneyHash).register(on: router)
        ReferenceRoutes(.moneyHash).register(on: router)
        let inner: [any Layer<RequestContext>] = [MoneyHashRendering()]
        return router.responder(behind: [observation] + layers + inner)
    }
}
