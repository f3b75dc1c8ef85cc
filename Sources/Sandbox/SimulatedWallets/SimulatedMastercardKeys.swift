import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Provisioning

/// Both halves of the keys, for a sandbox that simulates Mastercard.
public struct SimulatedMastercardKeys: Sendable {
    public let issuer: MastercardIssuerKeys
    public let network: MastercardNetworkKeys
    public let signingKeyPKCS8: Secret
    public let cardDataPublicKeySPKI: [UInt8]

    /// Mastercard's name for its key is the SHA-256 of the public key's SubjectPublicKeyInfo.
    ///
    /// - Returns: nil if a key is not valid; keys from ``generate()`` always are.
    public init?(cardDataPrivateKeyPKCS8: Secret, signingKeyPKCS8: Secret) {
        guard let cardData = cardDataPrivateKeyPKCS8.rsaDecryptionKey else { return nil }
        let publicKey = Array(cardData.publicKey.derRepresentation)
        let fingerprint = EncodedBytes.hexadecimal(SHA256.hash(data: publicKey))
        guard let issuer = MastercardIssuerKeys(
            cardDataPublicKeySPKI: publicKey, publicKeyFingerprint: fingerprint, signingKeyPKCS8: signingKeyPKCS8)
        else { return nil }
        self.issuer = issuer
        network = MastercardNetworkKeys(
            readCardDataPrivateKeyPKCS8: cardDataPrivateKeyPKCS8, publicKeyFingerprint: fingerprint,
            readActivationKeySPKI: issuer.activationPublicKeySPKI)
        self.signingKeyPKCS8 = signingKeyPKCS8
        cardDataPublicKeySPKI = publicKey
    }

    /// Two new RSA keys of 2048 bits. BoringSSL finds the primes with its own randomness, so a seed cannot reproduce
    /// the keys and they must be stored. Generating them takes some tenths of a second.
    public static func generate() throws(VaultFailure) -> SimulatedMastercardKeys {
        guard let cardData = try? _RSA.Signing.PrivateKey(keySize: .bits2048),
            let signing = try? _RSA.Signing.PrivateKey(keySize: .bits2048),
            let keys = SimulatedMastercardKeys(
                cardDataPrivateKeyPKCS8: Secret(Array(cardData.pkcs8DERRepresentation)),
                signingKeyPKCS8: Secret(Array(signing.pkcs8DERRepresentation)))
        else { throw .cipherUnavailable("RSA") }
        return keys
    }
}
