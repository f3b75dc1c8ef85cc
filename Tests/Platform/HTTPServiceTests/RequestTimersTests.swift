import HTTPTypes
import Metrics
import Testing

@testable import HTTPService

@Suite("The timers of requests")
struct RequestTimersTests {
    /// The lines that count requests, without the name of the metric.
    private static func counts(_ registry: PrometheusRegistry) -> [String] {
        let name = "http_server_request_duration_seconds_count"
        return registry.render().split(separator: "\n").filter { $0.hasPrefix(name) }
            .map { String($0.dropFirst(name.count)) }
    }

    @Test("Each route, method and status has its own timer, in which all of its requests count")
    func routes() {
        let registry = PrometheusRegistry()
        let timers = RequestTimers(registry)
        let read = Route(0, .get, "/cards/{cardId}", nil)
        let change = Route(1, .patch, "/cards/{cardId}", nil)
        let list = Route(2, .get, "/cards", nil)
        timers.record(1_000_000, of: .get, read, .ok)
        timers.record(2_000_000, of: .get, read, .ok)
        timers.record(1, of: .get, read, .notFound)
        timers.record(1, of: .patch, change, .ok)
        timers.record(1, of: .get, list, .ok)
        #expect(Self.counts(registry) == [
            #"{method="GET",route="/cards",status="200"} 1"#,
            #"{method="GET",route="/cards/{cardId}",status="200"} 2"#,
            #"{method="GET",route="/cards/{cardId}",status="404"} 1"#,
            #"{method="PATCH",route="/cards/{cardId}",status="200"} 1"#,
        ])
        let sum = #"_sum{method="GET",route="/cards/{cardId}",status="200"} 0.003"#
        #expect(registry.render().contains(sum + "\n"))
    }

    @Test("Requests without a route count by their method and status")
    func noRoute() {
        let registry = PrometheusRegistry()
        let timers = RequestTimers(registry)
        for method in [HTTPRequest.Method.get, .get, .put] { timers.record(1, of: method, nil, .notFound) }
        #expect(Self.counts(registry) == [
            #"{method="GET",route="none",status="404"} 2"#, #"{method="PUT",route="none",status="404"} 1"#,
        ])
    }

    @Test("A duration beyond the range of the timer is the longest")
    func longest() {
        let registry = PrometheusRegistry()
        RequestTimers(registry).record(.max, of: .get, nil, .ok)
        let bucket = #"_bucket{method="GET",route="none",status="200",le="10"} 0"#
        #expect(registry.render().contains(bucket + "\n"))
        #expect(Self.counts(registry) == [#"{method="GET",route="none",status="200"} 1"#])
    }
}
