import Crypto
import Validation

/// A hash in the chain, which stands for everything before it.
public struct AuditHash: Sendable, Equatable, CustomStringConvertible {
    let bytes: [UInt8]

    /// The hash before the first event.
    static let beginning = AuditHash([UInt8](repeating: 0, count: SHA256.byteCount))

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Nil if the text is not 64 hexadecimal digits.
    public init?(_ text: String) {
        let digits = text.utf8.compactMap(\.hexadecimalValue)
        guard text.utf8.count == 2 * SHA256.byteCount, digits.count == text.utf8.count else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// 64 hexadecimal digits in small letters.
    public var description: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
