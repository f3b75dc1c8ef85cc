import Cards
import CardSecrets
import Foundation
import Identifiers
import Postgres

/// The requested details of a card, which only the cardholder may see. Other details were not opened.
public struct CardDetails: Sendable {
    public let pan: PAN?
    public let cvv: CVV?
    public let expiry: Expiry?
    public let cardholderName: String?
    public let pin: PIN?
}

extension Issuing {
    /// Shows a card's details to its cardholder while the card's status allows it, once the customer has authenticated.
    ///
    /// - Parameter repeatableSeconds: how long the used event lets the same request through again.
    public func showDetails(
        _ content: SecureView.Content, of id: CardID, evidence: AuthenticationEvidence,
        repeatableSeconds: TimeInterval? = nil
    ) async throws(IssuingFailure) -> CardDetails {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence, repeatableSeconds: repeatableSeconds)
            let (policies, events, devices, people, cards) = try tx.run(
                gate.policy, gate.event, gate.device, CustomerStatements.find(.id(customer)),
                CardStatements.holdPIN(.id(customer), .id(id)))
            guard let person = people.first, let held = cards.first else { throw .refused(.card(.notFound)) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            let details = try details(content, of: held, of: person)
            _ = try tx.commit(
                passage.use, recording(.cardDataShown, about: id, of: customer, detail: content.rawValue))
            tell(passage)
            return details
        }
    }

    /// Opens exactly the requested details, or refuses if the card's status does not allow them.
    func details(
        _ content: SecureView.Content, of held: CardStatements.HeldPIN, of person: Customer
    ) throws(IssuingFailure) -> CardDetails {
        try IssuingFailure.refusing { () throws(Refusal) in try content.check(held.card) }
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            let pan = try vault.open(held.pan, customer: person.id.rawValue, card: held.card.id.rawValue)
            let expiry = held.card.expiry
            var pin: PIN?
            if content.includes(.pin), let block = held.pin { pin = try vault.open(block, of: pan) }
            return CardDetails(
                pan: content.includes(.pan) ? pan : nil,
                cvv: content.includes(.cvv)
                    ? try vault.cvv2(
                        of: pan, keyVersion: held.cvvKeyVersion, expiryMonth: expiry.month, expiryYear: expiry.year)
                    : nil,
                expiry: content.includes(.expiry) ? expiry : nil,
                cardholderName: content.includes(.cardholderName) ? person.cardholderName : nil,
                pin: pin)
        }
    }
}
