import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox

/// Lists the disputes of all brands, and shows one with what can be done next.
struct DisputeLookRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.listAllDisputes, list), (SandboxOperations.getAnyDispute, show)]
    }

    @Sendable private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try AllDisputesQuery.read(request.target.query)
        let page = try await sandbox.disputes(
            in: query.status.flatMap(DisputeStatus.init(rawValue:)), limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: DisputeListAnswer(
                disputes: page.disputes.map(LocatedDisputeAnswer.init), meta: .init(of: page.total, query)))
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (located, dossier) = try await sandbox.locatedDispute(context.parameters.disputeID())
        return Response(status: .ok, json: SeenDisputeAnswer(located: located, dossier: dossier))
    }
}
