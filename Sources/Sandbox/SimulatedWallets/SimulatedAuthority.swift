import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A certificate authority for simulated phones: its own root, and certificates under it with Apple's markers.
///
/// Its certificates are accepted only where its root is trusted, which is in a sandbox. The same seed gives the same
/// keys, serial numbers and dates, but other signatures, because ECDSA draws a random number for every signature that
/// no seed controls.
public struct SimulatedAuthority: Sendable {
    let rootKey: P256.Signing.PrivateKey
    public let rootDER: [UInt8]
    let entropy: Entropy

    static let rootName = "Tessera Simulator Root CA"
    static let subordinateName = "Tessera Simulator Device Relations CA"
    static let daySeconds = 86_400.0

    public init(at now: Date, using entropy: Entropy) throws(VaultFailure) {
        try self.init(
            rootedIn: entropy, validity: now - 365 * Self.daySeconds...now + 3650 * Self.daySeconds, using: entropy)
    }

    /// - Parameter root: the entropy that the root's key is drawn from; it may differ from the rest's.
    init(rootedIn root: Entropy, validity: ClosedRange<Date>, using entropy: Entropy) throws(VaultFailure) {
        self.entropy = entropy
        rootKey = root.signingKey()
        let description = CertificateDescription(
            subject: Self.rootName, issuer: Self.rootName, key: .init(rootKey.publicKey), validity: validity,
            isAuthority: true, usage: .forCertificates)
        rootDER = try description.signed(by: rootKey, using: entropy)
    }

    public var rootPEM: String { PEMDocument(type: "CERTIFICATE", derBytes: rootDER).pemString + "\n" }
}

/// The contents of a certificate that is to be signed.
struct CertificateDescription {
    var subject: String
    var issuer: String
    var key: Certificate.PublicKey
    var validity: ClosedRange<Date>
    var isAuthority: Bool
    var usage: KeyUsage?
    var extensions: [Certificate.Extension] = []

    /// - Throws: `notEncodable` if the validity is not within the years that a certificate can express.
    func signed(by issuerKey: P256.Signing.PrivateKey, using entropy: Entropy) throws(VaultFailure) -> [UInt8] {
        do {
            return try Certificate(
                version: .v3, serialNumber: .init(bytes: [0x40] + entropy.bytes(8)), publicKey: key,
                notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound,
                issuer: Self.name(issuer), subject: Self.name(subject), signatureAlgorithm: .ecdsaWithSHA256,
                extensions: allExtensions(), issuerPrivateKey: .init(issuerKey)
            ).der
        } catch {
            throw .notEncodable("The certificate of \(subject), valid from \(validity.lowerBound)")
        }
    }

    private func allExtensions() throws -> Certificate.Extensions {
        let basic = isAuthority ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority
        var all = [try Certificate.Extension(basic, critical: true)]
        if let usage { all.append(try Certificate.Extension(usage, critical: true)) }
        return try Certificate.Extensions(all + extensions)
    }

    private static func name(_ commonName: String) throws -> DistinguishedName {
        try DistinguishedName {
            CommonName(commonName)
            OrganizationName("Tessera Simulator")
        }
    }
}

extension KeyUsage {
    static let forCertificates = KeyUsage(keyCertSign: true, cRLSign: true)
    static let forAgreement = KeyUsage(keyEncipherment: true, keyAgreement: true)
    static let forSignatures = KeyUsage(digitalSignature: true)
}

extension Certificate.Extension {
    /// An extension whose presence is all that it says.
    static func marker(_ oid: ASN1ObjectIdentifier, critical: Bool = false) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: critical, value: [0x05, 0x00])
    }
}
