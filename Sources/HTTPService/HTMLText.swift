extension String {
    /// As text between tags or in a quoted attribute. By scalars, as browsers read: to Swift a `<` with a mark on it is
    /// another character, to a browser it opens a tag.
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
