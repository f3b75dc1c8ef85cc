import CardAPI
import Cards
import HTTPContract
import HTTPService
import Hummingbird
import Issuing

/// The programs that a customer is eligible for.
struct ProgramRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.listPrograms, list)
    }

    @Sendable private func list(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try ProgramListQuery.read(request.uri.query)
        let programs = try await issuing.programs(
            for: context.customer, cardType: query.cardType.flatMap(Program.CardType.init(rawValue:)))
        return Response(status: .ok, json: ProgramListBody(programs: programs.map(ProgramBody.init)))
    }
}
