import Validation

/// A kind of things that have numbers.
public protocol Numbered {
    /// The numbers that things of this kind can have.
    static var numbers: ClosedRange<Int64> { get }
}

extension Numbered {
    /// Up to 18 digits.
    public static var numbers: ClosedRange<Int64> { 1...999_999_999_999_999_999 }
}

/// The number of one thing, written as digits on the wire: one of the kind's ``Numbered/numbers``. Its type keeps it
/// apart from the numbers of other kinds of things.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct Number<Kind: Numbered>: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    /// Nil for a number that no such thing can have.
    @inlinable
    public init?(rawValue: Int64) {
        guard Kind.numbers.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Accepts the digits of one of the kind's ``Numbered/numbers``, without a leading zero. Nothing else is the number
    /// of such a thing.
    public init?(_ text: String) {
        guard text.utf8.first != UInt8(ascii: "0"), text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text)
        else { return nil }
        self.init(rawValue: number)
    }

    /// - Parameter number: a number that the program alone makes one of the kind's, and neither requests nor stored
    ///   data.
    package init(known number: Int64) {
        precondition(Kind.numbers.contains(number), "\(number) is not the number of a \(Kind.self)")
        rawValue = number
    }

    /// The largest number of the kind. It stands for one that is not known, where some number is needed.
    public static var largest: Number { Number(known: Kind.numbers.upperBound) }

    public var description: String { String(rawValue) }
}

/// A number that is written down in Swift.
extension Number: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int64) { self.init(known: number) }
}

/// Stored JSON has the number as the only member of an object.
extension Number: Codable {
    private enum CodingKeys: String, CodingKey {
        case rawValue
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard let number = Number(rawValue: try members.decode(Int64.self, forKey: .rawValue)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .rawValue, in: members, debugDescription: "A number out of \(Kind.numbers).")
        }
        self = number
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(rawValue, forKey: .rawValue)
    }
}
