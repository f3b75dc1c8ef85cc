import Foundation
import Postgres

/// Accounts and their balances.
public enum AccountStatements {
    static let columns = "customer_id, account_id, currency, posted, held, version"

    static let open = Statement(
        "ledger_open",
        """
        WITH opened AS (
            INSERT INTO money.account (customer_id, account_id, currency, opened_at) VALUES ($1, $2, $3, $4)
            RETURNING \(columns)
        ), numbered AS (
            INSERT INTO money.account_number (account_id, customer_id) SELECT account_id, customer_id FROM opened
        )
        SELECT \(columns) FROM opened
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let lock = Statement(
        "ledger_lock",
        """
        SELECT \(columns) FROM money.account WHERE customer_id = $1 AND account_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let ofHolder = Statement(
        "ledger_accounts", "SELECT \(columns) FROM money.account WHERE customer_id = $1 ORDER BY currency"
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let numbered = Statement(
        "ledger_account_numbered",
        """
        SELECT \(columns) FROM money.account
        WHERE customer_id = (SELECT customer_id FROM money.account_number WHERE account_id = $1) AND account_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let all = [open.erased, lock.erased, ofHolder.erased, numbered.erased]

    /// Opens a customer's account in a currency, and returns it.
    ///
    /// It violates `customer_has_one_account_for_each_currency` if there is one; see ``LedgerRefusal/accountExists``.
    ///
    /// - Parameter account: a number that no other account has.
    public static func open(
        _ account: AccountID, of holder: AccountHolder, in currency: Currency, at now: Date
    ) -> Query<Account> {
        open(.holder(holder), .account(account), .currency(currency), .timestamp(now))
    }

    /// Locks an account until the transaction ends, and returns it; no row if the customer has no such account.
    ///
    /// Send it before each statement that moves money or changes a hold, as a query of its own in the same transaction:
    /// then those statements see everything that was committed before the lock. Lock the account before anything else
    /// of the customer, so that two transactions never wait for each other. A transaction that moves money between two
    /// customers locks the account of the lower customer number first.
    public static func lock(_ account: AccountID, of holder: AccountHolder) -> Query<Account> {
        lock(.holder(holder), .account(account))
    }

    /// A customer's accounts, in the order of their currencies.
    public static func accounts(of holder: AccountHolder) -> Query<Account> { ofHolder(.holder(holder)) }

    /// The account of a number, whoever holds it.
    public static func account(numbered account: AccountID) -> Query<Account> { numbered(.account(account)) }
}
