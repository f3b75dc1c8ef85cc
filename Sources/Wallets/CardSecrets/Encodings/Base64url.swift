import Foundation

/// Bytes as text that is safe in URLs and JSON strings (RFC 4648, section 5), without padding.
///
/// Decoding is strict: the same bytes have exactly one text. Otherwise one token or challenge could be written in
/// several ways.
public enum Base64url {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let plain = Array(Data(bytes).base64EncodedString().utf8)
        return String(decoding: plain.prefix { $0 != UInt8(ascii: "=") }.map(exchanged), as: UTF8.self)
    }

    /// Nil for padding, for the alphabet of plain Base64 and for leftover bits that are not zero.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let padding = repeatElement(UInt8(ascii: "="), count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(text.utf8.map(exchanged) + padding)), encode(data) == text
        else { return nil }
        return Array(data)
    }

    /// Swaps the letters in which the two alphabets differ.
    private static func exchanged(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: letter
        }
    }
}
