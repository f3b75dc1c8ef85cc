import CardAPI
import HTTPContract
import Identifiers
import Issuing
import Ledger

extension StatementBody {
    init(_ statement: StatementOfAccount, of period: AskedPeriod) {
        self.init(
            accountId: statement.account.id.description, customerId: statement.account.holder.description,
            currencyCode: statement.account.currency.code, startDate: period.start, endDate: period.end,
            creationTime: period.now, openingBalance: Int(statement.opening.minorUnits),
            closingBalance: Int(statement.closing.minorUnits), isFinal: period.isFinal,
            totals: statement.totals.map { StatementTotalsBody($0) },
            entries: statement.entries.map { StatementEntryBody($0) },
            next: statement.hasMore ? statement.entries.last?.reference.description : nil)
    }
}

extension StatementTotalsBody {
    fileprivate init(_ totals: StatementOfAccount.Totals) {
        self.init(
            numberOfCredits: totals.creditCount, numberOfDebits: totals.debitCount,
            credits: Int(totals.credits.minorUnits), debits: Int(totals.debits.minorUnits),
            fees: [FeeBody](totals.fees))
    }
}

extension StatementEntryBody {
    fileprivate init(_ entry: StatementOfAccount.Entry) {
        let line = entry.line
        self.init(
            entryReference: entry.reference.description, bookingTime: Timestamp(entry.postedAt),
            direction: entry.direction.rawValue, amount: Int(entry.amount.minorUnits),
            fees: [FeeBody](entry.fees), balance: Int(entry.balance.minorUnits),
            transactionId: line?.transaction.description, slipId: line?.slip.description, type: line?.kind.rawValue,
            cardId: line?.instrument?.description, merchantRefNum: line?.merchantRefNum)
    }
}
