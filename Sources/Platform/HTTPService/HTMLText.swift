extension String {
    /// Escapes text between tags or in a quoted attribute. It compares scalars, as browsers do: in Swift, a `<` with a
    /// mark on it is another character, but a browser takes it for a tag.
    package var escapedForHTML: String {
        unicodeScalars.reduce(into: "") { html, scalar in
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}
