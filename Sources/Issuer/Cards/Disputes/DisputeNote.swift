import Validation

/// The words with which somebody takes a step: free text, of several lines, without a card number.
public enum DisputeNote {
    public static let lengths = 1...1000

    /// The errors of a field; empty if it is absent.
    public static func errors(in text: String?, of field: String) -> [FieldError] {
        guard let text, let error = TextRule.length(text, lengths) ?? TextRule.withoutCardNumber(text) else {
            return []
        }
        return [FieldError(field, error)]
    }
}
