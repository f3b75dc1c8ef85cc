import Crypto
import Foundation
import Identifiers

/// The owner of a key. A merchant has keys of its own at each gateway and for each wallet.
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

    public let id: MerchantKeyID
    public let owner: KeyOwner
    public let kind: Kind
    public internal(set) var status: Status
    /// How the wallet names the recipient: Apple's merchant id, Google's `gateway:…` or `merchant:…`; nil at Samsung,
    /// which names no recipient, and with RSA keys at Apple.
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
