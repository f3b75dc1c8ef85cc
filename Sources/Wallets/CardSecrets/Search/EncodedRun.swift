/// Characters of hexadecimal digits or Base64 in a row, from one of them on. Which of them begins a byte is not known,
/// so each is tried.
struct EncodedRun {
    let encoding: ClearSecret.Encoding
    let range: Range<Int>

    /// The characters of eight bytes: of a PIN block.
    static let shortestHexadecimal = 16
    static let shortestBase64 = 11

    static func alignments(of encoding: ClearSecret.Encoding, _ run: Range<Int>) -> [EncodedRun] {
        let unit = encoding == .hexadecimal ? 2 : 4
        return (0..<unit).map { EncodedRun(encoding: encoding, range: run.lowerBound + $0..<run.upperBound) }
    }

    /// The bytes that are whole.
    func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        encoding == .hexadecimal ? fromHexadecimal(bytes) : fromBase64(bytes)
    }

    /// The characters that hold some of the bytes.
    func place(of decoded: Range<Int>) -> Range<Int> {
        let last = decoded.upperBound - 1
        if encoding == .hexadecimal {
            return range.lowerBound + 2 * decoded.lowerBound..<range.lowerBound + 2 * last + 2
        }
        return range.lowerBound + Self.character(of: decoded.lowerBound)
            ..< range.lowerBound + Self.character(of: last) + 2
    }

    /// The first of the two characters that hold a byte.
    private static func character(of byte: Int) -> Int { byte / 3 * 4 + byte % 3 }

    private func fromHexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).map {
            Self.digit(bytes[$0]) << 4 | Self.digit(bytes[$0 + 1])
        }
    }

    private func fromBase64(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var (bits, count) = (UInt(0), 0)
        for position in range {
            bits = bits << 6 | UInt(Self.sextet(bytes[position]))
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            decoded.append(UInt8(truncatingIfNeeded: bits >> UInt(count)))
        }
        return decoded
    }

    /// The value of a hexadecimal digit; 255 for another character.
    static func digit(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: 255
        }
    }

    /// The value of a character of Base64 or Base64url; 255 for another one.
    static func sextet(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: 255
        }
    }
}
