import Crypto
import Foundation
import Synchronization

/// The one source of randomness, handed in like a clock, so that a run can be repeated byte for byte.
///
/// A seed that is used twice gives the same bytes twice; `AuthenticatedSealing` says why it does not give one nonce to
/// two messages.
public struct Entropy: Sendable {
    private let draw: @Sendable (_ count: Int) -> [UInt8]

    init(draw: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        self.draw = draw
    }

    /// The kernel's generator; what production uses.
    public static let system = Entropy { count in
        var generator = SystemRandomNumberGenerator()
        let words = (0..<(count + 7) / 8).map { _ in generator.next() }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    /// The same bytes for the same seed in the same order of asking; for tests and demonstrations only.
    ///
    /// Every draw is HKDF-SHA256 (RFC 5869) of the seed under the number of the draw. Threads that share one are served
    /// one after the other; which is served first is theirs to settle if the bytes are to be repeated.
    ///
    /// - Parameter name: whose they are; of one seed each name gets other ones.
    public static func seeded(_ seed: UInt64, for name: String? = nil) -> Entropy {
        let words = ["Tessera seeded entropy \(seed)"] + (name.map { [$0] } ?? [])
        return stretched(by: SHA256.hash(data: Array(words.joined(separator: " ").utf8)))
    }

    /// Any number of draws from 32 bytes that nobody knows.
    static func stretched(by seed: some ContiguousBytes) -> Entropy {
        let stream = SeededStream(seed: seed)
        return Entropy { count in stream.draw(count) }
    }

    /// - Parameter count: 1…4096 bytes; who needs more at once is not after a key, an id or a nonce.
    public func bytes(_ count: Int) -> [UInt8] {
        precondition(1...4096 ~= count, "Entropy is drawn in 1…4096 bytes, not \(count).")
        return draw(count)
    }

    /// A random identifier (version 4, RFC 9562 section 5.4).
    public func uuid() -> UUID {
        var bytes = bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// Decimal digits, all equally likely: a byte of 250 or more is thrown away, for 256 is no multiple of 10.
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
