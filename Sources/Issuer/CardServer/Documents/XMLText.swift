/// XML 1.0 as it is written: every element is closed, and every text is escaped. Names are constants of the program, so
/// no data becomes markup.
struct XMLText {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    /// An element with other elements in it.
    mutating func element(
        _ name: StaticString, in namespace: StaticString? = nil, _ content: (inout XMLText) -> Void
    ) {
        text += "<\(name)\(namespace.map { " xmlns=\"\($0)\"" } ?? "")>"
        content(&self)
        text += "</\(name)>"
    }

    /// An element with a text.
    mutating func element(_ name: StaticString, _ value: String) {
        text += "<\(name)>\(Self.escaped(value))</\(name)>"
    }

    /// An element with a text and an attribute.
    mutating func element(_ name: StaticString, _ value: String, _ attribute: StaticString, _ word: String) {
        text += "<\(name) \(attribute)=\"\(Self.escaped(word))\">\(Self.escaped(value))</\(name)>"
    }

    /// A line break in a text stays one, because it is written as a number. A character that XML does not have becomes
    /// the replacement character.
    private static func escaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                text.unicodeScalars.append(scalar)
            default: text += "\u{FFFD}"
            }
        }
    }
}
