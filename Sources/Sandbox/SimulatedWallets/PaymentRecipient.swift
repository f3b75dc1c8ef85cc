import CardSecrets

/// A merchant, or its gateway, as a wallet knows it: the key that opens the payment, and the name in it.
///
/// It is checked before the phone pays, so the counter does not go up for a merchant that no wallet seals to.
public enum PaymentRecipient: Sendable {
    case apple(SimulatedApplePay.Recipient)
    case google(publicKeySPKI: [UInt8], id: String, gatewayMerchantID: String?)
    case samsung(publicKeySPKI: [UInt8])

    /// The longest id of a merchant or a gateway, in bytes (decided).
    static let idLimitBytes = 255

    /// A merchant of Apple Pay: EC_v1 for a key on P-256, RSA_v1 for an RSA key.
    ///
    /// - Parameter id: such as `merchant.example.shop`. Nil if the certificate has it, or if the key is RSA, which
    ///   needs none.
    public static func applePay(_ key: MerchantKey, id: String?) throws(MerchantFailure) -> PaymentRecipient {
        let (wallet, example) = ("Apple Pay", "merchant.example.shop")
        if let id, let certified = key.certifiedID, id != certified { throw .idDiffers(certified: certified) }
        switch key.kind {
        case .rsa: return .apple(.rsa(publicKeySPKI: key.spki))
        case .p256:
            guard let id = id ?? key.certifiedID else { throw .idMissing(wallet: wallet, example: example) }
            guard 1...idLimitBytes ~= id.utf8.count else { throw .idMalformed(wallet: wallet, example: example) }
            return .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: id))
        }
    }

    /// A merchant of Google Pay, or a gateway that opens tokens for its merchants.
    ///
    /// - Parameters:
    ///   - id: `merchant:` with the merchant's id at Google, or `gateway:` with the gateway's name.
    ///   - gatewayMerchantID: the merchant's id at the gateway; nil without a gateway.
    public static func googlePay(
        _ key: MerchantKey, id: String?, gatewayMerchantID: String?
    ) throws(MerchantFailure) -> PaymentRecipient {
        let (wallet, example) = ("Google Pay", "merchant:12345678901234567890 or gateway:example")
        guard key.kind == .p256 else { throw .otherKind(key.kind, wallet: wallet, accepted: "P-256") }
        guard let id else { throw .idMissing(wallet: wallet, example: example) }
        guard let prefix = ["merchant:", "gateway:"].first(where: id.hasPrefix), id != prefix,
            id.utf8.count <= idLimitBytes, gatewayMerchantID.map({ 1...idLimitBytes ~= $0.utf8.count }) != false,
            gatewayMerchantID == nil || prefix == "gateway:"
        else { throw .idMalformed(wallet: wallet, example: example) }
        return .google(publicKeySPKI: key.spki, id: id, gatewayMerchantID: gatewayMerchantID)
    }

    /// A merchant of Samsung Pay, whose payments name no recipient.
    public static func samsungPay(_ key: MerchantKey) throws(MerchantFailure) -> PaymentRecipient {
        guard key.kind == .rsa else {
            throw .otherKind(key.kind, wallet: "Samsung Pay", accepted: "RSA with at least 2048 bits")
        }
        return .samsung(publicKeySPKI: key.spki)
    }
}
