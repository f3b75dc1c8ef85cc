import Foundation

/// A fault of one certificate, for any purpose.
public enum CertificateFailure: Error, Equatable, Sendable {
    case encoding(EncodingFailure)
    case tooLarge(bytes: Int)
    case severalInOne(count: Int)
    case pemInside
    case pemUnreadable
    case notACertificate
    case trailingBytes(count: Int)
    case keyUnreadable
    case keyUnsupported
    case wrongCurve(String)
    case keyForRSA
    case missingMarker(String)
    case sharedMarker(String)
    case isAuthority
    case isNoAuthority(lacking: [String])
    case noRoomBelow
    case keyUsage(needed: String)
    case notYetValid(Date)
    case expired(Date)
    case unknownCriticalExtension(String)

    /// The longest certificate that is accepted; real ones have about one kilobyte.
    public static let limitBytes = 8192
}

extension CertificateFailure {
    public var name: String {
        switch self {
        case .encoding(let failure): failure.name
        case .tooLarge: "tooLarge"
        case .severalInOne: "severalInOne"
        case .pemInside: "pemForDER"
        case .pemUnreadable: "pemUnreadable"
        case .notACertificate: "notACertificate"
        case .trailingBytes: "trailingBytes"
        case .keyUnreadable: "keyUnreadable"
        case .keyUnsupported: "keyUnsupported"
        case .wrongCurve: "wrongCurve"
        case .keyForRSA: "schemeRSA"
        case .missingMarker: "missingMarker"
        case .sharedMarker: "sharedMarker"
        case .isAuthority: "isAuthority"
        case .isNoAuthority: "isNoAuthority"
        case .noRoomBelow: "noRoomBelow"
        case .keyUsage: "keyUsage"
        case .notYetValid: "notYetValid"
        case .expired: "expired"
        case .unknownCriticalExtension: "unknownCriticalExtension"
        }
    }

    /// The problem, as the end of a sentence that begins with the certificate's name.
    public var predicate: String {
        switch self {
        case .encoding(let failure): failure.predicate
        case .tooLarge(let bytes): "has \(bytes) bytes; \(Self.limitBytes) are accepted."
        case .severalInOne(let count): "holds \(count) PEM blocks; one certificate is accepted."
        case .pemInside: "is PEM that was encoded a second time; the bytes of DER are expected."
        case .pemUnreadable: "begins like PEM and is no PEM block of a CERTIFICATE."
        case .notACertificate: "is no X.509 certificate in DER."
        case .trailingBytes(let count): "is followed by \(count) bytes that do not belong to it."
        case .keyUnreadable: 
            "holds a public key that cannot be read: its point is compressed, not on the curve, or cut short."
        case .keyUnsupported: "holds a public key of a kind that is not known here; P-256 is accepted."
        case .wrongCurve(let curve): "holds a key on \(curve); P-256 is accepted."
        case .keyForRSA: "holds an RSA key, which asks for the scheme RSA_V2 (EV_RSA_v2); ECC_V2 is accepted."
        case .missingMarker(let oid): "has no extension \(oid), by which Apple marks what it is for."
        case .sharedMarker(let oid): "and its issuer's both have the extension \(oid), which Apple gives to one."
        case .isAuthority: "is that of an authority (CA:TRUE); one of a device is accepted."
        case .isNoAuthority(let lacking): "is not that of an authority: it lacks \(lacking.joined(separator: " and "))."
        case .noRoomBelow: "permits no authority below it (pathlen:0)."
        case .keyUsage(let needed): "has no key usage \(needed)."
        case .notYetValid(let date): "is valid only from \(timestamp(date)) on."
        case .expired(let date): "expired on \(timestamp(date))."
        case .unknownCriticalExtension(let oid): "has a critical extension \(oid) that is not known here."
        }
    }

    public var fix: String {
        switch self {
        case .encoding(let failure): failure.fix
        case .tooLarge, .trailingBytes:
            "Send this one certificate alone, as PassKit gave it."
        case .severalInOne:
            "Send the leaf and the subordinate in their own members, one PEM block each, and no root."
        case .pemInside:
            "Send the PEM text as it is, or decode it and send the bytes as hexadecimal digits or Base64."
        case .pemUnreadable:
            "Send one block from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, or the bytes in Base64."
        case .notACertificate, .keyUnreadable:
            "Send the bytes of PKAddPaymentPassRequest's certificates unchanged."
                + (self == .keyUnreadable ? Self.inYourOwnChain("write the point as 65 bytes, 04 before x and y") : "")
        case .keyUnsupported, .wrongCurve, .keyForRSA:
            "Start PKAddPaymentPassViewController with encryptionScheme .ECC_V2."
                + Self.inYourOwnChain("use a key on P-256")
        case .sharedMarker: Self.order
        case .missingMarker(let oid): Self.order + Self.inYourOwnChain("add the extension \(oid)")
        case .isAuthority: Self.order + Self.inYourOwnChain("give the leaf CA:FALSE")
        case .isNoAuthority(let lacking):
            Self.order + Self.inYourOwnChain("add \(lacking.joined(separator: " and "))")
        case .noRoomBelow: Self.order + Self.inYourOwnChain("leave pathlen out of the root")
        case .keyUsage(let needed): Self.order + Self.inYourOwnChain("add the key usage \(needed)")
        case .unknownCriticalExtension(let oid):
            Self.order + Self.inYourOwnChain("leave \(oid) out, or do not mark it as critical")
        case .notYetValid, .expired:
            "Ask the device for new certificates and send them at once; keep none from an earlier request."
                + Self.inYourOwnChain("sign it again, with a validity that includes the present")
        }
    }

    private static let order =
        "Send the certificates of this very request: the first of the two as leaf, the second as subordinate."

    /// Only a service for tests accepts such a chain.
    private static func inYourOwnChain(_ advice: String) -> String {
        " In a chain of your own, \(advice); docs/PHONES.md has a recipe."
    }
}
