import CardSecrets
import Foundation
import Provisioning

@testable import PaymentTokens

/// Certificates in DER, and as the texts that a phone's app sends: PEM, hexadecimal digits or Base64.
enum CertificateTextReading {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    static let trust = try? AppleTrust()

    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        do throws(CertificateFailure) {
            let certificate = try CertificateReading.certificate(from: bytes)
            _ = certificate.keyKind
            _ = certificate.authorityFailure
            _ = certificate.validityFailure(at: now)
            _ = certificate.unknownExtensions(besides: []).map(\.predicate)
            _ = trust?.root(of: certificate, at: now)
        } catch {
            _ = [error.name, error.predicate, error.fix]
        }
        guard let text = String(validating: bytes, as: UTF8.self), let trust else { return nil }
        _ = AppleTrust.failures(ofFurtherRoot: text).map(\.predicate)
        do throws(AppleRequestRefused) {
            _ = try AppleRequest.proven(
                leafCertificate: text, subordinateCertificate: text, nonce: "4ff1ee3b", nonceSignature: text,
                under: trust, at: now)
            return "A chain without Apple's root is proven."
        } catch {
            _ = error.failures.map { [$0.name, $0.cause, $0.fix] }
            return nil
        }
    }
}

/// The signature of Apple's payment tokens: CMS in BER.
enum SignatureReading {
    static func brokenPromise(_ bytes: [UInt8]) -> String? {
        guard let signature = try? AppleTokenSignature(ber: bytes), let trust = CertificateTextReading.trust else {
            return nil
        }
        do throws(PaymentTokenFailure) {
            _ = try signature.verify([1, 2, 3], under: trust, at: CertificateTextReading.now)
            return "A signature without Apple's root is accepted."
        } catch {
            _ = "\(error)"
            return nil
        }
    }
}
