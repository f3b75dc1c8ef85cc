import Foundation

/// The terminal behind standard output, if there is one.
enum Terminal {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    /// Styled only on a terminal, because the codes would disturb a file or a pipe. A user can turn them off with
    /// `NO_COLOR` (no-color.org).
    static func text(_ text: String, in style: Style) -> String {
        showsStyles ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// How many characters fit on a line; nil if standard output is no terminal, where lines have no limit.
    static let width: Int? = {
        guard isTerminal else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 80 }
        return Int(size.ws_col)
    }()

    private static let isTerminal = isatty(STDOUT_FILENO) == 1

    private static let showsStyles: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }()
}

/// Text in columns.
enum TextColumn {
    /// The text, with spaces up to the width of its column.
    static func text(_ text: String, _ width: Int) -> String {
        text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
    }

    /// The last column of a line. On a terminal it goes on in the next line below its own beginning.
    ///
    /// - Parameter indent: how many characters are before it.
    static func last(_ text: String, indent: Int, width: Int? = Terminal.width) -> String {
        guard let width, width - indent >= 20 else { return text }
        var lines = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width - indent {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}

extension String {
    /// The beginning and the end of a long reference, for people who only compare it.
    var shortened: String { count > 16 ? prefix(8) + "…" + suffix(4) : self }
}
