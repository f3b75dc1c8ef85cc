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

    /// The scope within which transaction ids and numbers can be compared: a run of the server, and the sequence's
    /// file, which changes when the sequence is set back or made again.
    private static let origin = """
        concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), pg_relation_filepath('money.next_fold_number'))
        """

    /// First draws the number, then takes the transaction's id. The logical message has no reader. It makes the commit
    /// flush the log, and with it the number that was drawn, so that a crash cannot set the sequence back to that
    /// number.
    static let observe = Statement(
        "ledger_observe",
        """
        SELECT number, CASE WHEN number IS NOT NULL THEN pg_current_xact_id() END::text::bigint AS transaction,
               \(origin) AS origin, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest_running,
               pg_logical_emit_message(true, 'tessera', '')
        FROM (SELECT nextval('money.next_fold_number') AS number OFFSET 0) drawn
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            edge: Edge(
                number: try row.bigint("number"), transaction: try row.bigint("transaction"),
                origin: try row.text("origin")),
            oldestRunning: try row.bigint("oldest_running")
        )
    }

    static let fold = Statement(
        "ledger_fold",
        """
        WITH edge AS (
            SELECT shard, folded_to AS lower, $2::bigint AS upper
            FROM money.fold WHERE shard = $1 AND folded_to < $2 AND \(origin) = $3
        ), tail AS (
            SELECT e.shard, e.ledger_account, e.currency, sum(e.change) AS change
            FROM edge JOIN money.entry e
                ON e.shard = $1 AND e.fold_number >= edge.lower AND e.fold_number < edge.upper
            WHERE e.ledger_account <> 'customer'
            GROUP BY e.shard, e.ledger_account, e.currency
        ), folded AS (
            INSERT INTO money.house_balance (shard, ledger_account, currency, balance)
            SELECT shard, ledger_account, currency, change FROM tail
            ON CONFLICT ON CONSTRAINT house_balance_is_folded_once
                DO UPDATE SET balance = house_balance.balance + excluded.balance
        )
        UPDATE money.fold f SET folded_to = edge.upper FROM edge WHERE f.shard = edge.shard
        """)

    static let balances = Statement(
        "ledger_house_balances",
        """
        SELECT ledger_account, currency, sum(change)::text AS credit
        FROM (SELECT ledger_account, currency, balance AS change FROM money.house_balance WHERE shard = $1
              UNION ALL
              SELECT ledger_account, currency, change FROM money.entry
              WHERE shard = $1 AND ledger_account <> 'customer'
                AND fold_number >= coalesce((SELECT folded_to FROM money.fold WHERE shard = $1), 0)
                -- This excludes nothing. It lets the planner expect a short range, and use the index.
                AND fold_number <= 9223372036854775807) changes
        GROUP BY ledger_account, currency
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        HouseBalance(
            account: try row.text("ledger_account", as: LedgerAccount.self),
            currency: try row.text("currency", as: Currency.self),
            credit: try row.text("credit", as: WideAmount.self))
    }

    static let all = [observe.erased, beginFold.erased, fold.erased, balances.erased]

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

    /// The balance of an account of the house.
    public struct HouseBalance: Hashable, Sendable {
        public let account: LedgerAccount
        public let currency: Currency
        /// Credits less debits.
        public let credit: WideAmount
    }

    /// Locks a shard, so that it is folded by one worker at a time. Send it before ``fold(_:upTo:)``, as a query of its
    /// own in the same transaction.
    ///
    /// - Parameter shard: one of ``shards``.
    static func beginFold(_ shard: Int) -> Query<Void> { beginFold(.integer(shard)) }

    /// Adds the postings between the last fold and the edge to a shard's balances. All transactions below the edge must
    /// have ended. It does nothing if the edge was observed elsewhere.
    static func fold(_ shard: Int, upTo edge: Edge) -> Query<Void> {
        fold(.integer(shard), .bigint(edge.number), .text(edge.origin))
    }

    /// A number that was drawn, and the id of the transaction that drew it.
    ///
    /// Every writer has its transaction's id before it draws a number. So every posting with a lower number is of a
    /// transaction with a lower id. As soon as all those have ended, the postings below the number are complete. An
    /// edge is never stored, because ids mean nothing after a restart, on another server, or in a restored dump.
    public struct Edge: Hashable, Sendable {
        let number: Int64
        let transaction: Int64
        /// The scope of both values: the run of the server, and the file of the sequence. The edge is valid only there.
        let origin: String
    }

    /// Folds the postings below an edge in every shard, one shard after the other. Any number of workers may do so at
    /// once.
    ///
    /// On a cluster nothing is folded, and the balances are sums of all postings: a machine commits its part of a
    /// transaction after the coordinator, which says too early that the transaction has ended.
    ///
    /// - Parameter edge: the result of the previous round; nil if there was none.
    /// - Returns: the edge for the next round: the same one as long as a transaction below it may still be running. Nil
    ///   on a cluster.
    public static func foldAll(
        upTo edge: Edge?, in database: Database
    ) async throws(PostgresFailure) -> Edge? {
        let isOnCluster = try await database.transaction {
            (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in tx.isOnCluster
        }
        guard !isOnCluster else { return nil }
        let observed = try await database.write(observe()).first
        guard let observed, let edge, edge.origin == observed.edge.origin else { return observed?.edge }
        guard edge.transaction <= observed.oldestRunning else { return edge }
        for shard in shards {
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                _ = try tx.commit(beginFold(shard), fold(shard, upTo: edge))
            }
        }
        return observed.edge
    }

    /// The balances of the house's accounts in a shard. Read every shard, and add them up with ``sum(_:)``.
    public static func houseBalances(inShard shard: Int) -> Query<HouseBalance> { balances(.integer(shard)) }

    /// The balances of all shards together, in the order of their names and currencies.
    ///
    /// The debt to customers is the opposite of their sum in each currency, because every journal is balanced.
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
