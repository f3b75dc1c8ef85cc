import Cards
import Postgres

extension Issuing {
    /// Records that a network has issued a token that the cardholder asked the wallet for, by typing the card's number
    /// into it. No app has asked for this tokenization.
    ///
    /// The tokenization is INITIATED, with the token's reference. By that reference the app finds it, and reports that
    /// it is COMPLETED.
    public func announceToken(
        _ reference: DPANReference, of id: CardID, of customer: CustomerID, at place: WalletPlace
    ) async throws(IssuingFailure) -> Tokenization {
        try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let (cards, existing) = try tx.run(
                CardStatements.hold(.id(customer), .id(id)), TokenizationStatements.of([id], of: customer))
            guard let card = cards.first?.card else { throw .refused(.card(.notFound)) }
            let application = TokenizationApplication(
                wallet: place.wallet, device: place.device, profile: place.profile, apple: .none)
            let (place, anew) = try IssuingFailure.refusing { () throws(Refusal) in
                try application.place(in: place.wallet, for: card, besides: existing.map(\.tokenization), at: now)
            }
            let again = anew.flatMap { $0.place == place ? $0 : nil }
            let tokenization = again
                ?? Tokenization(id: anew?.id ?? entropy.id(), place: place, state: .initiated, initiatedAt: now)
            let begin =
                again.map { TokenizationStatements.initiateAgain($0, of: card, for: nil, at: now) }
                ?? TokenizationStatements.initiate(
                    tokenization.id, anew: anew, at: place, of: card, for: nil, at: now)
            let (_, announced) = try tx.commit(
                begin, TokenizationStatements.announce(tokenization, as: reference, of: card))
            if again == nil { tell(.tokenization(place.wallet, card.scheme, .initiated)) }
            return try IssuingFailure.requiring(announced.first, "the tokenization of a held card")
        }
    }
}
