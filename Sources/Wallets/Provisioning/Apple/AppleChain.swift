import CardSecrets
import Crypto
import Foundation
import SwiftASN1
import X509

/// The key of a device that Apple or a further trusted root vouches for: proof that a pass may be sealed to it.
public struct AppleDeviceKey: Sendable {
    let publicKey: P256.KeyAgreement.PublicKey
    /// Whether its certificates lead to a further root, and not to Apple's.
    public let isOfFurtherRoot: Bool
}

/// The two certificates of a device, and the proof that they lead to a trusted root.
///
/// There is no search for a path. A chain has one shape, and a sender of any other learns which step fails. The rules
/// follow Apple's own policy (Security, SecPolicyCreateApplePayIssuerEncryption) and RFC 5280, section 6, as far as a
/// chain of three certificates needs it.
package struct AppleChain: Equatable {
    let leaf: Certificate
    let subordinate: Certificate

    /// The leaf's marker, 1.2.840.113635.100.6.39, is critical in real leaves. The subordinate's is
    /// 1.2.840.113635.100.6.2.15.
    package static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 39]
    package static let subordinateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 15]

    /// The steps of the proof in the order in which they are taken. Each step has a meaning only if the earlier ones
    /// passed.
    enum Step: String, CaseIterable, Sendable {
        case order
        case leafKey
        case leafPurpose
        case leafValidity
        case subordinatePurpose
        case subordinateValidity
        case leafSignature
        case anchor
    }

    /// - Parameter begin: receives each step before it is taken, so that the last one explains a refusal.
    func prove(
        under trust: AppleTrust, at now: Date, begin: (Step) -> Void = { _ in }
    ) throws(AppleRequestFailure) -> AppleDeviceKey {
        let date = trust.validity == .checked ? now : nil
        begin(.order)
        guard leaf != subordinate else { throw .sameTwice }
        guard !leaf.isAuthority || subordinate.isAuthority else { throw .swapped }
        begin(.leafKey)
        let publicKey = try alone(.leafCertificate) { () throws(CertificateFailure) in try leaf.agreementKey }
        begin(.leafPurpose)
        try alone(.leafCertificate, checkLeafPurpose)
        begin(.leafValidity)
        try alone(.leafCertificate) { () throws(CertificateFailure) in try leaf.requireValid(at: date) }
        begin(.subordinatePurpose)
        try alone(.subordinateCertificate, checkSubordinatePurpose)
        begin(.subordinateValidity)
        try alone(.subordinateCertificate) { () throws(CertificateFailure) in try subordinate.requireValid(at: date) }
        begin(.leafSignature)
        guard leaf.isSigned(by: subordinate) else { throw .leafNotSignedBySubordinate }
        begin(.anchor)
        guard let root = trust.root(of: subordinate, at: now) else {
            throw .notAnchored(issuer: String("\(subordinate.issuer)".prefix(128)))
        }
        return AppleDeviceKey(publicKey: publicKey, isOfFurtherRoot: root.isFurther)
    }

    /// Checks one certificate independently of the other.
    private func alone<Proof>(
        _ field: AppleRequestFailure.Field, _ look: () throws(CertificateFailure) -> Proof
    ) throws(AppleRequestFailure) -> Proof {
        do throws(CertificateFailure) {
            return try look()
        } catch {
            throw .certificate(field, error)
        }
    }

    private func checkLeafPurpose() throws(CertificateFailure) {
        guard !leaf.isAuthority else { throw .isAuthority }
        guard leaf.has(Self.leafMarker) else { throw .missingMarker("\(Self.leafMarker)") }
        try leaf.requireKnownExtensions([Self.leafMarker])
        guard let usage = try? leaf.extensions.keyUsage, usage.keyEncipherment, usage.keyAgreement else {
            throw .keyUsage(needed: "keyEncipherment and keyAgreement")
        }
    }

    private func checkSubordinatePurpose() throws(CertificateFailure) {
        try subordinate.requireAuthority()
        guard subordinate.has(Self.subordinateMarker) else { throw .missingMarker("\(Self.subordinateMarker)") }
        try subordinate.requireKnownExtensions([Self.subordinateMarker])
    }
}

extension Certificate {
    fileprivate var agreementKey: P256.KeyAgreement.PublicKey {
        get throws(CertificateFailure) {
            let key = P256.Signing.PublicKey(publicKey).flatMap {
                try? P256.KeyAgreement.PublicKey(x963Representation: $0.x963Representation)
            }
            guard let key else { throw keyKind == "RSA" ? .keyForRSA : .wrongCurve(keyKind) }
            return key
        }
    }
}
