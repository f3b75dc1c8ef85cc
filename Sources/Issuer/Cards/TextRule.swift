import Validation

/// The forms of text fields. Each function returns nil for a valid text, otherwise what would be accepted.
///
/// A field whose text is stored or sent on is checked by ``note(_:_:)`` or ``withoutCardNumber(_:)``, so that no card
/// number is stored by mistake.
enum TextRule {
    static func length(_ text: String, _ range: ClosedRange<Int>) -> String? {
        // Count scalars, as Postgres does: one letter may carry any number of marks.
        guard !range.contains(text.unicodeScalars.count) else { return nil }
        return range.lowerBound == 0
            ? "must be at most \(range.upperBound) characters long"
            : "must be \(range.lowerBound) to \(range.upperBound) characters long"
    }

    static func name(_ text: String) -> String? { note(text, 1...40) }

    /// A name of a person, which their cards carry.
    static func personName(_ text: String) -> String? { name(text) ?? NameOnCard.violation(in: text) }

    /// Free text: of limited length, printable, and without a card number.
    static func note(_ text: String, _ lengths: ClosedRange<Int>) -> String? {
        length(text, lengths) ?? printable(text) ?? withoutCardNumber(text)
    }

    /// The reason of a status change; it may have several lines.
    static func statusReason(_ text: String) -> String? { length(text, 1...200) ?? withoutCardNumber(text) }

    static func withoutCardNumber(_ text: String) -> String? {
        CardNumber.isIn(text) ? CardNumber.violation : nil
    }

    static func digits(_ text: String, count: Int) -> String? {
        text.utf8.count == count && text.utf8.allSatisfy(\.isASCIIDigit) ? nil : "must be exactly \(count) digits"
    }

    /// `^\+\d+\s?\d{1,16}$` as documented, and at most 40 characters, because the pattern has no limit.
    static func mobile(_ text: String) -> String? {
        let accepted = "must be a phone number in the form +1 123456789"
        guard text.utf8.count <= 40, text.hasPrefix("+") else { return accepted }
        let parts = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }
        guard areDigits else { return accepted }
        switch parts.count {
        case 1 where parts[0].utf8.count >= 2, 2 where parts[1].utf8.count <= 16: return withoutCardNumber(text)
        default: return accepted
        }
    }

    /// Requires only one @ between two texts without spaces: only sending mail shows whether an address exists.
    static func email(_ text: String) -> String? {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isPlausible = parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.unicodeScalars.contains(where: \.properties.isWhitespace)
        guard text.utf8.count <= 254, isPlausible else { return "must be an e-mail address like ada@example.com" }
        return printable(text) ?? withoutCardNumber(text)
    }

    static func printable(_ text: String) -> String? {
        ControlCharacters.areIn(text) ? ControlCharacters.violation : nil
    }
}

extension Draft {
    /// The value of a request without errors. Throws the errors if there are any.
    public func accepted<Whole>() throws(Refusal) -> Whole where Value == Whole? {
        guard errors.isEmpty, let value else { throw .invalidFields(errors) }
        return value
    }
}
