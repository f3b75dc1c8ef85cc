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

    /// Ready means that the database answers, soon, and has the schema this program was built for.
    ///
    /// Who asks gives up after some seconds and would not learn why: a database that is silent is waited for less long
    /// than one that a card is created in.
    @Sendable private func ready(_ request: Request, _ context: ServiceContext) async -> Response {
        await withTaskGroup(of: Response.self) { group in
            group.addTask { await look() }
            group.addTask {
                try? await Task.sleep(for: .seconds(Self.patience))
                return Self.unready("the database does not answer within \(Self.patience) s")
            }
            defer { group.cancelAll() }
            return await group.next() ?? Self.unready("nobody looked")
        }
    }

    private static let patience = 3

    private func look() async -> Response {
        do {
            let pending = try await database.pendingMigrations(Schema.migrations)
            guard pending.isEmpty else {
                let names = pending.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
                return Self.unready("migrations are pending: \(names); run tessera migrate")
            }
            return Response(status: .ok, json: ProbeBody(status: "ready"))
        } catch {
            return Self.unready("the database does not answer: \(error.kind.rawValue)")
        }
    }

    private static func unready(_ reason: String) -> Response {
        Response(status: .serviceUnavailable, json: ProbeBody(status: reason))
    }
}

private struct ProbeBody: JSONWritable {
    let status: String

    func write(to json: inout JSONWriter) {
        json.object { json in json.member("status", status) }
    }
}
