import Ledger

/// A rate as it is set.
public struct StoredRate: Hashable, Sendable {
    public let from: Currency
    public let to: Currency
    public let rate: ExchangeRate

    public init(from: Currency, to: Currency, rate: ExchangeRate) {
        (self.from, self.to, self.rate) = (from, to, rate)
    }
}
