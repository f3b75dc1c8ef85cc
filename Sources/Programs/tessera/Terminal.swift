import Foundation

/// The terminal behind standard output, if there is one.
enum Terminal {
    enum Color: String {
        case green = "32"
        case red = "31"
        case yellow = "33"
    }

    /// Coloured only on a terminal, because colour codes would disturb a file or a pipe. A user can turn colours off
    /// with `NO_COLOR` (no-color.org).
    static func text(_ text: String, in color: Color) -> String {
        showsColors ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    private static let showsColors: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }()
}
