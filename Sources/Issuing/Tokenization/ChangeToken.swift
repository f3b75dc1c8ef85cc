import Cards
import Postgres

extension Issuing {
    /// Takes a network's word on a token, which it names by its reference and nothing else.
    ///
    /// Suspended by its network, a token stays so when its card is unlocked. Where the network does not know that the
    /// card is locked, the card has the last word.
    public func changeToken(
        _ reference: DPANReference, by event: TokenEvent
    ) async throws(IssuingFailure) -> (card: Card, tokenization: Tokenization) {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            guard let owner = try tx.run(TokenLifeStatements.owner(.text(reference.rawValue))).first,
                let card = try tx.run(
                    TokenLifeStatements.holdCard(.bigint(owner.customer.rawValue), .uuid(owner.tokenization))).first
            else { throw .refused(.tokenNotFound) }
            let known = try tx.run(
                TokenizationStatements.of([card.id], of: owner.customer, or: reference.rawValue))
            guard let token = known.map(\.tokenization).first(where: { $0.reference == reference }),
                case .completed(_, let status) = token.state
            else { throw .refused(.tokenNotFound) }
            guard event.isPossible(on: status, isSuspendedByCard: token.isSuspendedByCard, of: card.standing.status)
            else {
                throw .refused(.tokenEventNotAllowed(event, token: status, card: card.standing.status))
            }
            _ = try tx.commit(TokenLifeStatements.change(token, by: event, of: card, at: now))
            return (card, Tokenization(id: token.id, place: token.place, state: .completed(reference, event.leaves)))
        }
    }
}
