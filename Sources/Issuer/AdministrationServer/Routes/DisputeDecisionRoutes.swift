import Administration
import CardAPI
import CardServer
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// What the issuer decides about disputes.
struct DisputeDecisionRoutes {
    var routes: [AdministrationRoutes.Route] {
        [
            (AdministrationOperations.showDispute, show), (AdministrationOperations.decideDispute, decide),
            (AdministrationOperations.showEvidence, evidence),
        ]
    }

    @Sendable private func show(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let id = try context.parameters.disputeID()
        return Response(status: .ok, json: DisputeBody(try await administration.issuing.dispute(id)))
    }

    @Sendable private func decide(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let id = try context.parameters.disputeID()
        let body = try await request.json(DisputeDecisionBody.self)
        let errors = body.violations.adding(DisputeNote.errors(in: body.value.note, of: "note"))
        guard errors.isEmpty, let step = body.value.decision.flatMap(DisputeStep.init(rawValue:)) else {
            throw IssuingFailure.refused(.invalidFields(errors))
        }
        let dispute = try await administration.issuing.decideDispute(id, step, note: body.value.note)
        return Response(status: .ok, json: DisputeBody(dispute))
    }

    @Sendable private func evidence(
        _ request: Request, _ context: AdministrationContext, _ administration: Administration
    ) async throws -> Response {
        let (id, file) = (try context.parameters.disputeID(), try context.parameters.evidenceID())
        let content = try await administration.issuing.evidence(file, of: id)
        return Response(status: .ok, json: EvidenceContentBody(content), headers: [.cacheControl: "no-store"])
    }
}
