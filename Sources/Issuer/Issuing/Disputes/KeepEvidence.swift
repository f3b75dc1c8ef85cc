import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

extension Issuing {
    /// Adds a file to a customer's dispute, once the customer has authenticated. It is stored encrypted.
    public func addEvidence(
        _ file: EvidenceFile, to id: DisputeID, evidence: AuthenticationEvidence,
        request: IdempotentRequest<DisputeEvidence>
    ) async throws(IssuingFailure) -> Answered<DisputeEvidence> {
        try await addEvidence(
            file, to: id, lookup: CustomerStatements.find(.id(evidence.customer)), by: .customer, evidence: evidence,
            request: request)
    }

    /// Does the same for a business.
    public func addEvidence(
        _ file: EvidenceFile, to id: DisputeID, of customer: NamedCustomer,
        request: IdempotentRequest<DisputeEvidence>
    ) async throws(IssuingFailure) -> Answered<DisputeEvidence> {
        try await addEvidence(
            file, to: id, lookup: customer.lookup, by: .business, evidence: .vouched(for: customer.unproven),
            request: request)
    }

    private func addEvidence(
        _ file: EvidenceFile, to id: DisputeID, lookup: Query<Customer>, by actor: DisputeMatrix.Actor,
        evidence: AuthenticationEvidence, request: IdempotentRequest<DisputeEvidence>
    ) async throws(IssuingFailure) -> Answered<DisputeEvidence> {
        let customer = evidence.customer
        let holder = AccountHolder(customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            let (now, gate) = (clock.now(), gate(evidence))
            let (claimed, found, policies, events, devices, people, disputes) = try tx.run(
                request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device, lookup,
                DisputeStatements.find(id, of: holder))
            guard !people.isEmpty else { throw .refused(.customer(.notFound)) }
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let asked = disputes.first else { throw .refused(.dispute(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let held = try hold(asked, in: tx).dispute
            guard !held.status.isFinal else { throw .refused(.dispute(.isOver(held.status))) }
            guard held.evidenceFiles < EvidenceFile.countLimit else {
                throw .refused(.dispute(.evidenceLimitExceeded))
            }
            let kept = DisputeEvidence(
                id: EvidenceID(rawValue: entropy.uuid()), actor: actor, name: file.name, mediaType: file.mediaType,
                sizeBytes: file.bytes.count, addedAt: now)
            let sealed = vault.seal(Secret(file.bytes), at: EvidenceStatements.place(of: kept.id))
            let answer = request.answer(kept)
            _ = try tx.commit(
                EvidenceStatements.add(kept, sealed: sealed.bytes, keyVersion: sealed.keyVersion, to: held),
                EvidenceStatements.count(one: held),
                recording(.disputeEvidenceAdded, about: id, of: customer, detail: "\(kept.id)"), passage.use,
                request.keep(answer, for: customer, at: now))
            tell(passage)
            return .now(kept, answer)
        }
    }

    /// A file of a customer's dispute. Another customer's is not found.
    public func evidence(
        _ file: EvidenceID, of id: DisputeID, of customer: CustomerID
    ) async throws(IssuingFailure) -> EvidenceFile {
        try await show(EvidenceStatements.find(file, of: id, AccountHolder(customer)), file, of: id, of: customer)
    }

    /// The same for a business.
    public func evidence(
        _ file: EvidenceID, of id: DisputeID, of customer: NamedCustomer
    ) async throws(IssuingFailure) -> EvidenceFile {
        guard try await !reading(customer.lookup).isEmpty else { throw .refused(.customer(.notFound)) }
        return try await evidence(file, of: id, of: customer.unproven)
    }

    /// The same for an operator of the issuer.
    package func evidence(_ file: EvidenceID, of id: DisputeID) async throws(IssuingFailure) -> EvidenceFile {
        guard let dispute = try await reading(DisputeStatements.dispute(id)).first,
            let customer = CustomerID(dispute.holder)
        else { throw .refused(.dispute(.notFound)) }
        return try await evidence(file, of: id, of: customer)
    }

    private func show(
        _ query: Query<EvidenceStatements.Stored>, _ file: EvidenceID, of id: DisputeID, of customer: CustomerID
    ) async throws(IssuingFailure) -> EvidenceFile {
        let (vault, place) = (vault, EvidenceStatements.place(of: file))
        return try await database.transaction { tx throws(IssuingFailure) in
            guard let stored = try tx.run(query).first else { throw .refused(.dispute(.evidenceNotFound)) }
            let sealed = SealedSecret(bytes: stored.sealedContent, keyVersion: stored.keyVersion)
            let content = try IssuingFailure.guarding { () throws(VaultFailure) in
                try vault.open(sealed, at: place)
            }
            _ = try tx.commit(recording(.disputeEvidenceShown, about: id, of: customer, detail: "\(file)"))
            return EvidenceFile(
                name: stored.evidence.name, mediaType: stored.evidence.mediaType,
                bytes: content.withBytes { Array($0) })
        }
    }
}
