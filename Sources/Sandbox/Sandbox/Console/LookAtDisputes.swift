import Authorizing
import Cards
import Identifiers
import Issuing
import Postgres

/// A dispute, and whose it is.
public struct LocatedDispute: Sendable {
    public let dispute: Dispute
    public let brand: String
    public let ownerName: String
}

extension Sandbox {
    /// The disputes of all brands, newest first; those among the thousand newest.
    ///
    /// - Parameter status: nil for all.
    public func disputes(
        in status: DisputeStatus? = nil, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (disputes: [LocatedDispute], total: Int) {
        let rows = try await reading(
            DisputeLookStatements.disputes(
                .text(status?.rawValue), .bigint(Int64(limit)), .bigint(Int64(offset))))
        return (rows.compactMap(\.dispute), rows.first?.total ?? 0)
    }

    /// The dispute with an id, of any customer, with its history and its files.
    public func locatedDispute(
        _ id: DisputeID
    ) async throws(IssuingFailure) -> (located: LocatedDispute, dossier: DisputeDossier) {
        guard let located = try await reading(DisputeLookStatements.dispute(.id(id))).first else {
            throw .refused(.dispute(.notFound))
        }
        return (located, try await issuing.dispute(id))
    }
}
