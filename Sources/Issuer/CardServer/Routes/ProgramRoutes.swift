import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing

/// The programs that a customer is eligible for.
struct ProgramRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.listPrograms, list)
        customers.on(Operations.getProgram, get)
    }

    @Sendable private func list(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try ProgramListQuery.read(request.target.query)
        let programs = try await issuing.programs(
            for: context.customer, cardType: query.cardType.flatMap(Program.CardType.init(rawValue:)))
        return Response(status: .ok, json: ProgramListBody(programs: programs.map(ProgramBody.init)))
    }

    @Sendable private func get(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let name = context.parameters.get("programName").flatMap(\.removingPercentEncoding) ?? ""
        let program = try await issuing.program(named: name, for: context.customer)
        return Response(status: .ok, json: ProgramBody(program))
    }
}
