import Cards
import Postgres

extension Issuing {
    /// Records that a network has refused to issue the token for which a card was sealed, and commits.
    ///
    /// The tokenization stays INITIATED on the wire, and the app can begin it again. If none waits at this place, for
    /// example because the network has refused it before, nothing changes.
    ///
    /// - Parameter held: the card, which is locked in this transaction.
    package func commitFailure(
        of held: CardStatements.Held, at place: WalletPlace, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let card = held.card
        let known = try tx.run(TokenizationStatements.of([card.id], of: card.customer))
        guard let failed = known.map(\.tokenization).waiting(at: place) else { return }
        try commit(TokenizationStatements.fail(failed, of: card, at: clock.now()), .tokenization, of: held, in: tx)
    }
}
