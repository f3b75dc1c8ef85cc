import Administration
import Authorizing
import CardAPI
import Cards
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import Validation

/// Reads and sets the controls of a program.
struct ProgramControlRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.getProgramControls, get), (SandboxOperations.setProgramControls, set)]
    }

    @Sendable private func get(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let controls = try await sandbox.administration.controls(ofProgram: context.programName())
        return Response(status: .ok, json: CardControlsBody(controls))
    }

    @Sendable private func set(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(SetCardControlsBody.self)
        let controls = try body.accepted { ControlsDraft($0).read(besides: $1) }
        let stored = try await sandbox.administration.set(controls, forProgram: context.programName())
        return Response(status: .ok, json: CardControlsBody(stored))
    }
}

extension ServiceContext {
    /// No program has a name with U+0000, which Postgres does not accept.
    func programName() throws(IssuingFailure) -> String {
        let name = parameters.get("programName").flatMap(\.removingPercentEncoding)
        guard let name, !name.utf8.contains(0) else {
            throw .refused(.program(.unknown))
        }
        return name
    }
}
