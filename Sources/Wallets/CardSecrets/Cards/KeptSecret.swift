import Foundation

/// A stored secret that is shown or used again and does not belong to a card: a webhook's signing key, an
/// authenticator's seed, a code that was sent.
public struct SealedSecret: Sendable, Equatable {
    public let bytes: [UInt8]
    public let keyVersion: Int

    public init(bytes: [UInt8], keyVersion: Int) {
        self.bytes = bytes
        self.keyVersion = keyVersion
    }
}

extension CardVault {
    /// - Parameter place: table, column and row in words; a ciphertext that is moved elsewhere does not open there.
    public func seal(_ secret: Secret, at place: String) -> SealedSecret {
        let key = keys.current(.secretSealing)
        let bytes = key.sealing.seal(secret, at: Self.place(place, key.version), using: entropy)
        return SealedSecret(bytes: bytes, keyVersion: key.version)
    }

    public func open(_ sealed: SealedSecret, at place: String) throws(VaultFailure) -> Secret {
        let key = try keys.key(.secretSealing, version: sealed.keyVersion)
        guard let secret = key.sealing.open(sealed.bytes, at: Self.place(place, key.version)) else {
            throw .doesNotOpen(.secretSealing, version: sealed.keyVersion)
        }
        return secret
    }

    /// The stored hash of a secret that only has to be recognised: 32 bytes, useless without the key. It is under the
    /// version that makes new values.
    ///
    /// - Parameter place: as for sealing; the same secret has another hash in another place.
    public func secretHash(_ secret: [UInt8], at place: String) -> [UInt8] {
        keys.current(.secretHashing).hash.digest(of: Self.message(secret, place))
    }

    /// The hashes under all versions, by which a secret is looked up.
    public func secretHashes(_ secret: [UInt8], at place: String) -> VersionedHashes {
        let message = Self.message(secret, place)
        return hashes(.secretHashing) { $0.digest(of: message) }
    }

    /// Compares in constant time, under all versions of the key.
    public func secret(_ candidate: [UInt8], at place: String, matches hash: [UInt8]) -> Bool {
        isDigest(hash, of: Self.message(candidate, place), .secretHashing)
    }

    private static func place(_ place: String, _ keyVersion: Int) -> String { "\(place) key version \(keyVersion)" }

    /// The place is prefixed with its length, so that its end cannot be read as part of the secret.
    private static func message(_ secret: [UInt8], _ place: String) -> [UInt8] {
        Array("\(place.utf8.count) \(place) ".utf8) + secret
    }
}
