import Ledger

/// What a merchant has collected and given back for one payment, and what that was for the customer.
///
/// Parts are never converted one by one: each is the difference that it makes to the sum. So parts together are exactly
/// the whole, in whatever order they come and however small they are.
public struct Settlement: Hashable, Sendable {
    /// What was collected, without fees, less what was reversed of it.
    public internal(set) var collected: Sum
    /// What was given back, less what was taken back of it.
    public internal(set) var returned: Sum

    /// An amount in the merchant's currency, and what it was in the account's.
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

        /// Takes a price away. Nothing is left of an amount below 0.
        func subtracting(_ quote: Quote) throws(MoneyFailure) -> Sum {
            guard quote.transaction.currency == amount.currency else { return self }
            let rest = (try amount - quote.transaction, try converted - quote.converted)
            guard rest.0.isPositive else { return Sum(.zero(amount.currency), converted: .zero(converted.currency)) }
            return Sum(rest.0, converted: rest.1.isNegative ? .zero(converted.currency) : rest.1)
        }
    }

    /// Nothing, of a payment in the merchant's currency from an account.
    public init(in currency: Currency, for account: Currency) {
        self.init(
            collected: Sum(.zero(currency), converted: .zero(account)),
            returned: Sum(.zero(currency), converted: .zero(account)))
    }

    init(collected: Sum, returned: Sum) {
        (self.collected, self.returned) = (collected, returned)
    }

    /// What the customer gets by a refund. All that was collected gives back what was paid for it, and a part of it its
    /// share. What exceeds it has the rate of the authorization.
    func refund(of amount: Money, at pricing: Pricing) throws(PricingFailure) -> Quote {
        guard amount.currency == returned.amount.currency else { return try pricing.credit(amount) }
        let sum = try PricingFailure.limiting { () throws(MoneyFailure) in try returned.amount + amount }
        return try Self.quote(amount, try worth(of: sum, at: pricing), less: returned.converted)
    }

    /// What the customer loses when a refund is taken back. Nil for more than was given back.
    func refundReversal(of amount: Money, at pricing: Pricing) throws(PricingFailure) -> Quote? {
        guard amount.currency == returned.amount.currency else { return try pricing.credit(amount) }
        let left = try PricingFailure.limiting { () throws(MoneyFailure) in try returned.amount - amount }
        guard !left.isNegative else { return nil }
        return try Self.quote(amount, returned.converted, less: try worth(of: left, at: pricing))
    }

    /// What the customer has back after this much was given back.
    private func worth(of returned: Money, at pricing: Pricing) throws(PricingFailure) -> Money {
        let part = min(returned.minorUnits, collected.amount.minorUnits)
        let excess = Money(minorUnits: returned.minorUnits - part, currency: returned.currency)
        let share = part > 0
            ? collected.converted.share(part, of: collected.amount.minorUnits) : .zero(collected.converted.currency)
        guard excess.isPositive else { return share }
        let more = try pricing.credit(excess).converted
        return try PricingFailure.limiting { () throws(MoneyFailure) in try share + more }
    }

    /// The price of the difference; 0 if a clearing at another rate has changed what the earlier parts are worth.
    private static func quote(_ amount: Money, _ worth: Money, less before: Money) throws(PricingFailure) -> Quote {
        try PricingFailure.limiting { () throws(MoneyFailure) in
            let difference = try worth - before
            return try Quote(
                transaction: amount, converted: difference.isNegative ? .zero(worth.currency) : difference, fees: [])
        }
    }
}
