import CardSecrets
import Foundation
import X509

/// An iPhone's request to seal a card to its Wallet: two certificates, a nonce and its signature.
///
/// Only Apple can verify the nonce's signature, with a key that only Apple has. The server passes the signature on
/// unverified. The caller must ensure that a nonce is used once. Source: PKAddPaymentPassViewControllerDelegate,
/// generateRequestWithCertificateChain.
public struct AppleRequest: Sendable, Equatable {
    public static let nonceLength = 4
    public static let nonceSignatureLength = 81

    let chain: AppleChain
    public let nonce: [UInt8]
    public let nonceSignature: [UInt8]

    /// - Parameters:
    ///   - leafCertificate: PEM, or DER in hexadecimal digits or Base64. The subordinate certificate has the same
    ///     forms.
    ///   - nonce: 4 bytes in hexadecimal digits or Base64.
    ///   - nonceSignature: 81 bytes in hexadecimal digits or Base64.
    public init(
        leafCertificate: String, subordinateCertificate: String, nonce: String, nonceSignature: String
    ) throws(AppleRequestRefused) {
        var failures: [AppleRequestFailure] = []
        let leaf = Self.certificate(leafCertificate, .leafCertificate, &failures)
        let subordinate = Self.certificate(subordinateCertificate, .subordinateCertificate, &failures)
        self.nonce = Self.bytes(nonce, Self.nonceLength, .nonce, &failures)
        self.nonceSignature = Self.bytes(nonceSignature, Self.nonceSignatureLength, .nonceSignature, &failures)
        guard failures.isEmpty, let leaf, let subordinate else { throw AppleRequestRefused(failures: failures) }
        chain = AppleChain(leaf: leaf, subordinate: subordinate)
    }

    /// The end of the device certificate's validity. After it, every request with this certificate is refused, with any
    /// nonce.
    public var goodUntil: Date { chain.leaf.notValidAfter }

    static func certificate(
        _ text: String, _ field: AppleRequestFailure.Field, _ failures: inout [AppleRequestFailure]
    ) -> Certificate? {
        do throws(CertificateFailure) {
            return try CertificateReading.certificate(from: CertificateReading.der(from: text))
        } catch {
            failures.append(.certificate(field, error))
            return nil
        }
    }

    static func bytes(
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

extension AppleRequest {
    /// Proves the chain. The caller must still check that the nonce is new; only Apple can check its signature.
    public func prove(under trust: AppleTrust, at now: Date) throws(AppleRequestRefused) -> AppleDeviceKey {
        try chain.prove(under: trust, at: now)
    }

    /// Reads a request and proves its chain. If the certificates can be read, a failure elsewhere does not hide those
    /// of the chain.
    public static func proven(
        leafCertificate: String, subordinateCertificate: String, nonce: String, nonceSignature: String,
        under trust: AppleTrust, at now: Date
    ) throws(AppleRequestRefused) -> (request: AppleRequest, key: AppleDeviceKey) {
        let request: AppleRequest
        do throws(AppleRequestRefused) {
            request = try AppleRequest(
                leafCertificate: leafCertificate, subordinateCertificate: subordinateCertificate, nonce: nonce,
                nonceSignature: nonceSignature)
        } catch {
            var known: [AppleRequestFailure] = []
            guard let leaf = certificate(leafCertificate, .leafCertificate, &known),
                let subordinate = certificate(subordinateCertificate, .subordinateCertificate, &known)
            else { throw error }
            let chain = AppleChain(leaf: leaf, subordinate: subordinate)
            throw AppleRequestRefused(failures: chain.examine(under: trust, at: now).failures + error.failures)
        }
        return (request, try request.prove(under: trust, at: now))
    }
}
