import Authorizing
import Cards
import CardSecrets
import Identifiers
import Issuing

extension Sandbox {
    /// Takes a step of a dispute as the issuer's operator, the acquirer or the scheme would, by the same use cases.
    public func play(
        _ step: DisputeStep, by actor: DisputeMatrix.Actor, of id: DisputeID, note: String? = nil
    ) async throws(IssuingFailure) -> Dispute {
        guard actor != .issuer else { return try await issuing.decideDispute(id, step, note: note) }
        guard let reference = NetworkReference("sandbox-dispute-\(entropy.uuid())") else {
            throw .damaged("the reference of a message about a dispute")
        }
        return try await issuing.reportDispute(id, step, by: actor, reference: reference, note: note)
    }
}
