/// Why two amounts have no sum or difference.
public enum MoneyFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The result does not fit into 64 bits.
    case overflow(Currency)
    case differentCurrencies(Currency, Currency)

    public var description: String {
        switch self {
        case .overflow(let currency): "An amount of \(currency) exceeds 64 bits."
        case .differentCurrencies(let left, let right): "Amounts of \(left) and \(right) cannot be combined."
        }
    }
}
