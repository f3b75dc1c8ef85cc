import Cards
import Postgres

extension Issuing {
    /// Records a network's change of a token. The network names the token only by its reference.
    ///
    /// A token that its network suspended stays suspended when its card is unlocked. The network may not know that the
    /// card is locked, so a locked card's token is not resumed.
    public func changeToken(
        _ reference: DPANReference, by event: TokenEvent
    ) async throws(IssuingFailure) -> (card: Card, tokenization: Tokenization) {
        try await database.transaction { tx throws(IssuingFailure) in try changeToken(reference, by: event, in: tx) }
    }

    /// Records such a change together with others of the same transaction. The token's card stays locked.
    package func changeToken(
        _ reference: DPANReference, by event: TokenEvent, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (card: Card, tokenization: Tokenization) {
        guard let (held, token) = try hold(reference, in: tx) else { throw .refused(.tokenization(.tokenNotFound)) }
        return try (held.card, change(token, of: held, by: event, in: tx))
    }

    /// Changes a token whose card this transaction has locked.
    func change(
        _ token: Tokenization, of held: CardStatements.Held, by event: TokenEvent, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Tokenization {
        guard case .completed(let reference, let status) = token.state else {
            throw .refused(.tokenization(.tokenNotFound))
        }
        let card = held.card
        guard event.isPossible(on: status, isSuspendedByCard: token.isSuspendedByCard, of: card.standing.status)
        else {
            throw .refused(.tokenization(.eventNotAllowed(event, token: status, card: card.standing.status)))
        }
        if event == .suspend, token.isSuspendedByCard {
            _ = try tx.run(TokenLifeStatements.keepSuspended(.id(card.customer), .id(token.id)))
        } else {
            let changes = try tx.run(TokenLifeStatements.change(token, by: event, of: card, at: clock.now()))
            if held.audience.hears(.token) {
                _ = try tx.run(telling(changes.map { $0.told(as: .token, isByNetwork: true) }, to: held.audience))
            }
        }
        return token.with(.completed(reference, event.leaves))
    }
}
