import Foundation
import Identifiers
import Postgres

/// Accounts and their balances.
public enum AccountStatements {
    static let columns = "customer_id, account_id, currency, posted, held, version, opened_at"

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

    static let choose = Statement(
        "ledger_choose",
        """
        SELECT known.account_id IS NOT NULL AS is_open,
               coalesce(known.account_id, nextval('money.next_account_number')) AS account_id
        FROM (VALUES ($1::bigint, $2::text)) AS asked (customer_id, currency)
        LEFT JOIN money.account known USING (customer_id, currency)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        ChosenAccount(isOpen: try row.boolean("is_open"), id: try row.number("account_id", AccountID.self))
    }

    static let openMissing = Statement(
        "ledger_open_missing",
        """
        WITH known AS (
            SELECT customer_id, currency FROM money.account WHERE customer_id = ANY ($1::bigint[])
        ), opened AS (
            INSERT INTO money.account (customer_id, account_id, currency, opened_at)
            SELECT missing.customer_id, nextval('money.next_account_number'), missing.currency, $3
            FROM (SELECT DISTINCT customer_id, currency FROM \(asked)) missing
            LEFT JOIN known ON known.customer_id = missing.customer_id AND known.currency = missing.currency
            WHERE known.customer_id IS NULL
            ORDER BY missing.customer_id, missing.currency
            ON CONFLICT ON CONSTRAINT customer_has_one_account_for_each_currency DO NOTHING
            RETURNING customer_id, account_id
        )
        INSERT INTO money.account_number (account_id, customer_id) SELECT account_id, customer_id FROM opened
        """)

    static let chosen = Statement(
        "ledger_chosen",
        """
        SELECT account_id FROM \(asked) JOIN money.account USING (customer_id, currency) ORDER BY position
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("account_id", AccountID.self) }

    private static let asked =
        "unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (customer_id, currency, position)"

    static let lock = Statement(
        "ledger_lock",
        """
        SELECT \(columns) FROM money.account WHERE customer_id = $1 AND account_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let lockOfCurrency = Statement(
        "ledger_lock_currency",
        "SELECT \(columns) FROM money.account WHERE customer_id = $1 AND currency = $2 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.account() }

    static let require = Statement("ledger_require_version", "SELECT money.require_version($1, $2, $3)")

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

    static let all = [
        open.erased, choose.erased, openMissing.erased, chosen.erased, lock.erased, lockOfCurrency.erased,
        require.erased, ofHolder.erased, numbered.erased,
    ]

    /// The number of a customer's account in a currency, or the number for a new one.
    public struct ChosenAccount: Hashable, Sendable {
        /// Whether the customer has the account. If not, open it with ``AccountStatements/open(_:of:in:at:)``.
        public let isOpen: Bool
        public let id: AccountID
    }

    /// Opens a customer's account in a currency, and returns it.
    ///
    /// It violates `customer_has_one_account_for_each_currency` if there is one; see ``LedgerRefusal/accountExists``.
    ///
    /// - Parameter account: a number that no other account has.
    public static func open(
        _ account: AccountID, of holder: AccountHolder, in currency: Currency, at now: Date
    ) -> Query<Account> {
        open(.id(holder), .id(account), .currency(currency), .timestamp(now))
    }

    /// Chooses a customer's account in a currency. If there is none, it draws the number of a new one, which is not
    /// opened yet. No number is drawn twice.
    ///
    /// Until the transaction ends, another one may open an account of the same currency; then opening this one violates
    /// `customer_has_one_account_for_each_currency`. Choose again in that case.
    ///
    /// - Parameter currency: a code; a text that is no currency only costs a number.
    public static func choose(of holder: AccountHolder, in currency: String?) -> Query<ChosenAccount> {
        choose(.id(holder), .text(currency))
    }

    /// Opens the accounts that customers do not have yet. It waits for others that open the same ones.
    ///
    /// All callers use the same order, so that two of them never wait for each other.
    public static func openMissing(
        _ owners: [(holder: AccountHolder, currency: Currency)], at now: Date
    ) -> Query<Void> {
        Query(statement: openMissing, values: columns(of: owners) + [.timestamp(now)])
    }

    /// The accounts of these customers in these currencies, one for each pair, in the same order.
    ///
    /// Send it after ``openMissing(_:at:)`` as a query of its own. Then it sees the accounts that others have opened.
    public static func chosen(for owners: [(holder: AccountHolder, currency: Currency)]) -> Query<AccountID> {
        Query(statement: chosen, values: columns(of: owners))
    }

    private static func columns(of owners: [(holder: AccountHolder, currency: Currency)]) -> [SQLValue] {
        [.bigintArray(owners.map(\.holder.rawValue)), .textArray(owners.map(\.currency.code))]
    }

    /// Locks an account until the transaction ends, and returns it; no row if the customer has no such account.
    ///
    /// Send it before each statement that moves money or changes a hold, as a query of its own in the same transaction:
    /// then those statements see everything that was committed before the lock. Lock the account before anything else
    /// of the customer, so that two transactions never wait for each other. A transaction that moves money between two
    /// customers locks the account of the lower customer number first.
    public static func lock(_ account: AccountID, of holder: AccountHolder) -> Query<Account> {
        lock(.id(holder), .id(account))
    }

    /// Does the same with the customer's account in a currency. After ``openMissing(_:at:)`` there is one.
    public static func lock(of holder: AccountHolder, in currency: Currency) -> Query<Account> {
        lockOfCurrency(.id(holder), .currency(currency))
    }

    /// Ends the transaction unless the account has changed once since it was locked.
    ///
    /// Send it behind the statement that moves money, where COMMIT is sent together with both: a statement that moved
    /// no money has no row, but that is only seen after COMMIT. It violates `account_changes_as_decided`.
    ///
    /// - Parameter locked: the account as ``lock(_:of:)`` has returned it.
    public static func requireChange(of locked: Account) -> Query<Void> {
        require(.id(locked.holder), .id(locked.id), .bigint(locked.version + 1))
    }

    /// A customer's accounts, in the order of their currencies.
    public static func accounts(of holder: AccountHolder) -> Query<Account> { ofHolder(.id(holder)) }

    /// The account with a number, of any holder.
    public static func account(numbered account: AccountID) -> Query<Account> { numbered(.id(account)) }
}
