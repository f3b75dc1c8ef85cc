import Gateways
import HTTPContract
import Ledger
import Payments

extension RequestMembers {
    /// The amount of a member in a currency; reports its errors.
    mutating func amount(_ name: String, in currency: Currency) -> Money? {
        guard let text = text(name) else { return nil }
        let decimals = text.split(separator: ".").dropFirst().first?.count ?? 0
        guard decimals <= currency.exponent else {
            report(name, "Ensure that there are no more than \(currency.exponent) decimal places.")
            return nil
        }
        guard let money = Money(text, currency: currency), money.minorUnits <= Payments.amountLimit else {
            report(name, "Ensure that there are no more than 12 digits in total.")
            return nil
        }
        guard money.isPositive else {
            let least = Money(minorUnits: 1, currency: currency)
            report(name, "Ensure this value is greater than or equal to \(least.majorUnits).")
            return nil
        }
        return money
    }
}

extension Money {
    /// As MoneyHash writes amounts as numbers: `10`, or `12.5`.
    var number: JSONValue {
        var text = majorUnits
        if text.contains(".") {
            while text.last == "0" { text.removeLast() }
            if text.last == "." { text.removeLast() }
        }
        return .number(text)
    }
}
