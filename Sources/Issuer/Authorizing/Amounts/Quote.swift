import Ledger

/// The charges of a program for card transactions.
public struct Tariff: Hashable, Sendable {
    public static let free = Tariff(atmFee: 0, foreignExchangeFee: .none)

    /// For each withdrawal, in minor units of the account's currency; at least 0.
    public let atmFee: Int64
    /// Of the converted amount; nil if conversion costs nothing.
    public let foreignExchangeFee: BasisPoints?

    /// A negative fee counts as 0.
    public init(atmFee: Int64, foreignExchangeFee: BasisPoints?) {
        self.atmFee = max(0, atmFee)
        self.foreignExchangeFee = foreignExchangeFee
    }
}

/// The price of a transaction for the customer.
public struct Quote: Hashable, Sendable {
    /// In the merchant's currency: Paysafe's `transactionAmount`.
    public let transaction: Money
    /// The same in the account's currency, without fees: `cardAmount` and `netAmount`.
    public let converted: Money
    /// For ``Ledger/LedgerAccount/Fee/atm`` and ``Ledger/LedgerAccount/Fee/fx``.
    public let fees: [Fee]
    /// With fees: `customerAmount`.
    public let total: Money

    /// Fees are in the currency of the converted amount.
    init(transaction: Money, converted: Money, fees: [Fee]) throws(MoneyFailure) {
        self.transaction = transaction
        self.converted = converted
        self.fees = fees.filter { !$0.amount.isZero }
        var total = converted
        for fee in fees { total = try total + fee.amount }
        self.total = total
    }

    /// The price together with another part, in the same currencies.
    func with(_ part: Quote) throws(MoneyFailure) -> Quote {
        var fees = self.fees
        for fee in part.fees {
            if let index = fees.firstIndex(where: { $0.reason == fee.reason }) {
                fees[index] = Fee(reason: fee.reason, amount: try fees[index].amount + fee.amount)
            } else {
                fees.append(fee)
            }
        }
        return try Quote(
            transaction: try transaction + part.transaction, converted: try converted + part.converted, fees: fees)
    }

    /// The price of returning everything that was collected, even if that is not exactly the amount that was paid:
    /// messages in other currencies, or several collections, leave another sum.
    func returning(_ collected: Money) -> Quote {
        guard total != collected else { return self }
        return Quote(collected, for: transaction)
    }

    /// The same, or the rest if that is less.
    func atMost(_ left: Money) -> Quote {
        total.minorUnits > left.minorUnits ? Quote(left, for: transaction) : self
    }

    /// A price without fees.
    private init(_ converted: Money, for transaction: Money) {
        self.transaction = transaction.currency == converted.currency ? converted : transaction
        (self.converted, total, fees) = (converted, converted, [])
    }

    /// The price that a part of the amount has had, so that reversing the part returns the money that was paid for it,
    /// even if the tariff or the rate has changed. The whole amount has the whole price.
    ///
    /// The price of the part is the whole price less that of the rest, so all parts together are exactly the whole
    /// price. The fee of a withdrawal does not depend on the amount. It belongs to the last part: a smaller withdrawal
    /// has the same fee.
    ///
    /// - Parameter part: in the currency of ``transaction``, at least 0.
    public func part(_ part: Money) throws(MoneyFailure) -> Quote {
        let (rest, whole) = (try (transaction - part).minorUnits, transaction.minorUnits)
        guard rest > 0 else { return self }
        let fees = try fees.filter { $0.reason != .atm }.map { fee throws(MoneyFailure) in
            Fee(reason: fee.reason, amount: try fee.amount - fee.amount.share(rest, of: whole))
        }
        return try Quote(
            transaction: part, converted: try converted - converted.share(rest, of: whole), fees: fees)
    }

    /// The price that is left after a part was reversed.
    ///
    /// Pricing the rest again could differ by a rounded minor unit. The total here is exactly the difference of both
    /// totals, so a reversal of the rest returns everything.
    ///
    /// - Parameter part: a price in the same currencies. An excess over this one counts as 0.
    public func without(_ part: Quote) throws(MoneyFailure) -> Quote {
        var left = max(0, try (total - part.total).minorUnits)
        var fees: [Fee] = []
        for fee in self.fees {
            let returned = part.fees.first { $0.reason == fee.reason }?.amount ?? .zero(fee.amount.currency)
            let rest = min(left, max(0, try (fee.amount - returned).minorUnits))
            fees.append(Fee(reason: fee.reason, amount: Money(minorUnits: rest, currency: fee.amount.currency)))
            left -= rest
        }
        let rest = max(0, try (transaction - part.transaction).minorUnits)
        return try Quote(
            transaction: Money(minorUnits: rest, currency: transaction.currency),
            converted: Money(minorUnits: left, currency: converted.currency), fees: fees)
    }
}

/// Prices transactions on one account, with one rate. An authorization keeps its pricing for reversals; a clearing has
/// the rate of its own day.
///
/// A purchase costs at least the smallest unit of the account's currency, so that no merchant's goods are free.
/// Returned money is rounded down.
public struct Pricing: Hashable, Sendable {
    /// The account's.
    public let currency: Currency
    /// From the transaction's currency to the account's; nil if there is none. Not used if both are the same.
    public let rate: ExchangeRate?
    public let tariff: Tariff
    /// The amount that the same payment has asked for or collected before, in the merchant's currency. The price of a
    /// part is the amount that it adds to the price of the sum, so many small parts cost as much as one large part. Nil
    /// for the first part.
    public let earlier: Money?

    public init(currency: Currency, rate: ExchangeRate?, tariff: Tariff, earlier: Money? = nil) {
        self.currency = currency
        self.rate = rate
        self.tariff = tariff
        self.earlier = earlier
    }

    /// The price of a transaction. The flat fee of a withdrawal is part of its authorization and of its first clearing.
    /// Price everything else with `isWithdrawal` false.
    public func quote(_ transaction: Money, isWithdrawal: Bool) throws(PricingFailure) -> Quote {
        guard transaction.currency == currency || rate != nil else {
            throw .notConvertible(from: transaction.currency, to: currency)
        }
        return try PricingFailure.limiting { () throws(MoneyFailure) in
            try price(transaction, isWithdrawal: isWithdrawal)
        }
    }

    /// The amount that a transaction credits to the customer. Refunds have no fees, and return none.
    public func credit(_ transaction: Money) throws(PricingFailure) -> Quote {
        guard transaction.currency == currency || rate != nil else {
            throw .notConvertible(from: transaction.currency, to: currency)
        }
        return try PricingFailure.limiting { () throws(MoneyFailure) in
            let isForeign = transaction.currency != currency
            let converted = isForeign ? try rate?.convertDown(transaction, to: currency) : transaction
            return try Quote(transaction: transaction, converted: converted ?? transaction, fees: [])
        }
    }

    private func price(_ transaction: Money, isWithdrawal: Bool) throws(MoneyFailure) -> Quote {
        var fees: [Fee] = []
        if isWithdrawal, tariff.atmFee > 0 {
            fees.append(Fee(reason: .atm, amount: Money(minorUnits: tariff.atmFee, currency: currency)))
        }
        guard transaction.currency != currency, let rate else {
            return try Quote(transaction: transaction, converted: transaction, fees: fees)
        }
        let before = earlier.flatMap { $0.currency == transaction.currency ? $0 : nil } ?? .zero(transaction.currency)
        let (sum, less) = (try cost(of: before + transaction, at: rate), try cost(of: before, at: rate))
        if let share = tariff.foreignExchangeFee {
            fees.append(Fee(reason: .fx, amount: try share.of(sum) - share.of(less)))
        }
        return try Quote(transaction: transaction, converted: sum - less, fees: fees)
    }

    private func cost(of amount: Money, at rate: ExchangeRate) throws(MoneyFailure) -> Money {
        let converted = try rate.convert(amount, to: currency)
        return amount.isPositive && converted.isZero ? Money(minorUnits: 1, currency: currency) : converted
    }

    /// The largest purchase that `available` minor units of the account pay with all fees; at most `limit`. Nil if
    /// there is no money, or not enough for one minor unit.
    ///
    /// The total never falls when the amount rises, so halving finds it in at most 63 steps.
    public func largestPurchase(within available: Int64, upTo limit: Money) -> Quote? {
        guard available > 0 else { return nil }
        var best: Quote?
        // `available` covers the price of `low`, and of no amount above `high`.
        var (low, high) = (Int64(0), limit.minorUnits)
        while low < high {
            let middle = high - (high - low) / 2
            let candidate = Money(minorUnits: middle, currency: limit.currency)
            if let quote = try? quote(candidate, isWithdrawal: false), quote.total.minorUnits <= available {
                (low, best) = (middle, quote)
            } else {
                high = middle - 1
            }
        }
        return best
    }
}
