import Foundation
import Postgres

/// Journals, which are only ever added to.
public enum JournalStatements {
    /// The effect of a clearing on its hold: whether it ends the hold, even if it takes less.
    public enum Clearing: Sendable {
        /// A clearing after which others may come.
        case part(HoldID)
        /// The last clearing.
        case whole(HoldID)

        var hold: HoldID {
            switch self {
            case .part(let hold), .whole(let hold): hold
            }
        }

        var isLast: Bool {
            switch self {
            case .part: false
            case .whole: true
            }
        }
    }

    private static let written = "(customer_id, journal_id, posting_number, debit, credit, currency, amount)"

    /// Four parameters, each with one value for each posting.
    private static func asked(from first: Int) -> String {
        """
        unnest($\(first)::text[], $\(first + 1)::text[], $\(first + 2)::text[], $\(first + 3)::bigint[])
            WITH ORDINALITY AS asked (debit, credit, currency, amount, posting_number)
        """
    }

    static let post = Statement(
        "ledger_post",
        """
        WITH asked AS MATERIALIZED (
            SELECT * FROM \(asked(from: 8))
        ), change AS (
            SELECT coalesce(sum(CASE 'customer' WHEN credit THEN amount WHEN debit THEN -amount END), 0) AS amount
            FROM asked
        ), cleared AS (
            SELECT h.hold_id, -change.amount AS taken,
                   CASE WHEN $6 THEN h.held ELSE least(h.held, greatest(-change.amount, 0)) END::bigint AS released
            FROM money.hold h, change
            WHERE h.customer_id = $1 AND h.hold_id = $5 AND h.account_id = $2 AND h.status = 'PENDING'
        ), account AS (
            UPDATE money.account a SET
                posted = a.posted + change.amount,
                held = a.held - coalesce((SELECT released FROM cleared), 0),
                version = a.version + 1
            FROM change
            WHERE a.customer_id = $1 AND a.account_id = $2
              AND (NOT $7 OR change.amount >= 0
                   OR a.posted - a.held + coalesce((SELECT released FROM cleared), 0) >= -change.amount)
              AND NOT EXISTS (
                  SELECT FROM asked WHERE 'customer' IN (asked.debit, asked.credit) AND asked.currency <> a.currency)
            RETURNING a.*
        ), hold AS (
            UPDATE money.hold h SET
                held = h.held - cleared.released, posted = h.posted + cleared.taken,
                status = CASE WHEN h.held = cleared.released THEN 'POSTED' ELSE h.status END,
                ended_at = CASE WHEN h.held = cleared.released THEN $4::timestamptz END
            FROM cleared, account
            WHERE h.customer_id = $1 AND h.hold_id = cleared.hold_id
        ), journal AS (
            INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, hold_id, posted_at)
            SELECT customer_id, $3, account_id, version, posted,
                   (SELECT hold_id FROM money.hold WHERE customer_id = $1 AND hold_id = $5), $4 FROM account
            RETURNING customer_id, journal_id
        ), posting AS (
            INSERT INTO money.posting \(written)
            SELECT j.customer_id, j.journal_id, asked.posting_number, debit, credit, currency, amount
            FROM journal j, asked
        )
        SELECT \(AccountStatements.columns) FROM account
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let postOfHouse = Statement(
        "ledger_post_of_house",
        """
        WITH journal AS (
            INSERT INTO money.journal (customer_id, journal_id, posted_at) VALUES (0, $1, $2)
            RETURNING customer_id, journal_id
        )
        INSERT INTO money.posting \(written)
        SELECT j.customer_id, j.journal_id, asked.posting_number, debit, credit, currency, amount
        FROM journal j, \(asked(from: 3))
        """)

    static let postings = Statement(
        "ledger_postings",
        """
        SELECT debit, credit, currency, amount FROM money.posting
        WHERE customer_id = $1 AND journal_id = $2 ORDER BY posting_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (from, to) = (try row.text("debit", as: LedgerAccount.self), try row.text("credit", as: LedgerAccount.self))
        let currency = try row.text("currency", as: Currency.self)
        return StoredPosting(from: from, to: to, amount: try row.money("amount", in: currency))
    }

    static let all = [post.erased, postOfHouse.erased, postings.erased]

    /// A posting as it was stored. The schema guarantees what the initialiser of ``Posting`` checks.
    public struct StoredPosting: Hashable, Sendable {
        public let from: LedgerAccount
        public let to: LedgerAccount
        public let amount: Money
    }

    /// Posts a journal that changes a customer's account, and returns the account as it is now.
    ///
    /// One statement for a load, a clearing, a force post, a refund and a fee. If it clears a pending hold, it releases
    /// the cleared amount of the hold, or the whole hold with the last clearing. A hold that has ended is only named,
    /// because a clearing is never refused. There is no row if the account is not the customer's, if a posting moves
    /// customer money of another currency, or if the money is required and not available. Then nothing is written.
    ///
    /// The account must be locked (``AccountStatements/lock(_:of:)``), or the hold could be another one by the time
    /// that the statement reads it. A journal that was posted before violates `journal_is_posted_once`.
    ///
    /// - Parameter requiresFunds: whether the available money, with the money that the clearing releases, must cover
    ///   the journal.
    public static func post(
        _ journal: Journal, on account: AccountID, of holder: AccountHolder, clearing: Clearing? = nil,
        requiresFunds: Bool = false, at now: Date
    ) -> Query<Account> {
        let head: [SQLValue] = [
            .id(holder), .id(account), .id(journal.id), .timestamp(now), .id(clearing?.hold),
            .boolean(clearing?.isLast ?? true), .boolean(requiresFunds),
        ]
        return Query(statement: post, values: head + columns(of: journal))
    }

    /// Posts a journal of the house alone, such as the settlement with a scheme. It locks nothing.
    ///
    /// A posting of customer money violates `journal_of_the_house_moves_no_money_of_a_customer`.
    public static func postOfHouse(_ journal: Journal, at now: Date) -> Query<Void> {
        Query(statement: postOfHouse, values: [.id(journal.id), .timestamp(now)] + columns(of: journal))
    }

    /// The postings of a journal, in their order.
    public static func postings(of journal: JournalID, of holder: AccountHolder) -> Query<StoredPosting> {
        postings(.id(holder), .id(journal))
    }

    private static func columns(of journal: Journal) -> [SQLValue] {
        SQLValue.columns(of: journal.postings.map { posting in
            [
                .text(posting.from.name), .text(posting.to.name), .currency(posting.amount.currency),
                .minorUnits(of: posting.amount),
            ]
        })
    }
}
