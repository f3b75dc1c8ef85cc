/// How much of one currency is paid for another: a fraction, because a decimal number would need rounding before it is
/// used.
public struct ExchangeRate: Hashable, Sendable {
    /// Units of the account's currency…
    public let numerator: Int64
    /// … for this many units of the transaction's currency. 0.92 EUR for 1 USD is 92/100, and 1 EUR for 162.5 JPY is
    /// 10/1625. Units are major ones: euros, not cents.
    public let denominator: Int64

    /// Nil unless both are greater than 0.
    public init?(numerator: Int64, denominator: Int64) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Reads a decimal number above 0 with at most nine digits on each side of the point, such as 0.92.
    public init?(decimal text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard parts.allSatisfy({ (1...9).contains($0.utf8.count) }),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let numerator = Int64(digits)
        else { return nil }
        let decimals = parts.count == 2 ? parts[1].utf8.count : 0
        self.init(numerator: numerator, denominator: (0..<decimals).reduce(Int64(1)) { power, _ in power * 10 })
    }

    /// Converts an amount into another currency.
    ///
    /// The result is rounded once, to the nearest minor unit, and a half away from zero: 0.5 cents are 1 cent, and
    /// −0.5 cents are −1 cent.
    public func convert(_ money: Money, to currency: Currency) throws(MoneyFailure) -> Money {
        try convert(money, to: currency) { $0.divided(by: $1) }
    }

    /// The same, but rounded down to a whole minor unit, so that all parts together are never more than the whole.
    package func convertDown(_ money: Money, to currency: Currency) throws(MoneyFailure) -> Money {
        try convert(money, to: currency) { $0 / $1 }
    }

    private func convert(
        _ money: Money, to currency: Currency, _ divide: (Int128, Int128) -> Int128
    ) throws(MoneyFailure) -> Money {
        let shift = currency.exponent - money.currency.exponent
        let product = Int128(money.minorUnits).times(Int128(numerator))?.times(.powerOfTen(max(0, shift)))
        let divisor = Int128(denominator).times(.powerOfTen(max(0, -shift)))
        guard let product, let divisor, let result = Int64(exactly: divide(product, divisor)) else {
            throw .overflow(currency)
        }
        return Money(minorUnits: result, currency: currency)
    }
}

extension ExchangeRate: CustomStringConvertible {
    /// A decimal number if it was read from one, else a fraction.
    public var description: String {
        let zeros = String(denominator).dropFirst()
        guard String(denominator).first == "1", zeros.allSatisfy({ $0 == "0" }) else {
            return "\(numerator)/\(denominator)"
        }
        guard !zeros.isEmpty else { return String(numerator) }
        return "\(numerator / denominator).\(String(denominator + numerator % denominator).dropFirst())"
    }
}

/// A part of an amount, in hundredths of a percent.
public struct BasisPoints: Hashable, Sendable {
    /// At most the whole: 100 %.
    public static let range: ClosedRange<Int64> = 0...10_000

    public let value: Int64

    /// Nil outside of ``range``.
    public init?(_ value: Int64) {
        guard Self.range.contains(value) else { return nil }
        self.value = value
    }

    /// Rounded as ``ExchangeRate/convert(_:to:)`` rounds. A part never exceeds its whole, so it always fits.
    public func of(_ money: Money) -> Money { money.share(value, of: Self.range.upperBound) }
}

extension Money {
    /// The share that a part has of a whole, rounded as ``ExchangeRate/convert(_:to:)`` rounds.
    ///
    /// - Parameters:
    ///   - part: 0 to the whole, so the share always fits.
    ///   - whole: greater than 0.
    package func share(_ part: Int64, of whole: Int64) -> Money {
        let share = (Int128(minorUnits) * Int128(part)).divided(by: Int128(whole))
        return Money(minorUnits: Int64(clamping: share), currency: currency)
    }
}

// 128 bits are enough for the product of an amount and a rate, but not for that of three numbers.
extension Int128 {
    fileprivate func times(_ other: Int128) -> Int128? {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? nil : product
    }

    /// Rounds to the nearest whole number, and a half away from zero. The divisor is greater than 0.
    fileprivate func divided(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        let isHalfOrMore = remainder.magnitude >= divisor.magnitude - remainder.magnitude
        return isHalfOrMore ? quotient + remainder.signum() : quotient
    }

    /// Currencies have at most four decimals, so the exponent is at most 4.
    fileprivate static func powerOfTen(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
