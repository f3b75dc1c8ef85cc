import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import PaymentTokens

/// The side of Samsung Pay that makes payment tokens. It signs nothing: anyone with a merchant's public key can make
/// such a token.
public enum SimulatedSamsungPay {
    /// - Parameter publicKeySPKI: the merchant's RSA key in DER.
    /// - Returns: the JWE for `3DS.data`; nil if the key is not valid.
    public static func token(
        paying data: SamsungPaymentData, to publicKeySPKI: [UInt8], using entropy: Entropy
    ) -> String? {
        let plaintext = plaintextJSON(data)
        let entropy = entropy.bound(to: plaintext)
        let contentKey = Secret(entropy.bytes(SamsungPaymentToken.contentKeyLength))
        let header = plaintextJSON(
            SamsungPaymentToken.Header(
                alg: "RSA1_5", enc: "A128GCM", kid: EncodedBytes.base64(SHA256.hash(data: publicKeySPKI)),
                typ: "JOSE", channelSecurityContext: "RSA_PKI"))
        guard let publicKey = try? _RSA.Encryption.PublicKey(derRepresentation: publicKeySPKI),
            let wrapped = try? contentKey.withBytes({ key in
                try publicKey.encrypt(Data(key), padding: ._WEAK_AND_INSECURE_PKCS_V1_5)
            }),
            let message = try? CompactJWE(
                plaintext, under: contentKey.key, protected: header.withBytes { Base64url.encode($0) },
                encryptedKey: Array(wrapped), nonce: entropy.bytes(12), authenticatingHeader: false)
        else { return nil }
        return message.text
    }

    /// The wallet's answer to an app: the JWE, and the details of the card that the app may show.
    struct Envelope: Encodable {
        struct Content: Encodable {
            let type = "S"
            let version = "100"
            let data: String
        }

        let method = "3DS"
        let content: Content
        let cardBrand: String
        let cardLastDigits: String

        enum CodingKeys: String, CodingKey {
            case method
            case content = "3DS"
            case cardBrand = "card_brand"
            case cardLastDigits = "card_last4digits"
        }
    }
}
