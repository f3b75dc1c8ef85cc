import Dispatch
import HTTPContract
import Hummingbird
import Logging
import Metrics
import Validation

/// Gives each request its id for logs and responses, and records its outcome.
///
/// A caller's own `X-Request-Id` is kept if it is plain and contains no card number. The log contains only the method,
/// path, status and duration of a request.
package struct RequestObservation<Context: ServiceRequestContext>: RouterMiddleware {
    private let metrics: any MetricsFactory
    private let makeID: @Sendable () -> String

    /// - Parameter makeID: creates the id of a request that has none.
    package init(metrics: any MetricsFactory, makeID: @escaping @Sendable () -> String) {
        self.metrics = metrics
        self.makeID = makeID
    }

    package func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let started = DispatchTime.now().uptimeNanoseconds
        var context = context
        context.requestID = request.headers[.requestID].flatMap(Self.plain) ?? makeID()
        context.logger[metadataKey: "requestId"] = .string(context.requestID)
        context.logger[metadataKey: "hb.request.id"] = nil
        var response = try await next(request, context)
        response.headers[.requestID] = context.requestID
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - started
        note(request, response, context, nanoseconds: nanoseconds)
        return response
    }

    private func note(_ request: Request, _ response: Response, _ context: Context, nanoseconds: UInt64) {
        let route = context.endpointPath ?? "none"
        Timer(
            label: "http_server_request_duration",
            dimensions: [
                ("method", request.method.rawValue), ("route", route), ("status", String(response.status.code)),
            ], factory: metrics
        ).recordNanoseconds(Int64(clamping: nanoseconds))
        let path = request.uri.path
        context.logger.info(
            "request",
            metadata: [
                "method": .string(request.method.rawValue),
                "path": .string(Masking.path(path) == path ? String(path.prefix(200)) : route),
                "status": .stringConvertible(response.status.code),
                "milliseconds": .stringConvertible(Double(nanoseconds / 10_000) / 100),
            ])
    }

    private static func plain(_ id: String) -> String? {
        (1...64).contains(id.utf8.count) && id.utf8.allSatisfy(\.isPlain) && !CardNumber.isIn(id) ? id : nil
    }
}
