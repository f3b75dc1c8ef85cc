import Validation

/// Collects the problems of the fields that are read.
struct FieldReader {
    private(set) var problems: [MalformedRequest.Problem] = []

    mutating func report(_ field: MalformedRequest.Field, _ message: String, _ code: ResponseCode) {
        problems.append(.init(field: field, message: message, code: code))
    }

    mutating func needed<Value>(
        _ value: Value?, _ field: MalformedRequest.Field, _ rule: String, code: ResponseCode = .formatError
    ) -> Value? {
        if value == nil { report(field, rule, code) }
        return value
    }

    /// What names a message or a payment.
    mutating func reference(_ text: String, _ field: MalformedRequest.Field) -> NetworkReference? {
        guard !CardNumber.isRun(in: text) else { return needed(nil, field, CardNumber.violation) }
        return needed(NetworkReference(text), field, "must be 1 to 100 printable ASCII characters without spaces")
    }

    mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ text: String?, _ field: MalformedRequest.Field, _ type: Value.Type, code: ResponseCode
    ) -> Value? {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return needed(text.flatMap(Value.init), field, "must be one of \(names)", code: code)
    }

    /// A text for people.
    mutating func text(_ text: String, _ field: MalformedRequest.Field, _ length: ClosedRange<Int>) -> String? {
        plain(text, field, length, isSecret: CardNumber.isIn(_:))
    }

    /// A number or a name that an acquirer has given.
    mutating func identifier(_ text: String, _ field: MalformedRequest.Field, _ length: ClosedRange<Int>) -> String? {
        plain(text, field, length, isSecret: CardNumber.isIn(identifier:))
    }

    private mutating func plain(
        _ text: String, _ field: MalformedRequest.Field, _ length: ClosedRange<Int>, isSecret: (String) -> Bool
    ) -> String? {
        guard let violation = Self.violation(in: text, length, isSecret: isSecret) else { return text }
        return needed(nil, field, violation)
    }

    /// What is wrong with a text; nil if nothing is. Control characters would reach a log or a page.
    static func violation(in text: String, _ length: ClosedRange<Int>, isSecret: (String) -> Bool) -> String? {
        guard length.contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return "must be \(length.lowerBound) to \(length.upperBound) characters without control characters" }
        return isSecret(text) ? CardNumber.violation : nil
    }
}
