import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// Reads a certificate as it was sent, and makes the checks that need no other certificate.
package enum CertificateReading {
    /// - Parameter text: PEM, or DER in hexadecimal digits or Base64.
    package static func der(from text: String) throws(CertificateFailure) -> [UInt8] {
        if text.contains("-----BEGIN") { return try der(fromPEM: text) }
        let pemStart = Array("-----BEGIN".utf8)
        let bytes: [UInt8]
        do {
            bytes = try EncodedBytes.decode(
                text, limitBytes: CertificateFailure.limitBytes,
                fits: { $0.first == 0x30 || $0.starts(with: pemStart) },
                expected: "the bytes of a certificate in DER, of which the first is 30,")
        } catch {
            throw .encoding(error)
        }
        guard !bytes.starts(with: pemStart) else { throw .pemInside }
        return bytes
    }

    private static func der(fromPEM text: String) throws(CertificateFailure) -> [UInt8] {
        guard text.utf8.count <= 2 * CertificateFailure.limitBytes else { throw .tooLarge(bytes: text.utf8.count) }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.hasPrefix("-----BEGIN CERTIFICATE-----"), trimmed.hasSuffix("-----END CERTIFICATE-----"),
            let blocks = try? PEMDocument.parseMultiple(pemString: trimmed)
        else { throw .pemUnreadable }
        guard blocks.count == 1 else { throw .severalInOne(count: blocks.count) }
        return blocks[0].derBytes
    }

    package static func certificate(from der: [UInt8]) throws(CertificateFailure) -> Certificate {
        guard der.count <= CertificateFailure.limitBytes else { throw .tooLarge(bytes: der.count) }
        if let length = outerLength(der), length < der.count { throw .trailingBytes(count: der.count - length) }
        do {
            let certificate = try Certificate(derEncoded: der)
            guard signatureIsWholeBytes(der) else { throw CertificateFailure.notACertificate }
            return certificate
        } catch let error as CertificateError where error.code == .unsupportedPublicKeyAlgorithm {
            throw .keyUnsupported
        } catch is CryptoKitError {
            throw .keyUnreadable
        } catch {
            throw .notACertificate
        }
    }

    /// The library accepts a wrong count of unused bits, which would give one certificate several encodings.
    private static func signatureIsWholeBytes(_ der: [UInt8]) -> Bool {
        guard case .constructed(let parts) = try? DER.parse(der).content, let last = Array(parts).last,
            let signature = try? ASN1BitString(derEncoded: last)
        else { return false }
        return signature.paddingBits == 0
    }

    /// The length in bytes of the outermost DER value, including its header (X.690, section 8.1.3).
    private static func outerLength(_ der: [UInt8]) -> Int? {
        guard der.count > 1 else { return nil }
        let lengthBytes = der[1] < 0x80 ? 0 : Int(der[1] & 0x7F)
        guard lengthBytes <= 3, der.count >= 2 + lengthBytes else { return nil }
        let length = lengthBytes == 0 ? Int(der[1]) : der[2..<2 + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        return 2 + lengthBytes + length
    }
}

extension Certificate {
    package var isAuthority: Bool {
        if case .isCertificateAuthority = try? extensions.basicConstraints { true } else { false }
    }

    package func has(_ oid: ASN1ObjectIdentifier) -> Bool { extensions[oid: oid] != nil }

    /// - Parameter date: nil skips the check of the validity period.
    package func requireValid(at date: Date?) throws(CertificateFailure) {
        if let failure = validityFailure(at: date) { throw failure }
    }

    /// - Parameter date: nil skips the check of the validity period.
    package func validityFailure(at date: Date?) -> CertificateFailure? {
        guard let date else { return nil }
        if date < notValidBefore { return .notYetValid(notValidBefore) }
        return date > notValidAfter ? .expired(notValidAfter) : nil
    }

    /// Refuses critical extensions that are not known here, as RFC 5280, section 4.2 requires.
    package func requireKnownExtensions(_ known: [ASN1ObjectIdentifier]) throws(CertificateFailure) {
        if let failure = unknownExtensions(besides: known).first { throw failure }
    }

    /// A failure for each critical extension that is not known here.
    package func unknownExtensions(besides known: [ASN1ObjectIdentifier]) -> [CertificateFailure] {
        let understood = known + [.X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage]
        return extensions.filter { $0.critical && !understood.contains($0.oid) }
            .map { .unknownCriticalExtension("\($0.oid)") }
    }

    /// Refuses a certificate that is not an authority with the right to sign certificates.
    package func requireAuthority() throws(CertificateFailure) {
        if let authorityFailure { throw authorityFailure }
    }

    package var authorityFailure: CertificateFailure? {
        let signs = (try? extensions.keyUsage)?.keyCertSign == true
        let lacking = [
            isAuthority ? nil : "the basic constraint CA:TRUE", signs ? nil : "the key usage keyCertSign",
        ].compactMap(\.self)
        return lacking.isEmpty ? nil : .isNoAuthority(lacking: lacking)
    }

    /// A root must permit an authority between itself and a device (RFC 5280, section 4.2.1.9).
    var roomFailure: CertificateFailure? {
        guard case .isCertificateAuthority(maxPathLength: 0) = try? extensions.basicConstraints else { return nil }
        return .noRoomBelow
    }

    package func isSigned(by issuer: Certificate) -> Bool {
        self.issuer == issuer.subject && issuer.publicKey.isValidSignature(signature, for: self)
    }

    package var keyKind: String {
        if P384.Signing.PublicKey(publicKey) != nil { return "P-384" }
        if P521.Signing.PublicKey(publicKey) != nil { return "P-521" }
        return _RSA.Signing.PublicKey(publicKey) != nil ? "RSA" : "Ed25519"
    }

    package var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}
