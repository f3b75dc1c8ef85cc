import Validation

/// `application/x-www-form-urlencoded` text, as in queries and in the token call (WHATWG URL standard, section 5).
package enum FormText {
    /// A name and its value. The value is `nil` if it cannot be decoded to UTF-8 text that is safe to compare.
    package typealias Pair = (name: String, value: String?)

    package static func decode(_ text: String) -> [Pair] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { piece in
            let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let raw = String(Substring(halves[0]))
            let name = decodeComponent(halves[0]) ?? (StreamSafeText.isSafe(raw) ? raw : encodeComponent(raw))
            return (name, halves.count == 2 ? decodeComponent(halves[1]) : "")
        }
    }

    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { encodeComponent($0.name) + "=" + encodeComponent($0.value) }.joined(separator: "&")
    }

    /// Encodes all characters except the unreserved ones (RFC 3986, section 2.3) as `%XX`. That is also correct in a
    /// path segment.
    package static func encodeComponent(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0F)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    package static func decodeComponent(_ text: Substring.UTF8View) -> String? {
        var decoded: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue
                else { return nil }
                decoded.append(high << 4 | low)
            default:
                decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self).flatMap { StreamSafeText.isSafe($0) ? $0 : nil }
    }
}
