import Foundation

/// Bytes that integrators send as hexadecimal digits or as Base64, because two pages of the same contract ask for
/// different encodings.
///
/// Nothing is guessed: a text counts as an encoding only if it decodes to the expected bytes. A text that does so in
/// both encodings is refused. Each encoding has exactly one text for the same bytes. Otherwise a single-use nonce could
/// be written in several ways.
public enum EncodedBytes {
    /// - Parameter fits: whether the decoded bytes, and their number, are what is expected.
    package static func decode(
        _ text: String, limitBytes: Int, fits: ([UInt8]) -> Bool, expected: String
    ) throws(EncodingFailure) -> [UInt8] {
        guard text.utf8.count <= 2 * limitBytes else {
            throw .tooLong(characters: text.utf8.count, limitBytes: limitBytes)
        }
        let readings = [hexadecimal(text), base64(text)]
        let fitting = readings.compactMap(\.self).filter(fits)
        if fitting.count == 1 { return fitting[0] }
        if fitting.count == 2 { throw .ambiguous }
        if let bytes = base64(text.fromBase64url), fits(bytes) { throw .base64url }
        if readings.allSatisfy({ $0 == nil }) {
            throw Data(base64Encoded: text, options: .ignoreUnknownCharacters).map({ fits(Array($0)) }) == true
                ? .notCanonical : .unreadable
        }
        throw .unexpected(hexadecimalBytes: readings[0]?.count, base64Bytes: readings[1]?.count, expected: expected)
    }

    public static func decode(_ text: String, count: Int) throws(EncodingFailure) -> [UInt8] {
        try decode(text, limitBytes: 1024, fits: { $0.count == count }, expected: "\(count) bytes")
    }

    /// Decodes a value that has no fixed length and is always Base64: a sealed pass, an ephemeral key.
    public static func decodeBase64(_ text: String, limitBytes: Int) throws(EncodingFailure) -> [UInt8] {
        guard text.utf8.count <= 2 * limitBytes else {
            throw .tooLong(characters: text.utf8.count, limitBytes: limitBytes)
        }
        if let bytes = base64(text) { return bytes }
        throw base64(text.fromBase64url) == nil ? .unreadable : .base64url
    }

    /// Accepts either case; nil unless the text is an even number of digits.
    package static func hexadecimal(_ text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.compactMap(digitValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func digitValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.reduce(into: [UInt8]()) { text, byte in
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0x0F)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes RFC 4648, section 4, strictly: nil without padding, with line breaks, or with leftover bits that are not
    /// zero.
    package static func base64(_ text: some StringProtocol) -> [UInt8]? {
        guard let data = Data(base64Encoded: String(text)), data.base64EncodedString() == text else { return nil }
        return Array(data)
    }

    public static func base64(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}

extension String {
    /// The text as plain Base64, if it was Base64url or lacked its padding.
    fileprivate var fromBase64url: String {
        replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - utf8.count % 4) % 4)
    }
}
