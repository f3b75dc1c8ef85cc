import Cards
import CardSecrets
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
    ///   - held: the card, which is locked in this transaction.
    ///   - further: a change that belongs to it, committed together with it.
    package func commitAnnouncement(
        of reference: DPANReference, for held: CardStatements.Held, at place: WalletPlace, with further: Query<Void>,
        at now: Date, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) {
        let card = held.card
        let existing = try tx.run(TokenizationStatements.of([card.id], of: card.customer))
        let application = TokenizationApplication(
            wallet: place.wallet, device: place.device, profile: place.profile, apple: .none)
        let (place, beginning) = try IssuingFailure.refusing { () throws(Refusal) in
            try application.place(
                in: place.wallet, for: card, besides: existing.map(\.tokenization), isBegunInWallet: true, at: now)
        }
        let record = TokenizationStatements.begin(
            beginning, as: entropy.id(), at: place, of: card, with: reference, now: now)
        try commit(record, .tokenization, of: held, in: tx, with: further)
        if !beginning.isAgain { tell(.tokenization(place.wallet, card.scheme, .initiated), about: .init(card)) }
    }
}
