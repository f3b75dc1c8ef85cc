import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres
import Validation

extension Issuing {
    /// Opens a dispute for a customer, once the customer has authenticated. If the program says so, the customer gets
    /// the money until the dispute is decided.
    public func openDispute(
        _ claim: DisputeClaim, evidence: AuthenticationEvidence, request: IdempotentRequest<Dispute>
    ) async throws(IssuingFailure) -> Answered<Dispute> {
        try await openDispute(
            claim, lookup: CustomerStatements.find(.id(evidence.customer)), actor: .customer, evidence: evidence,
            request: request)
    }

    /// Does the same for a business, by the same rules.
    public func openDispute(
        _ claim: DisputeClaim, for customer: NamedCustomer, request: IdempotentRequest<Dispute>
    ) async throws(IssuingFailure) -> Answered<Dispute> {
        try await openDispute(
            claim, lookup: customer.lookup, actor: .business, evidence: .vouched(for: customer.unproven),
            request: request)
    }

    private func openDispute(
        _ claim: DisputeClaim, lookup: Query<Customer>, actor: DisputeMatrix.Actor, evidence: AuthenticationEvidence,
        request: IdempotentRequest<Dispute>
    ) async throws(IssuingFailure) -> Answered<Dispute> {
        let customer = evidence.customer
        let holder = AccountHolder(customer)
        return try await database.transaction { tx throws(IssuingFailure) in
            let (now, gate) = (clock.now(), gate(evidence))
            let (claimed, found, policies, events, devices, people, payments) = try tx.run(
                request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device, lookup,
                AuthorizationStatements.find(claim.authorization, of: holder))
            guard !people.isEmpty else { throw .refused(.customer(.notFound)) }
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let asked = payments.first else { throw .refused(.account(.authorizationNotFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let (accounts, locked, running, kept, terms, tickets, disputeTickets) = try tx.run(
                AccountStatements.lock(asked.account, of: holder), AuthorizationStatements.find(asked.id, of: holder),
                DisputeStatements.running(asked.id, of: holder), DisputeStatements.kept(asked.id, of: holder),
                DisputeTermsStatements.terms(.id(holder), .id(asked.id)), ticketForNewTransaction(of: holder),
                DisputeTermsStatements.ticket(.id(holder)))
            guard running.isEmpty else { throw .refused(.dispute(.exists)) }
            let account = try IssuingFailure.requiring(accounts.first, "the account of an authorization")
            let payment = try IssuingFailure.requiring(locked.first, "the authorization just read")
            let (scheme, promised) = try IssuingFailure.requiring(terms.first, "the card of an authorization")
            let amount = try IssuingFailure.refusing { () throws(Refusal) in
                try claim.amount(of: payment, kept: kept.first ?? 0)
            }
            let change = try translating(IssuingFailure.init) { () throws(DisputeFailure) in
                try DisputeChange(
                    opening: DisputeID(rawValue: entropy.uuid()), claim, of: amount, for: payment, by: scheme,
                    under: promised, actor: actor, at: now)
            }
            let writes = try writes(of: change, on: account, tickets.first, disputeTickets.first)
            let answer = request.answer(change.after)
            _ = try tx.commit(
                writes.post, writes.requireChange, writes.complete, writes.tellTransaction, writes.write,
                writes.record, writes.tell, writes.audit, passage.use, request.keep(answer, for: customer, at: now))
            tell(passage)
            return .now(change.after, answer)
        }
    }
}
