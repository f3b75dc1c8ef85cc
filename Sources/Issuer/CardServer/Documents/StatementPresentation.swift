import CardAPI
import Foundation
import HTTPContract
import Ledger
import Validation

/// A whole statement of account that is handed out as a document.
struct StatementPresentation {
    let statement: StatementOfAccount
    let period: AskedPeriod

    /// The beginning of the names of its files, such as `statement-100000001-2026-11-01-2026-11-30`.
    var fileName: String {
        "statement-\(statement.account.id)-\(period.start.description.prefix(10))-\(period.end.description.prefix(10))"
    }

    var currency: Currency { statement.account.currency }

    /// What the customer paid in fees for an entry; nil if nothing.
    func fees(of entry: StatementOfAccount.Entry) -> Money? {
        // The totals of all entries fit into 64 bits, or there would be no statement.
        let sum = entry.fees.reduce(0) { $0 &+ $1.amount.minorUnits }
        return sum == 0 ? nil : Money(minorUnits: sum, currency: currency)
    }
}

extension StatementOfAccount.Entry {
    /// The amount, below 0 for a debit.
    var signedAmount: Money { Money(minorUnits: change, currency: amount.currency) }
}

/// The period that a query asks for.
struct AskedPeriod {
    let start: Timestamp
    /// Its last second.
    let end: Timestamp
    /// The time of the answer.
    let now: Timestamp
    let period: StatementPeriod

    /// Whether nothing can be posted in the period any more. A payment takes its time before it waits for its account,
    /// and servers' clocks differ, so this is a minute after its end.
    var isFinal: Bool { end.secondsSince1970 + 60 < now.secondsSince1970 }

    /// The time of the closing balance.
    var lastMoment: Timestamp { min(end, now) }

    /// - Throws: if the period ends before it begins, or is too long.
    init(_ query: some PeriodQuery, at now: Date) throws(Problem) {
        self.now = Timestamp(now)
        end = query.endDate ?? self.now
        start = query.startDate ?? end.beginningOfMonth
        guard start <= end else {
            throw Problem(fieldErrors: [
                FieldError("startDate", "must not be after endDate, which is the present time if it is absent")
            ])
        }
        let days = Int(StatementPeriod.limitSeconds / 86_400)
        guard let period = StatementPeriod(from: Date(start), to: Date(end).addingTimeInterval(1)) else {
            throw Problem(fieldErrors: [FieldError("startDate", "must be at most \(days) days before endDate")])
        }
        self.period = period
    }
}

extension Timestamp {
    /// In UTC.
    fileprivate var beginningOfMonth: Timestamp { Timestamp("\(description.prefix(8))01T00:00:00Z") ?? self }
}
