import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Provisioning

/// Both halves, for a sandbox that holds them as a Mastercard of its own making.
public struct SimulatedMastercardKeys: Sendable {
    public let issuer: MastercardIssuerKeys
    public let network: MastercardNetworkKeys
    public let signingKeyPKCS8: Secret
    public let cardDataPublicKeySPKI: [UInt8]

    /// - Returns: nil where a key is none; what ``generate()`` made always is one.
    public init?(cardDataPrivateKeyPKCS8: Secret, signingKeyPKCS8: Secret) {
        guard let cardData = cardDataPrivateKeyPKCS8.rsaDecryptionKey,
            let signing = signingKeyPKCS8.withBytes({ try? _RSA.Signing.PrivateKey(derRepresentation: Array($0)) })
        else { return nil }
        let publicKey = Array(cardData.publicKey.derRepresentation)
        guard
            let network = MastercardNetworkKeys(
                simulatedPrivateKeyPKCS8: cardDataPrivateKeyPKCS8,
                activationPublicKeySPKI: Array(signing.publicKey.derRepresentation)),
            let issuer = MastercardIssuerKeys(
                cardDataPublicKeySPKI: publicKey, publicKeyFingerprint: network.publicKeyFingerprint,
                signingKeyPKCS8: signingKeyPKCS8)
        else { return nil }
        (self.issuer, self.network) = (issuer, network)
        self.signingKeyPKCS8 = signingKeyPKCS8
        cardDataPublicKeySPKI = publicKey
    }

    /// Two new RSA keys of 2048 bits. BoringSSL finds the primes with randomness of its own, so they are kept, not made
    /// again from a seed; it takes some tenths of a second.
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

extension MastercardNetworkKeys {
    /// A simulated Mastercard's, whose name for its key is the SHA-256 of the public half's SubjectPublicKeyInfo.
    public init?(simulatedPrivateKeyPKCS8: Secret, activationPublicKeySPKI: [UInt8]) {
        guard let publicKey = simulatedPrivateKeyPKCS8.rsaDecryptionKey?.publicKey else { return nil }
        self.init(
            cardDataPrivateKeyPKCS8: simulatedPrivateKeyPKCS8,
            publicKeyFingerprint: EncodedBytes.hexadecimal(SHA256.hash(data: publicKey.derRepresentation)),
            activationPublicKeySPKI: activationPublicKeySPKI)
    }
}
