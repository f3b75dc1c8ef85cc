import HTTPContract
import HTTPTypes
import TestSupport

/// The request that a sample sends: one of curl, of Python's requests, of JavaScript's fetch, or a request as it goes
/// over the wire.
package struct PrintedRequest {
    package let method: HTTPRequest.Method
    package let host: String
    /// The path with the query.
    package let path: String
    package let headers: HTTPFields
    package let body: String

    package struct IsNone: Error {
        let text: String
    }

    package init(_ text: String) throws {
        guard let url = text.firstMatch(of: /https:\/\/([^\/'"\s]+)(\/[^'"\s]*)/) else { throw IsNone(text: text) }
        (host, path) = (String(url.1), String(url.2))
        let word = text.firstMatch(of: /--request (\w+)/)?.1 ?? text.firstMatch(of: /requests\.(get|post)\(/)?.1
            ?? text.firstMatch(of: /\("(\w+)", url/)?.1 ?? text.firstMatch(of: /\smethod: '(\w+)'/)?.1
            ?? text.prefixMatch(of: /([A-Z]+)\s/)?.1
        guard let word, let method = HTTPRequest.Method(word.uppercased()) else { throw IsNone(text: text) }
        self.method = method
        var headers = HTTPFields()
        let named = text.matches(of: /--header '([\w-]+): ([^']*)'/).map { ($0.1, $0.2) }
            + text.matches(of: /'([A-Z][\w-]+)': '([^']*)'/).map { ($0.1, $0.2) }
            + text.matches(of: /\n([A-Z][\w-]+): (.*)/).map { ($0.1, $0.2) }
        for (name, value) in named {
            if let name = HTTPField.Name(String(name)) { headers[name] = String(value) }
        }
        self.headers = headers
        body = Self.body(of: text)
    }

    private static func body(of text: String) -> String {
        if let sent = text.firstMatch(of: /--data-raw '([^']*)'/) { return String(sent.1) }
        if let payload = text.firstMatch(of: /payload = (\{[^}]*\})/) {
            let json = payload.1.replacing("'", with: "\"").replacing("True", with: "true")
            // JavaScript needs no quotation marks around the names of members.
            return String(json.replacing(/(\n\s*)(\w+):/) { "\($0.1)\"\($0.2)\":" })
        }
        guard text.prefixMatch(of: /[A-Z]+\s/) != nil, let start = text.firstRange(of: "\n{") else { return "" }
        return String(text[start.lowerBound...].dropFirst())
    }
}
