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
        let (held, token, status) = try hold(reference, in: tx)
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
        return (card, token.with(.completed(reference, event.leaves)))
    }

    /// The token with its card, which is locked. If the card was replaced while this waited for its lock, the token now
    /// belongs to the new card, so this looks it up again.
    private func hold(
        _ reference: DPANReference, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (held: CardStatements.Held, token: Tokenization, status: TokenStatus) {
        guard let owner = try tx.run(TokenLifeStatements.owner(.text(reference.rawValue))).first else {
            throw .refused(.tokenization(.tokenNotFound))
        }
        for _ in 0..<Self.lookUps {
            let cards = try tx.run(
                TokenLifeStatements.holdCard(.id(owner.customer), .id(owner.tokenization)))
            guard let held = cards.first else { break }
            let known = try tx.run(
                TokenizationStatements.of([held.card.id], of: owner.customer, or: reference.rawValue))
            guard let token = known.map(\.tokenization).first(where: { $0.reference == reference }) else { continue }
            guard case .completed(_, let status) = token.state else { break }
            return (held, token, status)
        }
        throw .refused(.tokenization(.tokenNotFound))
    }

    /// Each further look-up is needed only if the card was replaced again at the same moment.
    private static let lookUps = 4
}
