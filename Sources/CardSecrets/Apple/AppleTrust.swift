import Foundation
import X509

/// Which roots a chain of Apple's may end in, and whether the time is looked at.
///
/// Apple's own root is always one of them. Others are the sandbox's: they stand for phones that do not exist, and what
/// leads to one of them is marked so, that nothing takes it for Apple's.
public struct AppleTrust: Sendable {
    /// Apple's own policy for in-app provisioning does not look at the time (Security, SecPolicyPriv.h,
    /// SecPolicyCreateApplePayIssuerEncryption); refusing what has expired is the stricter choice.
    public enum Validity: Sendable {
        case checked
        case ignored
    }

    package struct Root: Sendable {
        package let certificate: Certificate
        package let isSandbox: Bool
    }

    package let roots: [Root]
    package let validity: Validity

    /// - Parameter sandboxRoots: certificates, as PEM or DER in hexadecimal digits or Base64; none in production.
    public init(sandboxRoots: [String] = [], validity: Validity = .checked) throws(CertificateFailure) {
        let apple = try CertificateReading.certificate(from: AppleRootCertificate.der)
        var roots = [Root(certificate: apple, isSandbox: false)]
        for text in sandboxRoots {
            let certificate = try CertificateReading.certificate(from: CertificateReading.der(from: text))
            try certificate.requireAuthority()
            roots.append(Root(certificate: certificate, isSandbox: true))
        }
        self.roots = roots
        self.validity = validity
    }

    /// The root that signed this authority; a root with its key and name is enough, as in RFC 5280, section 6.1.1.
    package func root(of subordinate: Certificate, at now: Date) -> Root? {
        let date = validity == .checked ? now : nil
        return roots.first { root in
            subordinate.isSigned(by: root.certificate) && (try? root.certificate.requireValid(at: date)) != nil
        }
    }
}

extension CertificateFailure: CustomStringConvertible {
    /// Of a certificate that stands alone.
    public var description: String { "The certificate \(predicate) \(fix)" }
}
