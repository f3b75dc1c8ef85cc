import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import Validation
import X509

/// A new key pair.
struct MerchantKeyPair: Sendable {
    let kind: MerchantPublicKey.Kind
    /// SubjectPublicKeyInfo in DER.
    let spki: [UInt8]
    /// DER.
    let privateKey: Secret

    static func p256(using entropy: Entropy) -> MerchantKeyPair {
        let key = entropy.agreementKey()
        return MerchantKeyPair(
            kind: .p256, spki: Array(key.publicKey.derRepresentation),
            privateKey: Secret(Array(key.derRepresentation)))
    }

    /// Searching for primes takes a tenth of a second, so it is done on the threads for slow work. The key comes from
    /// the library's own randomness, so it differs even with the same entropy.
    static func rsa(on threads: SlowWork.Place) async throws(SlowWork.Refusal) -> MerchantKeyPair? {
        let made = try await threads.run { MerchantKeyPair(try _RSA.Encryption.PrivateKey(keySize: .bits2048)) }
        return try? made.get()
    }

    /// PKCS #10 (RFC 2986) in PEM, signed by the private key. Nil if the names cannot be in a certificate.
    func certificateSigningRequest(commonName: String, for organization: String) -> String? {
        guard let (key, algorithm) = signingKey,
            let subject = try? DistinguishedName(builder: {
                // Both are longer than X.520 allows if a merchant has a long id or name.
                CommonName(String(commonName.prefix(64)))
                OrganizationName(String(organization.prefix(64)))
            }),
            let request = try? CertificateSigningRequest(
                version: .v1, subject: subject, privateKey: key, attributes: CertificateSigningRequest.Attributes(),
                signatureAlgorithm: algorithm)
        else { return nil }
        return try? request.serializeAsPEM().pemString
    }

    private var signingKey: (Certificate.PrivateKey, Certificate.SignatureAlgorithm)? {
        privateKey.withBytes { bytes in
            switch kind {
            case .p256:
                (try? P256.Signing.PrivateKey(derRepresentation: Array(bytes)))
                    .map { (Certificate.PrivateKey($0), .ecdsaWithSHA256) }
            case .rsa:
                (try? _RSA.Signing.PrivateKey(derRepresentation: Array(bytes)))
                    .map { (Certificate.PrivateKey($0), .sha256WithRSAEncryption) }
            }
        }
    }
}

extension MerchantKeyPair {
    /// A key that was made ahead, PKCS #8 in DER.
    init?(ready key: Secret) {
        guard let key = try? key.withBytes({ try _RSA.Encryption.PrivateKey(derRepresentation: Array($0)) }) else {
            return nil
        }
        self.init(key)
    }

    private init(_ key: _RSA.Encryption.PrivateKey) {
        kind = .rsa
        spki = Array(key.publicKey.derRepresentation)
        privateKey = Secret(Array(key.derRepresentation))
    }
}

/// A certificate that a merchant uploads for a waiting key.
struct MerchantCertificate {
    let der: [UInt8]
    /// Of its public key.
    let spki: [UInt8]
    /// The user id in its subject, which is Apple's merchant id.
    let walletID: String?

    init(_ text: String) throws(MerchantKeyRefusal) {
        let (der, certificate) = try translating({ MerchantKeyRefusal.notACertificate($0.description) }) {
            () throws(CertificateFailure) in
            let der = try CertificateReading.der(from: text)
            return (der, try CertificateReading.certificate(from: der))
        }
        self.der = der
        let key = certificate.publicKey
        let spki = P256.Signing.PublicKey(key).map { Array($0.derRepresentation) }
            ?? _RSA.Signing.PublicKey(key).map { Array($0.derRepresentation) }
        guard let spki else { throw .noKeyOfThisCertificate }
        self.spki = spki
        let userIDs = certificate.subject.flatMap { $0 }.filter { $0.type == Self.userID }
        walletID = userIDs.count == 1 ? String(userIDs[0].value) : nil
    }

    /// RFC 4519, section 2.39.
    private static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
}
