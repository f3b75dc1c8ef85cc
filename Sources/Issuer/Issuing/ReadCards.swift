import Cards
import Postgres
import Validation

/// A filter and a page for a customer's cards.
public struct CardFilter: Sendable {
    /// Nil for any status.
    public let statuses: [CardStatus]?
    /// Nil for either type.
    public let cardType: Program.CardType?
    public let limit: Int
    /// Index of the first card, from 0.
    public let offset: Int

    public init(statuses: [CardStatus]?, cardType: Program.CardType?, limit: Int, offset: Int) {
        self.statuses = statuses
        self.cardType = cardType
        self.limit = limit
        self.offset = offset
    }
}

public struct CardPage: Sendable {
    public let cards: [Card]
    /// How many cards match, on all pages together.
    public let total: Int
}

extension Issuing {
    /// A customer's cards, newest first.
    public func cards(of customer: CustomerID, matching filter: CardFilter) async throws(IssuingFailure) -> CardPage {
        let rows = try await listing(CardStatements.page(of: customer, matching: filter))
        return CardPage(cards: rows.compactMap(\.card), total: rows.first?.total ?? 0)
    }

    public func cards(
        of customer: NamedCustomer, matching filter: CardFilter
    ) async throws(IssuingFailure) -> CardPage {
        let query = CardStatements.page(of: customer.unproven, matching: filter)
        let rows = try await reading(query, of: customer, isList: true)
        return CardPage(cards: rows.compactMap(\.card), total: rows.first?.total ?? 0)
    }

    /// One card. Another customer's card is not found, as if it did not exist.
    public func card(_ id: CardID, of customer: CustomerID) async throws(IssuingFailure) -> Card {
        let found = try await reading(CardStatements.find(.id(customer), .id(id)))
        guard let card = found.first else { throw .refused(.card(.notFound)) }
        return card
    }

    public func card(_ id: CardID, of customer: NamedCustomer) async throws(IssuingFailure) -> Card {
        let query = CardStatements.find(.id(customer.unproven), .id(id))
        guard let card = try await reading(query, of: customer).first else { throw .refused(.card(.notFound)) }
        return card
    }

    /// The programs that a customer is eligible for, with the number of cards that the customer may still have of each.
    public func programs(
        for customer: CustomerID, cardType: Program.CardType?
    ) async throws(IssuingFailure) -> [EligibleProgram] {
        async let people = reading(CustomerStatements.find(.id(customer)))
        async let programs = reading(ProgramStatements.offered(.id(customer)))
        do {
            let (found, offered) = try await (people, programs)
            guard let person = found.first else { throw IssuingFailure.refused(.customer(.notFound)) }
            return
                offered
                .compactMap { EligibleProgram($0.program, for: person, issuedCards: $0.issuedCards) }
                .filter { cardType == nil || $0.program.cardType == cardType }
        } catch let failure as IssuingFailure {
            throw failure
        } catch {
            preconditionFailure("Reading throws nothing else.")
        }
    }

    /// One program, if the customer may have cards of it.
    public func program(
        named name: String, for customer: CustomerID
    ) async throws(IssuingFailure) -> EligibleProgram {
        let found = try await programs(for: customer, cardType: nil).first { $0.program.name == name }
        guard let found else { throw .refused(.program(.notFound)) }
        return found
    }

    package func reading<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await translating(IssuingFailure.init) { () async throws(PostgresFailure) in
            try await database.read(query)
        }
    }

    /// Reads the page of a list, perhaps from a standby. Nothing may be decided by it.
    func listing<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await translating(IssuingFailure.init) { () async throws(PostgresFailure) in
            try await database.list(query)
        }
    }

    package func writing<Output>(_ query: Query<Output>) async throws(IssuingFailure) -> [Output] {
        try await translating(IssuingFailure.init) { () async throws(PostgresFailure) in
            try await database.write(query)
        }
    }
}
