/// The type of a message, in four digits such as 0100.
public struct MessageTypeIndicator: Hashable, Sendable, CustomStringConvertible {
    /// The edition of the standard: 0 is that of 1987.
    public let version: Int
    /// 1 authorization, 2 financial, 4 reversal, 8 network management.
    public let messageClass: Int
    /// 0 request, 1 its answer, 2 advice, 3 its answer.
    public let function: Int
    /// 0 acquirer, 2 issuer, 4 other. It is odd if the sender repeats a message, because it got no answer.
    public let origin: Int

    /// Nil unless `digits` is exactly four ASCII digits.
    public init?(_ digits: String) {
        let numbers = digits.utf8.map { Int($0) - 0x30 }
        guard numbers.count == 4, numbers.allSatisfy((0...9).contains) else { return nil }
        self.init(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    private init(_ version: Int, _ messageClass: Int, _ function: Int, _ origin: Int) {
        self.version = version
        self.messageClass = messageClass
        self.function = function
        self.origin = origin
    }

    /// The type of the message that this one repeats, such as 0100 for 0101. Its own if it repeats none.
    public var original: Self { Self(version, messageClass, function, origin - origin % 2) }

    /// The type of the answer: 0110 to 0100 and to 0101, 0430 to 0420. Nil for other types than requests and advices,
    /// which have no answer.
    public var answer: Self? {
        function == 0 || function == 2 ? Self(version, messageClass, function + 1, origin - origin % 2) : nil
    }

    /// Four digits.
    public var description: String { "\(version)\(messageClass)\(function)\(origin)" }
}
