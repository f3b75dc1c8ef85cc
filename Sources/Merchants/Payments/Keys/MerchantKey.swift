import Crypto
import Foundation

/// Whose key it is. A merchant has keys of its own at each gateway and for each wallet.
public struct KeyOwner: Hashable, Sendable {
    public let merchant: MerchantID
    public let gateway: Gateway
    public let wallet: WalletKind

    public init(merchant: MerchantID, gateway: Gateway, wallet: WalletKind) {
        (self.merchant, self.gateway, self.wallet) = (merchant, gateway, wallet)
    }
}

/// The public part of a merchant's key pair, to which wallets seal payments.
public struct MerchantPublicKey: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case p256 = "P-256"
        case rsa = "RSA"
    }

    public enum Status: String, CaseIterable, Sendable {
        /// Its certificate has not arrived.
        case waiting = "WAITING"
        /// New tokens are sealed to it. Each owner has at most one such key.
        case active = "ACTIVE"
        /// Another key took over; this one still opens until ``MerchantPublicKey/endsAt``.
        case replaced = "REPLACED"
    }

    public let id: UUID
    public let owner: KeyOwner
    public let kind: Kind
    public internal(set) var status: Status
    /// How the wallet names the recipient: Apple's merchant id, Google's `gateway:…` or `merchant:…`; nil at Samsung,
    /// which names nobody, and with RSA keys at Apple.
    public internal(set) var walletID: String?
    /// SubjectPublicKeyInfo in DER.
    public let spki: [UInt8]
    /// DER.
    public internal(set) var certificate: [UInt8]?
    public let createdAt: Date
    public let endsAt: Date?

    /// The SHA-256 of ``spki``, by which Apple's and Samsung's tokens name their recipient.
    public var hash: [UInt8] { Array(SHA256.hash(data: spki)) }
}

/// Why a key is not made, or a certificate not taken.
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
        case .walletIDMissing: "The wallet names a merchant by an id of 1 to 255 bytes; give one."
        case .notACertificate(let reason): reason
        case .noKeyOfThisCertificate:
            "No waiting key of this merchant has the certificate's public key; request a certificate for its own "
                + "certificate signing request."
        case .certifiedForAnother(let id): "The certificate is for \(id)."
        case .tooManyKeys(let limit): "The merchant has \(limit) keys for this wallet; wait until one of them ends."
        case .tooManyAtOnce: "Other keys are being made; send this again shortly."
        }
    }
}

/// Why a merchant's key is not made or found.
public typealias MerchantKeyFailure = MerchantsFailure<MerchantKeyRefusal>
