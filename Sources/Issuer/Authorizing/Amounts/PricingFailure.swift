import Ledger

/// Why a transaction has no price.
public enum PricingFailure: Error, Hashable, Sendable {
    /// There is no rate between the merchant's currency and the account's.
    case notConvertible(from: Currency, to: Currency)
    case overflow

    static func limiting<Value>(_ sum: () throws(MoneyFailure) -> Value) throws(PricingFailure) -> Value {
        do {
            return try sum()
        } catch {
            throw .overflow
        }
    }
}
