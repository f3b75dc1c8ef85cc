import Cards
import Foundation
import Postgres

extension Issuing {
    /// Records that a network has issued a token that the cardholder asked the wallet for, by typing the card's number
    /// into it. No app has asked for this tokenization.
    ///
    /// The tokenization is INITIATED, with the token's reference. By that reference the app finds it, and reports that
    /// it is COMPLETED.
    ///
    /// - Parameters:
    ///   - card: locked in this transaction.
    ///   - further: a change that belongs to it, committed together with it.
    package func commitAnnouncement(
        of reference: DPANReference, for card: Card, at place: WalletPlace, with further: Query<Void>, at now: Date,
        in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> Tokenization {
        let existing = try tx.run(TokenizationStatements.of([card.id], of: card.customer))
        let application = TokenizationApplication(
            wallet: place.wallet, device: place.device, profile: place.profile, apple: .none)
        let (place, anew) = try IssuingFailure.refusing { () throws(Refusal) in
            try application.place(in: place.wallet, for: card, besides: existing.map(\.tokenization), at: now)
        }
        let again = anew.flatMap { $0.continues(at: place) ? $0 : nil }
        let tokenization = again
            ?? Tokenization(id: anew?.id ?? entropy.id(), place: place, state: .initiated, initiatedAt: now)
        let begin =
            again.map { TokenizationStatements.initiateAgain($0, of: card, for: nil, at: now) }
            ?? TokenizationStatements.initiate(tokenization.id, moving: anew, at: place, of: card, for: nil, at: now)
        let (_, announced, _) = try tx.commit(
            begin, TokenizationStatements.announce(tokenization, as: reference, of: card), further)
        if again == nil { tell(.tokenization(place.wallet, card.scheme, .initiated)) }
        return try IssuingFailure.requiring(announced.first, "the tokenization of a held card")
    }
}
