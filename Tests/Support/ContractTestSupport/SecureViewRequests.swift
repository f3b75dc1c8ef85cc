import CardAPI
import CardClient
import HTTPContract

extension LiveService {
    /// Ivana's token with the scope for card secrets.
    package func dataToken() async throws -> String { try await token(of: .ivana, scope: Audience.cardDataScope) }

    package func askForView(
        of card: CardBody, _ body: String, token: String? = nil, headers: [(name: String, value: String)] = []
    ) async throws -> RawAnswer {
        let own = try await dataToken()
        return try await ask(
            "POST", "\(cardsPath)/\(card.cardId)/secure-details", token: token ?? own, body, headers: headers)
    }
}
