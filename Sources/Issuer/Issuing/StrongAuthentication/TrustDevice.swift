import Cards
import CardSecrets
import Foundation
import Postgres

extension Issuing {
    /// The devices that a customer trusts, newest first; never more than ``TrustedDevice/allowed``.
    public func trustedDevices(of customer: CustomerID) async throws(IssuingFailure) -> [TrustedDevice] {
        try await reading(AuthenticationMeansStatements.devices(.id(customer)))
    }

    /// Stores a device's key for the customer, once the customer has authenticated.
    public func trustDevice(
        named name: String, key: DevicePublicKey, evidence: AuthenticationEvidence,
        request: IdempotentRequest<TrustedDevice>
    ) async throws(IssuingFailure) -> Answered<TrustedDevice> {
        let customer = evidence.customer
        return try await database.transaction { tx throws(IssuingFailure) in
            let now = clock.now()
            let gate = gate(evidence)
            // The customer is locked; otherwise two simultaneous requests could both see room for one more device.
            let (claimed, found, customers, policies, events, devices) = try tx.run(
                request.claim(customer), request.find(customer, at: now),
                CustomerStatements.hold(.id(customer)), gate.policy, gate.event,
                AuthenticationMeansStatements.devices(.id(customer)))
            if let earlier = try request.earlierAnswer(claimed: claimed, found: found) { return .before(earlier) }
            guard !customers.isEmpty else { throw .refused(.customer(.notFound)) }
            guard devices.count < TrustedDevice.allowed else { throw .refused(.device(.limitExceeded)) }
            let passage = try gate.pass((policies, events, []), in: tx)
            let device = TrustedDevice(id: entropy.id(), name: name, createdAt: now, lastUsedAt: nil)
            let answer = request.answer(device)
            _ = try tx.commit(
                AuthenticationMeansStatements.addDevice(
                    .id(customer), .id(device.id), .text(name), .bytes(key.x963), .timestamp(now)),
                passage.use, request.keep(answer, for: customer, at: now),
                recording(.deviceTrusted, about: device.id, of: customer))
            tell(passage)
            return .now(device, answer)
        }
    }

    /// Removes a trusted device, once the customer has authenticated; otherwise a thief could lock the customer out.
    public func distrustDevice(_ id: TrustedDeviceID?, evidence: AuthenticationEvidence) async throws(IssuingFailure) {
        let customer = SQLValue.id(evidence.customer)
        try await database.transaction { tx throws(IssuingFailure) in
            let gate = gate(evidence)
            let (policies, events, devices) = try tx.run(
                gate.policy, gate.event, AuthenticationMeansStatements.holdDevice(customer, .id(id)))
            guard !devices.isEmpty else { throw .refused(.device(.notFound)) }
            let passage = try gate.pass((policies, events, []), in: tx)
            _ = try tx.commit(
                AuthenticationMeansStatements.removeDevice(customer, .id(id)), passage.use,
                recording(.deviceRemoved, about: id, of: evidence.customer))
            tell(passage)
        }
    }
}
