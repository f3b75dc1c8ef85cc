import Cards
import CardSecrets
import Issuing
import Postgres

/// A token in a wallet, and the phone that pays with it.
public struct TokenOnPhone: Equatable, Sendable {
    public let phone: SandboxPhone
    public let token: PhoneToken
}

extension Sandbox {
    /// The tokens of a card on all phones, newest first, without deleted ones.
    public func tokens(of card: CardID) async throws(IssuingFailure) -> [TokenOnPhone] {
        guard let customer = try await reading(PhoneTokenStatements.customerOfCard(.id(card))).first else {
            throw .refused(.card(.notFound))
        }
        return try await reading(PhoneTokenStatements.withPhones(.id(customer), .id(card)))
    }
}
