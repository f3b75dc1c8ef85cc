import CardSecrets
import Crypto
import Foundation
import SwiftASN1
import X509

/// The key of a device that Apple or a further trusted root vouches for: proof that a pass may be sealed to it.
public struct AppleDeviceKey: Sendable {
    let publicKey: P256.KeyAgreement.PublicKey
    /// Whether the certificates of the device lead to a further root instead of Apple's.
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

    /// The steps of the proof, in order.
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

    /// The result of the steps.
    struct Examination {
        fileprivate(set) var steps: [(step: Step, failures: [AppleRequestFailure])] = []
        fileprivate var publicKey: P256.KeyAgreement.PublicKey?
        fileprivate var root: AppleTrust.Root?

        var failures: [AppleRequestFailure] { steps.flatMap(\.failures) }
    }

    /// - Throws: all failures at once, so that a sender can correct all of them before the next attempt.
    func prove(under trust: AppleTrust, at now: Date) throws(AppleRequestRefused) -> AppleDeviceKey {
        let examination = examine(under: trust, at: now)
        guard examination.failures.isEmpty, let key = examination.publicKey, let root = examination.root else {
            throw AppleRequestRefused(failures: examination.failures)
        }
        return AppleDeviceKey(publicKey: key, isOfFurtherRoot: root.isFurther)
    }

    /// Takes the steps. If the two certificates are not in their places, the steps after the first mean nothing, and
    /// are not taken.
    func examine(under trust: AppleTrust, at now: Date) -> Examination {
        var examination = Examination()
        func record(_ step: Step, _ failures: [AppleRequestFailure]) { examination.steps.append((step, failures)) }
        func record(_ step: Step, of field: AppleRequestFailure.Field, _ failures: [CertificateFailure?]) {
            record(step, failures.compactMap { $0.map { .certificate(field, $0) } })
        }
        record(.order, orderFailures)
        guard examination.failures.isEmpty else { return examination }
        let date = trust.validity == .checked ? now : nil
        examination.publicKey = leaf.agreementKey
        record(.leafKey, of: .leafCertificate, [examination.publicKey == nil ? leaf.keyFailure : nil])
        record(.leafPurpose, of: .leafCertificate, leafPurposeFailures)
        record(.leafValidity, of: .leafCertificate, [leaf.validityFailure(at: date)])
        record(.subordinatePurpose, of: .subordinateCertificate, subordinatePurposeFailures)
        record(.subordinateValidity, of: .subordinateCertificate, [subordinate.validityFailure(at: date)])
        record(.leafSignature, leafSignatureFailures)
        examination.root = trust.root(of: subordinate, at: now)
        record(
            .anchor,
            examination.root == nil
                ? [.notAnchored(issuer: Self.shown(subordinate.issuer), trust.gap(above: subordinate))] : [])
        return examination
    }

    private var orderFailures: [AppleRequestFailure] {
        if leaf == subordinate { return [.sameTwice] }
        return leaf.isAuthority && !subordinate.isAuthority ? [.swapped] : []
    }

    private var leafPurposeFailures: [CertificateFailure] {
        let usage = try? leaf.extensions.keyUsage
        let lacking = [
            usage?.keyEncipherment == true ? nil : "keyEncipherment",
            usage?.keyAgreement == true ? nil : "keyAgreement",
        ].compactMap(\.self)
        return (leaf.isAuthority ? [.isAuthority] : [])
            + (leaf.has(Self.leafMarker) ? [] : [.missingMarker("\(Self.leafMarker)")])
            + leaf.unknownExtensions(besides: [Self.leafMarker])
            + (lacking.isEmpty ? [] : [.keyUsage(needed: lacking.joined(separator: " and "))])
    }

    private var subordinatePurposeFailures: [CertificateFailure] {
        [subordinate.authorityFailure].compactMap(\.self)
            + (subordinate.has(Self.subordinateMarker) ? [] : [.missingMarker("\(Self.subordinateMarker)")])
            + subordinate.unknownExtensions(besides: [Self.subordinateMarker])
    }

    private var leafSignatureFailures: [AppleRequestFailure] {
        guard leaf.issuer == subordinate.subject else {
            return [.leafNotSignedBySubordinate(issuer: Self.shown(leaf.issuer))]
        }
        return leaf.isSigned(by: subordinate) ? [] : [.leafNotSignedBySubordinate(issuer: nil)]
    }

    private static func shown(_ name: DistinguishedName) -> String { String("\(name)".prefix(128)) }
}

extension Certificate {
    /// Nil if the key is not on P-256.
    fileprivate var agreementKey: P256.KeyAgreement.PublicKey? {
        P256.Signing.PublicKey(publicKey).flatMap {
            try? P256.KeyAgreement.PublicKey(x963Representation: $0.x963Representation)
        }
    }

    fileprivate var keyFailure: CertificateFailure { keyKind == "RSA" ? .keyForRSA : .wrongCurve(keyKind) }
}
