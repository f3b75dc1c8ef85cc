import CardAPI
import Hummingbird
import Issuing
import NIOCore
import Postgres

/// What the platform around the service asks: is it alive, can it work, how is it doing.
struct Probes {
    let database: Database
    let metrics: PrometheusRegistry

    static func allows(_ path: String) -> Bool {
        ["/healthz", "/readyz", "/metrics"].contains(path)
    }

    func register(on anyone: Router<ServiceContext>) {
        anyone.get("/healthz") { _, _ in Response(status: .ok, json: ProbeBody(status: "ok")) }
        anyone.get("/readyz", use: ready)
        anyone.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: PrometheusRegistry.contentType],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.render())))
        }
    }

    /// Ready means that the database answers and has the schema this program was built for.
    @Sendable private func ready(_ request: Request, _ context: ServiceContext) async throws -> Response {
        do {
            let pending = try await database.pendingMigrations(Schema.migrations)
            guard pending.isEmpty else {
                let names = pending.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
                return Response(
                    status: .serviceUnavailable,
                    json: ProbeBody(status: "migrations are pending: \(names); run tessera migrate"))
            }
            return Response(status: .ok, json: ProbeBody(status: "ready"))
        } catch {
            return Response(
                status: .serviceUnavailable,
                json: ProbeBody(status: "the database does not answer: \(error.kind.rawValue)"))
        }
    }
}

private struct ProbeBody: JSONWritable {
    let status: String

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("status", status) }
    }
}
