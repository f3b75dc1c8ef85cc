import HTTPContract
import Identifiers
import Ledger
import Validation

/// A statement of account as CSV after RFC 4180, as ``CardAPI/StatementDocument/csv`` describes it.
extension StatementPresentation {
    private static let heading = [
        "record", "entryReference", "time", "type", "amount", "currencyCode", "fees", "balance", "transactionId",
        "slipId", "cardId", "merchantRefNum",
    ]

    /// The file. Its lines end with CR and LF.
    var csv: String {
        var lines = [Self.heading, line("OPENING", at: period.start, balance: statement.opening)]
        lines += statement.entries.map(line(of:))
        for fee in statement.totals?.fees ?? [] {
            lines.append(line("FEE", at: period.lastMoment, type: fee.reason.rawValue, fees: fee.amount))
        }
        lines.append(line("CLOSING", at: period.lastMoment, balance: statement.closing))
        return lines.map(CSVField.line).joined()
    }

    private func line(of entry: StatementOfAccount.Entry) -> [String] {
        line(
            "ENTRY", at: Timestamp(entry.postedAt), reference: entry.reference.description,
            type: entry.line?.kind.rawValue ?? "", amount: entry.signedAmount, fees: fees(of: entry),
            balance: entry.balance,
            details: [
                entry.line?.transaction.description, entry.line?.slip.description,
                entry.line?.instrument?.description, entry.line?.merchantRefNum.map(CSVField.inert),
            ])
    }

    private func line(
        _ record: String, at time: Timestamp, reference: String = "", type: String = "", amount: Money? = nil,
        fees: Money? = nil, balance: Money? = nil, details: [String?] = [nil, nil, nil, nil]
    ) -> [String] {
        let numbers = [amount, fees, balance].map { $0?.majorUnits ?? "" }
        let first = [record, reference, time.description, type, numbers[0], currency.code, numbers[1], numbers[2]]
        return first + details.map { $0 ?? "" }
    }
}
