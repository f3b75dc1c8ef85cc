import Authorizing
import Ledger
import Scenarios

// Clearing files. What differs from the books is a break, and no error of the scenario.
extension ScenarioJudge {
    mutating func judgeClearingFile(_ item: Scenario.Item) {
        if NetworkReference(item.name) == nil { tell(item, "", "must have a name that contains no card number") }
        let count = item.count(of: "lines")
        guard (1...ClearingFile.limit).contains(count) else {
            return tell(item, "lines", "must have 1 to \(ClearingFile.limit) lines")
        }
        let lines = (0..<count).map { judgeLine("lines[\($0)]", of: item) }
        guard item.isReadable else { return }
        plan.clearingFiles.append(.init(item: item, lines: lines))
    }

    private mutating func judgeLine(
        _ path: String, of item: Scenario.Item
    ) -> ScenarioPlan.PlannedClearingFile.Line {
        let payment = item["\(path).payment"]
        if let payment, scenario.lacks(payment, in: .payments) {
            tell(item, "\(path).payment", "must be one of the payments of this scenario")
        }
        if payment == nil, !item.isUnreadable("\(path).payment") {
            for field in ["amount", "currency"] where item["\(path).\(field)"] == nil {
                tell(item, "\(path).\(field)", "is required in a line without a payment")
            }
        }
        let code = item["\(path).currency"]
        let currency = code.flatMap { Currency($0) }
        if code != nil, currency == nil {
            tell(item, "\(path).currency", "must be a currency of ISO 4217, like EUR")
        }
        return .init(
            payment: payment, amount: item["\(path).amount"].flatMap { Int64($0) }, currency: currency,
            isFinal: item.flag("\(path).final") ?? true)
    }
}
