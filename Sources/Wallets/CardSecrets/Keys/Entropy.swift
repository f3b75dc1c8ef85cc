import Crypto
import Foundation
import Identifiers
import Synchronization

/// The only source of randomness. It is injected like a clock, so that a run can be repeated byte for byte.
///
/// Using a seed twice gives the same bytes twice. `AuthenticatedSealing` explains why two messages still never share a
/// nonce.
public struct Entropy: Sendable {
    /// Whether the same seed gives the same bytes again.
    public let isRepeatable: Bool
    private let draw: @Sendable (_ count: Int) -> [UInt8]

    init(isRepeatable: Bool = true, draw: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.isRepeatable = isRepeatable
        self.draw = draw
    }

    /// The kernel's generator; what production uses.
    public static let system = Entropy(isRepeatable: false) { count in
        var generator = SystemRandomNumberGenerator()
        let words = (0..<(count + 7) / 8).map { _ in generator.next() }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    /// Gives the same bytes for the same seed and the same order of draws. For tests and demonstrations only.
    ///
    /// Every draw is HKDF-SHA256 (RFC 5869) of the seed under the number of the draw. Threads that share one are served
    /// one after the other. To repeat the bytes, the threads must fix that order themselves.
    ///
    /// - Parameter name: the user of the bytes; each name gets different bytes from the same seed.
    public static func seeded(_ seed: UInt64, for name: String? = nil) -> Entropy {
        let words = ["Tessera seeded entropy \(seed)"] + (name.map { [$0] } ?? [])
        return stretched(by: SHA256.hash(data: Array(words.joined(separator: " ").utf8)))
    }

    /// Any number of draws from a secret seed of 32 bytes.
    static func stretched(by seed: some ContiguousBytes) -> Entropy {
        let stream = SeededStream(seed: seed)
        return Entropy { count in stream.draw(count) }
    }

    /// - Parameter count: 1…4096 bytes; no key, id or nonce needs more.
    public func bytes(_ count: Int) -> [UInt8] {
        precondition(1...4096 ~= count, "Entropy is drawn in 1…4096 bytes, not \(count).")
        return draw(count)
    }

    /// A new unique id.
    package func id<Kind>(_ type: ID<Kind>.Type = ID<Kind>.self) -> ID<Kind> { ID(rawValue: uuid()) }

    /// A random identifier (version 4, RFC 9562 section 5.4).
    public func uuid() -> UUID {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Decimal digits, all equally likely: a byte of 250 or more is discarded, because 256 is not a multiple of 10.
    public func digits(_ count: Int) -> String {
        var ascii: [UInt8] = []
        while ascii.count < count {
            let fair = bytes(count - ascii.count).filter { $0 < 250 }
            ascii += fair.map { UInt8(ascii: "0") + $0 % 10 }
        }
        defer { ascii.wipe() }
        return String(decoding: ascii, as: UTF8.self)
    }
}

private final class SeededStream: Sendable {
    private let seed: SymmetricKey
    private let drawn = Mutex<UInt64>(0)

    init(seed: some ContiguousBytes) {
        self.seed = SymmetricKey(data: seed)
    }

    func draw(_ count: Int) -> [UInt8] {
        let number = drawn.withLock { drawn in
            drawn += 1
            return drawn
        }
        let info = Array("draw \(number)".utf8)
        return HKDF<SHA256>.expand(pseudoRandomKey: seed, info: info, outputByteCount: count)
            .withUnsafeBytes(Array.init)
    }
}
