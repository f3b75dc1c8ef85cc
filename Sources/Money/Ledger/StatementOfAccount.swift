import Foundation

/// The balance of an account before a period, the entries of the period, and the balance after it.
///
/// Its entries have the order of the ledger, in which each leads to the balance that it names. It begins with the
/// account's first journal at the beginning of the period or later, and ends before the first one at the end or later.
/// So a statement whose period begins where another one ends begins with the other one's closing balance, even if two
/// servers' clocks differ a little. A hold is no entry.
public struct StatementOfAccount: Hashable, Sendable {
    public let account: Account
    public let period: StatementPeriod
    public let opening: Money
    /// The balance at the end of the period; the present one if the period has not ended.
    public let closing: Money
    /// Nil if they were not asked for.
    public let totals: Totals?
    public let entries: [Entry]
    /// Whether the period has entries after the last one here.
    public let hasMore: Bool

    public init(
        account: Account, period: StatementPeriod, opening: Money, closing: Money, totals: Totals?, entries: [Entry],
        hasMore: Bool = false
    ) {
        (self.account, self.period, self.opening, self.closing) = (account, period, opening, closing)
        (self.totals, self.entries, self.hasMore) = (totals, entries, hasMore)
    }

    /// A journal that changed the account's balance.
    public struct Entry: Hashable, Sendable {
        /// Its place among the entries of the account.
        public let reference: EntryReference
        public let journal: JournalID
        public let postedAt: Date
        /// Credit if the account has received money.
        public let direction: LedgerAccount.Side
        /// Above 0, with all fees.
        public let amount: Money
        /// The fees that the issuer has earned out of the amount, in the order of the postings.
        public let fees: [Fee]
        /// The account's posted balance after the entry.
        public let balance: Money
        /// The customer's line about it; nil if it has none.
        public let line: Line?

        public init(
            reference: EntryReference, journal: JournalID, postedAt: Date, direction: LedgerAccount.Side,
            amount: Money, fees: [Fee], balance: Money, line: Line?
        ) {
            (self.reference, self.journal, self.postedAt) = (reference, journal, postedAt)
            (self.direction, self.amount, self.fees) = (direction, amount, fees)
            (self.balance, self.line) = (balance, line)
        }
    }

    /// What a customer's transaction says about its entry.
    public struct Line: Hashable, Sendable {
        public let transaction: TransactionID
        public let slip: SlipID
        public let kind: AccountTransaction.Kind
        public let instrument: PayingInstrumentID?
        public let merchantRefNum: String?

        public init(
            transaction: TransactionID, slip: SlipID, kind: AccountTransaction.Kind, instrument: PayingInstrumentID?,
            merchantRefNum: String?
        ) {
            (self.transaction, self.slip, self.kind) = (transaction, slip, kind)
            (self.instrument, self.merchantRefNum) = (instrument, merchantRefNum)
        }
    }

    /// The sums of the entries of the whole period.
    public struct Totals: Hashable, Sendable {
        public let creditCount: Int
        public let debitCount: Int
        /// The sum of what the account received.
        public let credits: Money
        /// The sum of what left the account, above 0.
        public let debits: Money
        /// What the customer paid in fees, one for each reason, in the order of their names.
        public let fees: [Fee]

        public init(creditCount: Int, debitCount: Int, credits: Money, debits: Money, fees: [Fee]) {
            (self.creditCount, self.debitCount) = (creditCount, debitCount)
            (self.credits, self.debits, self.fees) = (credits, debits, fees)
        }

        public var count: Int { creditCount + debitCount }
    }
}

extension StatementOfAccount.Entry {
    /// Above 0 for a credit, below 0 for a debit.
    public var change: Int64 { direction == .credit ? amount.minorUnits : -amount.minorUnits }
}

extension StatementOfAccount {
    /// The statement with the entries of its next page, or with the first ones of them.
    package func adding(_ more: some Sequence<Entry>) -> StatementOfAccount {
        StatementOfAccount(
            account: account, period: period, opening: opening, closing: closing, totals: totals,
            entries: entries + more)
    }

    /// Whether a statement with all its entries and totals adds up: each entry leads from the balance before it to its
    /// own, the last one to the closing balance, and the totals are the sums.
    public var addsUp: Bool {
        guard let totals else { return false }
        var balance = Int128(opening.minorUnits)
        var sums: [LedgerAccount.Side: Int128] = [:]
        var counts: [LedgerAccount.Side: Int] = [:]
        var fees: [LedgerAccount.Fee: Int128] = [:]
        for entry in entries {
            balance += Int128(entry.change)
            guard balance == Int128(entry.balance.minorUnits) else { return false }
            sums[entry.direction, default: 0] += Int128(entry.amount.minorUnits)
            counts[entry.direction, default: 0] += 1
            for fee in entry.fees { fees[fee.reason, default: 0] += Int128(fee.amount.minorUnits) }
        }
        let stated = Dictionary(totals.fees.map { ($0.reason, Int128($0.amount.minorUnits)) }, uniquingKeysWith: +)
        return balance == Int128(closing.minorUnits) && fees == stated
            && sums[.credit, default: 0] == Int128(totals.credits.minorUnits)
            && sums[.debit, default: 0] == Int128(totals.debits.minorUnits)
            && counts[.credit, default: 0] == totals.creditCount && counts[.debit, default: 0] == totals.debitCount
    }
}
