import Foundation

/// Bytes as text that goes anywhere a URL or a JSON string does (RFC 4648, section 5), without padding.
///
/// Reading is strict: one text for the same bytes, or a token and a challenge would each have several names.
public enum Base64url {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let plain = Array(Data(bytes).base64EncodedString().utf8)
        return String(decoding: plain.prefix { $0 != UInt8(ascii: "=") }.map(exchanged), as: UTF8.self)
    }

    /// Nil for padding, for the alphabet of plain Base64 and for bits left over at the end.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let padding = repeatElement(UInt8(ascii: "="), count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: Data(text.utf8.map(exchanged) + padding)), encode(data) == text
        else { return nil }
        return Array(data)
    }

    /// The letters in which the two alphabets differ, each for its counterpart.
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
