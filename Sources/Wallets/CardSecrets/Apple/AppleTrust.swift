import Foundation
import X509

/// The roots that a device's chain of certificates may end in, and whether validity periods are checked.
///
/// Apple's own root is always trusted. Further roots are for simulated phones; a chain that ends in one of them is
/// marked, so that it is not mistaken for Apple's.
public struct AppleTrust: Sendable {
    /// Apple's own policy for in-app provisioning does not check the time (Security, SecPolicyPriv.h,
    /// SecPolicyCreateApplePayIssuerEncryption); refusing expired certificates is the stricter choice.
    public enum Validity: Sendable {
        case checked
        case ignored
    }

    package struct Root: Sendable {
        package let certificate: Certificate
        package let isFurther: Bool
    }

    package let roots: [Root]
    package let validity: Validity

    /// - Parameter furtherRoots: certificates, as PEM or DER in hexadecimal digits or Base64; none in production.
    public init(furtherRoots: [String] = [], validity: Validity = .checked) throws(CertificateFailure) {
        let apple = try CertificateReading.certificate(from: AppleRootCertificate.der)
        var roots = [Root(certificate: apple, isFurther: false)]
        for text in furtherRoots {
            let certificate = try CertificateReading.certificate(from: CertificateReading.der(from: text))
            if let failure = Self.failures(of: certificate).first { throw failure }
            roots.append(Root(certificate: certificate, isFurther: true))
        }
        self.roots = roots
        self.validity = validity
    }

    /// The failures that keep a certificate from being a further root; empty if it can be one.
    ///
    /// - Parameter root: PEM, or DER in hexadecimal digits or Base64.
    public static func failures(ofFurtherRoot root: String) -> [CertificateFailure] {
        do throws(CertificateFailure) {
            return failures(of: try CertificateReading.certificate(from: CertificateReading.der(from: root)))
        } catch {
            return [error]
        }
    }

    private static func failures(of root: Certificate) -> [CertificateFailure] {
        [root.authorityFailure, root.roomFailure].compactMap(\.self)
    }

    /// The root that signed this authority. Any root with a matching key and name is enough (RFC 5280, section 6.1.1).
    package func root(of subordinate: Certificate, at now: Date) -> Root? {
        let date = validity == .checked ? now : nil
        return roots.first { root in
            subordinate.isSigned(by: root.certificate) && root.certificate.validityFailure(at: date) == nil
        }
    }

    /// Why there is no root of this authority.
    public enum Gap: Sendable, Equatable {
        case noRootOfThatName
        case otherKey
        case rootNotValidNow
    }

    package func gap(above subordinate: Certificate) -> Gap {
        let namesakes = roots.filter { $0.certificate.subject == subordinate.issuer }
        guard !namesakes.isEmpty else { return .noRootOfThatName }
        return namesakes.contains { subordinate.isSigned(by: $0.certificate) } ? .rootNotValidNow : .otherKey
    }
}

extension CertificateFailure: CustomStringConvertible {
    /// Used where the certificate has no field name, such as for a further root.
    public var description: String { "The certificate \(predicate) \(fix)" }
}
