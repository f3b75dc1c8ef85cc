import Foundation
import Payments
import Postgres
import Validation

/// A merchant with the credentials and keys that its clients and its customers' phones need at each gateway.
public struct EquippedMerchant: Sendable {
    public struct AtGateway: Sendable {
        public let gateway: GatewayService
        /// Nil unless they were just made, because secrets are not kept.
        public let credentials: [GatewayCredential]?
        /// Of each wallet that the gateway takes, the key to which new payments are sealed.
        public let keys: [MerchantPublicKey]
    }

    public let merchant: Merchant
    public let gateways: [AtGateway]
}

/// A merchant with its equipment, which is not stored yet.
public struct PreparedMerchant: Sendable {
    public let equipped: EquippedMerchant
    /// They store all of it. A key is added only if its owner has no active one.
    package let writes: [Query<Void>]
}

extension MerchantsServer {
    /// Draws a merchant's credentials at each gateway, and the keys that it lacks. Keys that it has are kept.
    ///
    /// - Parameters:
    ///   - isExample: whether it gets the credentials of examples, which never change; others are drawn.
    ///   - now: when it begins at the gateways.
    public func prepare(
        _ merchant: Merchant, asExample isExample: Bool = false, at now: Date
    ) async throws -> PreparedMerchant {
        var equipped: [EquippedMerchant.AtGateway] = []
        var writes = [Payments.adding(merchant)]
        for gateway in gateways {
            var found: [MerchantPublicKey] = []
            for accepted in gateway.wallets {
                let (key, write) = try await keys.firstKey(
                    for: gateway.owner(merchant.id, accepted), kind: accepted.keyKind,
                    walletID: accepted.walletID(merchant.id))
                found.append(key)
                writes.append(write)
            }
            let enrolment = try gateway.enrol(merchant.id, isExample ? gateway.definition.example : nil, now)
            writes += enrolment.writes
            equipped.append(.init(gateway: gateway, credentials: enrolment.credentials, keys: found))
        }
        return PreparedMerchant(
            equipped: EquippedMerchant(merchant: merchant, gateways: equipped), writes: writes)
    }

    /// Changes the settings that a merchant has agreed with a gateway: all of them or none.
    ///
    /// - Parameter settings: a JSON object; settings that it leaves out stay.
    /// - Returns: the errors in the settings.
    package func set(
        _ settings: [UInt8], of merchant: Merchant, at gateway: GatewayService
    ) async throws -> [FieldError] {
        let read = try await gateway.settings.read(settings, of: merchant.id)
        guard read.errors.isEmpty else { return read.errors }
        try await payments.database.transaction { tx throws(PaymentFailure) in
            for write in read.value { _ = try tx.run(write) }
            _ = try tx.commit()
        }
        return []
    }

    /// Stores a merchant with its equipment, or replaces its data: all of it or nothing.
    public func add(_ prepared: PreparedMerchant) async throws(PaymentFailure) {
        try await payments.database.transaction { tx throws(PaymentFailure) in
            for write in prepared.writes { _ = try tx.run(write) }
            _ = try tx.commit()
        }
    }

    /// A merchant's keys at each gateway, without secrets.
    public func equipment(of merchant: Merchant) async throws -> EquippedMerchant {
        var equipped: [EquippedMerchant.AtGateway] = []
        for gateway in gateways {
            var found: [MerchantPublicKey] = []
            for accepted in gateway.wallets {
                if let key = try await keys.publicKey(for: gateway.owner(merchant.id, accepted)) { found.append(key) }
            }
            equipped.append(.init(gateway: gateway, credentials: nil, keys: found))
        }
        return EquippedMerchant(merchant: merchant, gateways: equipped)
    }
}

extension GatewayService {
    fileprivate func owner(_ merchant: MerchantID, _ accepted: AcceptedWallet) -> KeyOwner {
        KeyOwner(merchant: merchant, gateway: gateway, wallet: accepted.wallet)
    }
}
