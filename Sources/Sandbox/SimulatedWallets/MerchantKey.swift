import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A merchant's public key, to which a wallet seals its payments.
///
/// A merchant registers it with the wallet: as a certificate at Apple, as a bare key at Google, and at Samsung as
/// either.
public struct MerchantKey: Equatable, Sendable {
    public enum Kind: String, Sendable {
        case p256 = "P-256"
        case rsa = "RSA"
    }

    public let kind: Kind
    /// DER (SubjectPublicKeyInfo).
    public let spki: [UInt8]
    /// The user id of the certificate's subject, which is the merchant's id in those of Apple, such as
    /// `merchant.example.shop`. Nil for a bare key.
    public let certifiedID: String?

    /// More than any certificate needs.
    public static let limitBytes = 1 << 16

    /// - Parameter pem: one certificate or public key. Its certificate may have expired, because the expiry is not
    ///   checked here.
    public init(pem: String) throws(MerchantFailure) {
        guard !pem.contains("PRIVATE KEY-----") else { throw .privateKey }
        guard pem.utf8.count <= Self.limitBytes, let blocks = try? PEMDocument.parseMultiple(pemString: pem),
            blocks.count == 1, let block = blocks.first
        else { throw .notOneKey }
        switch block.discriminator {
        case "CERTIFICATE":
            let certificate: Certificate
            do throws(CertificateFailure) {
                certificate = try CertificateReading.certificate(from: block.derBytes)
            } catch {
                throw [.keyUnreadable, .keyUnsupported].contains(error) ? .unsupportedKey : .notOneKey
            }
            let key = certificate.publicKey
            try self.init(
                p256: P256.Signing.PublicKey(key).map { Array($0.derRepresentation) },
                rsa: _RSA.Signing.PublicKey(key).map { Array($0.derRepresentation) },
                certifiedID: certificate.subject.userID)
        case "PUBLIC KEY":
            try self.init(spki: block.derBytes)
        default:
            throw .notOneKey
        }
    }

    /// A bare key.
    ///
    /// - Parameter spki: DER (SubjectPublicKeyInfo).
    public init(spki: [UInt8]) throws(MerchantFailure) {
        try self.init(
            p256: (try? P256.KeyAgreement.PublicKey(derRepresentation: spki)).map { Array($0.derRepresentation) },
            rsa: (try? _RSA.Encryption.PublicKey(derRepresentation: spki)).map { Array($0.derRepresentation) },
            certifiedID: nil)
    }

    private init(p256: [UInt8]?, rsa: [UInt8]?, certifiedID: String?) throws(MerchantFailure) {
        if let p256 {
            (kind, spki) = (.p256, p256)
        } else if let rsa {
            (kind, spki) = (.rsa, rsa)
        } else {
            throw .unsupportedKey
        }
        self.certifiedID = certifiedID
    }
}

extension DistinguishedName {
    /// Nil if there is none, or more than one.
    fileprivate var userID: String? {
        let type: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
        let values = flatMap { $0 }.filter { $0.type == type }
        return values.count == 1 ? String(values[0].value) : nil
    }
}
