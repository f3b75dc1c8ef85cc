import Cards
import HTTPContract

struct DisputeDecisionBody: RequestBody {
    var decision: String?
    var note: String?

    static let members: [BodyMember<DisputeDecisionBody>] = [
        .enumeration(
            "decision", \.decision, of: DisputeMatrix.steps(by: .issuer).map(\.rawValue), isRequired: true,
            example: "CHARGE_BACK",
            "CHARGE_BACK, PRE_ARBITRATE and ARBITRATE go on. REJECT ends a claim without ground, and ACCEPT one that "
                + "the merchant has answered."),
        .string(
            "note", \.note, maximumLength: 1000, example: "The customer has proved the return.",
            "For the history, which the customer can read; without a card number."),
    ]
}
