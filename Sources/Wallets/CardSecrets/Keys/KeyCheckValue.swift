import Crypto

/// The first four bytes of a keyed hash of a constant text: the same for the same key, and useless for finding it.
///
/// Operators compare it, to see that two servers, or a backup, have the same key. Nothing else that is computed from a
/// key has this text in it.
public struct KeyCheckValue: Sendable, Equatable, CustomStringConvertible {
    /// Eight hexadecimal digits.
    public let description: String

    init(of key: Secret) {
        let bytes = HKDF<SHA256>.expand(
            pseudoRandomKey: key.key, info: Array("Tessera key check value".utf8), outputByteCount: 4)
        description = bytes.withUnsafeBytes { EncodedBytes.hexadecimal(Array($0)) }
    }
}
