import Payments

import struct Payments.Merchant

/// A merchant with what its clients and the phones of its customers need at each gateway.
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

extension MerchantsServer {
    /// Gives a merchant credentials at each gateway, and the keys that it lacks.
    ///
    /// - Parameter isExample: whether it gets the credentials of examples, which never change; others are drawn.
    @discardableResult
    public func equip(_ merchant: Merchant, asExample isExample: Bool = false) async throws -> EquippedMerchant {
        var equipped: [EquippedMerchant.AtGateway] = []
        for gateway in gateways {
            for accepted in gateway.wallets {
                let owner = KeyOwner(merchant: merchant.id, gateway: gateway.gateway, wallet: accepted.wallet)
                guard try await keys.publicKey(for: owner) == nil else { continue }
                _ = try await keys.makeKey(
                    for: owner, kind: accepted.keyKind, walletID: accepted.walletID(merchant.id))
            }
            let credentials = try await gateway.enrol(merchant.id, isExample ? gateway.definition.example : nil)
            equipped.append(try await self.equipment(of: merchant, at: gateway, credentials))
        }
        return EquippedMerchant(merchant: merchant, gateways: equipped)
    }

    /// What a merchant has, without secrets.
    public func equipment(of merchant: Merchant) async throws -> EquippedMerchant {
        var equipped: [EquippedMerchant.AtGateway] = []
        for gateway in gateways {
            equipped.append(try await equipment(of: merchant, at: gateway, nil))
        }
        return EquippedMerchant(merchant: merchant, gateways: equipped)
    }

    private func equipment(
        of merchant: Merchant, at gateway: GatewayService, _ credentials: [GatewayCredential]?
    ) async throws -> EquippedMerchant.AtGateway {
        var found: [MerchantPublicKey] = []
        for accepted in gateway.wallets {
            let owner = KeyOwner(merchant: merchant.id, gateway: gateway.gateway, wallet: accepted.wallet)
            if let key = try await keys.publicKey(for: owner) { found.append(key) }
        }
        return .init(gateway: gateway, credentials: credentials, keys: found)
    }
}
