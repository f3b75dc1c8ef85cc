import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Sandbox
import Validation

/// Lists, creates, returns and deletes tenants.
struct TenantRoutes {
    let tenants: Tenants

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.listTenants, list),
            (SandboxOperations.createTenant, make),
            (SandboxOperations.getTenant, show),
            (SandboxOperations.deleteTenant, drop),
        ]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let names = try await tenants.list()
        return Response(status: .ok, json: TenantListAnswer(names: names.map(\.description)))
    }

    @Sendable private func make(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(TenantBody.self)
        let draft = try TenantDraft(Draft(body.value, errors: body.violations))
        // The addresses are determined first, because once the tenant exists, its creator must get the response.
        let addresses = try await addresses(seenBy: request)
        let name = if let name = draft.name { name } else { await tenants.anyName() }
        let tenant = try await tenants.make(name, draft.beginning, seed: draft.seed)
        return Response(status: .created, json: answer(tenant, at: addresses))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let addresses = try await addresses(seenBy: request)
        guard let name = name(in: context), let tenant = try await tenants.find(name),
            try await !tenants.isGone(tenant)
        else { throw missing(context) }
        return Response(status: .ok, json: answer(tenant, at: addresses))
    }

    @Sendable private func drop(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let name = name(in: context), try await tenants.drop(name) else { throw missing(context) }
        return Response(status: .noContent)
    }

    private func name(in context: ServiceContext) -> TenantName? {
        context.parameters.get("tenant").flatMap { TenantName($0) }
    }

    private func missing(_ context: ServiceContext) -> Problem {
        .noTenant(context.parameters.get("tenant") ?? "")
    }

    private typealias Addresses = (public: PublicURL, sandbox: PublicURL, merchants: PublicURL?)

    private func addresses(seenBy request: Request) async throws -> Addresses {
        let sandbox = try PublicURL(of: request)
        return (try await tenants.publicURL(seenFrom: sandbox), sandbox, await tenants.merchantsURL(seenFrom: sandbox))
    }

    private func answer(_ tenant: Tenant, at addresses: Addresses) -> TenantAnswer {
        TenantAnswer(
            name: tenant.name.description, baseURL: addresses.public.text,
            sandboxURL: addresses.sandbox.text, merchantsURL: addresses.merchants?.text, path: Tenant.path(tenant.name),
            brand: tenant.sandbox.brand, clock: ClockAnswer(tenant.sandbox.clock))
    }
}

/// A valid request for a new tenant.
struct TenantDraft {
    /// Nil if the service chooses the name.
    let name: TenantName?
    let beginning: TenantBeginning
    let seed: UInt64?

    init(_ draft: Draft<TenantBody>) throws(Problem) {
        let body = draft.value
        var violations = draft.errors
        name = body.name.flatMap { TenantName($0) }
        if body.name != nil, name == nil {
            let form = "must be 1 to 30 of a-z, 0-9 and hyphen, the first of them no hyphen"
            violations.append(
                FieldError("name", body.name.map { CardNumber.isIn($0) } == true ? CardNumber.violation : form))
        }
        let brand = body.brand ?? DemoUniverse.brand
        if let error = StoredName.violation(in: brand) { violations.append(FieldError("brand", error)) }
        seed = body.seed.flatMap { UInt64(exactly: $0) }
        let now = body.now.flatMap { Timestamp($0) }
        if body.now != nil, now.map({ ServiceClock.years.contains(Date($0)) }) != true {
            violations.append(FieldError("now", ClockChange.nowExpectation))
        }
        guard violations.isEmpty else { throw Problem(fieldErrors: violations) }
        beginning = TenantBeginning(
            brand: brand, frozenAt: now.map { Date($0) } ?? (seed == nil ? nil : SandboxClock.seededNow))
    }
}
