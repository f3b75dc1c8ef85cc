import Authorizing
import Cards
import Foundation
import Identifiers
import Ledger
import Postgres

extension Issuing {
    /// Takes a customer's claim back, once the customer has authenticated. A provisional credit is taken back, too. The
    /// same request again changes nothing.
    public func withdrawDispute(
        _ id: DisputeID, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Dispute {
        try await withdrawDispute(
            id, lookup: CustomerStatements.find(.id(evidence.customer)), by: .customer, evidence: evidence)
    }

    /// Does the same for a business.
    public func withdrawDispute(
        _ id: DisputeID, of customer: NamedCustomer
    ) async throws(IssuingFailure) -> Dispute {
        try await withdrawDispute(
            id, lookup: customer.lookup, by: .business, evidence: .vouched(for: customer.unproven))
    }

    private func withdrawDispute(
        _ id: DisputeID, lookup: Query<Customer>, by actor: DisputeMatrix.Actor, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Dispute {
        let holder = AccountHolder(evidence.customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, people, disputes) = try tx.run(
                gate.policy, gate.event, gate.device, lookup, DisputeStatements.find(id, of: holder))
            guard !people.isEmpty else { throw .refused(.customer(.notFound)) }
            guard let asked = disputes.first else { throw .refused(.dispute(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let held = try hold(asked, in: tx)
            guard held.dispute.status != .withdrawn else {
                _ = try tx.commit(passage.use)
                tell(passage)
                return held.dispute
            }
            let (dispute, writes) = try step(.withdraw, of: held, by: actor, at: clock.now())
            try commit(writes, passage.use, in: tx)
            tell(passage)
            return dispute
        }
    }

    /// Takes a step that an operator of the issuer has decided.
    ///
    /// - Parameter note: for the history; without a card number.
    package func decideDispute(
        _ id: DisputeID, _ decision: DisputeStep, note: String?
    ) async throws(IssuingFailure) -> Dispute {
        try await database.transaction { tx throws(IssuingFailure) in
            guard let asked = try tx.run(DisputeStatements.dispute(id)).first else {
                throw .refused(.dispute(.notFound))
            }
            let held = try hold(asked, in: tx)
            let (dispute, writes) = try step(decision, of: held, by: .issuer, note: note, at: clock.now())
            try commit(writes, nil, in: tx)
            return dispute
        }
    }

    /// Records what the network says of a dispute. The same message again changes nothing.
    ///
    /// - Parameters:
    ///   - actor: the acquirer or the scheme.
    ///   - reference: the message's. Another step with it is refused.
    ///   - note: for the history; without a card number.
    package func reportDispute(
        _ id: DisputeID, _ said: DisputeStep, by actor: DisputeMatrix.Actor, reference: NetworkReference, note: String?
    ) async throws(IssuingFailure) -> Dispute {
        try await database.transaction { tx throws(IssuingFailure) in
            guard let asked = try tx.run(DisputeStatements.dispute(id)).first else {
                throw .refused(.dispute(.notFound))
            }
            let held = try hold(asked, in: tx)
            let earlier = try tx.run(DisputeStatements.said(by: reference, about: id, of: asked.holder)).first
            if let earlier {
                guard (earlier.actor, earlier.step) == (actor, said) else {
                    throw .refused(.dispute(.referenceUsed))
                }
                return held.dispute
            }
            let (dispute, writes) = try step(
                said, of: held, by: actor, reference: reference, note: note, at: clock.now())
            try commit(writes, nil, in: tx)
            return dispute
        }
    }

    func commit(
        _ writes: DisputeWrites, _ use: Query<Void>?, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        _ = try tx.commit(
            writes.post, writes.requireChange, writes.complete, writes.tellTransaction, writes.write, writes.record,
            writes.tell, writes.audit, use)
    }
}
