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

    /// The name of a message or a payment.
    mutating func reference(_ sent: Sent<NetworkReference>, _ field: MalformedRequest.Field) -> NetworkReference? {
        let rule = "must be 1 to 100 printable ASCII characters without spaces"
        return needed(sent.value, field, CardNumber.isRun(in: sent.text) ? CardNumber.violation : rule)
    }

    mutating func choice<Value: MessageValue & CaseIterable>(
        _ sent: Sent<Value>?, _ field: MalformedRequest.Field, code: ResponseCode
    ) -> Value? {
        if let value = sent?.value { return value }
        return needed(nil, field, "must be one of \(Value.allCases.map(\.text).joined(separator: ", "))", code: code)
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

    /// The fault of a text; nil if there is none. Control characters would reach a log or a page.
    static func violation(in text: String, _ length: ClosedRange<Int>, isSecret: (String) -> Bool) -> String? {
        guard length.contains(text.unicodeScalars.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return "must be \(length.lowerBound) to \(length.upperBound) characters without control characters" }
        return isSecret(text) ? CardNumber.violation : nil
    }
}
