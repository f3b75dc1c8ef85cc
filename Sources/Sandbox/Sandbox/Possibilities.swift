import Cards
import Issuing
import Postgres

/// A card, its customer, and every action on it.
public struct CardPossibilities: Sendable {
    public let card: Card
    public let customer: Customer
    public let list: [Possibility]
    /// The actions that require strong customer authentication.
    public let protected: [ProtectedOperation]
}

extension Sandbox {
    /// The actions on a card: those that are possible now, and the obstacles to the others.
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
