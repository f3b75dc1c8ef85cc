import Ledger

/// The amounts that a merchant has collected and given back for one payment, and their value for the customer.
///
/// Parts are not converted separately: each counts as the change that it makes to the converted sum. So all parts
/// together are exactly the whole, in whatever order they come and however small they are.
public struct Settlement: Hashable, Sendable {
    /// The collected amount, without fees, less its reversals.
    public internal(set) var collected: Sum
    /// The returned amount, less its reversals.
    public internal(set) var returned: Sum

    /// An amount in the merchant's currency, and its value in the account's currency.
    public struct Sum: Hashable, Sendable {
        public internal(set) var amount: Money
        public internal(set) var converted: Money

        public init(_ amount: Money, converted: Money) {
            (self.amount, self.converted) = (amount, converted)
        }

        /// Adds a price without its fees, if it is in the same currency.
        func adding(_ quote: Quote) throws(MoneyFailure) -> Sum {
            guard quote.transaction.currency == amount.currency else { return self }
            return Sum(try amount + quote.transaction, converted: try converted + quote.converted)
        }

        /// Subtracts a price. An amount below 0 becomes 0.
        func subtracting(_ quote: Quote) throws(MoneyFailure) -> Sum {
            guard quote.transaction.currency == amount.currency else { return self }
            let rest = (try amount - quote.transaction, try converted - quote.converted)
            guard rest.0.isPositive else { return Sum(.zero(amount.currency), converted: .zero(converted.currency)) }
            return Sum(rest.0, converted: rest.1.isNegative ? .zero(converted.currency) : rest.1)
        }
    }

    /// Zero, for a payment in the merchant's currency from an account.
    public init(in currency: Currency, for account: Currency) {
        self.init(
            collected: Sum(.zero(currency), converted: .zero(account)),
            returned: Sum(.zero(currency), converted: .zero(account)))
    }

    init(collected: Sum, returned: Sum) {
        (self.collected, self.returned) = (collected, returned)
    }

    /// The amount that a refund credits to the customer. A refund of all that was collected returns all that was paid
    /// for it, and a refund of a part returns its share. An amount beyond that has the rate of the authorization.
    func refund(of amount: Money, at pricing: Pricing) throws(PricingFailure) -> Quote {
        guard amount.currency == returned.amount.currency else { return try pricing.credit(amount) }
        let sum = try PricingFailure.limiting { () throws(MoneyFailure) in try returned.amount + amount }
        return try Self.quote(amount, try worth(of: sum, at: pricing), less: returned.converted)
    }

    /// The amount that the customer loses when a refund is reversed. Nil for more than was returned.
    func refundReversal(of amount: Money, at pricing: Pricing) throws(PricingFailure) -> Quote? {
        guard amount.currency == returned.amount.currency else { return try pricing.credit(amount) }
        let left = try PricingFailure.limiting { () throws(MoneyFailure) in try returned.amount - amount }
        guard !left.isNegative else { return nil }
        return try Self.quote(amount, returned.converted, less: try worth(of: left, at: pricing))
    }

    /// The value, for the customer, of a returned amount.
    private func worth(of returned: Money, at pricing: Pricing) throws(PricingFailure) -> Money {
        let part = min(returned.minorUnits, collected.amount.minorUnits)
        let excess = Money(minorUnits: returned.minorUnits - part, currency: returned.currency)
        let share = part > 0
            ? collected.converted.share(part, of: collected.amount.minorUnits) : .zero(collected.converted.currency)
        guard excess.isPositive else { return share }
        let more = try pricing.credit(excess).converted
        return try PricingFailure.limiting { () throws(MoneyFailure) in try share + more }
    }

    /// The price of the difference; 0 if a clearing at another rate has changed the value of the earlier parts.
    private static func quote(_ amount: Money, _ worth: Money, less before: Money) throws(PricingFailure) -> Quote {
        try PricingFailure.limiting { () throws(MoneyFailure) in
            let difference = try worth - before
            return try Quote(
                transaction: amount, converted: difference.isNegative ? .zero(worth.currency) : difference, fees: [])
        }
    }
}
