import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres

/// The data that the cardholder reads on the plastic, and the times when it was sent and delivered.
public struct Plastic: Sendable {
    public let card: Card
    public let pan: PAN
    public let cvv: CVV
    public let cardholderName: String
    public let dispatchedAt: Date?
    public let deliveredAt: Date?
}

extension Sandbox {
    /// Opens a card's number and computes its CVV. Only the sandbox may do this.
    public func plastic(of id: CardID) async throws(IssuingFailure) -> Plastic {
        guard let row = try await reading(SandboxStatements.plastic(.id(id))).first else {
            throw .refused(.card(.notFound))
        }
        let card = row.held.card
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            let pan = try vault.open(row.held.pan, customer: card.customer.rawValue, card: id.rawValue)
            return Plastic(
                card: card, pan: pan,
                cvv: try vault.cvv2(
                    of: pan, keyVersion: row.held.cvvKeyVersion, expiryMonth: card.expiry.month,
                    expiryYear: card.expiry.year),
                cardholderName: row.customer.cardholderName, dispatchedAt: row.dispatchedAt,
                deliveredAt: row.deliveredAt)
        }
    }
}
