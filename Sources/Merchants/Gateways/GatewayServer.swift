import HTTPService
import Metrics

/// A gateway's operations over HTTP, at their documented paths: observed, and with the gateway's own errors.
package struct GatewayServer: Sendable {
    private let errors: any GatewayErrors
    private let observation: RequestObservation<RequestContext>
    private let register: @Sendable (Router<RequestContext>) -> Void
    private let readdress: (@Sendable (Request) -> Request)?

    /// - Parameters:
    ///   - metrics: counts the requests.
    ///   - makeID: makes the id of a request that has none.
    ///   - readdress: changes the path of a request to that of its operation; nil if no path needs it.
    ///   - register: adds the handlers of all operations.
    package init(
        errors: any GatewayErrors, metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String,
        readdressing readdress: (@Sendable (Request) -> Request)? = nil,
        registering register: @escaping @Sendable (Router<RequestContext>) -> Void
    ) {
        (self.errors, self.readdress, self.register) = (errors, readdress, register)
        observation = RequestObservation(metrics: metrics, makeID: makeID)
    }

    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package func responder(behind layers: [any Layer<RequestContext>] = []) -> any Responder<RequestContext> {
        let router = Router<RequestContext>()
        register(router)
        let responder = router.responder(behind: [observation] + layers + [Answering(errors: errors)])
        return readdress.map { Readdressing(inside: responder, readdress: $0) } ?? responder
    }
}

private struct Readdressing: Responder {
    let inside: any Responder<RequestContext>
    let readdress: @Sendable (Request) -> Request

    func respond(to request: Request, context: RequestContext) async throws -> Response {
        try await inside.respond(to: readdress(request), context: context)
    }
}

/// Turns errors into answers.
private struct Answering: Layer {
    let errors: any GatewayErrors

    func handle(
        _ request: Request, context: RequestContext,
        next: @Sendable (Request, RequestContext) async throws -> Response
    ) async throws -> Response {
        await errors.answered(context) {
            do {
                return try await next(request, context)
            } catch let route as NoRoute {
                return errors.answer(to: route, of: request)
            }
        }
    }
}
