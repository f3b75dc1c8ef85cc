extension ExecutableDocument {
    /// The text of a document in one line, without its comments and without the values that are written in it. Nil if
    /// it is no document.
    package static func redacted(_ text: String, limits: DocumentLimits = .standard) -> String? {
        guard (try? ExecutableDocument(parsing: text, limits: limits)) != nil,
            var reader = try? TokenReader(text, limits: limits)
        else { return nil }
        var words: [String] = []
        while !reader.isAtEnd {
            words.append(reader.token.redacted)
            do { try reader.advance() } catch { return nil }
        }
        return words.joined(separator: " ")
    }
}

extension Token {
    fileprivate var redacted: String {
        switch kind {
        case .punctuator(let text): text
        case .name(let text): text.shortened
        case .int, .float: "0"
        case .string: "\"hidden\""
        case .end: ""
        }
    }
}
