import COpenSSL

/// What is kept of a password: enough to recognise it, and of no use without a key that is not in the database.
///
/// Slow, because people choose passwords that can be tried out: scrypt (RFC 7914) takes 16 MiB and some 50 ms for every
/// try. Then keyed, so that whoever has the database and not the key cannot try at all.
public struct PasswordHash: Sendable, Equatable {
    /// 49 bytes: the cost, the salt and the keyed hash.
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Longest a password may be, as UTF-8.
    public static let limitBytes = 128

    /// The power of two that scrypt calls N; kept with every hash, so that it can grow and old hashes still be read.
    fileprivate static let cost: UInt8 = 14
    fileprivate static let saltLength = 16
    fileprivate static let length = 1 + saltLength + 32

    /// No password's. Comparing with it takes as long as with any other.
    public static let nobodys = PasswordHash(bytes: [cost] + [UInt8](repeating: 0, count: length - 1))
}

extension CardVault {
    /// - Parameters:
    ///   - password: 1 to ``PasswordHash/limitBytes`` bytes.
    ///   - place: table, column and row in words; the hash of the same password is another in another place.
    public func passwordHash(_ password: Secret, at place: String) throws(VaultFailure) -> PasswordHash {
        precondition(1...PasswordHash.limitBytes ~= password.count, "A password has 1 to 128 bytes.")
        let salt = entropy.bytes(PasswordHash.saltLength)
        let slow = try Self.scrypt(password, salt: salt, cost: PasswordHash.cost)
        return PasswordHash(bytes: [PasswordHash.cost] + salt + secretHash(slow, at: place))
    }

    /// Constant-time once it compares; how long it takes until then is scrypt's, the same for every candidate.
    public func password(
        _ candidate: Secret, at place: String, matches hash: PasswordHash
    ) throws(VaultFailure) -> Bool {
        let (bytes, saltEnd) = (hash.bytes, 1 + PasswordHash.saltLength)
        guard bytes.count == PasswordHash.length, 1...20 ~= bytes[0], candidate.count <= PasswordHash.limitBytes else {
            return false
        }
        let slow = try Self.scrypt(candidate, salt: Array(bytes[1..<saltEnd]), cost: bytes[0])
        return secret(slow, at: place, matches: Array(bytes[saltEnd...]))
    }

    /// With r = 8 and p = 1, as RFC 7914 recommends them, which takes 2^(cost + 10) bytes of memory.
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
