import Cards
import Postgres

extension Issuing {
    /// Gives back the tries for PIN and activation data, once they are used up. A card that was suspended for them
    /// stays suspended: lifting that is not the customer's to do.
    public func resetTries(
        of id: CardID, of customer: CustomerID, request: IdempotentRequest<Card>
    ) async throws(IssuingFailure) -> Answered<Card> {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (claimed, found, cards) = try tx.run(
                request.claim(customer), request.find(customer, at: now),
                CardStatements.hold(.bigint(customer.rawValue), .uuid(id.rawValue)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard let card = cards.first?.card else { throw .refused(.cardNotFound) }
            try IssuingFailure.refusing { () throws(Refusal) in try card.checkTriesAreUsedUp() }
            let reset = card.withTriesReset()
            let answer = request.answer(reset)
            _ = try tx.commit(
                CardStatements.resetTries(.bigint(customer.rawValue), .uuid(id.rawValue)),
                request.keep(answer, for: customer, at: now))
            return .now(reset, answer)
        }
    }
}
