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
