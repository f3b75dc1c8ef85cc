import Cards
import Postgres

extension Issuing {
    /// The token that a network has given this reference, which may still wait to be activated, and its card, which is
    /// locked until the transaction ends; nil if there is none. If the card was replaced while this waited for its
    /// lock, the token now belongs to the new card, so this looks it up again.
    func hold(
        _ reference: DPANReference, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> (held: CardStatements.Held, token: Tokenization)? {
        guard let owner = try tx.run(TokenLifeStatements.owner(.text(reference.rawValue))).first else { return nil }
        for _ in 0..<Self.lookUps {
            let cards = try tx.run(TokenLifeStatements.holdCard(.id(owner.customer), .id(owner.tokenization)))
            guard let held = cards.first else { return nil }
            let known = try tx.run(
                TokenizationStatements.of([held.card.id], of: owner.customer, or: reference.rawValue))
            if let token = known.map(\.tokenization).first(where: { $0.reference == reference }) {
                return (held, token)
            }
        }
        return nil
    }

    /// Each further look-up is needed only if the card was replaced again at the same moment.
    private static let lookUps = 4
}
