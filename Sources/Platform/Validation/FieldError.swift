/// One error of one field of a request.
public struct FieldError: Sendable, Hashable, Codable {
    /// The field's name as it was sent; a nested field has a path with dots: `deliveryAddress.city`.
    public let field: String
    /// The fault. It continues the sentence after the field's name: "must be a string, not a number". It never contains
    /// the value, which may be a secret.
    public let error: String

    public init(_ field: String, _ error: String) {
        self.field = field
        self.error = error
    }

    public static func missing(_ field: String) -> FieldError { FieldError(field, "is required") }

    /// A word that is not one of the accepted ones. If only its capital letters differ from one of them, the error says
    /// so, because a suggestion would look like the word itself.
    public init(_ field: String, notOneOf words: [String], for word: String) {
        let hint = words.count == 1 ? Self.hint(for: word, ifOnly: words[0]) : Self.hint(for: word, among: words)
        self.init(field, "must be \(words.count == 1 ? "" : "one of ")\(words.joined(separator: ", "))\(hint)")
    }

    private static func hint(for word: String, ifOnly accepted: String) -> String {
        accepted.differsInCapitals(from: word) ? ", \(accepted.capitals)" : ""
    }

    private static func hint(for word: String, among words: [String]) -> String {
        if let meant = words.first(where: { $0.differsInCapitals(from: word) }) {
            return "; write \(meant) \(meant.capitals)"
        }
        return Spelling.suggestion(for: word, among: words).map { "; did you mean \($0)?" } ?? ""
    }

    /// An error for each unknown name, up to ``maximumUnknown``, so that a very wrong request does not cause a very
    /// long response.
    public static func unknown(
        _ names: [String], known: [String], noun: String, inside path: String = ""
    ) -> [FieldError] {
        names.lazy.filter { !known.contains($0) }.prefix(maximumUnknown).map { name in
            let suggestion = Spelling.suggestion(for: name, among: known).map { "; did you mean \(path)\($0)?" } ?? ""
            let shown = CardNumber.hidden(in: name).cut(to: maximumNameLength)
            return FieldError(path + shown, "is not a known \(noun)\(suggestion)")
        }
    }

    private static let maximumUnknown = 20
    private static let maximumNameLength = 64
}

extension String {
    fileprivate func differsInCapitals(from word: String) -> Bool { lowercased() == word.lowercased() }

    /// How an accepted word is written.
    fileprivate var capitals: String {
        switch self {
        case uppercased(): "in capital letters"
        case lowercased(): "in small letters"
        default: "with the same capital letters"
        }
    }
}
