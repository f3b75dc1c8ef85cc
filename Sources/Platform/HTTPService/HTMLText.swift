extension String {
    /// Escapes text between tags or in a quoted attribute. It compares scalars, as browsers do: in Swift, a `<` with a
    /// combining mark is another character, but a browser reads it as a tag.
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
