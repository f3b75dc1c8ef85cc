import Cards
import Foundation
import Ledger
import Postgres

/// The bookkeeping of one account, by its number alone. Lists count at most a thousand rows.
enum AccountBookStatements {
    /// The postings of an account, newest first: each changes the account's balance.
    static let postings = Statement(
        "book_postings",
        """
        WITH owner AS (
            SELECT customer_id, account_id FROM money.account_number WHERE account_id = $1
        ), matching AS (
            SELECT found.* FROM owner CROSS JOIN LATERAL (
                SELECT j.journal_id, j.version, j.balance, j.posted_at, j.customer_id, p.posting_number, p.debit,
                       p.credit, p.currency, p.amount
                FROM money.journal j
                CROSS JOIN LATERAL (
                    SELECT * FROM money.posting p
                    WHERE p.customer_id = j.customer_id AND p.journal_id = j.journal_id
                      AND 'customer' IN (p.debit, p.credit)
                    ORDER BY p.posting_number
                ) p
                WHERE j.customer_id = owner.customer_id AND j.account_id = owner.account_id
                ORDER BY j.version DESC LIMIT 1000
            ) found
        ), page AS (
            SELECT * FROM matching ORDER BY version DESC, posting_number LIMIT $2 OFFSET $3
        )
        SELECT total.number, page.journal_id, page.posting_number, page.debit, page.credit, page.currency, page.amount,
               page.balance, page.posted_at, t.transaction_id, t.transaction_type
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN page ON true
        LEFT JOIN LATERAL (
            SELECT t.transaction_id, t.transaction_type FROM money.transaction t
            WHERE t.customer_id = page.customer_id AND t.journal_id = page.journal_id LIMIT 1
        ) t ON true
        ORDER BY page.version DESC, page.posting_number
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        return (total: total, posting: try row.isNull("journal_id") ? nil : try row.bookedPosting())
    }

    /// The holds of an account that are pending, those that end first before the others.
    static let holds = Statement(
        "book_holds",
        """
        WITH owner AS (
            SELECT customer_id, account_id FROM money.account_number WHERE account_id = $1
        ), matching AS (
            SELECT found.* FROM owner CROSS JOIN LATERAL (
                SELECT h.hold_id, h.held, h.posted, h.placed_at, h.expires_at, h.customer_id, h.account_id
                FROM money.hold h
                WHERE h.customer_id = owner.customer_id AND h.account_id = owner.account_id AND h.status = 'PENDING'
                ORDER BY h.expires_at, h.hold_id LIMIT 1000
            ) found
        ), page AS (
            SELECT * FROM matching ORDER BY expires_at, hold_id LIMIT $2 OFFSET $3
        )
        SELECT total.number, page.hold_id, page.held, page.posted, page.placed_at, page.expires_at,
               (SELECT a.currency FROM money.account a
                WHERE a.customer_id = page.customer_id AND a.account_id = page.account_id) AS currency
        FROM (SELECT count(*) AS number FROM matching) total LEFT JOIN page ON true
        ORDER BY page.expires_at, page.hold_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        return (total: total, hold: try row.isNull("hold_id") ? nil : try row.pendingHold())
    }

    /// Whether there is an account with a number.
    static let isKnown = Statement(
        "book_is_known", "SELECT EXISTS (SELECT FROM money.account_number WHERE account_id = $1) AS is_known"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_known") }

    static let all = [postings.erased, holds.erased, isKnown.erased]
}

extension Row {
    fileprivate mutating func bookedPosting() throws(PostgresFailure) -> BookedPosting {
        BookedPosting(
            journal: try id("journal_id"), number: try integer("posting_number"), debit: try text("debit"),
            credit: try text("credit"),
            currency: try text("currency"), amount: try bigint("amount"), balance: try bigint("balance"),
            at: try timestamp("posted_at"),
            transaction: try optionalBigint("transaction_id"), transactionType: try optionalText("transaction_type"))
    }

    fileprivate mutating func pendingHold() throws(PostgresFailure) -> PendingHold {
        PendingHold(
            id: try id("hold_id"), held: try bigint("held"), posted: try bigint("posted"),
            placedAt: try timestamp("placed_at"),
            expiresAt: try optionalTimestamp("expires_at"), currency: try text("currency"))
    }
}
