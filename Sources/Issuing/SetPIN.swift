import Cards
import Postgres
import WalletCrypto

extension Issuing {
    /// Which of the two calls that set a PIN was made; each is for the customers of one region.
    public enum PINCall: Sendable {
        /// `PATCH …/cards/{cardId}`: everyone but customers in the US.
        case update
        /// `PUT …/cards/{cardId}/pin`: customers in the US.
        case separate
    }

    /// Sets a card's PIN or changes it, once the customer has shown that it is them; either way the tries start anew.
    public func setPIN(
        _ pin: PIN, of id: CardID, by call: PINCall, evidence: AuthenticationEvidence
    ) async throws(IssuingFailure) -> Card {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices, customers, found) = try tx.run(
                gate.policy, gate.event, gate.device, CustomerStatements.find(.bigint(customer.rawValue)),
                CardStatements.hold(.bigint(customer.rawValue), .uuid(id.rawValue)))
            guard let person = customers.first, let held = found.first else { throw .refused(.cardNotFound) }
            let use = try gate.pass((policies, events, devices), in: tx)
            switch (call, person.isInUnitedStates) {
            case (.update, true): throw .refused(.pinIsSetBySeparateCall)
            case (.separate, false): throw .refused(.pinIsSetByUpdate)
            default: break
            }
            guard PINRule.allowsSetting(on: held.card) else {
                throw .refused(.pinNotAllowed(status: held.card.standing.status, isPINSet: held.card.isPINSet))
            }
            let sealed = try IssuingFailure.guarding { () throws(VaultFailure) in
                let pan = try vault.open(held.pan, customer: customer.rawValue, card: id.rawValue)
                return try vault.seal(pin, of: pan)
            }
            let (changed, _) = try tx.commit(
                CardStatements.setPIN(
                    .bigint(customer.rawValue), .uuid(id.rawValue), .bytes(sealed.block),
                    .integer(Int32(sealed.keyVersion))),
                use)
            guard let card = changed.first else { throw .refused(.cardNotFound) }
            return card
        }
    }
}
