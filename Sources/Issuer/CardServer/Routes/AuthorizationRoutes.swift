import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

/// A customer's authorizations.
struct AuthorizationRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.listAuthorizations, list)
        customers.on(Operations.getAuthorization, get)
    }

    @Sendable private func list(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try AuthorizationListQuery.readOfAccounts(request.target.query)
        let page = try await issuing.authorizations(
            of: context.customer, matching: .init(query), limit: query.limit, offset: query.offset)
        return Response(status: .ok, json: AuthorizationListBody(page, answering: query))
    }

    @Sendable private func get(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.authorizationID()
        return Response(
            status: .ok, json: AuthorizationBody(try await issuing.authorization(id, of: context.customer)))
    }
}
