/// Bytes as text that survives being typed from a screen (RFC 4648, section 6): how authenticators take a seed.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Without padding, as `otpauth` URIs have it.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        var (bits, count) = (0, 0)
        for byte in bytes {
            (bits, count) = ((bits & 0x1F) << 8 | Int(byte), count + 8)
            while count >= 5 {
                count -= 5
                text.append(alphabet[bits >> count & 0x1F])
            }
        }
        if count > 0 { text.append(alphabet[bits << (5 - count) & 0x1F]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Either case, padded or not, as people and programs write it; nil for anything else than the alphabet, for a
    /// length that no bytes have and for bits left over at the end.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let letters = text.uppercased().utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        for letter in letters {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            (bits, count) = ((bits & 0x7F) << 5 | value, count + 5)
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
        }
        guard count < 5, bits & ((1 << count) - 1) == 0 else { return nil }
        return bytes
    }
}
