import HTTPTypes
import Metrics
import Synchronization

/// Measures requests by method, route and status. It keeps the timer of each route and status, because finding one by
/// its labels took 33,000 instructions, as much as reading a card from the database.
final class RequestTimers: Sendable {
    private struct Key: Hashable {
        let route: ObjectIdentifier
        let status: Int
    }

    private let metrics: any MetricsFactory
    private let known = Mutex<[Key: Timer]>([:])

    init(_ metrics: any MetricsFactory) { self.metrics = metrics }

    func record(
        _ nanoseconds: UInt64, of method: HTTPRequest.Method, _ route: Route?, _ status: HTTPResponse.Status
    ) {
        timer(method, route, status).recordNanoseconds(Int64(clamping: nanoseconds))
    }

    private func timer(_ method: HTTPRequest.Method, _ route: Route?, _ status: HTTPResponse.Status) -> Timer {
        // Methods of requests without a route come from outside, so there can be any number of them.
        guard let route else { return make(method, "none", status) }
        let key = Key(route: ObjectIdentifier(route), status: status.code)
        if let timer = known.withLock({ $0[key] }) { return timer }
        let timer = make(method, route.path, status)
        known.withLock { $0[key] = timer }
        return timer
    }

    private func make(_ method: HTTPRequest.Method, _ route: String, _ status: HTTPResponse.Status) -> Timer {
        Timer(
            label: "http_server_request_duration",
            dimensions: [("method", method.rawValue), ("route", route), ("status", String(status.code))],
            factory: metrics)
    }
}
