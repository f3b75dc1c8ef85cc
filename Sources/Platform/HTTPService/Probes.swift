import HTTPContract
import HTTPTypes
import NIOCore

/// The requests of the platform that runs a service: whether it is alive, whether it is ready, and perhaps its metrics.
package struct Probes<Context: ServiceRequestContext>: Sendable {
    /// Returns the obstacle that prevents the service from working; nil if there is none.
    package typealias Readiness = @Sendable () async -> String?

    private let metrics: PrometheusRegistry?
    private let obstacle: Readiness

    /// - Parameter metrics: those that are shown; nil if this listener shows none.
    package init(metrics: PrometheusRegistry?, ready obstacle: @escaping Readiness) {
        self.metrics = metrics
        self.obstacle = obstacle
    }

    package func register(on anyone: Router<Context>) {
        anyone.get("/healthz") { _, _ in Response(status: .ok, json: ProbeBody(status: "ok")) }
        anyone.get("/readyz", use: ready)
        guard let metrics else { return }
        anyone.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: PrometheusRegistry.contentType],
                body: ByteBuffer(string: metrics.render()))
        }
    }

    /// The platform gives up after some seconds and would not learn the reason. So the wait for a dependency that does
    /// not answer is shorter here than in an operation.
    @Sendable private func ready(_ request: Request, _ context: Context) async -> Response {
        guard !context.base.isDraining else { return Self.unready("draining: the service is about to end") }
        return await withTaskGroup(of: Response.self) { group in
            group.addTask {
                guard let reason = await obstacle() else {
                    return Response(status: .ok, json: ProbeBody(status: "ready"))
                }
                return Self.unready(reason)
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(Self.patienceSeconds))
                return Self.unready("the database does not answer within \(Self.patienceSeconds) s")
            }
            defer { group.cancelAll() }
            return await group.next() ?? Self.unready("nobody looked")
        }
    }

    private static var patienceSeconds: Int { 3 }

    private static func unready(_ reason: String) -> Response {
        Response(status: .serviceUnavailable, json: ProbeBody(status: reason))
    }
}

/// The paths of the probes, which are the same for every service.
package enum ProbePaths {
    package static func contains(_ path: String) -> Bool { ["/healthz", "/readyz", "/metrics"].contains(path) }
}

private struct ProbeBody: JSONWritable {
    let status: String

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("status", status) }
    }
}
