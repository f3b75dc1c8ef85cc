import Foundation

/// Bytes as text that goes anywhere a URL or a JSON string does (RFC 4648, section 5), without padding.
///
/// Reading is strict: one text for the same bytes, or a token and a challenge would each have several names.
public enum Base64url {
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil for padding, for the alphabet of plain Base64 and for bits left over at the end.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard !text.utf8.contains(where: { [UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "=")].contains($0) })
        else { return nil }
        let plain = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + padding), encode(data) == text else { return nil }
        return Array(data)
    }
}
