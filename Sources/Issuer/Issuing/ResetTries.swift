import Cards
import Postgres

extension Issuing {
    /// Restores the attempts at PIN and activation data once they are used up and the customer has authenticated. A
    /// card that was suspended because of them stays suspended; the customer cannot lift that.
    public func resetTries(
        of id: CardID, evidence: AuthenticationEvidence, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let gate = gate(evidence)
            let (claimed, found, policies, events, devices, cards) = try tx.run(
                request.claim(customer), request.find(customer, at: now), gate.policy, gate.event, gate.device,
                CardStatements.hold(.id(customer), .id(id)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let card = cards.first?.card else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            try IssuingFailure.refusing { () throws(Refusal) in try card.checkTriesAreUsedUp() }
            let reset = card.withTriesReset()
            let answer = request.answer(reset)
            _ = try tx.commit(
                CardStatements.resetTries(.id(customer), .id(id)), CodeTryStatements.forget(of: customer, id),
                passage.use, request.keep(answer, for: customer, at: now),
                recording(.triesReset, about: id, of: customer))
            tell(passage)
            return .now(reset, answer)
        }
    }
}
