import Testing

/// One line of a text table: `name: value; name: value → what is expected`.
///
/// A table has usual values, and a line names only the values that differ. A misspelt name stops the run, so that a
/// line never tests the usual values by mistake. The value `absent` is nil, `empty` is the empty string, `41×a` is 41
/// times the letter a, and a control picture (␀, ␊, ␠ …) is the character that it depicts. `ok` expects nothing.
struct Example: Sendable, CustomTestStringConvertible {
    let expected: [String]
    let testDescription: String
    private let values: [String: String?]

    static func table(over usual: [String: String?], _ lines: String) -> [Example] {
        lines.split(separator: "\n").map { Example(String($0), over: usual) }
    }

    private init(_ line: String, over usual: [String: String?]) {
        let halves = line.split(separator: "→", omittingEmptySubsequences: false)
        precondition(halves.count == 2, "A line needs exactly one arrow: \(line)")
        var values = usual
        for part in halves[0].split(separator: ";") {
            let pair = part.split(separator: ":", maxSplits: 1).map(Self.trimmed)
            precondition(pair.count == 2 && usual.keys.contains(pair[0]), "Not a name of this table: \(part)")
            values.updateValue(Self.value(pair[1]), forKey: pair[0])
        }
        self.values = values
        expected = halves[1].split(separator: " ").map(String.init).filter { $0 != "ok" }
        testDescription = Self.trimmed(line[...])
    }

    subscript(name: String) -> String? {
        guard let value = values[name] else { preconditionFailure("Not a name of this table: \(name)") }
        return value
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func value(_ text: String) -> String? {
        let parts = text.split(separator: "×")
        if parts.count == 2, let count = Int(parts[0]) { return String(repeating: String(parts[1]), count: count) }
        switch text {
        case "absent": return nil
        case "empty": return ""
        default: return String(String.UnicodeScalarView(text.unicodeScalars.map(depicted)))
        }
    }

    private static func depicted(_ picture: Unicode.Scalar) -> Unicode.Scalar {
        (0x2400...0x2420).contains(picture.value)
            ? Unicode.Scalar(UInt8(picture.value - 0x2400)) : picture
    }
}
