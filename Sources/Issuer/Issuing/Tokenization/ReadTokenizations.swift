import Cards
import Postgres

extension Issuing {
    /// The tokenizations of one customer's cards that are not deleted, newest first. A card without any has no entry.
    public func tokenizations(of cards: [Card]) async throws(IssuingFailure) -> [CardID: [Tokenization]] {
        guard let customer = cards.first?.customer else { return [:] }
        let rows = try await reading(TokenizationStatements.of(cards.map(\.id), of: customer))
        return Dictionary(grouping: rows, by: \.card).mapValues { $0.map(\.tokenization) }
    }
}
