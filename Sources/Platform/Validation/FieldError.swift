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

    public init(_ field: String, notOneOf words: [String], for word: String) {
        let suggestion = Spelling.suggestion(for: word, among: words).map { "; did you mean \($0)?" } ?? ""
        self.init(field, "must be \(words.count == 1 ? "" : "one of ")\(words.joined(separator: ", "))\(suggestion)")
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
