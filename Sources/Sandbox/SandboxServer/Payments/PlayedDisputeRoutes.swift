import CardAPI
import CardServer
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Sandbox
import Validation

/// Plays those who take the steps of a dispute that no customer takes.
struct PlayedDisputeRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.playDisputeStep, play)]
    }

    @Sendable private func play(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let id = try context.parameters.disputeID()
        let body = try await request.json(DisputeStepBody.self)
        let (actor, step) = try body.accepted { $0.played }
        let dispute = try await sandbox.play(step, by: actor, of: id, note: body.value.note)
        return Response(status: .ok, json: DisputeBody(dispute))
    }
}

extension SandboxOperations {
    static let playDisputeStep = Operation.sandbox(
        "playDisputeStep", "Take a step of a dispute",
        """
        Takes a step of a dispute as the issuer's operator, the merchant's bank or the scheme would, and returns the \
        dispute afterwards. Deadlines need no step: move the clock past them. A step that the actor may not take in \
        the dispute's status is refused, and the message names those that are accepted.
        """, .money, .post, "/disputes/{disputeId}/steps", answer: DisputeBody.schema,
        payload: DisputeStepBody.schema)
}

struct DisputeStepBody: RequestBody {
    var actor: String?
    var step: String?
    var note: String?

    private static let actors: [DisputeMatrix.Actor] = [.issuer, .acquirer, .scheme]
    private static var steps: [DisputeStep] {
        DisputeStep.allCases.filter { step in actors.contains { DisputeMatrix.steps(by: $0).contains(step) } }
    }

    static let members: [BodyMember<DisputeStepBody>] = [
        .enumeration(
            "actor", \.actor, of: actors.map(\.rawValue), isRequired: true, example: "ACQUIRER",
            "Who takes the step: the issuer's operator, the merchant's bank or the scheme."),
        .enumeration(
            "step", \.step, of: steps.map(\.rawValue), isRequired: true, example: "REPRESENT",
            "The step: one that the actor may take in the dispute's status."),
        .string(
            "note", \.note, maximumLength: 1000, example: "Proof of delivery",
            "For the history; without a card number."),
    ]

    var played: Draft<(DisputeMatrix.Actor, DisputeStep)?> {
        let errors = DisputeNote.errors(in: note, of: "note")
        let played = actor.flatMap(DisputeMatrix.Actor.init(rawValue:)).flatMap { actor in
            step.flatMap(DisputeStep.init(rawValue:)).map { (actor, $0) }
        }
        return Draft(played, errors: errors)
    }
}
