import COpenSSL
import Crypto
import Foundation

/// Bytes that must not spread: a key, a card number, a PIN on its way from one computation to the next.
///
/// It cannot be encoded, and printing, interpolating, dumping or reflecting it shows only "••••", so that a careless
/// log line does no harm. It is a class because a PIN travels inside a closure to another thread: a reference moves
/// without copying the bytes. The bytes are in swift-crypto's key storage, which is wiped when the last reference goes.
/// The promise does not cover what Swift cannot control: a `String` that a body builds is freed, but not wiped.
public final class Secret: Sendable {
    package let key: SymmetricKey

    /// Takes the bytes and wipes the array they came in, if the caller gives up the only reference to it.
    public init(_ bytes: consuming [UInt8]) {
        key = bytes.withUnsafeBytes { SymmetricKey(data: $0) }
        bytes.wipe()
    }

    /// Keeps the digits as ASCII; nil if the text holds any character other than 0…9.
    public convenience init?(digits: String) {
        guard digits.utf8.allSatisfy(isASCIIDigit) else { return nil }
        self.init(Array(digits.utf8))
    }

    /// The only access to the bytes; the buffer must not outlive the body.
    public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let outcome = key.withUnsafeBytes { buffer in
            Result { () throws(E) -> R in try body(buffer) }
        }
        return try outcome.get()
    }

    public var count: Int { key.bitCount / 8 }

    /// Whether both hold the same bytes. The time it takes depends only on their lengths.
    public func isEqual(to other: Secret) -> Bool { key == other.key }
}

extension Secret: Equatable {
    public static func == (left: Secret, right: Secret) -> Bool { left.isEqual(to: right) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "••••" }
    public var debugDescription: String { "••••" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The bytes as text, for card numbers, CVVs and PINs, which are stored as ASCII digits.
    package func revealText<R, E: Error>(_ body: (String) throws(E) -> R) throws(E) -> R {
        try withBytes { (buffer) throws(E) -> R in try body(String(decoding: buffer, as: UTF8.self)) }
    }
}

extension [UInt8] {
    /// Overwrites the bytes with a call that the optimiser keeps; it may remove plain assignments whose values are not
    /// read.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
