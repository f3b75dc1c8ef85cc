import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

/// A dispute with its history and its files.
public struct DisputeDossier: Sendable {
    public let dispute: Dispute
    /// In the order of the steps.
    public let history: [DisputeLine]
    /// Oldest first.
    public let files: [DisputeEvidence]
}

extension Issuing {
    /// The most lines of a history that are shown. Only many small refunds make more.
    private static let shownLines = 200

    /// A customer's disputes, newest first.
    ///
    /// - Parameters:
    ///   - payment: the one that they are about; nil for all.
    ///   - status: nil for all.
    public func disputes(
        of customer: CustomerID, about payment: AuthorizationID?, in status: DisputeStatus?, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<Dispute> {
        Page(
            try await listing(
                DisputeStatements.page(
                    of: AccountHolder(customer), about: payment, in: status, limit: limit, offset: offset)))
    }

    /// The same for a business.
    public func disputes(
        of customer: NamedCustomer, about payment: AuthorizationID?, in status: DisputeStatus?, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> Page<Dispute> {
        let query = DisputeStatements.page(
            of: AccountHolder(customer.unproven), about: payment, in: status, limit: limit, offset: offset)
        return Page(try await reading(query, of: customer, isList: true))
    }

    /// One dispute. Another customer's is not found, as if it did not exist.
    public func dispute(_ id: DisputeID, of customer: CustomerID) async throws(IssuingFailure) -> DisputeDossier {
        let found = try await reading(DisputeStatements.find(id, of: AccountHolder(customer)))
        return try await dossier(of: found.first)
    }

    /// The same for a business.
    public func dispute(_ id: DisputeID, of customer: NamedCustomer) async throws(IssuingFailure) -> DisputeDossier {
        let query = DisputeStatements.find(id, of: AccountHolder(customer.unproven))
        return try await dossier(of: reading(query, of: customer).first)
    }

    /// The dispute with an id, of any customer.
    package func dispute(_ id: DisputeID) async throws(IssuingFailure) -> DisputeDossier {
        try await dossier(of: reading(DisputeStatements.dispute(id)).first)
    }

    private func dossier(of dispute: Dispute?) async throws(IssuingFailure) -> DisputeDossier {
        guard let dispute else { throw .refused(.dispute(.notFound)) }
        let history = try await reading(
            DisputeStatements.history(of: dispute.id, dispute.holder, limit: Self.shownLines))
        let files = try await reading(EvidenceStatements.list(of: dispute.id, dispute.holder))
        return DisputeDossier(dispute: dispute, history: history, files: files)
    }
}
