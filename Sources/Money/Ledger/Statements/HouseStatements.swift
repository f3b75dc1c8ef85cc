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
        FROM (SELECT ledger_account, currency, balance AS change FROM money.house_balance WHERE shard = $1
              UNION ALL
              SELECT ledger_account, currency, change FROM money.entry
              WHERE shard = $1 AND ledger_account <> 'customer'
                AND transaction_number >= coalesce((SELECT folded_to FROM money.fold WHERE shard = $1), 0)
                -- This excludes nothing. It lets the planner expect a short range, and use the index.
                AND transaction_number <= 9223372036854775807) changes
        GROUP BY ledger_account, currency
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        HouseBalance(
            account: try row.text(as: LedgerAccount.self), currency: try row.text(as: Currency.self),
            credit: try row.text(as: WideAmount.self))
    }

    static let all = [beginFold.erased, fold.erased, balances.erased]

    /// Minor units of many customers together: 128 bits, where 64 might not be enough.
    public struct WideAmount: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public var minorUnits: Int128

        public init(minorUnits: Int128) {
            self.minorUnits = minorUnits
        }

        /// Reads a decimal number without a fraction.
        public init?(rawValue: String) {
            guard let minorUnits = Int128(rawValue) else { return nil }
            self.minorUnits = minorUnits
        }

        public var rawValue: String { String(minorUnits) }
        public var description: String { rawValue }
    }

    /// What an account of the house adds up to.
    public struct HouseBalance: Hashable, Sendable {
        public let account: LedgerAccount
        public let currency: Currency
        /// Credits less debits.
        public let credit: WideAmount
    }

    /// Locks a shard, so that it is folded by one worker at a time. Send it before ``fold(_:)``, as a query of its own
    /// in the same transaction.
    ///
    /// - Parameter shard: one of ``shards``.
    public static func beginFold(_ shard: Int) -> Query<Void> { beginFold(.integer(shard)) }

    /// Adds the postings since the last fold to a shard's balances. Postings of a transaction that may still be running
    /// wait for the next fold.
    public static func fold(_ shard: Int) -> Query<Void> { fold(.integer(shard)) }

    /// Folds every shard, one after the other. Any number of workers may do so at once.
    public static func foldAll(in database: Database) async throws(PostgresFailure) {
        for shard in shards {
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                _ = try tx.commit(beginFold(shard), fold(shard))
            }
        }
    }

    /// The balances of the house's accounts in a shard. Read every shard, and add them up with ``sum(_:)``.
    public static func houseBalances(inShard shard: Int) -> Query<HouseBalance> { balances(.integer(shard)) }

    /// The balances of all shards together, in the order of their names and currencies.
    ///
    /// What customers are owed is the opposite of their sum in each currency, because every journal is balanced.
    public static func sum(_ balances: [HouseBalance]) -> [HouseBalance] {
        let groups = Dictionary(grouping: balances) { [$0.account.name, $0.currency.code] }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, group in
            group.first.map { first in
                // 2^64 amounts of 64 bits fit.
                let sum = group.reduce(Int128(0)) { $0 &+ $1.credit.minorUnits }
                return HouseBalance(
                    account: first.account, currency: first.currency, credit: WideAmount(minorUnits: sum))
            }
        }
    }
}
