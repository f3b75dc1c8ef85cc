import CardSecrets
import Crypto
import CryptoExtras
import Foundation

/// The issuer's half of the keys that it shares with Mastercard. They seal card data to Mastercard and sign as the
/// issuer.
public struct MastercardIssuerKeys: Sendable {
    /// The SubjectPublicKeyInfo of the key that card data is sealed to.
    let cardDataPublicKey: [UInt8]
    /// Mastercard's name for that key: 40 or 64 hexadecimal digits that Mastercard assigns. Do not compute it as a hash
    /// of the key.
    public let publicKeyFingerprint: String
    let signingKey: _RSA.Signing.PrivateKey

    /// The key with which Mastercard verifies what the issuer signed: a SubjectPublicKeyInfo, DER.
    public var activationPublicKeySPKI: [UInt8] { Array(signingKey.publicKey.derRepresentation) }

    /// - Parameters:
    ///   - cardDataPublicKeySPKI: RSA, at least 2048 bits, DER.
    ///   - signingKeyPKCS8: RSA, at least 2048 bits, DER; signs the tokenization authentication value.
    /// - Returns: nil if one of the two is not such a key.
    public init?(cardDataPublicKeySPKI: [UInt8], publicKeyFingerprint: String, signingKeyPKCS8: Secret) {
        guard (try? _RSA.Encryption.PublicKey(derRepresentation: cardDataPublicKeySPKI)) != nil,
            let signingKey = signingKeyPKCS8.withBytes({
                try? _RSA.Signing.PrivateKey(derRepresentation: Array($0))
            })
        else { return nil }
        cardDataPublicKey = cardDataPublicKeySPKI
        self.publicKeyFingerprint = publicKeyFingerprint
        self.signingKey = signingKey
    }
}

/// Mastercard's half of the keys. They open what an issuer sealed and verify what it signed.
public struct MastercardNetworkKeys: Sendable {
    /// PKCS #8, DER.
    public let cardDataPrivateKeyPKCS8: Secret
    public let publicKeyFingerprint: String
    /// A SubjectPublicKeyInfo, DER.
    public let activationPublicKeySPKI: [UInt8]

    /// For a caller that has read both keys already. Reading a private RSA key checks it, which takes longer than using
    /// it.
    package init(readCardDataPrivateKeyPKCS8: Secret, publicKeyFingerprint: String, readActivationKeySPKI: [UInt8]) {
        cardDataPrivateKeyPKCS8 = readCardDataPrivateKeyPKCS8
        self.publicKeyFingerprint = publicKeyFingerprint
        activationPublicKeySPKI = readActivationKeySPKI
    }

    /// - Returns: nil if one of the two is not an RSA key of at least 2048 bits.
    public init?(cardDataPrivateKeyPKCS8: Secret, publicKeyFingerprint: String, activationPublicKeySPKI: [UInt8]) {
        guard cardDataPrivateKeyPKCS8.rsaDecryptionKey != nil,
            (try? _RSA.Signing.PublicKey(derRepresentation: activationPublicKeySPKI)) != nil
        else { return nil }
        self.init(
            readCardDataPrivateKeyPKCS8: cardDataPrivateKeyPKCS8, publicKeyFingerprint: publicKeyFingerprint,
            readActivationKeySPKI: activationPublicKeySPKI)
    }
}
