import CardAPI
import Cards
import Scenarios
import Validation

extension CallRates {
    /// The name in a file of settings.
    static let field = "callsPerMinute"
}

extension Scenario.Item {
    /// The reader has checked that each value is a number in its range, or `any`.
    func calls(changing rates: CallRates) -> Draft<CallRates?> {
        func number(_ name: String, before: Int?) -> Int? {
            let field = "\(CallRates.field).\(name)"
            return has(field) ? self.number(field) : before
        }
        var rates = rates
        rates.client = number("client", before: rates.client)
        rates.customer = number("customer", before: rates.customer)
        let operations = names(in: "\(CallRates.field).operations")
        for name in operations { rates.operations[name] = number("operations.\(name)", before: nil) }
        // The names of all operations take long to make, and the settings are read in a transaction.
        let errors = operations.isEmpty
            ? []
            : FieldError.unknown(operations, known: Operations.names, noun: "operation", inside: "operations.")
        return Draft(rates, errors: errors)
    }
}
