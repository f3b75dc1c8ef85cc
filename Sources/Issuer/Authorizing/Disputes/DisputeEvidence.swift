import Cards
import Foundation

/// A file about a dispute, without its content.
public struct DisputeEvidence: Hashable, Sendable {
    public let id: EvidenceID
    /// Who has added it.
    public let actor: DisputeMatrix.Actor
    public let name: String
    public let mediaType: EvidenceFile.MediaType
    public let sizeBytes: Int
    public let addedAt: Date

    package init(
        id: EvidenceID, actor: DisputeMatrix.Actor, name: String, mediaType: EvidenceFile.MediaType, sizeBytes: Int,
        addedAt: Date
    ) {
        (self.id, self.actor, self.name) = (id, actor, name)
        (self.mediaType, self.sizeBytes, self.addedAt) = (mediaType, sizeBytes, addedAt)
    }
}
