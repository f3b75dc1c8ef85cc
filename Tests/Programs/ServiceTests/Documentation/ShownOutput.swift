import Foundation

extension Document {
    /// Returns true if the whole output of a command is as on the page.
    ///
    /// Values that differ in every run are compared by their kind, and line breaks do not matter. An ellipsis matches
    /// anything, and inside a string it matches the rest of the string.
    static func isAsShown(_ output: String, _ shown: String) -> Bool {
        let parts = plain(shown).split(separator: "…", omittingEmptySubsequences: false)
        var pattern = "^"
        var isInString = false
        for (index, part) in parts.enumerated() {
            let end = index == parts.count - 1 ? "$" : ""
            // Atomic: after an ellipsis, only the first match of the next part counts, so that the search stays fast.
            let gap = index == 0 ? "" : isInString ? #"[^"]*?"# : ".*?"
            pattern += "(?>\(gap)\(NSRegularExpression.escapedPattern(for: String(part)))\(end))"
            if !part.count(where: { $0 == "\"" }).isMultiple(of: 2) { isInString.toggle() }
        }
        return plain(output).range(of: pattern, options: .regularExpression) != nil
    }

    private static func plain(_ text: String) -> String {
        let line = text.split { $0.isWhitespace }.joined(separator: " ")
            .replacingOccurrences(of: #" ?([\[\]{},:]) ?"#, with: "$1", options: .regularExpression)
        return kinds.reduce(line) { text, kind in
            text.replacingOccurrences(of: kind.pattern, with: kind.name, options: .regularExpression)
        }
    }

    /// The values that differ in every run.
    private static let kinds: [(name: String, pattern: String)] = [
        ("ID", "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
        ("TIME", #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#),
        ("MONTH", #""month":\d+,"year":\d{4}|(?<=until )\d{4}-\d\d\b"#),
        ("DIGITS", #"(?<="(accountId|bin|cvv|pan)":")\d+|(?<=ends in )\d{4}|DNITHE\d{26}"#),
        ("LAST FOUR", #"(?<="(lastFour|fpanLastFour|dpanLastFour)":")\d{4}"#),
        // The Base64 of 32 bytes.
        ("BASE64", "[A-Za-z0-9+/]{43}=|(?<![A-Za-z0-9._-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9._-])"),
        ("SIZE", #"\d{3}(?= bytes)"#),
        ("DURATION", #"(?<="milliseconds":)\d+\.\d+"#),
        ("VERSION", #"(?<=curl/)[0-9.]+"#),
    ]
}
