import Cards
import Issuing
import Postgres

/// A card, whose it is, and everything that could be asked of it.
public struct CardPossibilities: Sendable {
    public let card: Card
    public let customer: Customer
    public let list: [Possibility]
    /// What the customer has to show first that it is them for.
    public let protected: [ProtectedOperation]
}

extension Sandbox {
    /// What could be asked of a card now, and what stands against the rest.
    public func possibilities(of id: CardID) async throws(IssuingFailure) -> CardPossibilities {
        guard let row = try await reading(SandboxStatements.plastic(.id(id))).first else {
            throw .refused(.card(.notFound))
        }
        let card = row.held.card
        let tokenizations = try await issuing.tokenizations(of: [card])[card.id] ?? []
        let policy = try await reading(AuthenticationStatements.policyOfCustomer(.id(card.customer))).first
        return CardPossibilities(
            card: card, customer: row.customer,
            list: Possibility.all(
                of: card, of: row.customer, tokenizations: tokenizations,
                isConnected: issuing.networks?.keys[card.scheme] != nil, at: clock.now()),
            protected: (policy ?? .standard).protectedOperations)
    }
}
