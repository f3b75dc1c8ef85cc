import Crypto
import CryptoExtras
import Foundation

/// The issuer's half of what it shares with Mastercard: it can seal to the network and sign for itself.
public struct MastercardIssuerKeys: Sendable {
    /// A SubjectPublicKeyInfo, to which card data is sealed.
    let cardDataPublicKey: [UInt8]
    /// Mastercard's name for that key: 40 or 64 hexadecimal digits that it gives out, not a hash to be recomputed.
    public let publicKeyFingerprint: String
    let signingKey: _RSA.Signing.PrivateKey

    /// - Parameters:
    ///   - cardDataPublicKeySPKI: RSA, at least 2048 bits, DER.
    ///   - signingKeyPKCS8: RSA, at least 2048 bits, DER; signs the tokenization authentication value.
    /// - Returns: nil where one of the two is no such key.
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

/// Mastercard's half: it can open what an issuer sealed, and check what it signed.
public struct MastercardNetworkKeys: Sendable {
    /// PKCS #8, DER.
    public let cardDataPrivateKeyPKCS8: Secret
    public let publicKeyFingerprint: String
    /// A SubjectPublicKeyInfo, DER.
    public let activationPublicKeySPKI: [UInt8]

    /// - Returns: nil where one of the two is no RSA key of at least 2048 bits.
    public init?(cardDataPrivateKeyPKCS8: Secret, publicKeyFingerprint: String, activationPublicKeySPKI: [UInt8]) {
        guard cardDataPrivateKeyPKCS8.rsaDecryptionKey != nil,
            (try? _RSA.Signing.PublicKey(derRepresentation: activationPublicKeySPKI)) != nil
        else { return nil }
        self.cardDataPrivateKeyPKCS8 = cardDataPrivateKeyPKCS8
        self.publicKeyFingerprint = publicKeyFingerprint
        self.activationPublicKeySPKI = activationPublicKeySPKI
    }

    /// A simulated Mastercard's, whose name for its key is the SHA-256 of the public half's SubjectPublicKeyInfo.
    public init?(simulatedPrivateKeyPKCS8: Secret, activationPublicKeySPKI: [UInt8]) {
        guard let publicKey = simulatedPrivateKeyPKCS8.rsaDecryptionKey?.publicKey else { return nil }
        self.init(
            cardDataPrivateKeyPKCS8: simulatedPrivateKeyPKCS8,
            publicKeyFingerprint: EncodedBytes.hexadecimal(SHA256.hash(data: publicKey.derRepresentation)),
            activationPublicKeySPKI: activationPublicKeySPKI)
    }
}

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

extension Secret {
    /// PKCS #8 or PKCS #1, of at least 2048 bits.
    var rsaDecryptionKey: _RSA.Encryption.PrivateKey? {
        withBytes { try? _RSA.Encryption.PrivateKey(derRepresentation: Array($0)) }
    }
}
