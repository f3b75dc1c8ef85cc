import Foundation
import Synchronization

/// A card number as it is stored. It opens only with the named version of its key, and only in its own row.
public struct SealedPAN: Sendable, Equatable {
    /// Nonce, ciphertext and tag: 44 bytes.
    public let bytes: [UInt8]
    public let keyVersion: Int

    public init(bytes: [UInt8], keyVersion: Int) {
        self.bytes = bytes
        self.keyVersion = keyVersion
    }
}

/// A PIN as it is stored: an ISO 9564 format 4 block under the named version of the PIN key.
public struct SealedPIN: Sendable, Equatable {
    public let block: [UInt8]
    public let keyVersion: Int

    public init(block: [UInt8], keyVersion: Int) {
        self.block = block
        self.keyVersion = keyVersion
    }
}

/// Everything that the use cases do with card secrets. It is synchronous and pure, so it can be used in a transaction.
///
/// A card number is encrypted so that it can be shown again, and hashed so that it can be found again. A CVV is never
/// stored: it is computed from the number, the expiry and a key. A PIN is stored so that it can be compared and, to
/// callers who may see it, shown.
public struct CardVault: Sendable {
    private let ring: SharedKeyRing
    let entropy: Entropy

    public init(keys: KeyRing, entropy: Entropy) {
        ring = SharedKeyRing(keys)
        self.entropy = entropy
    }

    /// The keys of now.
    public var keys: KeyRing { ring.current.withLock { $0 } }

    /// Replaces the keys of this vault and of all its copies.
    public func use(_ keys: KeyRing) { ring.current.withLock { $0 = keys } }
}

private final class SharedKeyRing: Sendable {
    let current: Mutex<KeyRing>

    init(_ keys: KeyRing) { current = Mutex(keys) }
}

// MARK: Card number

extension CardVault {
    public func seal(_ pan: PAN, customer: Int64, card: UUID) -> SealedPAN {
        let key = keys.current(.panEncryption)
        let place = Self.place(customer: customer, card: card, keyVersion: key.version)
        let bytes = key.sealing.seal(pan.digits, at: place, using: entropy)
        return SealedPAN(bytes: bytes, keyVersion: key.version)
    }

    public func open(_ sealed: SealedPAN, customer: Int64, card: UUID) throws(VaultFailure) -> PAN {
        let key = try keys.key(.panEncryption, version: sealed.keyVersion)
        let place = Self.place(customer: customer, card: card, keyVersion: key.version)
        guard
            let digits = key.sealing.open(sealed.bytes, at: place),
            let pan = digits.revealText({ PAN($0) })
        else { throw .doesNotOpen(.panEncryption, version: sealed.keyVersion) }
        return pan
    }

    /// The same hashes for the same number, so that a card can be found by its number. Without the key they are useless
    /// for guessing the number. A plain hash would not be, because so few of the digits are unknown.
    public func lookupHashes(_ pan: PAN) -> VersionedHashes {
        hashes(.panLookup) { hash in pan.digits.withBytes { hash.digest(of: $0) } }
    }

    /// The hash under the version that makes new values. Look up by it alone only where no key is ever rotated.
    public func lookupHash(_ pan: PAN) -> [UInt8] {
        pan.digits.withBytes { keys.current(.panLookup).hash.digest(of: $0) }
    }

    /// Names table, column and row, so that a ciphertext that is moved to another row does not open there.
    private static func place(customer: Int64, card: UUID, keyVersion: Int) -> String {
        "card.pan customer \(customer) card \(card.uuidString) key version \(keyVersion)"
    }
}

// MARK: Card verification value

extension CardVault {
    /// The version of the key that makes the codes of new cards. A card keeps the version of its code, which is printed
    /// on it.
    public var cvvKeyVersion: Int { keys.current(.cardVerification).version }

    /// - Parameter keyVersion: the card's.
    public func cvv2(
        of pan: PAN, keyVersion: Int, expiryMonth: Int, expiryYear: Int
    ) throws(VaultFailure) -> CVV {
        try cvv(
            of: pan, keyVersion: keyVersion, expiryMonth: expiryMonth, expiryYear: expiryYear,
            serviceCode: CardVerificationKey.printedServiceCode)
    }

    /// The value that belongs to a service code: of the stripe, of the chip, or printed.
    ///
    /// - Parameter serviceCode: three digits; see ``CardVerificationKey``.
    public func cvv(
        of pan: PAN, keyVersion: Int, expiryMonth: Int, expiryYear: Int, serviceCode: String
    ) throws(VaultFailure) -> CVV {
        try CardVerificationKey(keys.key(.cardVerification, version: keyVersion).secret)
            .cvv(pan: pan, expiryMonth: expiryMonth, expiryYear: expiryYear, serviceCode: serviceCode)
    }

    /// Takes the same time for every `candidate`, even one that is not a CVV. Every code is wrong whose version was
    /// retired: its card can no longer be used.
    public func verify(
        cvv candidate: String, of pan: PAN, keyVersion: Int, expiryMonth: Int, expiryYear: Int
    ) throws(VaultFailure) -> Bool {
        let newest = cvvKeyVersion
        let isRetired = keyVersion < newest && !keys.versions(of: .cardVerification).contains(keyVersion)
        let cvv = try cvv2(
            of: pan, keyVersion: isRetired ? newest : keyVersion, expiryMonth: expiryMonth, expiryYear: expiryYear)
        return Secret(Self.fitted(candidate, to: 3)) == cvv.digits && !isRetired
    }

    /// Whether both values match the plastic card. They are compared as one, so that neither the answer nor the time it
    /// takes shows which of the two was wrong.
    public func activationMatches(
        lastFour: String, cvv: String, of pan: PAN, keyVersion: Int, expiryMonth: Int, expiryYear: Int
    ) throws(VaultFailure) -> Bool {
        let printed = try cvv2(of: pan, keyVersion: keyVersion, expiryMonth: expiryMonth, expiryYear: expiryYear)
        let expected = printed.digits.withBytes { Secret(Array(pan.lastFour.utf8) + $0) }
        return Secret(Self.fitted(lastFour, to: 4) + Self.fitted(cvv, to: 3)) == expected
    }

    /// Replaces text of the wrong length with zero bytes of the right length, which no digits can equal.
    private static func fitted(_ text: String, to length: Int) -> [UInt8] {
        text.utf8.count == length ? Array(text.utf8) : [UInt8](repeating: 0, count: length)
    }
}

// MARK: PIN

extension CardVault {
    public func seal(_ pin: PIN, of pan: PAN) throws(VaultFailure) -> SealedPIN {
        let key = keys.current(.pinEncryption)
        let block = try PINBlock.encipher(pin, for: pan, under: key.secret, using: entropy)
        return SealedPIN(block: block, keyVersion: key.version)
    }

    public func open(_ sealed: SealedPIN, of pan: PAN) throws(VaultFailure) -> PIN {
        let key = try keys.key(.pinEncryption, version: sealed.keyVersion)
        guard let pin = try PINBlock.decipher(sealed.block, for: pan, under: key.secret) else {
            throw .doesNotOpen(.pinEncryption, version: sealed.keyVersion)
        }
        return pin
    }

    /// The PIN in a block that a card network sent; nil if the block was not made for this card under the zone PIN key.
    public func open(zoneBlock block: [UInt8], of pan: PAN) throws(VaultFailure) -> PIN? {
        try PINBlock.decipher(block, for: pan, under: keys.current(.zonePIN).secret)
    }

    /// A PIN block as a terminal sends it through the network.
    public func zoneBlock(_ pin: PIN, of pan: PAN) throws(VaultFailure) -> [UInt8] {
        try PINBlock.encipher(pin, for: pan, under: keys.current(.zonePIN).secret, using: entropy)
    }

    public func verify(_ candidate: PIN, against sealed: SealedPIN, of pan: PAN) throws(VaultFailure) -> Bool {
        try open(sealed, of: pan) == candidate
    }
}

// MARK: Client secret

extension CardVault {
    /// The hash of an API client's secret, to be stored. Without the key, a thief cannot search a dump of the database
    /// for a secret.
    public func clientSecretHash(_ secret: String) -> VersionedHash {
        hashes(.clientSecret) { $0.digest(of: Array(secret.utf8)) }.current
    }

    /// Compares in constant time, under all versions of the key.
    public func clientSecret(_ candidate: String, matches hash: [UInt8]) -> Bool {
        isDigest(hash, of: Array(candidate.utf8), .clientSecret)
    }
}

// MARK: Request

extension CardVault {
    /// The digests by which a repeated request is recognised. They are keyed because a request may hold a PIN among
    /// fields that are not secret: with a plain digest, trying all ten thousand PINs would find it. They are stored
    /// without their version, because the key is retired after the last of them has ended.
    public func requestDigests(_ request: [UInt8]) -> VersionedHashes {
        hashes(.requestDigest) { $0.digest(of: request) }
    }
}
