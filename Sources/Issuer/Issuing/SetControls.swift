import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

extension Issuing {
    /// Replaces a card's controls, once its customer has authenticated: a thief with a token must not lift a limit. The
    /// card may have any status.
    public func setControls(
        _ controls: CardControls, of id: CardID, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> CardControls {
        let customer = evidence.customer
        let done = try await doingAlone(evidence) { operation in
            CardControlStatements.setAlone(
                controls, of: id, of: customer, at: clock.now(), unless: evidence.brand, protects: operation)
        }
        if done != nil { return controls }
        let wasProtected = try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, cards) = try tx.run(
                gate.policy, gate.event, gate.device, CardStatements.find(.id(customer), .id(id)))
            guard !cards.isEmpty else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            _ = try tx.commit(
                ControlStatements.set(
                    controls, forCard: id, of: AccountHolder(customer), at: clock.now()),
                passage.use)
            tell(passage)
            return passage.wasRequired
        }
        transactionNeed.note(wasProtected, of: evidence)
        return controls
    }

    /// Does the same for a business, for a customer of its brand.
    public func setControls(
        _ controls: CardControls, of id: CardID, of customer: NamedCustomer
    ) async throws(IssuingFailure) -> CardControls {
        try await database.transaction { tx throws(IssuingFailure) in
            let (people, cards) = try tx.run(customer.lookup, CardStatements.find(.id(customer.unproven), .id(id)))
            let customer = try customer.proven(by: people)
            guard !cards.isEmpty else { throw .refused(.card(.notFound)) }
            _ = try tx.commit(
                ControlStatements.set(
                    controls, forCard: id, of: AccountHolder(customer), at: clock.now()))
            return controls
        }
    }
}
