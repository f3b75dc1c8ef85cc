/// An amount of one currency in its minor units: 1234 minor units are 12.34 EUR, or 1234 JPY.
///
/// It is never a floating-point number, so nothing is rounded. Arithmetic throws where the result would not fit, and
/// where two currencies would be mixed.
public struct Money: Hashable, Sendable {
    public let minorUnits: Int64
    public let currency: Currency

    public init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a decimal number such as `12.34`, `12` or `-0.5`. Nothing is rounded: too many decimals are refused.
    ///
    /// - Returns: nil if it is not such a number, or does not fit into 64 bits.
    public init?(_ text: String, currency: Currency) {
        let isNegative = text.hasPrefix("-")
        let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty, parts.allSatisfy(Self.isDigits) else {
            return nil
        }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.count <= currency.exponent, parts.count == 1 || !fraction.isEmpty else { return nil }
        let padding = String(repeating: "0", count: currency.exponent - fraction.count)
        guard let number = Int64((isNegative ? "-" : "") + whole + fraction + padding) else { return nil }
        self.init(minorUnits: number, currency: currency)
    }

    public static func zero(_ currency: Currency) -> Money { Money(minorUnits: 0, currency: currency) }

    public var isPositive: Bool { minorUnits > 0 }
    public var isNegative: Bool { minorUnits < 0 }
    public var isZero: Bool { minorUnits == 0 }

    public static func + (left: Money, right: Money) throws(MoneyFailure) -> Money {
        try combine(left, right) { $0.addingReportingOverflow($1) }
    }

    public static func - (left: Money, right: Money) throws(MoneyFailure) -> Money {
        try combine(left, right) { $0.subtractingReportingOverflow($1) }
    }

    /// The amount with the opposite sign.
    public func negated() throws(MoneyFailure) -> Money {
        try Money.zero(currency) - self
    }

    /// Whether the amount is at least as large as another one of the same currency.
    public func covers(_ other: Money) throws(MoneyFailure) -> Bool {
        guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
        return minorUnits >= other.minorUnits
    }

    private static func combine(
        _ left: Money, _ right: Money, _ operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    ) throws(MoneyFailure) -> Money {
        guard left.currency == right.currency else { throw .differentCurrencies(left.currency, right.currency) }
        let (result, overflow) = operation(left.minorUnits, right.minorUnits)
        guard !overflow else { throw .overflow(left.currency) }
        return Money(minorUnits: result, currency: left.currency)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension Money: CustomStringConvertible {
    /// For messages and logs, such as `-12.34 EUR`.
    public var description: String { "\(majorUnits) \(currency)" }

    /// The amount as a decimal number with all decimals of the currency, such as `-12.34`.
    public var majorUnits: String {
        let digits = String(minorUnits.magnitude)
        let padding = String(repeating: "0", count: max(0, currency.exponent + 1 - digits.count))
        let padded = padding + digits
        let whole = padded.dropLast(currency.exponent)
        let fraction = currency.exponent == 0 ? "" : ".\(padded.suffix(currency.exponent))"
        return "\(isNegative ? "-" : "")\(whole)\(fraction)"
    }
}
