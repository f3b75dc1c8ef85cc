import Crypto
import Foundation
import SwiftASN1
import X509

/// The key of a device that Apple vouches for, or, in the sandbox, a simulator's root: proof that a pass may be sealed
/// to it.
public struct AppleDeviceKey: Sendable {
    let publicKey: P256.KeyAgreement.PublicKey
    /// Whether it leads to one of the sandbox's roots, not to Apple's.
    public let isSandbox: Bool
}

/// The two certificates of a device, and the proof that they lead to a trusted root.
///
/// No path is searched for: a path has one shape, and whoever sends another is told which step of it fails. After
/// Apple's own policy (Security, SecPolicyCreateApplePayIssuerEncryption), and RFC 5280, section 6 as far as a chain of
/// three has need of it.
struct AppleChain: Equatable {
    let leaf: Certificate
    let subordinate: Certificate

    /// 1.2.840.113635.100.6.39, critical in real leaves, and 1.2.840.113635.100.6.2.15.
    static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 39]
    static let subordinateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 15]

    /// The steps of the proof in the order in which they are taken; each is worth saying only once those before hold.
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

    func prove(under trust: AppleTrust, at now: Date) throws(AppleRequestFailure) -> AppleDeviceKey {
        for step in Step.allCases { try check(step, under: trust, at: now) }
        guard let publicKey, let root = trust.root(of: subordinate, at: now) else {
            preconditionFailure("Just proven.")
        }
        return AppleDeviceKey(publicKey: publicKey, isSandbox: root.isSandbox)
    }

    func check(_ step: Step, under trust: AppleTrust, at now: Date) throws(AppleRequestFailure) {
        switch step {
        case .order:
            guard leaf != subordinate else { throw .sameTwice }
            guard !leaf.isAuthority || subordinate.isAuthority else { throw .swapped }
        case .leafSignature:
            guard leaf.isSigned(by: subordinate) else { throw .leafNotSignedBySubordinate }
        case .anchor:
            guard trust.root(of: subordinate, at: now) != nil else {
                throw .notAnchored(issuer: String("\(subordinate.issuer)".prefix(128)))
            }
        case .leafKey, .leafPurpose, .leafValidity, .subordinatePurpose, .subordinateValidity:
            let field = step.rawValue.hasPrefix("leaf")
                ? AppleRequestFailure.Field.leafCertificate : .subordinateCertificate
            do throws(CertificateFailure) {
                try checkAlone(step, at: trust.validity == .checked ? now : nil)
            } catch {
                throw .certificate(field, error)
            }
        }
    }

    /// What one certificate has to be, whatever the other is.
    private func checkAlone(_ step: Step, at date: Date?) throws(CertificateFailure) {
        switch step {
        case .leafKey:
            guard publicKey != nil else { throw leaf.keyKind == "RSA" ? .keyForRSA : .wrongCurve(leaf.keyKind) }
        case .leafPurpose:
            guard !leaf.isAuthority else { throw .isAuthority }
            guard leaf.has(Self.leafMarker) else { throw .missingMarker("\(Self.leafMarker)") }
            try leaf.requireKnownExtensions([Self.leafMarker])
            guard let usage = try? leaf.extensions.keyUsage, usage.keyEncipherment, usage.keyAgreement else {
                throw .keyUsage(needed: "keyEncipherment and keyAgreement")
            }
        case .leafValidity: try leaf.requireValid(at: date)
        case .subordinatePurpose:
            try subordinate.requireAuthority()
            guard subordinate.has(Self.subordinateMarker) else { throw .missingMarker("\(Self.subordinateMarker)") }
            try subordinate.requireKnownExtensions([Self.subordinateMarker])
        case .subordinateValidity: try subordinate.requireValid(at: date)
        case .order, .leafSignature, .anchor: break
        }
    }

    private var publicKey: P256.KeyAgreement.PublicKey? {
        P256.Signing.PublicKey(leaf.publicKey).flatMap {
            try? P256.KeyAgreement.PublicKey(x963Representation: $0.x963Representation)
        }
    }
}
