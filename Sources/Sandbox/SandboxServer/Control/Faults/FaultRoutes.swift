import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import TrafficControl
import Validation

/// Shows, sets and clears the fault plan.
struct FaultRoutes {
    let faults: Faults
    let operations: ControlledOperations

    var routes: [SandboxRoutes.Route] {
        [
            (SandboxOperations.getFaults, show),
            (SandboxOperations.setFaults, set),
            (SandboxOperations.clearFaults, end),
        ]
    }

    @Sendable private func show(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: FaultPlanAnswer(plan: faults.plan))
    }

    @Sendable private func set(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(FaultPlanBody.self)
        let plan = try IssuingFailure.refusing { () throws(Refusal) in
            try FaultPlan.read(Draft(body.value, errors: body.violations), among: operations).accepted()
        }
        faults.plan = plan
        return Response(status: .ok, json: FaultPlanAnswer(plan: plan))
    }

    @Sendable private func end(_ request: Request, _ context: ServiceContext) async throws -> Response {
        faults.plan = .none
        return Response(status: .noContent)
    }
}
