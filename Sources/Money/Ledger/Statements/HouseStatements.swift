import Postgres

/// The balances of the house's accounts. No row is shared by customers: each is a folded sum and the postings after it.
public enum HouseStatements {
    /// The shards that are folded one by one. `schema.sql` computes them from the customer's number.
    public static let shards = 0...15

    static let beginFold = Statement(
        "ledger_begin_fold",
        """
        INSERT INTO money.fold (shard, folded_to) VALUES ($1, 0)
        ON CONFLICT ON CONSTRAINT shard_is_folded_once DO UPDATE SET shard = excluded.shard
        """)

    static let fold = Statement(
        "ledger_fold",
        """
        WITH edge AS (
            SELECT shard, folded_to AS lower, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS upper
            FROM money.fold WHERE shard = $1
        ), tail AS (
            SELECT e.shard, e.ledger_account, e.currency, sum(e.change) AS change
            FROM edge JOIN money.entry e
                ON e.shard = $1 AND e.transaction_number >= edge.lower AND e.transaction_number < edge.upper
            WHERE e.ledger_account <> 'customer'
            GROUP BY e.shard, e.ledger_account, e.currency
        ), folded AS (
            INSERT INTO money.house_balance (shard, ledger_account, currency, balance)
            SELECT shard, ledger_account, currency, change FROM tail
            ON CONFLICT ON CONSTRAINT house_balance_is_folded_once
                DO UPDATE SET balance = house_balance.balance + excluded.balance
        )
        UPDATE money.fold f SET folded_to = greatest(edge.lower, edge.upper) FROM edge WHERE f.shard = edge.shard
        """)

    static let balances = Statement(
        "ledger_house_balances",
        """
        SELECT ledger_account, currency, sum(change)::text
        FROM (SELECT ledger_account, currency, balance AS change FROM money.house_balance
              UNION ALL
              SELECT tail.ledger_account, tail.currency, tail.change
              FROM generate_series(0, 15) known (shard)
              LEFT JOIN money.fold f ON f.shard = known.shard
              CROSS JOIN LATERAL (
                  SELECT e.ledger_account, e.currency, e.change FROM money.entry e
                  WHERE e.shard = known.shard AND e.transaction_number >= coalesce(f.folded_to, 0)
              ) tail
              WHERE tail.ledger_account <> 'customer') changes
        GROUP BY ledger_account, currency ORDER BY ledger_account, currency
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        HouseBalance(
            account: try row.text(as: LedgerAccount.self), currency: try row.text(as: Currency.self),
            credit: try row.text())
    }

    static let all = [beginFold.erased, fold.erased, balances.erased]

    /// What an account of the house adds up to.
    public struct HouseBalance: Hashable, Sendable {
        public let account: LedgerAccount
        public let currency: Currency
        /// Credits less debits, in minor units: a decimal number that may exceed 64 bits.
        public let credit: String
    }

    /// Locks a shard, so that it is folded by one worker at a time. Send it before ``fold(_:)``, as a query of its own
    /// in the same transaction.
    ///
    /// - Parameter shard: one of ``shards``.
    public static func beginFold(_ shard: Int) -> Query<Void> { beginFold(.integer(shard)) }

    /// Adds the postings since the last fold to a shard's balances. Postings of a transaction that may still be running
    /// wait for the next fold.
    public static func fold(_ shard: Int) -> Query<Void> { fold(.integer(shard)) }

    /// The balances of all accounts of the house, in the order of their names and currencies.
    ///
    /// What customers are owed is the opposite of their sum in each currency, because every journal is balanced.
    public static func houseBalances() -> Query<HouseBalance> { balances() }
}
