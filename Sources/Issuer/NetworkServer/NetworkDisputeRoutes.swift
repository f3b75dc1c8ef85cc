import CardAPI
import CardServer
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

import struct HTTPContract.Operation

extension NetworkOperations {
    /// What a network says of a dispute.
    public static let sendDisputeMessage = Operation(
        name: "sendDisputeMessage", summary: "Send a message of the card network about a dispute",
        description: """
            Records that the acquirer has represented a purchase or accepts the claim, or how the scheme has ruled, \
            and returns the dispute afterwards. The same `networkReference` again changes nothing. A step that the \
            status of the dispute does not allow is refused.
            """,
        noun: sendMessage.noun, method: .post, path: "/network/disputes",
        audience: .anyone, successStatus: .ok, answer: DisputeBody.schema, payload: .json(disputeMessage), headers: [],
        errorCodes: [.bodyNotReadable, .fieldErrors, .operationNotAllowed, .entityNotFound, .disputeConflict])

    public static let disputeMessage = DisputeMessageBody.schema
}

/// Receives what a network says of disputes.
struct NetworkDisputeRoutes: Sendable {
    let issuing: Issuing

    func register(on router: Router<ServiceContext>) {
        router.on(NetworkOperations.sendDisputeMessage, record)
    }

    @Sendable private func record(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let message = try await request.json(DisputeMessageBody.self).accepted { $0.message }
        let dispute = try await issuing.reportDispute(
            message.dispute, message.step, by: message.actor, reference: message.reference, note: message.note)
        return Response(status: .ok, json: DisputeBody(dispute))
    }
}
