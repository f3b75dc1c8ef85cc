import Foundation

/// The key at the top. It only wraps the keys that encrypt card data, and it is never in the database.
///
/// So neither a dump of the database nor this key opens anything without the other.
public struct KeyEncryptionKey: Sendable {
    private static let length = 32

    private let secret: Secret
    private let sealing: AuthenticatedSealing

    /// A key from the environment or another place that holds text.
    ///
    /// - Parameters:
    ///   - text: 64 hexadecimal digits or 44 characters of Base64; white space around them is ignored.
    ///   - source: where the text comes from, such as a file's path; error messages name it.
    public init(text: String, source: String) throws(KeyFailure) {
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard
            var bytes = Self.bytes(hexadecimal: line) ?? Data(base64Encoded: line).map(Array.init),
            bytes.count == Self.length
        else { throw .malformed(source: source) }
        defer { bytes.wipe() }
        self.init(Secret(bytes))
    }

    /// Reads a key from a file, which must be accessible to its owner only.
    public init(file path: String) throws(KeyFailure) {
        var contents = try PrivateFile.contents(of: path, limit: 256)
        defer { contents.wipe() }
        try self.init(text: String(decoding: contents, as: UTF8.self), source: "The key file \(path)")
    }

    /// Writes a new key to a new file (mode 0600). The file is either complete or absent, and never replaces another
    /// one.
    public static func generate(file path: String, using entropy: Entropy) throws(KeyFailure) -> KeyEncryptionKey {
        let secret = Secret(entropy.bytes(length))
        var line = Array((secret.withBytes { hexadecimal($0) } + "\n").utf8)
        defer { line.wipe() }
        try PrivateFile.create(path, contents: line, nameSuffix: hexadecimal(entropy.bytes(8)))
        return KeyEncryptionKey(secret)
    }

    private init(_ secret: Secret) {
        self.secret = secret
        sealing = AuthenticatedSealing(under: secret)
    }

    /// Tells this key from others.
    public var checkValue: KeyCheckValue { KeyCheckValue(of: secret) }

    public func wrap(_ key: DataKey, using entropy: Entropy) -> WrappedKey {
        let place = Self.place(of: key.purpose, key.version)
        let ciphertext = sealing.seal(key.secret, at: place, using: entropy)
        return WrappedKey(purpose: key.purpose, version: key.version, ciphertext: ciphertext)
    }

    public func unwrap(_ key: WrappedKey) throws(KeyFailure) -> DataKey {
        let place = Self.place(of: key.purpose, key.version)
        guard
            let bytes = sealing.open(key.ciphertext, at: place),
            bytes.count == key.purpose.length, key.version >= 1
        else { throw .doesNotUnwrap(key.purpose, version: key.version) }
        return DataKey(purpose: key.purpose, version: key.version, secret: bytes).marked(seals: key.seals)
    }

    /// A data key of this key-encryption key under another one, which has opened it again.
    public func rewrap(
        _ key: WrappedKey, under other: KeyEncryptionKey, using entropy: Entropy
    ) throws(KeyFailure) -> WrappedKey {
        let opened = try unwrap(key)
        let wrapped = other.wrap(opened, using: entropy)
        guard try other.unwrap(wrapped) == opened else { throw .doesNotUnwrap(key.purpose, version: key.version) }
        return wrapped
    }

    private static func place(of purpose: KeyPurpose, _ version: Int) -> String {
        "data key \(purpose.rawValue) version \(version)"
    }

    static func bytes(hexadecimal line: String) -> [UInt8]? {
        let digits = line.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == line.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension KeyEncryptionKey: Equatable {
    public static func == (left: KeyEncryptionKey, right: KeyEncryptionKey) -> Bool { left.secret == right.secret }
}
