import CardSecrets
import X509

/// Why an iPhone's request to add a card is malformed, or not vouched for by Apple.
public enum AppleRequestFailure: ExplainedFailure {
    /// The members of the request, named as on the wire.
    public enum Field: String, Sendable, CaseIterable {
        case leafCertificate
        case subordinateCertificate
        case nonce
        case nonceSignature
    }

    case encoding(Field, EncodingFailure)
    case certificate(Field, CertificateFailure)
    case swapped
    case sameTwice
    /// - Parameter issuer: the name of the leaf's issuer, if it is not the subordinate's.
    case leafNotSignedBySubordinate(issuer: String?)
    case notAnchored(issuer: String, AppleTrust.Gap)

    public var name: String {
        switch self {
        case .encoding(let field, let failure): "\(field.rawValue).\(failure.name)"
        case .certificate(let field, let failure): "\(field.rawValue).\(failure.name)"
        case .swapped: "certificates.swapped"
        case .sameTwice: "certificates.sameTwice"
        case .leafNotSignedBySubordinate: "leafCertificate.notSignedBySubordinate"
        case .notAnchored: "subordinateCertificate.notAnchored"
        }
    }

    public var cause: String {
        switch self {
        case .encoding(let field, let failure): "\(field.rawValue) \(failure.predicate)"
        case .certificate(let field, let failure): "\(field.rawValue) \(failure.predicate)"
        case .swapped: "leafCertificate and subordinateCertificate are swapped: the first is the authority's."
        case .sameTwice: "leafCertificate and subordinateCertificate are the same certificate."
        case .leafNotSignedBySubordinate(let issuer?):
            "leafCertificate names \(issuer) as its issuer, which is not the name of subordinateCertificate."
        case .leafNotSignedBySubordinate(nil):
            "leafCertificate was not signed by the key of subordinateCertificate."
        case .notAnchored(let issuer, .noRootOfThatName):
            "subordinateCertificate names \(issuer) as its issuer, and no trusted root has that name."
        case .notAnchored(let issuer, .otherKey):
            "subordinateCertificate names \(issuer) as its issuer, and the trusted root of that name did not sign it."
        case .notAnchored(let issuer, .rootNotValidNow):
            "subordinateCertificate was signed by the root \(issuer), which is not valid now."
        }
    }

    public var fix: String {
        switch self {
        case .encoding(_, let failure): failure.fix
        case .certificate(_, let failure): failure.fix
        case .swapped, .sameTwice:
            "Send the first of PassKit's two certificates as leafCertificate, the second as subordinateCertificate."
        case .leafNotSignedBySubordinate:
            "Send both certificates of one and the same request, unchanged."
        case .notAnchored:
            "Use a device's certificates, which lead to Apple Root CA - G3; a service for tests can be started so "
                + "that it trusts another root (--apple-root)."
        }
    }

    /// The member that a field error points at.
    public var field: Field {
        switch self {
        case .encoding(let field, _), .certificate(let field, _): field
        case .swapped, .sameTwice, .leafNotSignedBySubordinate: .leafCertificate
        case .notAnchored: .subordinateCertificate
        }
    }
}

/// All failures of a request at once; never empty.
public struct AppleRequestRefused: Error, Equatable, Sendable {
    public let failures: [AppleRequestFailure]
}
