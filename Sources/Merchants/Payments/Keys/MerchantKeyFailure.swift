/// The reason why a key is not made, or a certificate not taken.
public enum MerchantKeyRefusal: Error, Hashable, Sendable {
    case merchantNotFound
    /// The wallet seals to another kind of key.
    case kindNotAccepted(MerchantPublicKey.Kind, accepted: [MerchantPublicKey.Kind])
    /// The wallet needs an id to name the merchant by, at most 255 bytes.
    case walletIDMissing
    case notACertificate(String)
    /// No waiting key of this owner has the certificate's public key.
    case noKeyOfThisCertificate
    /// The certificate names another merchant.
    case certifiedForAnother(String)
    /// Too many keys wait for their certificates, or still open.
    case tooManyKeys(limit: Int)
    /// Too many keys are being made.
    case tooManyAtOnce
}

extension MerchantKeyRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .merchantNotFound: "There is no such merchant."
        case .kindNotAccepted(let kind, let accepted):
            "The wallet takes no \(kind.rawValue) key; it takes \(accepted.map(\.rawValue).joined(separator: " or "))."
        case .walletIDMissing: "This wallet needs an id for the merchant, of 1 to 255 bytes."
        case .notACertificate(let reason): reason
        case .noKeyOfThisCertificate:
            "No waiting key of this merchant has the certificate's public key; request a certificate for its own "
                + "certificate signing request."
        case .certifiedForAnother(let id): "The certificate is for \(id)."
        case .tooManyKeys(let limit):
            "The merchant has \(limit) keys for this wallet, which is the limit; wait until one of them expires."
        case .tooManyAtOnce: "Other keys are being made; send this again shortly."
        }
    }
}

/// Why a merchant's key is not made or found.
public typealias MerchantKeyFailure = MerchantsFailure<MerchantKeyRefusal>
