import Foundation
import Identifiers
import Postgres

/// Transactions, which customers read.
public enum TransactionStatements {
    /// A journal, its account and its fees are looked up for each of the few transactions that are read.
    ///
    /// - Parameter customer: an SQL expression. A parameter is better, because it says before any row is read where
    ///   all of them are.
    private static func columns(of customer: String) -> String {
        """
        t.customer_id, t.transaction_id, t.slip_id, t.account_id, t.transaction_type, t.direction,
        (SELECT a.currency FROM money.account a WHERE a.customer_id = \(customer) AND a.account_id = t.account_id)
            AS currency,
        t.amount,
        (SELECT j.balance FROM money.journal j WHERE j.customer_id = \(customer) AND j.journal_id = t.journal_id)
            AS balance,
        \(fees("credit::text", of: customer)) AS fee_accounts, \(fees("amount", of: customer)) AS fee_amounts,
        t.status, t.status_reason, t.card_id, t.merchant_ref_num, t.created_at, t.changed_at
        """
    }

    /// A column of the postings by which the customer paid fees.
    ///
    /// - Parameter row: the name of the row that has the journal.
    static func fees(_ column: String, of customer: String, in row: String = "t") -> String {
        """
        ARRAY(SELECT p.\(column) FROM money.posting p
              WHERE p.customer_id = \(customer) AND p.journal_id = \(row).journal_id
                AND p.debit = 'customer' AND p.credit LIKE 'income:%'
              ORDER BY p.posting_number)
        """
    }

    /// The numbers of a new transaction, drawn if none is given. Only the server that the session is on has the
    /// sequence, so they are drawn before any table is read.
    static func numbers(_ number: String, slip: String) -> String {
        """
        drawn AS (
            SELECT coalesce(\(number), nextval('money.next_transaction_number')) AS number,
                   coalesce(\(slip), nextval('money.next_transaction_number')) AS slip
        )
        """
    }

    static let complete = Statement(
        "ledger_transaction_complete",
        """
        WITH \(numbers("$7", slip: "$5")), t AS (
            INSERT INTO money.transaction (
                customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status, card_id,
                merchant_ref_num, journal_id, created_at, changed_at)
            SELECT customer_id, drawn.number, drawn.slip, account_id, $3,
                   CASE WHEN moved.change > 0 THEN 'CREDIT' ELSE 'DEBIT' END, abs(moved.change), 'COMPLETED', $4, $6,
                   journal_id, posted_at, posted_at
            FROM drawn, money.journal, (
                SELECT sum(CASE credit WHEN 'customer' THEN amount ELSE -amount END) AS change
                FROM money.posting
                WHERE customer_id = $1 AND journal_id = $2 AND 'customer' IN (debit, credit)
            ) moved
            WHERE customer_id = $1 AND journal_id = $2 AND moved.change <> 0
            RETURNING *
        )
        SELECT \(columns(of: "$1")) FROM t
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.accountTransaction() }

    static let find = Statement(
        "ledger_transaction_find",
        "SELECT \(columns(of: "$1")) FROM money.transaction t WHERE t.customer_id = $1 AND t.transaction_id = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.accountTransaction() }

    static let numbered = Statement(
        "ledger_transaction_numbered",
        "SELECT \(columns(of: "t.customer_id")) FROM money.transaction t WHERE t.transaction_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.accountTransaction() }

    /// Numbers are drawn while the account is locked, so they have the order in which its balance changed. Times may
    /// differ from that by a little. If the page is empty, there is one row, in which the columns of the page are null.
    static let page: Statement<(total: Int, record: AccountTransaction?)> = Statement(
        "ledger_transaction_page",
        """
        WITH matching AS NOT MATERIALIZED (
            SELECT * FROM money.transaction
            WHERE customer_id = $1
              AND ($2::bigint IS NULL OR account_id = $2) AND ($3::bigint IS NULL OR slip_id = $3)
              AND ($4::uuid IS NULL OR card_id = $4) AND ($5::text IS NULL OR transaction_type = $5)
              AND ($6::text IS NULL OR status = $6) AND ($11::text IS NULL OR merchant_ref_num = $11)
              AND ($7::timestamptz IS NULL OR created_at >= $7) AND ($8::timestamptz IS NULL OR created_at <= $8))
        SELECT total.number, page.*
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN LATERAL (
            SELECT \(columns(of: "$1"))
            FROM (SELECT * FROM matching ORDER BY transaction_id DESC LIMIT $9 OFFSET $10) t
            ORDER BY t.transaction_id DESC
        ) page ON true
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        guard try !row.isNull("customer_id") else { return (total, nil) }
        return (total, try row.accountTransaction())
    }

    static let all = [complete.erased, find.erased, numbered.erased, page.erased]

    /// Writes the transaction of a journal that was just posted, as COMPLETED, and returns it. Its amount and direction
    /// are those of the journal. No row without such a journal, or if it moved no money on the account.
    ///
    /// Send it after the journal, as a query of its own in the same transaction.
    ///
    /// - Parameters:
    ///   - slip: that of the operation's other transactions; nil for a new one.
    ///   - numbers: nil if the statement draws them. They have the slip, too.
    public static func complete(
        _ journal: JournalID, of holder: AccountHolder, as kind: AccountTransaction.Kind,
        instrument: PayingInstrumentID? = nil, slip: SlipID? = nil, numbers: TransactionNumbers? = nil,
        merchantRefNum: String? = nil
    ) -> Query<AccountTransaction> {
        complete(
            .id(holder), .id(journal), .text(kind.rawValue), .id(instrument),
            .bigint((numbers?.slip ?? slip)?.rawValue), .text(merchantRefNum),
            .bigint(numbers?.transaction.rawValue))
    }

    public static func find(_ id: TransactionID, of holder: AccountHolder) -> Query<AccountTransaction> {
        find(.id(holder), .bigint(id.rawValue))
    }

    /// The transaction with a number, of any holder.
    public static func transaction(numbered id: TransactionID) -> Query<AccountTransaction> {
        numbered(.bigint(id.rawValue))
    }

    /// One page of a customer's transactions, newest first, with the number of all that match.
    public static func page(
        of holder: AccountHolder, matching filter: TransactionFilter, limit: Int, offset: Int
    ) -> Query<(total: Int, record: AccountTransaction?)> {
        page(
            .id(holder), .id(filter.account), .id(filter.slip),
            .id(filter.instrument), .text(filter.kind?.rawValue), .text(filter.status?.rawValue),
            .timestamp(filter.start), .timestamp(filter.end), .bigint(Int64(limit)), .bigint(Int64(offset)),
            .text(filter.merchantRefNum))
    }
}

extension Row {
    /// The columns of `TransactionStatements.columns(of:)`.
    fileprivate mutating func accountTransaction() throws(PostgresFailure) -> AccountTransaction {
        let holder = try number("customer_id", AccountHolder.self)
        let id = try number("transaction_id", TransactionID.self)
        let slip = try number("slip_id", SlipID.self)
        let account = try number("account_id", AccountID.self)
        let kind = try text("transaction_type", as: AccountTransaction.Kind.self)
        let direction = try text("direction", as: LedgerAccount.Side.self)
        let currency = try text("currency", as: Currency.self)
        let amount = try money("amount", in: currency)
        let balance = try optionalBigint("balance").map { Money(minorUnits: $0, currency: currency) }
        let fees = try fees("fee_accounts", "fee_amounts", in: currency)
        return AccountTransaction(
            id: id, slip: slip, holder: holder, account: account, kind: kind, direction: direction, amount: amount,
            fees: fees, balance: balance, status: try text("status", as: AccountTransaction.Status.self),
            statusReason: try optionalText("status_reason"), instrument: try optionalID("card_id"),
            merchantRefNum: try optionalText("merchant_ref_num"), createdAt: try timestamp("created_at"),
            changedAt: try timestamp("changed_at"))
    }
}
