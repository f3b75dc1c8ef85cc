import Dispatch
import HTTPContract
import HTTPTypes
import Logging
import Metrics

/// Gives each request its id for logs and responses, and records its outcome.
///
/// A caller's own `X-Request-Id` is kept if it is plain and contains no card number, and its `traceparent` if it is
/// valid. If requests are logged, the line of a request has its route and not its path, because that contains ids of
/// customers and of cards. A request that matches no route has its path in the line, unless that may hold a secret.
package struct RequestObservation<Context: ServiceRequestContext>: Layer {
    private let timers: RequestTimers
    private let makeID: @Sendable () -> String

    /// - Parameter makeID: creates the id of a request that has none.
    package init(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) {
        timers = RequestTimers(metrics)
        self.makeID = makeID
    }

    package func handle(
        _ request: Request, context: Context, next: @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        let started = DispatchTime.now().uptimeNanoseconds
        var context = context
        context.base.requestID = request.headers[.requestID].flatMap(loggableID) ?? makeID()
        var response: Response
        if let trace = request.headers[.traceParent].flatMap(TraceParent.init) {
            context.base.trace = trace
            response = try await TraceParent.$current.withValue(trace) { [context] in
                try await next(request, context)
            }
        } else {
            response = try await next(request, context)
        }
        response.headers[.requestID] = context.requestID
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - started
        timers.record(nanoseconds, of: request.method, context.base.route, response.status)
        note(request, response, context, nanoseconds: nanoseconds)
        return response
    }

    private func note(_ request: Request, _ response: Response, _ context: Context, nanoseconds: UInt64) {
        guard let record = context.base.record else { return }
        let route = context.base.route
        var metadata: Logger.Metadata = [
            "method": .string(request.method.rawValue),
            "route": .string(route?.path ?? "none"),
            "status": .stringConvertible(response.status.code),
            "milliseconds": .stringConvertible(Double(nanoseconds / 10_000) / 100),
        ]
        if route == nil, let path = Masking.loggable(path: context.base.pathPrefix + request.target.path) {
            metadata["path"] = .string(path)
        }
        if let operation = route?.operation { metadata["operation"] = .string(operation.name) }
        record.add(to: &metadata)
        context.logger.info("request", metadata: metadata)
    }
}
