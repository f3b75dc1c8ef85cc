import GraphQL
import HTTPContract
import Ledger

extension Money {
    /// The leaf `Money`: `{quantity, currency}`, with the quantity as a number in major units.
    var stitchValue: FieldValue { .leaf(stitchJSON) }

    var stitchJSON: JSONValue { ["quantity": .number(majorUnits), "currency": .string(currency.code)] }

    /// Reads a `MoneyInput`. It must be positive and have no more decimals than the currency.
    init(_ input: JSONObject?) throws(FieldFailure) {
        guard let code = input?.text("currency"), let currency = Currency(code) else {
            throw FieldFailure(.invalidInput, "The currency must be a code of ISO 4217, such as ZAR.")
        }
        guard case .number(let digits) = input?["quantity"], let money = Money(Self.plain(digits), currency: currency),
            money.isPositive
        else {
            throw FieldFailure(
                .invalidInput, "The quantity must be above zero, with at most \(currency.exponent) decimals.")
        }
        self = money
    }

    /// Without zeros at the end of the decimals: a client may write 1.0 for 1 in every currency.
    private static func plain(_ digits: String) -> String {
        guard digits.contains("."), !digits.contains("e"), !digits.contains("E") else { return digits }
        let trimmed = digits.reversed().drop { $0 == "0" }
        return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
    }
}
