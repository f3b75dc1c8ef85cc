import CardAPI
import CardServer
import HTTPService
import HTTPTypes
import Identifiers
import Logging
import Sandbox
import Validation

/// Passes a request to the tenant that its path begins with, and removes that part of the path. All other requests go
/// to the installation's own service.
struct TenantRouting<Context: ServiceRequestContext>: Responder {
    let own: any Responder<Context>
    let tenants: Tenants
    let side: @Sendable (Tenant) -> (any Responder<Context>)?
    /// A refusal in the form that the listener renders.
    var refusal: @Sendable (Problem) -> any Error = { $0 }

    func respond(to request: Request, context: Context) async throws -> Response {
        guard let (name, rest) = Self.split(request.head.path ?? "") else {
            return try await own.respond(to: request, context: context)
        }
        guard let asked = TenantName(name), let tenant = try await tenants.find(asked), let side = side(tenant) else {
            throw refusal(.noTenant(name))
        }
        var (head, context) = (request.head, context)
        head.path = rest
        context.base = context.base.entering(Tenant.path(tenant.name))
        context.base.log(tenant.name.description, as: "tenant")
        let inside = Request(head: head, body: request.body)
        let response = try await side.respond(to: inside, context: context)
        // After another server has deleted the database, requests fail here until the tenant is forgotten. If that
        // server has created a new tenant of the same name, its tokens are unknown here.
        let isSuspect = response.status.kind == .serverError || response.status == .unauthorized
        guard isSuspect, await (try? tenants.isGone(tenant)) == true else { return response }
        throw refusal(.noTenant(name))
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
        let shown = CardNumber.hidden(in: String(name)).prefix(40)
        return Problem(
            .entityNotFound,
            "There is no tenant '\(shown)'; POST /sandbox/tenants makes one, on the sandbox's port.")
    }
}
