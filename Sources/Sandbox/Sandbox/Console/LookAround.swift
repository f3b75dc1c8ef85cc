import Cards
import Foundation
import Identifiers
import Issuing
import Postgres

/// A customer in the list of all.
public struct ListedCustomer: Sendable {
    public let id: CustomerID
    public let brand: String
    public let firstName: String
    public let lastName: String
    public let email: String?
    public let mobile: String
    public let country: String
    public let cardCount: Int
}

/// Whose a card is.
public struct LocatedCard: Sendable {
    public let id: CardID
    public let customer: CustomerID
    public let brand: String
    public let lastFour: String
    public let status: CardStatus
    public let scheme: Program.Scheme
    public let ownerName: String
}

/// A card that was found by its last digits, or by those of a token.
public struct FoundCard: Sendable {
    public let card: LocatedCard
    /// The last digits of the token, if it was found by them.
    public let tokenLastFour: String?
    /// The phone that the token is on; nil if it was erased.
    public let phone: PhoneID?
}

/// A change of a card's status.
public struct CardStatusChange: Sendable {
    /// Counted from 1, when the card was issued.
    public let number: Int
    /// Nil for the first.
    public let from: CardStatus?
    public let to: CardStatus
    public let actor: TransitionMatrix.Actor
    public let occasion: TransitionMatrix.Occasion
    public let reason: String?
    public let at: Date
}

/// A phone in the list of all.
public struct ListedPhone: Sendable {
    public let phone: SandboxPhone
    public let ownerName: String
    /// The tokens in its wallet that are not deleted.
    public let tokenCount: Int
}

/// Everything in a sandbox, of all brands and customers. Lists are newest first and at most a thousand records long; a
/// search reaches all.
extension Sandbox {
    /// - Parameter search: an id of a customer or a card, the beginning of a first or last name, or the last four
    ///   digits of a card; nil for all customers.
    public func customers(
        matching search: String? = nil, of brand: String? = nil, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (customers: [ListedCustomer], total: Int) {
        let page: [SQLValue] = [.bigint(Int64(limit)), .bigint(Int64(offset))]
        let rows: [(total: Int, customer: ListedCustomer?)]
        if let search {
            let customer = CustomerID(search).map(\.rawValue)
            let values = page + [.text(brand), .text(search), .bigint(customer), .id(CardID(search))]
            rows = try await reading(Query(statement: LookStatements.customersMatching, values: values))
        } else if let brand {
            rows = try await reading(Query(statement: LookStatements.customersOfBrand, values: page + [.text(brand)]))
        } else {
            rows = try await reading(Query(statement: LookStatements.customers, values: page))
        }
        return (rows.compactMap(\.customer), rows.first?.total ?? 0)
    }

    public func locatedCard(_ id: CardID) async throws(IssuingFailure) -> LocatedCard {
        guard let card = try await reading(LookStatements.card(.id(id))).first else { throw .refused(.card(.notFound)) }
        return card
    }

    /// The cards whose number ends in these four digits, and those with a token whose number does, newest first; at
    /// most twenty of either.
    public func cards(endingIn lastFour: String) async throws(IssuingFailure) -> [FoundCard] {
        try await reading(LookStatements.cardsEndingIn(.text(lastFour)))
    }

    /// The changes of a card's status, page by page, newest first.
    public func history(
        of card: CardID, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (changes: [CardStatusChange], total: Int) {
        let rows = try await reading(
            LookStatements.history(.id(card), .bigint(Int64(limit)), .bigint(Int64(offset))))
        guard let total = rows.first?.total else { throw .refused(.card(.notFound)) }
        return (rows.compactMap(\.change), total)
    }

    /// - Parameter customer: nil for the phones of all customers.
    public func phones(
        of customer: CustomerID? = nil, limit: Int, offset: Int
    ) async throws(IssuingFailure) -> (phones: [ListedPhone], total: Int) {
        let (limit, offset) = (SQLValue.bigint(Int64(limit)), SQLValue.bigint(Int64(offset)))
        let query =
            if let customer { LookStatements.phonesOfCustomer(limit, offset, .id(customer)) } else {
                LookStatements.phones(limit, offset)
            }
        let rows = try await reading(query)
        return (rows.compactMap(\.phone), rows.first?.total ?? 0)
    }
}
