/// The fields of a file in CSV after RFC 4180.
///
/// It looks at scalars, as the readers of such files do. In Swift, a quotation mark with a combining mark after it is
/// one character, which is neither a quotation mark nor anything else that has a meaning there.
public enum CSVField {
    private static let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
    /// With the wide forms, which spreadsheets of East Asia accept.
    private static let formulaSigns: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// A line with its end, which is CR and LF.
    public static func line(_ values: [String]) -> String {
        values.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// A text of somebody else. A spreadsheet would run one that begins like a formula, also after spaces, so it gets
    /// an apostrophe before it.
    public static func inert(_ text: String) -> String {
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) else { return text }
        return formulaSigns.contains(first) ? "'\(text)" : text
    }

    private static func quoted(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: special.contains) else { return value }
        var quoted = "\"".unicodeScalars
        for scalar in value.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}
