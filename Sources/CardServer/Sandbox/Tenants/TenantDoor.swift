import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Sandbox
import Validation

/// Leads a request to the tenant whose path it begins with, as if that were all there is; every other to the
/// installation's own service.
struct TenantDoor: HTTPResponder {
    let own: any HTTPResponder<ServiceContext>
    /// Nil where nobody can have any.
    let tenants: Tenants?
    let side: Tenant.Side
    /// What every request has to pass first; nil for nothing.
    let gate: SandboxGate?
    /// What the listener gives to every answer, and how it tells what went wrong.
    let observation: RequestObservation<ServiceContext>
    let rendering: any MiddlewareProtocol<Request, Response, ServiceContext>

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        do {
            try RequestAddress.check(request.head)
            try gate?.check(request)
        } catch {
            return try await refuse(request, context, for: error)
        }
        guard let tenants, let (name, rest) = Self.split(request.head.path ?? "") else {
            return try await own.respond(to: request, context: context)
        }
        let tenant: Tenant
        do {
            tenant = try await find(name, in: tenants)
        } catch {
            return try await refuse(request, context, for: error)
        }
        var (head, context) = (request.head, context)
        head.path = rest
        context.logger[metadataKey: "tenant"] = .string(tenant.name.description)
        let inside = Request(head: head, body: request.body)
        let response = try await tenant[keyPath: side].respond(to: inside, context: context)
        // If another server has dropped the database, this fails until the tenant is forgotten. If it has made another
        // one of the name too, tokens are of keys that are not known here.
        let isSuspect = response.status.kind == .serverError || response.status == .unauthorized
        guard isSuspect, await (try? tenants.isGone(tenant)) == true else { return response }
        return try await refuse(request, context, for: Problem.noTenant(name))
    }

    private func find(_ name: String, in tenants: Tenants) async throws -> Tenant {
        guard let asked = TenantName(name), let found = try await tenants.find(asked) else {
            throw Problem.noTenant(name)
        }
        return found
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
        let shown = CardNumber.hidden(in: String(name)).prefix(40)
        return Problem(
            .entityNotFound,
            "There is no tenant '\(shown)'; POST /sandbox/tenants makes one, on the sandbox's port.")
    }
}
