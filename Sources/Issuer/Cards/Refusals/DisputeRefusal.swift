/// Why a request about a dispute is refused.
public enum DisputeRefusal: Equatable, Sendable {
    case notFound
    case evidenceNotFound
    /// Nothing was cleared, or it is a refund.
    case nothingCleared
    case isTooLate(days: Int)
    /// The purchase has a dispute that is not over.
    case exists
    case stepNotAllowed(
        status: DisputeStatus, step: DisputeStep, by: DisputeMatrix.Actor, accepted: [DisputeStep])
    case evidenceLimitExceeded
    /// No evidence is accepted after the end.
    case isOver(DisputeStatus)
    /// The network's reference was used for another step.
    case referenceUsed

    public var message: String {
        switch self {
        case .notFound: "There is no such dispute."
        case .evidenceNotFound: "The dispute has no such file."
        case .nothingCleared:
            "Nothing of this payment can be disputed; a purchase can once it is cleared, unless all of it was refunded "
                + "or kept from earlier disputes."
        case .isTooLate(let days):
            "The purchase was cleared more than \(days) days ago, which is the scheme's limit for a dispute."
        case .exists: "The payment has a dispute that is not over; wait for its end, or withdraw it."
        case .stepNotAllowed(let status, let step, let actor, let accepted):
            "The dispute is \(status.rawValue), so the step \(step.rawValue) by \(actor.rawValue) is not accepted. "
                + (accepted.isEmpty
                    ? "No step is accepted from \(actor.rawValue) now."
                    : "\(accepted.map(\.rawValue).joined(separator: " or ")) is accepted.")
        case .evidenceLimitExceeded:
            "The dispute has \(EvidenceFile.countLimit) files, which is the limit; combine what is left into one."
        case .isOver(let status):
            "The dispute is \(status.rawValue), so no evidence is accepted; it is until the end of a dispute."
        case .referenceUsed:
            "The networkReference belongs to another step; each step has a reference of its own."
        }
    }
}

extension DisputeRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [DisputeRefusal] = [
        .notFound, .evidenceNotFound, .nothingCleared, .isTooLate(days: 120), .exists,
        .stepNotAllowed(status: .chargeback, step: .ruleForIssuer, by: .scheme, accepted: []),
        .evidenceLimitExceeded, .isOver(.won), .referenceUsed,
    ]
}
