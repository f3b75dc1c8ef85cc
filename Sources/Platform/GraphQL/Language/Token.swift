/// A word of a document (GraphQL, October 2021, section 2.1.6).
struct Token: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// `{`, `...` and so on.
        case punctuator(String)
        case name(String)
        /// The digits as they are written.
        case int(String)
        case float(String)
        /// Without its quotes, and with its escapes resolved.
        case string(String)
        case end
    }

    let kind: Kind
    let location: SourceLocation

    /// The token as a noun for an error message. It shows no value, which may be a secret.
    var noun: String {
        switch kind {
        case .punctuator(let text): "\"\(text)\""
        case .name(let text): "the name \"\(text.shortened)\""
        case .int: "an integer"
        case .float: "a number"
        case .string: "a string"
        case .end: "the end of the document"
        }
    }
}

extension String {
    /// At most 64 characters, for an error message: it may not become as long as a request.
    var shortened: String { count > 64 ? prefix(63) + "…" : self }
}
