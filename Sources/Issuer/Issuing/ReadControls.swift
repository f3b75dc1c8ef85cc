import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

extension Issuing {
    /// The card's own controls, without those of its program. The card may have any status.
    public func controls(of id: CardID, of customer: CustomerID) async throws(IssuingFailure) -> CardControls {
        let (cards, controls) = try await database.transaction { tx throws(IssuingFailure) in
            try tx.commit(
                CardStatements.find(.id(customer), .id(id)),
                ControlStatements.controls(ofCard: id, of: AccountHolder(customer)))
        }
        guard !cards.isEmpty else { throw .refused(.card(.notFound)) }
        return controls.first ?? .none
    }

    public func controls(of id: CardID, of customer: NamedCustomer) async throws(IssuingFailure) -> CardControls {
        let (people, cards, controls) = try await database.transaction { tx throws(IssuingFailure) in
            try tx.commit(
                customer.lookup, CardStatements.find(.id(customer.unproven), .id(id)),
                ControlStatements.controls(ofCard: id, of: AccountHolder(customer.unproven)))
        }
        _ = try customer.proven(by: people)
        guard !cards.isEmpty else { throw .refused(.card(.notFound)) }
        return controls.first ?? .none
    }
}
