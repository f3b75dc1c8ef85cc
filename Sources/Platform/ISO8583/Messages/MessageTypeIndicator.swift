/// What kind of message it is: four digits, such as 0100. They are the version of the standard (0 is 1987), the class,
/// the function, and the origin.
public struct MessageTypeIndicator: Hashable, Sendable, CustomStringConvertible {
    /// Four ASCII digits.
    public let digits: String

    /// Nil unless `digits` is exactly four ASCII digits.
    public init?(_ digits: String) {
        guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self.digits = digits
    }

    /// The last digit is odd if the sender repeats a message, because it got no answer: 0101 repeats 0100.
    public var isRepeat: Bool { digits.utf8.last.map { $0 % 2 == 1 } ?? false }

    /// The type of the message that this one repeats, or its own.
    public var original: Self { replacing(function: 0, origin: isRepeat ? -1 : 0) }

    /// The type of the answer: 0110 to 0100 and to 0101, 0430 to 0420. Nil unless it is a request or an advice, because
    /// the standard has no answer to anything else.
    public var answer: Self? {
        let function = Array(digits.utf8)[2]
        guard function == UInt8(ascii: "0") || function == UInt8(ascii: "2") else { return nil }
        return replacing(function: 1, origin: isRepeat ? -1 : 0)
    }

    public var description: String { digits }

    private init(unchecked digits: String) { self.digits = digits }

    /// - Parameters: what to add to the digits. Neither addition leaves the digits: only an even function and an odd
    ///   origin are changed.
    private func replacing(function: Int, origin: Int) -> Self {
        var ascii = digits.utf8.map(Int.init)
        ascii[2] += function
        ascii[3] += origin
        return Self(unchecked: String(decoding: ascii.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self))
    }
}

extension UInt8 {
    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isASCIILetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
