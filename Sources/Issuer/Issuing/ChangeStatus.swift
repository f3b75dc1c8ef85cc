import Cards
import Postgres

extension Issuing {
    /// Changes the status of a card for its customer, once the customer has authenticated.
    ///
    /// Most brands neither protect this operation nor subscribe to it. Then one statement does it all, also for the
    /// card's tokens. Otherwise that statement does nothing, and a transaction follows, which also explains a refusal.
    public func changeStatus(
        of id: CardID, to status: CardStatus, reason: String, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Card {
        if let card = try await changeAlone(id, to: status, reason: reason, evidence: evidence) { return card }
        let customer = evidence.customer
        let (card, neededMore) = try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, cards) = try tx.run(
                gate.policy, gate.event, gate.device,
                CardStatements.hold(.id(customer), .id(id)))
            guard let held = cards.first else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            try IssuingFailure.refusing { () throws(Refusal) in try held.card.checkUpdate(to: status) }
            let outcome = try commitMove(
                of: held, to: status, by: .customer, on: .update, reason: reason, at: clock.now(), in: tx,
                with: passage.use)
            tell(passage)
            guard let card = outcome?.moved else { throw .damaged("a transition that was just allowed") }
            return (card, passage.wasRequired || held.audience.hears(.cardStatus))
        }
        transactionNeed.note(neededMore, of: evidence)
        return card
    }

    /// Changes the status by one statement, if that is enough.
    private func changeAlone(
        _ id: CardID, to status: CardStatus, reason: String, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Card? {
        let outcome = try await doingAlone(evidence) { operation in
            TransitionStatements.moveAlone(
                id, of: evidence.customer, to: status, reason: reason, at: clock.now(), unless: evidence.brand,
                protects: operation)
        }
        if let outcome { tell([outcome], by: .customer, on: .update) }
        return outcome?.moved
    }

    /// Does the same for a business, by the business's rows of the matrix, for a customer of its brand.
    ///
    /// ACTIVE from a business lifts a suspension, and the card returns to its earlier status. So a physical card that
    /// was never activated does not become ACTIVE.
    public func changeStatus(
        of id: CardID, of customer: NamedCustomer, to status: CardStatus, reason: String
    ) async throws(IssuingFailure) -> Card {
        try await database.transaction { tx throws(IssuingFailure) in
            let (people, cards) = try tx.run(customer.lookup, CardStatements.hold(.id(customer.unproven), .id(id)))
            _ = try customer.proven(by: people)
            guard let held = cards.first else { throw .refused(.card(.notFound)) }
            let outcome = try commitMove(
                of: held, to: status, by: .business, on: .update, reason: reason, at: clock.now(), in: tx)
            guard let card = outcome?.moved else {
                let standing = held.card.standing
                throw .refused(TransitionMatrix.refusal(of: standing, to: status, by: .business, on: .update))
            }
            return card
        }
    }
}
