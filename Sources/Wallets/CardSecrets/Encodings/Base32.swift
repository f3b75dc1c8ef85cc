/// Bytes as text that people can type from a screen (RFC 4648, section 6). Authenticators take seeds in this form.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Encodes without padding, as `otpauth` URIs require.
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

    /// Accepts either case, with or without padding, as people and programs write it. Nil for characters outside the
    /// alphabet, for a length that no bytes encode to, and for leftover bits that are not zero.
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
