/// One message of ISO 8583:1987: its type, and the fields that it has, each by its number.
///
/// It holds a message that came in, or one that will be sent. Only ``encoded()`` checks the fields. A description shows
/// the numbers of the fields and never their values, because a message holds card numbers, PIN blocks and security
/// codes.
public struct ISO8583Message: Hashable, Sendable {
    public var type: MessageTypeIndicator
    /// By number, 2 to 128. Field 1, the second bitmap, follows from the others.
    public var fields: [Int: Value]

    /// The most bytes that a message may have. It bounds what one sender can make the receiver keep.
    public static let largestSize = 4096

    public init(_ type: MessageTypeIndicator, _ fields: [Int: Value] = [:]) {
        self.type = type
        self.fields = fields
    }

    /// The value of a field. The field's definition decides which of the two it is (``ISO8583Field/Kind``).
    public enum Value: Hashable, Sendable {
        /// Printable ASCII.
        case text(String)
        case bytes([UInt8])
    }

    /// The text of a field; nil if the message does not have it, or if it holds bytes.
    public func text(_ number: Int) -> String? {
        guard case .text(let text)? = fields[number] else { return nil }
        return text
    }

    /// The bytes of a field; nil if the message does not have it, or if it holds text.
    public func bytes(_ number: Int) -> [UInt8]? {
        guard case .bytes(let bytes)? = fields[number] else { return nil }
        return bytes
    }

    /// The answer with a response code, such as 00 or 30. It repeats the fields by which the sender finds its message.
    ///
    /// - Returns: nil if messages of this type have no answer.
    public func answer(_ responseCode: String) -> ISO8583Message? {
        guard let type = type.answer else { return nil }
        var answer = ISO8583Message(type, fields.filter { Self.repeated.contains($0.key) })
        answer.fields[39] = .text(responseCode)
        return answer
    }

    /// The card's number, the processing code, the amount, the times, the sender, and the network management code.
    private static let repeated: Set<Int> = [2, 3, 4, 7, 11, 32, 37, 41, 42, 49, 70]
}

extension ISO8583Message: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let numbers = fields.keys.sorted().map(String.init).joined(separator: ", ")
        return numbers.isEmpty ? "\(type) without fields" : "\(type) with fields \(numbers)"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ISO8583Message.Value: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "••••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
