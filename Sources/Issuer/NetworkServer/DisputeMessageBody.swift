import Authorizing
import CardAPI
import Cards
import HTTPContract
import Identifiers
import Issuing
import Validation

/// What a network says of a dispute.
struct DisputeMessageBody: RequestBody {
    var networkReference: String?
    var disputeId: String?
    var step: String?
    var note: String?

    static let members: [BodyMember<DisputeMessageBody>] = [
        .string(
            "networkReference", \.networkReference, isRequired: true, pattern: "^[!-~]{1,100}$",
            example: "VISA-D-0001",
            "Unique for each message about the dispute. The same message again has no second effect."),
        .string(
            "disputeId", \.disputeId, isRequired: true, pattern: TextForm.identifier,
            example: "9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90", "The id that the issuer's chargeback has."),
        .enumeration(
            "step", \.step, of: steps.map(\.rawValue), isRequired: true, example: "REPRESENT",
            "REPRESENT and ACCEPT are the acquirer's. RULE_FOR_ISSUER and RULE_FOR_ACQUIRER are the scheme's."),
        .string(
            "note", \.note, maximumLength: 1000, example: "Proof of delivery",
            "For the history; without a card number."),
    ]

    private static let steps = DisputeMatrix.steps(by: .acquirer) + DisputeMatrix.steps(by: .scheme)

    var message: Draft<DisputeMessage?> {
        var errors = DisputeNote.errors(in: note, of: "note")
        let reference = networkReference.flatMap { NetworkReference($0) }
        if networkReference != nil, reference == nil {
            errors.append(
                FieldError("networkReference", "must be 1 to 100 visible ASCII characters without a card number"))
        }
        let id = disputeId.flatMap { DisputeID($0) }
        if disputeId != nil, id == nil { errors.append(FieldError("disputeId", "must be a UUID")) }
        let step = step.flatMap(DisputeStep.init(rawValue:))
        guard let reference, let id, let step else { return Draft(nil, errors: errors) }
        let actor: DisputeMatrix.Actor = DisputeMatrix.steps(by: .scheme).contains(step) ? .scheme : .acquirer
        return Draft(
            DisputeMessage(dispute: id, step: step, actor: actor, reference: reference, note: note), errors: errors)
    }
}

/// A valid message of a network about a dispute.
struct DisputeMessage: Sendable {
    let dispute: DisputeID
    let step: DisputeStep
    let actor: DisputeMatrix.Actor
    let reference: NetworkReference
    let note: String?
}
