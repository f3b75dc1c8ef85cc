import Crypto
import Foundation

/// The card numbers and PINs that a search looks for.
///
/// It holds keyed hashes of them, under a key that is drawn for this value and kept nowhere else. So the memory of a
/// search has no card number that it has not found. The first four digits are kept in clear; they are the issuer's, and
/// most other digits are recognised by them without a hash.
public struct SearchedSecrets: Sendable {
    private struct Fingerprint: Hashable {
        let first: UInt64
        let second: UInt64
    }

    private enum Kind: UInt8 {
        case number = 1
        case pinBlock = 2
    }

    private let hash: KeyedHash
    private var cards: [UUID] = []
    private var places: [Fingerprint: Int] = [:]
    /// By the first four digits, four bits each.
    private var isBeginning = [Bool](repeating: false, count: 1 << 16)

    /// The number of PINs.
    public private(set) var pinCount = 0

    public init(using entropy: Entropy) {
        hash = KeyedHash(under: SymmetricKey(data: entropy.bytes(32)))
    }

    public var cardCount: Int { cards.count }

    public mutating func add(_ pan: PAN, _ pin: PIN?, of card: UUID) {
        let number = pan.digits.withBytes { $0.reduce(UInt64(0)) { $0 << 4 | UInt64($1 & 0x0F) } }
        isBeginning[Int(number >> 48)] = true
        places[fingerprint(of: number, .number)] = cards.count
        if let pin {
            places[fingerprint(of: PINBlock.clearFormat0(pin, for: pan), .pinBlock)] = cards.count
            pinCount += 1
        }
        cards.append(card)
    }

    /// Whether a number with these digits can be one of them. Only few others pass.
    func mayBegin(_ number: UInt64) -> Bool { isBeginning[Int(number >> 48)] }

    /// - Parameter number: sixteen digits, four bits each.
    func card(ofNumber number: UInt64) -> UUID? {
        guard mayBegin(number), Self.passesLuhn(number) else { return nil }
        return places[fingerprint(of: number, .number)].map { cards[$0] }
    }

    func card(ofPINBlock block: UInt64) -> UUID? {
        guard PINBlock.mayBeClearFormat0(block) else { return nil }
        return places[fingerprint(of: block, .pinBlock)].map { cards[$0] }
    }

    private func fingerprint(of value: UInt64, _ kind: Kind) -> Fingerprint {
        let message = [kind.rawValue] + withUnsafeBytes(of: value.bigEndian, Array.init)
        return hash.digest(of: message).withUnsafeBytes { bytes in
            Fingerprint(
                first: bytes.loadUnaligned(as: UInt64.self),
                second: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
    }

    /// ISO/IEC 7812-1, annex B: from the right, every second digit counts twice.
    private static func passesLuhn(_ number: UInt64) -> Bool {
        var (rest, sum) = (number, 0)
        while rest > 0 {
            let (single, double) = (Int(rest & 0x0F), Int(rest >> 4 & 0x0F) * 2)
            sum += single + (double > 9 ? double - 9 : double)
            rest >>= 8
        }
        return sum.isMultiple(of: 10)
    }
}

/// It holds nothing that a log line could show.
extension SearchedSecrets: Redacted {}

extension PINBlock {
    /// The clear block of ISO 9564-1, format 0, as one number: the PIN's field and the card number's, added modulo 2.
    ///
    /// Tessera makes no such block. Other systems do, and it must not be found here in clear.
    static func clearFormat0(_ pin: PIN, for pan: PAN) -> UInt64 {
        var field = UInt64(pin.digits.count)
        pin.digits.withBytes { for byte in $0 { field = field << 4 | UInt64(byte & 0x0F) } }
        for _ in pin.digits.count..<14 { field = field << 4 | 0xF }
        // The twelve digits before the check digit.
        let account = pan.digits.withBytes { digits in
            digits.dropLast().suffix(12).reduce(UInt64(0)) { $0 << 4 | UInt64($1 & 0x0F) }
        }
        return field ^ account
    }

    /// Whether a block can be one of format 0, for any card: its length is one of a PIN, its first two digits are
    /// digits, and its fill is the difference of F and a digit, which is 6 or more.
    static func mayBeClearFormat0(_ block: UInt64) -> Bool {
        func nibble(_ index: Int) -> UInt64 { block >> (60 - 4 * UInt64(index)) & 0x0F }
        let length = Int(block >> 56)
        guard 4...12 ~= length, nibble(2) < 10, nibble(3) < 10 else { return false }
        return (2 + length..<16).allSatisfy { nibble($0) >= 6 }
    }
}
