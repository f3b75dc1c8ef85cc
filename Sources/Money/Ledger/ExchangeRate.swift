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

// 128 bits are enough for the product of an amount and a rate, but not for that of three numbers.
extension Int128 {
    fileprivate func times(_ other: Int128) -> Int128? {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? nil : product
    }

    /// Currencies have at most four decimals, so the exponent is at most 4.
    fileprivate static func powerOfTen(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
