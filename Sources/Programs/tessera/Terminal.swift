import Foundation

/// The terminal behind standard output, if there is one.
enum Terminal {
    enum Color: String {
        case green = "32"
        case red = "31"
        case yellow = "33"
    }

    /// Coloured only where somebody sees it: codes would disturb a file or a pipe, and a user who sets `NO_COLOR`
    /// (no-color.org) wants none.
    static func text(_ text: String, in color: Color) -> String {
        showsColors ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    private static let showsColors: Bool = {
        let environment = ProcessInfo.processInfo.environment
        return isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM"] != "dumb"
    }()
}
