import Foundation

/// A keyed hash as it is stored, with the version of its key.
public struct VersionedHash: Sendable, Equatable {
    /// 32 bytes.
    public let bytes: [UInt8]
    public let keyVersion: Int

    public init(bytes: [UInt8], keyVersion: Int) {
        self.bytes = bytes
        self.keyVersion = keyVersion
    }
}

/// The keyed hashes of one value, one under each version of the key. While the key is rotated, a stored hash may be any
/// of them.
public struct VersionedHashes: Sendable, Equatable {
    /// The one that is stored.
    public let current: VersionedHash
    /// Those under the other versions.
    public let others: [VersionedHash]

    /// All of them, the one that is stored first.
    public var all: [VersionedHash] { [current] + others }

    /// Whether a hash that was stored without its version is one of them.
    public func contains(_ stored: [UInt8]) -> Bool { all.contains { $0.bytes == stored } }
}

extension CardVault {
    /// Compares a stored hash with those of a message under all versions of a key, in constant time. A hash under a
    /// version that was retired is equal to no other.
    func isDigest(_ hash: [UInt8], of message: [UInt8], _ purpose: KeyPurpose) -> Bool {
        let ring = keys
        let matching = ([ring.current(purpose)] + ring.others(purpose)).filter { $0.hash.isDigest(hash, of: message) }
        return !matching.isEmpty
    }

    /// The hashes of one value under all versions of a key.
    func hashes(_ purpose: KeyPurpose, _ digest: (KeyedHash) -> [UInt8]) -> VersionedHashes {
        let ring = keys
        let current = ring.current(purpose)
        return VersionedHashes(
            current: VersionedHash(bytes: digest(current.hash), keyVersion: current.version),
            others: ring.others(purpose).map { VersionedHash(bytes: digest($0.hash), keyVersion: $0.version) })
    }
}
