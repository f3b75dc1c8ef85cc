/// Why bytes are not a message, or why a message cannot be written. It never shows a value: those are secrets.
public enum ISO8583Failure: Error, Hashable, Sendable {
    /// It has more than ``ISO8583Message/largestSize`` bytes.
    case tooLong(Int)
    /// It does not begin with four digits.
    case type
    /// It ends within its bitmap.
    case bitmap
    /// Its bitmap was written as hexadecimal digits.
    case hexadecimalBitmap
    case field(Int, Rule)
    /// Bytes follow its last field.
    case trailingBytes(Int)

    /// The rule that a field broke.
    public enum Rule: Hashable, Sendable {
        /// The table has no such field.
        case defined
        /// The message ends within the field.
        case complete
        /// The length in front of the field is not a number.
        case lengthDigits
        case length
        case characters
        /// The value is text where the field is binary, or the other way round.
        case kind
    }
}

extension ISO8583Failure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let count): "The message has \(count) bytes; at most \(ISO8583Message.largestSize) are accepted."
        case .type: "The message must begin with a type of four digits."
        case .bitmap: "The message ends within its bitmap."
        case .hexadecimalBitmap: "The bitmap must be 8 or 16 binary bytes; 16 or 32 hexadecimal digits were sent."
        case .field(let number, let rule): Self.describe(number, rule)
        case .trailingBytes(let count): "The message must end after its last field, but \(count) bytes follow."
        }
    }

    private static func describe(_ number: Int, _ rule: Rule) -> String {
        guard let field = ISO8583Field.numbered(number) else { return "Field \(number) is not defined." }
        let name = "Field \(number) (\(field.name))"
        switch rule {
        case .defined: return "\(name) is not defined."
        case .complete: return "\(name) is not complete: the message ends within it."
        case .lengthDigits: return "\(name) must begin with its length in \(field.length.prefix) digits."
        case .length: return "\(name) must have \(describe(field.length.range)) \(unit(of: field))."
        case .characters: return "\(name) must be of kind \(field.kind.rawValue)."
        case .kind: return "\(name) must hold \(field.kind == .binary ? "bytes" : "text")."
        }
    }

    private static func describe(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "at most \(range.upperBound)"
    }

    private static func unit(of field: ISO8583Field) -> String { field.kind == .binary ? "bytes" : "characters" }
}
