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

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        guard let tenants, let (name, rest) = Self.split(request.head.path ?? "") else {
            return try await own.respond(to: request, context: context)
        }
        do {
            guard let name = TenantName(name), let tenant = try await tenants.find(name) else {
                return refusal(Problem(.entityNotFound, "There is no tenant '\(name.prefix(40))'."))
            }
            var head = request.head
            head.path = rest
            let inside = Request(head: head, body: request.body)
            return try await tenant[keyPath: side].respond(to: inside, context: context)
        } catch let failure as IssuingFailure {
            return refusal(Problem(failure))
        }
    }

    private func refusal(_ problem: Problem) -> Response {
        Response(status: problem.status, json: problem)
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
