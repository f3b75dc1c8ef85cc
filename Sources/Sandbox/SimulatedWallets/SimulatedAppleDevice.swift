import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Provisioning
import X509

/// The data of a simulated iPhone while it requests a card: its key, two certificates, a nonce and the nonce's
/// signature.
public struct SimulatedAppleDevice: Sendable {
    /// The two certificates in DER, in the order in which they are sent.
    public let leafCertificate: [UInt8]
    public let subordinateCertificate: [UInt8]
    public let nonce: [UInt8]
    /// 81 bytes that begin like Apple's. Only Apple's servers could notice that they sign nothing.
    public let nonceSignature: [UInt8]
    /// 32 bytes, the private key of the leaf certificate.
    public let privateKey: Secret

    /// One fault of the device, for testing how the issuer reports it.
    public enum Fault: String, CaseIterable, Sendable {
        case swappedCertificates = "swapped-certificates"
        case sameCertificateTwice = "same-certificate-twice"
        case expiredLeaf = "expired-leaf"
        case notYetValidLeaf = "not-yet-valid-leaf"
        case expiredSubordinate = "expired-subordinate"
        case missingLeafMarker = "missing-leaf-marker"
        case missingSubordinateMarker = "missing-subordinate-marker"
        case wrongCurve = "wrong-curve"
        case rsaLeaf = "rsa-leaf"
        case authorityAsLeaf = "authority-as-leaf"
        case subordinateWithoutAuthority = "subordinate-without-authority"
        case missingKeyUsage = "missing-key-usage"
        case foreignSubordinate = "foreign-subordinate"
        case foreignRoot = "foreign-root"
        case shortNonce = "short-nonce"
        case shortNonceSignature = "short-nonce-signature"
    }
}

extension SimulatedAuthority {
    /// A device under this root, with new keys, certificates and nonce.
    public func appleDevice(
        at now: Date, fault: SimulatedAppleDevice.Fault? = nil
    ) throws(VaultFailure) -> SimulatedAppleDevice {
        let (subordinateKey, deviceKey) = (entropy.signingKey(), entropy.signingKey())
        let leaf = try leaf(of: deviceKey, at: now, fault)
            .signed(by: fault == .foreignSubordinate ? entropy.signingKey() : subordinateKey, using: entropy)
        let subordinate = try subordinate(of: subordinateKey, at: now, fault)
            .signed(by: fault == .foreignRoot ? entropy.signingKey() : rootKey, using: entropy)
        var chain = [leaf, subordinate]
        if fault == .swappedCertificates { chain.reverse() }
        if fault == .sameCertificateTwice { chain[1] = leaf }
        let signatureLength = AppleRequest.nonceSignatureLength - (fault == .shortNonceSignature ? 1 : 0)
        return SimulatedAppleDevice(
            leafCertificate: chain[0], subordinateCertificate: chain[1],
            nonce: entropy.bytes(AppleRequest.nonceLength - (fault == .shortNonce ? 1 : 0)),
            nonceSignature: [0x40] + entropy.bytes(signatureLength - 1),
            privateKey: Secret(Array(deviceKey.rawRepresentation)))
    }

    private func leaf(
        of key: P256.Signing.PrivateKey, at now: Date, _ fault: SimulatedAppleDevice.Fault?
    ) throws(VaultFailure) -> CertificateDescription {
        var leaf = CertificateDescription(
            subject: "Tessera Simulator Device", issuer: Self.subordinateName, key: .init(key.publicKey),
            validity: now - Self.daySeconds...now + 30 * Self.daySeconds, isAuthority: fault == .authorityAsLeaf,
            usage: fault == .missingKeyUsage ? nil : .forAgreement)
        if fault != .missingLeafMarker { leaf.extensions = [.marker(AppleChain.leafMarker, critical: true)] }
        switch fault {
        case .expiredLeaf: leaf.validity = now - 31 * Self.daySeconds...now - Self.daySeconds
        case .notYetValidLeaf: leaf.validity = now + Self.daySeconds...now + 31 * Self.daySeconds
        case .wrongCurve: leaf.key = otherCurveKey()
        case .rsaLeaf: leaf.key = try keyForRSA()
        default: break
        }
        return leaf
    }

    private func subordinate(
        of key: P256.Signing.PrivateKey, at now: Date, _ fault: SimulatedAppleDevice.Fault?
    ) -> CertificateDescription {
        var subordinate = CertificateDescription(
            subject: Self.subordinateName, issuer: Self.rootName, key: .init(key.publicKey),
            validity: now - 100 * Self.daySeconds...now + 1000 * Self.daySeconds,
            isAuthority: fault != .subordinateWithoutAuthority, usage: .forCertificates)
        if fault != .missingSubordinateMarker { subordinate.extensions = [.marker(AppleChain.subordinateMarker)] }
        if fault == .expiredSubordinate {
            subordinate.validity = now - 100 * Self.daySeconds...now - Self.daySeconds
        }
        return subordinate
    }

    /// A key on P-384. Nearly every 48-byte number is a valid private key; for the few that are not, it draws again.
    private func otherCurveKey() -> Certificate.PublicKey {
        while true {
            if let key = try? P384.Signing.PrivateKey(rawRepresentation: entropy.bytes(48)) {
                return .init(key.publicKey)
            }
        }
    }

    /// An RSA public key without a private key, which is enough for a certificate that is refused because its key is
    /// RSA.
    private func keyForRSA() throws(VaultFailure) -> Certificate.PublicKey {
        var modulus = entropy.bytes(256)
        modulus[0] |= 0x80
        modulus[255] |= 1
        do {
            return .init(try _RSA.Signing.PublicKey(n: modulus, e: [1, 0, 1]))
        } catch {
            throw .notEncodable("An RSA key that nobody has the other half of")
        }
    }
}
