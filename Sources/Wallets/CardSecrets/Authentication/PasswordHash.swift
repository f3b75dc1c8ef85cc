import COpenSSL

/// The stored hash of a password. It is enough to recognise the password, but useless without a key that is not in the
/// database.
///
/// Hashing is slow, because people choose passwords that can be guessed: scrypt (RFC 7914) takes 16 MiB and about 50 ms
/// for every guess. The result is then keyed, so a thief with the database but not the key cannot guess at all.
public struct PasswordHash: Sendable, Equatable {
    /// 49 bytes: the cost, the salt and the keyed hash.
    public let bytes: [UInt8]
    public let keyVersion: Int

    public init(bytes: [UInt8], keyVersion: Int) {
        self.bytes = bytes
        self.keyVersion = keyVersion
    }

    /// The longest password that is accepted, in bytes of UTF-8.
    public static let limitBytes = 128

    /// The power of two that scrypt calls N; stored with every hash, so that it can be raised while old hashes stay
    /// readable.
    fileprivate static let cost: UInt8 = 14
    /// The cost for a published password.
    fileprivate static let costIfPublished: UInt8 = 4
    fileprivate static let saltLength = 16
    fileprivate static let length = 1 + saltLength + 32

    /// The hash of no password. Comparing with it takes as long as with any other.
    public static let nobodys = PasswordHash(bytes: [cost] + [UInt8](repeating: 0, count: length - 1), keyVersion: 1)
}

extension CardVault {
    /// - Parameters:
    ///   - password: 1 to ``PasswordHash/limitBytes`` bytes.
    ///   - place: table, column and row in words; the same password has another hash in another place.
    ///   - isPublished: whether the password is published, so that its hash may be quick.
    public func passwordHash(
        _ password: Secret, at place: String, isPublished: Bool = false
    ) throws(VaultFailure) -> PasswordHash {
        precondition(1...PasswordHash.limitBytes ~= password.count, "A password has 1 to 128 bytes.")
        let salt = entropy.bytes(PasswordHash.saltLength)
        let cost = isPublished ? PasswordHash.costIfPublished : PasswordHash.cost
        let slow = try Self.scrypt(password, salt: salt, cost: cost)
        let hash = secretHashes(slow, at: place).current
        return PasswordHash(bytes: [cost] + salt + hash.bytes, keyVersion: hash.keyVersion)
    }

    public func password(
        _ candidate: Secret, at place: String, matches hash: PasswordHash
    ) throws(VaultFailure) -> Bool {
        try judge(candidate, at: place, by: hash).isRight
    }

    /// The comparison is constant-time. scrypt before it takes the same time for every candidate.
    ///
    /// - Returns: whether the password is right. If it is, and its hash is under an earlier version of the key than the
    ///   one that makes new values, also the hash under that one: only whoever knows the password can make it.
    public func judge(
        _ candidate: Secret, at place: String, by hash: PasswordHash
    ) throws(VaultFailure) -> (isRight: Bool, again: PasswordHash?) {
        let (bytes, saltEnd) = (hash.bytes, 1 + PasswordHash.saltLength)
        guard bytes.count == PasswordHash.length, 1...20 ~= bytes[0], candidate.count <= PasswordHash.limitBytes else {
            return (false, nil)
        }
        let slow = try Self.scrypt(candidate, salt: Array(bytes[1..<saltEnd]), cost: bytes[0])
        guard secret(slow, at: place, matches: Array(bytes[saltEnd...])) else { return (false, nil) }
        let newest = secretHashes(slow, at: place).current
        guard newest.keyVersion > hash.keyVersion else { return (true, nil) }
        return (true, PasswordHash(bytes: Array(bytes[..<saltEnd]) + newest.bytes, keyVersion: newest.keyVersion))
    }

    /// Uses r = 8 and p = 1, as RFC 7914 recommends, which takes 2^(cost + 10) bytes of memory.
    static func scrypt(_ password: Secret, salt: [UInt8], cost: UInt8) throws(VaultFailure) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 32)
        let memoryLimit: UInt64 = 1 << UInt64(cost + 12)
        let succeeded = password.withBytes { bytes in
            EVP_PBE_scrypt(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, salt, salt.count,
                1 << UInt64(cost), 8, 1, memoryLimit, &output, output.count) == 1
        }
        guard succeeded else { throw .cipherUnavailable("scrypt") }
        return output
    }
}
