import Crypto
import Foundation
import SwiftASN1
import X509

/// What an iPhone hands over so that a card can be sealed to its Wallet: two certificates, a nonce and its signature.
///
/// The signature of the nonce is Apple's to check, with a key that nobody else has. It is passed on unread, and nothing
/// here claims that it was verified. That a nonce is used once is the caller's to hold.
/// Source: PKAddPaymentPassViewControllerDelegate, generateRequestWithCertificateChain.
public struct AppleRequest: Sendable, Equatable {
    public static let nonceLength = 4
    public static let nonceSignatureLength = 81

    let leaf: Certificate
    let subordinate: Certificate
    public let nonce: [UInt8]
    public let nonceSignature: [UInt8]

    /// - Parameters:
    ///   - leafCertificate: PEM, or DER in hexadecimal digits or Base64; so is the subordinate's.
    ///   - nonce: 4 bytes in hexadecimal digits or Base64.
    ///   - nonceSignature: 81 bytes likewise.
    public init(
        leafCertificate: String, subordinateCertificate: String, nonce: String, nonceSignature: String
    ) throws(AppleRequestUnreadable) {
        var failures: [AppleRequestFailure] = []
        let leaf = Self.certificate(leafCertificate, .leafCertificate, &failures)
        let subordinate = Self.certificate(subordinateCertificate, .subordinateCertificate, &failures)
        self.nonce = Self.bytes(nonce, Self.nonceLength, .nonce, &failures)
        self.nonceSignature = Self.bytes(nonceSignature, Self.nonceSignatureLength, .nonceSignature, &failures)
        guard failures.isEmpty, let leaf, let subordinate else { throw AppleRequestUnreadable(failures: failures) }
        (self.leaf, self.subordinate) = (leaf, subordinate)
    }

    private static func certificate(
        _ text: String, _ field: AppleRequestFailure.Field, _ failures: inout [AppleRequestFailure]
    ) -> Certificate? {
        do throws(CertificateFailure) {
            return try CertificateReading.certificate(from: CertificateReading.der(from: text))
        } catch {
            failures.append(.certificate(field, error))
            return nil
        }
    }

    private static func bytes(
        _ text: String, _ count: Int, _ field: AppleRequestFailure.Field, _ failures: inout [AppleRequestFailure]
    ) -> [UInt8] {
        do throws(EncodingFailure) {
            return try EncodedBytes.decode(text, count: count)
        } catch {
            failures.append(.encoding(field, error))
            return []
        }
    }
}

/// The key of a device that Apple vouches for, or, in the sandbox, a simulator's root: proof that a pass may be sealed
/// to it.
public struct AppleDeviceKey: Sendable {
    let publicKey: P256.KeyAgreement.PublicKey
    /// Whether it leads to one of the sandbox's roots, not to Apple's.
    public let isSandbox: Bool
}

extension AppleRequest {
    /// 1.2.840.113635.100.6.39, critical in real leaves, and 1.2.840.113635.100.6.2.15.
    static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 39]
    static let subordinateMarker: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 2, 15]

    /// Proves the chain: exactly this leaf, signed by this subordinate, signed by a trusted root.
    ///
    /// No path is searched for: a path has one shape, and whoever sends another is told which step of it fails. After
    /// Apple's own policy (Security, SecPolicyCreateApplePayIssuerEncryption), and RFC 5280, section 6 as far as a
    /// chain of three has need of it.
    public func prove(under trust: AppleTrust, at now: Date) throws(AppleRequestFailure) -> AppleDeviceKey {
        guard leaf != subordinate else { throw .sameTwice }
        guard !leaf.isAuthority || subordinate.isAuthority else { throw .swapped }

        let date = trust.validity == .checked ? now : nil
        let key = try Self.check(.leafCertificate) { () throws(CertificateFailure) in
            try Self.deviceKey(of: leaf, at: date)
        }
        try Self.check(.subordinateCertificate) { () throws(CertificateFailure) in
            try subordinate.requireAuthority()
            guard subordinate.has(Self.subordinateMarker) else { throw .missingMarker("\(Self.subordinateMarker)") }
            try subordinate.requireKnownExtensions([Self.subordinateMarker])
            try subordinate.requireValid(at: date)
        }
        guard leaf.isSigned(by: subordinate) else { throw .leafNotSignedBySubordinate }
        guard let root = trust.root(of: subordinate, at: now) else {
            throw .notAnchored(issuer: String("\(subordinate.issuer)".prefix(128)))
        }
        return AppleDeviceKey(publicKey: key, isSandbox: root.isSandbox)
    }

    private static func deviceKey(
        of leaf: Certificate, at date: Date?
    ) throws(CertificateFailure) -> P256.KeyAgreement.PublicKey {
        guard let signing = P256.Signing.PublicKey(leaf.publicKey),
            let key = try? P256.KeyAgreement.PublicKey(x963Representation: signing.x963Representation)
        else { throw leaf.keyKind == "RSA" ? .keyForRSA : .wrongCurve(leaf.keyKind) }
        guard !leaf.isAuthority else { throw .isAuthority }
        guard leaf.has(leafMarker) else { throw .missingMarker("\(leafMarker)") }
        try leaf.requireKnownExtensions([leafMarker])
        guard let usage = try? leaf.extensions.keyUsage, usage.keyEncipherment, usage.keyAgreement else {
            throw .keyUsage(needed: "keyEncipherment and keyAgreement")
        }
        try leaf.requireValid(at: date)
        return key
    }

    private static func check<Value>(
        _ field: AppleRequestFailure.Field, _ body: () throws(CertificateFailure) -> Value
    ) throws(AppleRequestFailure) -> Value {
        do throws(CertificateFailure) {
            return try body()
        } catch {
            throw .certificate(field, error)
        }
    }
}
