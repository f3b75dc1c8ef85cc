/// The purpose of a key. Each key has one purpose, so that a leak through one use does not harm another.
public enum KeyPurpose: String, CaseIterable, Sendable {
    case panEncryption = "PAN_ENCRYPTION"
    case panLookup = "PAN_LOOKUP"
    case cardVerification = "CARD_VERIFICATION"
    case pinEncryption = "PIN_ENCRYPTION"
    case clientSecret = "CLIENT_SECRET"
    case tokenSigning = "TOKEN_SIGNING"
    case requestDigest = "REQUEST_DIGEST"
    case secretSealing = "SECRET_SEALING"
    case secretHashing = "SECRET_HASHING"
    /// Opens the PIN blocks that a card network sends.
    case zonePIN = "ZONE_PIN"

    /// The length of a key in bytes: AES-256 or HMAC-SHA256, except the two DES keys of a CVK pair.
    public var length: Int { self == .cardVerification ? 16 : 32 }

    /// Whether a newer version of the key may take over while output of an older one is still in use.
    ///
    /// A ciphertext names the version that opens it, and a card that of its printed code. A card is looked up by the
    /// hashes of its number under all versions, and a request or a secret is recognised by any of its hashes. A
    /// network's PIN block names no version, and there is one key for all of them.
    public var rotates: Bool { self != .zonePIN }
}

extension KeyPurpose {
    /// Whether somebody else has the key, too: a card network, or whoever makes the plastic. So it can be imported.
    public var isShared: Bool { self == .zonePIN || self == .cardVerification }
}

/// A key in use: its purpose, its version and its bytes.
public struct DataKey: Sendable {
    public let purpose: KeyPurpose
    /// Versions count from 1.
    public let version: Int
    public let secret: Secret
    /// Whether it may seal. A version that was just added only opens, because not every server has it yet.
    public private(set) var seals = true
    let sealing: AuthenticatedSealing
    let hash: KeyedHash

    public static func generate(_ purpose: KeyPurpose, version: Int = 1, using entropy: Entropy) -> DataKey {
        DataKey(purpose: purpose, version: version, secret: Secret(entropy.bytes(purpose.length)))
    }

    /// Tells this key from others.
    public var checkValue: KeyCheckValue { KeyCheckValue(of: secret) }

    func marked(seals: Bool) -> DataKey {
        var key = self
        key.seals = seals
        return key
    }

    init(purpose: KeyPurpose, version: Int, secret: Secret) {
        precondition(version >= 1 && secret.count == purpose.length)
        self.purpose = purpose
        self.version = version
        self.secret = secret
        sealing = AuthenticatedSealing(under: secret)
        hash = KeyedHash(under: secret.key)
    }
}

extension DataKey: Equatable {
    public static func == (left: DataKey, right: DataKey) -> Bool {
        left.purpose == right.purpose && left.version == right.version && left.secret == right.secret
    }
}

/// A key as it is stored: only the key-encryption key opens it.
public struct WrappedKey: Sendable, Equatable {
    public let purpose: KeyPurpose
    public let version: Int
    public let ciphertext: [UInt8]
    /// Whether the key may seal.
    public let seals: Bool

    public init(purpose: KeyPurpose, version: Int, ciphertext: [UInt8], seals: Bool = true) {
        self.purpose = purpose
        self.version = version
        self.ciphertext = ciphertext
        self.seals = seals
    }
}
