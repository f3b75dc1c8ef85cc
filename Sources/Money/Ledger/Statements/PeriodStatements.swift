import Foundation
import Identifiers
import Postgres

/// Statements of account, read in pages.
public enum PeriodStatements {
    /// The journals of the account in the period.
    private static let journals = """
        money.journal j
        WHERE j.customer_id = $1 AND j.account_id = $2 AND j.version > period.after AND j.version <= period.through
        """

    /// The sum of the postings `p` of a journal that move money of the customer.
    private static let change = "sum(CASE p.credit WHEN 'customer' THEN p.amount ELSE -p.amount END)"

    /// The last journal up to a version knows the balance there.
    private static func balance(at version: String) -> String {
        """
        coalesce((
            SELECT j.balance FROM money.journal j
            WHERE j.customer_id = $1 AND j.account_id = $2 AND j.version <= \(version)
            ORDER BY j.version DESC LIMIT 1), 0)
        """
    }

    /// Two binary searches find the beginning and the end of the period among the versions of the account, so neither
    /// depends on the number of earlier journals, and no index by time is written with every journal. In the order of
    /// versions times may be a little wrong, because a server takes its time before it waits for the account. So each
    /// search ends 24 hours early, and goes on from there journal by journal.
    ///
    /// Only the first page needs the totals, whose cost grows with the period. OFFSET 0 keeps the planner from reading
    /// all postings of the customer first. If the page is empty, there is one row, in which the columns of the entry
    /// are null.
    static let page: Statement<PageRow> = Statement(
        "ledger_period_page",
        """
        WITH RECURSIVE account AS (
            SELECT \(AccountStatements.columns) FROM money.account WHERE customer_id = $1 AND account_id = $2
        ), search (is_end, moment, low, high) AS (
            SELECT edge.is_end, edge.moment, 0::bigint, account.version
            FROM account, (VALUES (false, $3::timestamptz), (true, $4::timestamptz)) edge (is_end, moment)
            UNION ALL
            SELECT is_end, moment, CASE WHEN probe.is_before THEN half.middle ELSE low END,
                   CASE WHEN probe.is_before THEN high ELSE half.middle - 1 END
            FROM search
            CROSS JOIN LATERAL (SELECT low + (high - low + 1) / 2 AS middle) half
            CROSS JOIN LATERAL (
                SELECT coalesce((
                    SELECT j.posted_at < moment - interval '24 hours' FROM money.journal j
                    WHERE j.customer_id = $1 AND j.account_id = $2 AND j.version > low AND j.version <= half.middle
                    ORDER BY j.version DESC LIMIT 1), true) AS is_before
            ) probe
            WHERE low < high
        ), edge AS (
            SELECT is_end, coalesce((
                SELECT j.version - 1 FROM money.journal j
                WHERE j.customer_id = $1 AND j.account_id = $2 AND j.version > low AND j.posted_at >= moment
                ORDER BY j.version LIMIT 1), account.version) AS version
            FROM search, account
            WHERE low = high
        ), bounds AS (
            SELECT beginning.version AS after, greatest(beginning.version, ending.version) AS through
            FROM edge beginning, edge ending
            WHERE NOT beginning.is_end AND ending.is_end
        ), period AS MATERIALIZED (
            SELECT after, through, \(balance(at: "after")) AS opening, \(balance(at: "through")) AS closing
            FROM bounds
        )
        SELECT account.*, period.opening, period.closing, totals.*, paid.*, entry.*
        FROM account
        CROSS JOIN period
        CROSS JOIN LATERAL (
            SELECT count(*) FILTER (WHERE change > 0) AS credit_count,
                   count(*) FILTER (WHERE change < 0) AS debit_count,
                   coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS credits,
                   coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS debits
            FROM (
                SELECT (SELECT \(change) FROM money.posting p
                        WHERE p.customer_id = $1 AND p.journal_id = j.journal_id
                          AND 'customer' IN (p.debit, p.credit)) AS change
                FROM \(journals) AND $6
            ) moved
        ) totals
        CROSS JOIN LATERAL (
            SELECT coalesce(array_agg(reason ORDER BY reason), '{}') AS paid_accounts,
                   coalesce(array_agg(amount ORDER BY reason), '{}') AS paid_amounts
            FROM (
                SELECT p.credit::text AS reason, sum(p.amount)::bigint AS amount
                FROM (SELECT j.journal_id FROM \(journals) AND $6) j
                CROSS JOIN LATERAL (
                    SELECT p.credit, p.amount FROM money.posting p
                    WHERE p.customer_id = $1 AND p.journal_id = j.journal_id
                      AND p.debit = 'customer' AND p.credit LIKE 'income:%'
                    OFFSET 0
                ) p
                GROUP BY p.credit
            ) reasons
        ) paid
        LEFT JOIN LATERAL (
            SELECT j.version AS reference, j.journal_id, j.posted_at, moved.change, j.balance,
                   \(TransactionStatements.fees("credit::text", of: "$1", in: "j")) AS fee_accounts,
                   \(TransactionStatements.fees("amount", of: "$1", in: "j")) AS fee_amounts,
                   t.transaction_id, t.slip_id, t.transaction_type, t.card_id, t.merchant_ref_num
            FROM (SELECT * FROM \(journals) AND j.version > $5) j
            CROSS JOIN LATERAL (
                SELECT \(change)::bigint AS change FROM money.posting p
                WHERE p.customer_id = $1 AND p.journal_id = j.journal_id
                  AND 'customer' IN (p.debit, p.credit)
            ) moved
            LEFT JOIN money.transaction t ON t.customer_id = $1 AND t.journal_id = j.journal_id
            WHERE moved.change <> 0
            ORDER BY j.version
            LIMIT $7
        ) entry ON true
        ORDER BY entry.reference
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let account = try row.account()
        let opening = try row.money("opening", in: account.currency)
        let closing = try row.money("closing", in: account.currency)
        let totals = try row.totals(in: account.currency)
        let isEmpty = try row.isNull("reference")
        let entry = try isEmpty ? nil : row.entry(in: account.currency)
        return PageRow(account: account, opening: opening, closing: closing, totals: totals, entry: entry)
    }

    static let all = [page.erased]

    /// An entry of a page, with what is the same for the whole statement.
    public struct PageRow: Sendable {
        let account: Account
        let opening: Money
        let closing: Money
        /// All 0 if they were not asked for.
        let totals: StatementOfAccount.Totals
        let entry: StatementOfAccount.Entry?
    }

    /// One page of a statement of account, and one entry more if there is one. No row if the customer has no such
    /// account.
    ///
    /// - Parameters:
    ///   - last: the last entry of the page before; nil for the first page.
    ///   - withTotals: whether to read the sums of all entries.
    public static func page(
        of account: AccountID, of holder: AccountHolder, over period: StatementPeriod, after last: EntryReference?,
        withTotals: Bool, limit: Int
    ) -> Query<PageRow> {
        page(
            .id(holder), .id(account), .timestamp(period.start), .timestamp(period.end),
            .bigint(last?.rawValue ?? 0), .boolean(withTotals), .bigint(Int64(limit) + 1))
    }
}

extension StatementOfAccount {
    /// A page of a statement; nil if there are no rows.
    ///
    /// - Parameter rows: as ``PeriodStatements/page(of:of:over:after:withTotals:limit:)`` returns them, asked with the
    ///   other parameters.
    public init?(_ rows: [PeriodStatements.PageRow], over period: StatementPeriod, withTotals: Bool, limit: Int) {
        guard let first = rows.first else { return nil }
        let entries = rows.compactMap(\.entry)
        self.init(
            account: first.account, period: period, opening: first.opening, closing: first.closing,
            totals: withTotals ? first.totals : nil, entries: Array(entries.prefix(limit)),
            hasMore: entries.count > limit)
    }
}

extension Row {
    fileprivate mutating func totals(in currency: Currency) throws(PostgresFailure) -> StatementOfAccount.Totals {
        let (creditCount, debitCount) = (try bigint("credit_count"), try bigint("debit_count"))
        let (credits, debits) = (try money("credits", in: currency), try money("debits", in: currency))
        return StatementOfAccount.Totals(
            creditCount: Int(creditCount), debitCount: Int(debitCount), credits: credits, debits: debits,
            fees: try fees("paid_accounts", "paid_amounts", in: currency))
    }

    fileprivate mutating func entry(in currency: Currency) throws(PostgresFailure) -> StatementOfAccount.Entry {
        let reference = try number("reference", EntryReference.self)
        let journal = try id("journal_id", JournalID.self)
        let postedAt = try timestamp("posted_at")
        let (change, balance) = (try bigint("change"), try money("balance", in: currency))
        let fees = try fees("fee_accounts", "fee_amounts", in: currency)
        return StatementOfAccount.Entry(
            reference: reference, journal: journal, postedAt: postedAt, direction: change > 0 ? .credit : .debit,
            amount: Money(minorUnits: abs(change), currency: currency), fees: fees, balance: balance,
            line: try line())
    }

    private mutating func line() throws(PostgresFailure) -> StatementOfAccount.Line? {
        let transaction = try optionalNumber("transaction_id", TransactionID.self)
        let slip = try optionalNumber("slip_id", SlipID.self)
        let kind = try optionalText("transaction_type", as: AccountTransaction.Kind.self)
        let instrument = try optionalID("card_id", PayingInstrumentID.self)
        let merchantRefNum = try optionalText("merchant_ref_num")
        guard let transaction, let slip, let kind else { return nil }
        return StatementOfAccount.Line(
            transaction: transaction, slip: slip, kind: kind, instrument: instrument, merchantRefNum: merchantRefNum)
    }
}
