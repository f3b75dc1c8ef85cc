import CardAPI
import HTTPTypes
import Hummingbird
import Issuing

/// Leads a request to the tenant whose path it begins with, as if that were all there is; every other to the
/// installation's own service.
struct TenantDoor: HTTPResponder {
    let own: any HTTPResponder<ServiceContext>
    /// Nil where nobody can have any.
    let tenants: Tenants?
    let side: Tenant.Side
    /// What the listener gives to every answer, and how it tells what went wrong.
    let observation: RequestObservation
    let rendering: any MiddlewareProtocol<Request, Response, ServiceContext>

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        guard let tenants, let (name, rest) = Self.split(request.head.path ?? "") else {
            return try await own.respond(to: request, context: context)
        }
        let tenant: Tenant
        do {
            guard let asked = TenantName(name), let found = try await tenants.find(asked) else {
                throw Problem.noTenant(name)
            }
            tenant = found
        } catch {
            return try await refuse(request, context, for: error)
        }
        var head = request.head
        head.path = rest
        let inside = Request(head: head, body: request.body)
        return try await tenant[keyPath: side].respond(to: inside, context: context)
    }

    private func refuse(_ request: Request, _ context: ServiceContext, for error: any Error) async throws -> Response {
        try await observation.handle(request, context: context) { request, context in
            try await rendering.handle(request, context: context) { _, _ in throw error }
        }
    }

    /// `/tenants/blue/healthz?x` is `blue` and `/healthz?x`.
    private static func split(_ path: String) -> (name: String, rest: String)? {
        guard path.hasPrefix("/tenants/") else { return nil }
        let inside = path.dropFirst("/tenants/".count)
        let end = inside.firstIndex { $0 == "/" || $0 == "?" } ?? inside.endIndex
        let rest = inside[end...]
        return (String(inside[..<end]), rest.hasPrefix("/") ? String(rest) : "/" + rest)
    }
}

extension Problem {
    static func noTenant(_ name: some StringProtocol) -> Problem {
        Problem(
            .entityNotFound,
            "There is no tenant '\(name.prefix(40))'; POST /sandbox/tenants makes one, on the sandbox's port.")
    }
}
