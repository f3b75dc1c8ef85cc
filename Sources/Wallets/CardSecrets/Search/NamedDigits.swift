/// Digits that a name before them makes a PIN or a security code: `"pin":"1234"`, `cvv=123`.
///
/// Three or four digits alone are everywhere by chance, and each is the PIN of some card. So the name decides, whoever
/// the PIN belongs to.
package struct NamedDigits {
    let kind: ClearSecret.Kind
    /// From the name to the character after the digits.
    let range: Range<Int>

    /// The kind of value that a member, a parameter or a column with this name holds, and how many digits it has. Case,
    /// hyphens and underscores do not matter.
    package static func rule(of name: String) -> (kind: ClearSecret.Kind, lengths: ClosedRange<Int>)? {
        switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
        case "pin", "cardpin", "newpin", "oldpin", "currentpin", "clearpin": return (.namedPIN, 4...12)
        case "cvv", "cvv2", "cvc", "cvc2", "cvn", "securitycode", "cardsecuritycode": return (.namedCode, 3...4)
        default: return nil
        }
    }

    private static let longestName = 20
    /// Of quotation marks, backslashes before them, and spaces.
    private static let longestPunctuation = 6

    /// - Parameter separator: the place of a colon or an equals sign.
    init?(around separator: Int, in bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) {
        var end = separator
        while end > 0, separator - end < Self.longestPunctuation, Self.isPunctuation(bytes[end - 1]) { end -= 1 }
        var first = end
        while first > 0, end - first <= Self.longestName, Self.isOfName(bytes[first - 1]) { first -= 1 }
        guard 3...Self.longestName ~= end - first,
            let rule = Self.rule(of: String(decoding: bytes[first..<end], as: UTF8.self))
        else { return nil }

        var digits = separator + 1
        while digits < bytes.count, digits - separator <= Self.longestPunctuation, Self.isPunctuation(bytes[digits]) {
            digits += 1
        }
        var after = digits
        while after < bytes.count, after - digits <= rule.lengths.upperBound, isASCIIDigit(bytes[after]) { after += 1 }
        guard rule.lengths.contains(after - digits) else { return nil }
        if after < bytes.count {
            guard Self.endsValue(bytes[after]) else { return nil }
            range = first..<after + 1
        } else {
            // More digits may follow.
            guard isLast else { return nil }
            range = first..<after
        }
        kind = rule.kind
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
            || byte == UInt8(ascii: " ")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Whether a value is over with this character. A point or a colon would continue a number or a time.
    private static func endsValue(_ byte: UInt8) -> Bool {
        byte < UInt8(ascii: " ") || isPunctuation(byte) || ",;&}])<".utf8.contains(byte)
    }
}
