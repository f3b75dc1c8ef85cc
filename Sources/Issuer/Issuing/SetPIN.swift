import Cards
import CardSecrets
import Identifiers
import Postgres

extension Issuing {
    /// Sets or changes a card's PIN, once the customer has authenticated. Either way, the wrong PINs are cleared. The
    /// call of the other region is refused before the authentication, which would not help.
    public func setPIN(
        _ pin: PIN, of id: CardID, by call: PINRule.Call, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Card {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence, equivalent: .setPIN)
            let (policies, events, devices, customers, found) = try tx.run(
                gate.policy, gate.event, gate.device, CustomerStatements.find(.id(customer)),
                CardStatements.hold(.id(customer), .id(id)))
            guard let person = customers.first, let held = found.first else { throw .refused(.card(.notFound)) }
            if person.refusesWeakPINs, pin.reveal({ PINRule.isWeak($0) }) {
                throw .refused(.invalidFields([PINRule.weak]))
            }
            try IssuingFailure.refusing { () throws(Refusal) in try PINRule.check(call, of: person) }
            let passage = try gate.pass((policies, events, devices), in: tx)
            try IssuingFailure.refusing { () throws(Refusal) in try PINRule.check(held.card) }
            let sealed = try IssuingFailure.guarding { () throws(VaultFailure) in
                let pan = try vault.open(held.pan, customer: customer.rawValue, card: id.rawValue)
                return try vault.seal(pin, of: pan)
            }
            let (changed, _, _) = try tx.commit(
                CardStatements.setPIN(
                    .id(customer), .id(id), .bytes(sealed.block),
                    .integer(sealed.keyVersion)),
                passage.use, recording(.pinSet, about: id, of: customer))
            tell(passage)
            guard let card = changed.first else { throw .refused(.card(.notFound)) }
            return card
        }
    }
}
