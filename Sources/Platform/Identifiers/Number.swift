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

/// The number of one thing, written as digits on the wire. Its type keeps it apart from the numbers of other kinds of
/// things.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct Number<Kind: Numbered>: Hashable, Codable, Sendable, CustomStringConvertible {
    public let rawValue: Int64

    /// - Parameter rawValue: one of the kind's ``Numbered/numbers``.
    @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Accepts the digits of one of the kind's ``Numbered/numbers``, without a leading zero. Nothing else is the number
    /// of such a thing.
    public init?(_ text: String) {
        guard text.utf8.first != UInt8(ascii: "0"), text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text),
            Kind.numbers.contains(number)
        else { return nil }
        rawValue = number
    }

    public var description: String { String(rawValue) }
}
