import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// A card sealed for Mastercard's token service, which the wallet forwards unread. It is the Base64 of a JSON with
/// `cardInfo`, which is encrypted, and the activation value, which the issuer signed.
///
/// `cardInfo` is Mastercard's field-level encryption: AES-128-CBC under a new key for every card, and RSA-OAEP with
/// SHA-256 for that key. CBC does not detect changes. The signature protects the number and the expiry, and nothing
/// opens here without a valid one. BoringSSL draws the OAEP seed itself, so this is the only message that differs when
/// the entropy repeats. Source: developer.mastercard.com, MDES Pre-digitization.
public struct MastercardPaymentCard: Sendable {
    public let data: MastercardCardData
    public let activation: MastercardActivationValue

    private struct Envelope: Codable {
        let cardInfo: CardInfo
        let tokenizationAuthenticationValue: String
    }

    struct CardInfo: Codable {
        let encryptedData: String
        let encryptedKey: String
        let iv: String
        let oaepHashingAlgorithm: String
        let publicKeyFingerprint: String
    }

    public static func seal(
        _ card: WalletCard, with keys: MastercardIssuerKeys, at now: Date, using entropy: Entropy
    ) throws(VaultFailure) -> String {
        let activation = try MastercardActivationValue(of: card, signedBy: keys.signingKey, at: now)
        let plaintext = plaintextJSON(MastercardCardData(of: card, validUntil: activation.dataValidUntilTimestamp))
        let envelope = Envelope(
            cardInfo: try encrypt(plaintext, with: keys, using: entropy.bound(to: plaintext)),
            tokenizationAuthenticationValue: EncodedBytes.base64(activation.json))
        return plaintextJSON(envelope).withBytes { EncodedBytes.base64($0) }
    }

    private static func encrypt(
        _ plaintext: Secret, with keys: MastercardIssuerKeys, using entropy: Entropy
    ) throws(VaultFailure) -> CardInfo {
        let (contentKey, vector) = (Secret(entropy.bytes(16)), entropy.bytes(16))
        do {
            let encrypted = try plaintext.withBytes { bytes in
                try AES._CBC.encrypt(Data(bytes), using: contentKey.key, iv: AES._CBC.IV(ivBytes: vector))
            }
            let wrapped = try contentKey.withBytes { key in
                try _RSA.Encryption.PublicKey(derRepresentation: keys.cardDataPublicKey)
                    .encrypt(Data(key), padding: .PKCS1_OAEP_SHA256)
            }
            return CardInfo(
                encryptedData: EncodedBytes.hexadecimal(encrypted), encryptedKey: EncodedBytes.hexadecimal(wrapped),
                iv: EncodedBytes.hexadecimal(vector), oaepHashingAlgorithm: "SHA256",
                publicKeyFingerprint: keys.publicKeyFingerprint)
        } catch {
            throw .cipherUnavailable("RSA-OAEP")
        }
    }

    /// Mastercard's side: opens a card. The caller must still check that the activation value has not expired.
    public init(opening text: String, with keys: MastercardNetworkKeys) throws(SealedFailure) {
        guard text.utf8.count <= CompactJWE.limitBytes, let json = EncodedBytes.base64(text),
            let envelope = Secret(json).decoded(as: Envelope.self),
            let activation = EncodedBytes.base64(envelope.tokenizationAuthenticationValue)
        else {
            throw .malformed(
                "opaquePaymentCard is not the Base64 of a JSON with cardInfo and tokenizationAuthenticationValue.")
        }
        let info = envelope.cardInfo
        guard info.oaepHashingAlgorithm == "SHA256" else {
            throw .notForUs("cardInfo is not under RSA-OAEP with SHA256.")
        }
        guard info.publicKeyFingerprint == keys.publicKeyFingerprint else {
            throw .notForUs("cardInfo is sealed to another key than \(keys.publicKeyFingerprint).")
        }
        let value = try MastercardActivationValue(json: activation)
        guard let plaintext = Self.decrypt(info, with: keys.cardDataPrivateKeyPKCS8),
            let data = plaintext.decoded(as: MastercardCardData.self), let pan = PAN(data.accountNumber),
            value.isSigned(for: pan, expiry: data.expiryMonth + data.expiryYear, under: keys)
        else { throw .doesNotOpen }
        self.data = data
        self.activation = value
    }

    static func decrypt(_ info: CardInfo, with privateKey: Secret) -> Secret? {
        guard let encrypted = EncodedBytes.hexadecimal(info.encryptedData),
            let wrapped = EncodedBytes.hexadecimal(info.encryptedKey), let vector = EncodedBytes.hexadecimal(info.iv),
            let contentKey = try? privateKey.rsaDecryptionKey?.decrypt(wrapped, padding: .PKCS1_OAEP_SHA256),
            contentKey.count == 16, let vector = try? AES._CBC.IV(ivBytes: vector),
            var plaintext = try? AES._CBC.decrypt(encrypted, using: SymmetricKey(data: contentKey), iv: vector)
        else { return nil }
        defer { plaintext.resetBytes(in: plaintext.indices) }
        return Secret(Array(plaintext))
    }
}

/// The contents of `cardInfo`.
public struct MastercardCardData: Codable, Equatable, Sendable {
    public let accountNumber: String
    /// Two digits, like the year.
    public let expiryMonth: String
    public let expiryYear: String
    public let source: String
    public let cardholderName: String
    public let dataValidUntilTimestamp: String

    init(of card: WalletCard, validUntil: String) {
        accountNumber = card.pan.reveal { $0 }
        (expiryMonth, expiryYear) = (card.month, card.year)
        source = "CARD_ADDED_VIA_APPLICATION"
        cardholderName = card.cardholderName
        dataValidUntilTimestamp = validUntil
    }
}

extension MastercardCardData: Redacted {}
