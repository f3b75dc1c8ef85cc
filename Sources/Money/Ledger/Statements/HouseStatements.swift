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

    /// The scope of the session, for a cluster.
    static let scope = Statement("ledger_fold_scope", "SELECT \(origin) AS origin") {
        (row: inout Row) throws(PostgresFailure) in try row.text("origin")
    }

    /// The first half of the fold on a cluster, which changes two tables that are everywhere by two statements. The
    /// number to which the shard is folded is read once, and not on each machine.
    static let foldTail = Statement(
        "ledger_fold_tail",
        """
        WITH edge AS MATERIALIZED (
            SELECT folded_to AS lower FROM money.fold WHERE shard = $1 AND folded_to < $2
        )
        INSERT INTO money.house_balance (shard, ledger_account, currency, balance)
        SELECT e.shard, e.ledger_account, e.currency, sum(e.change)
        FROM money.entry e
        WHERE e.shard = $1 AND e.fold_number >= (SELECT lower FROM edge) AND e.fold_number < $2
          AND e.ledger_account <> 'customer'
        GROUP BY e.shard, e.ledger_account, e.currency
        ON CONFLICT ON CONSTRAINT house_balance_is_folded_once
            DO UPDATE SET balance = house_balance.balance + excluded.balance
        """)

    static let endFold = Statement(
        "ledger_end_fold", "UPDATE money.fold SET folded_to = $2 WHERE shard = $1 AND folded_to < $2")

    /// A cluster reads what is folded at once from one machine, because another one may not have it yet.
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
        """,
        onCluster: """
            WITH folded AS MATERIALIZED (
                SELECT f.folded_to, b.ledger_account, b.currency, b.balance
                FROM money.fold f LEFT JOIN money.house_balance b ON b.shard = f.shard WHERE f.shard = $1
            )
            SELECT ledger_account, currency, sum(change)::text AS credit
            FROM (SELECT ledger_account, currency, balance AS change FROM folded WHERE ledger_account IS NOT NULL
                  UNION ALL
                  SELECT ledger_account, currency, change FROM money.entry
                  WHERE shard = $1 AND ledger_account <> 'customer'
                    AND fold_number >= coalesce((SELECT max(folded_to) FROM folded), 0)
                    AND fold_number <= 9223372036854775807) changes
            GROUP BY ledger_account, currency
            """
    ) { (row: inout Row) throws(PostgresFailure) in
        HouseBalance(
            account: try row.text("ledger_account", as: LedgerAccount.self),
            currency: try row.text("currency", as: Currency.self),
            credit: try row.text("credit", as: WideAmount.self))
    }

    static let all = [
        observe.erased, beginFold.erased, fold.erased, scope.erased, foldTail.erased, endFold.erased, balances.erased,
    ]

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
    ///
    /// On a cluster, the coordinator draws the numbers, and a machine commits its part of a transaction after the
    /// coordinator, or after a crash much later. But it has prepared its part before. So the machines' ids are noted
    /// when all transactions below the edge have ended on the coordinator. The postings are complete as soon as
    /// everything with a lower id has ended on each machine, too.
    public struct Edge: Hashable, Sendable {
        let number: Int64
        let transaction: Int64
        /// The scope of both values: the run of the server, and the file of the sequence. The edge is valid only there.
        let origin: String
        /// The machines of a cluster when the coordinator had ended the transactions below the edge; empty before.
        var machines: [MachineTransactions] = []

        /// The edge with which to wait for the machines of a cluster; nil if everything below it has ended on each.
        ///
        /// - Parameter observed: the machines as they are now; none if they are not known.
        func waiting(for observed: [MachineTransactions]) -> Edge? {
            guard !observed.isEmpty else { return self }
            let running = Dictionary(observed.map { ($0.server, $0.oldestRunning) }, uniquingKeysWith: min)
            guard Set(machines.map(\.server)) == Set(running.keys) else {
                return Edge(number: number, transaction: transaction, origin: origin, machines: observed)
            }
            let haveEnded = machines.allSatisfy { machine in
                running[machine.server].map { machine.latest <= $0 } ?? false
            }
            return haveEnded ? nil : self
        }
    }

    /// Folds the postings below an edge in every shard, one shard after the other. Any number of workers may do so at
    /// once.
    ///
    /// - Parameter edge: the result of the previous round; nil if there was none.
    /// - Returns: the edge for the next round: the same one as long as a transaction below it may still be running, and
    ///   on a cluster as long as a machine does not answer. Then each reading of balances adds up more postings.
    public static func foldAll(
        upTo edge: Edge?, in database: Database
    ) async throws(PostgresFailure) -> Edge? {
        let observed = try await database.write(observe()).first
        guard let observed, let edge, edge.origin == observed.edge.origin else { return observed?.edge }
        guard edge.transaction <= observed.oldestRunning else { return edge }
        let isOnCluster = try await database.transaction {
            (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in tx.isOnCluster
        }
        if isOnCluster {
            let machines = try await database.transactionsOfMachines()
            if let waiting = edge.waiting(for: machines) { return waiting }
        }
        for shard in shards {
            try await database.transaction { (tx: Transaction<PostgresFailure>) throws(PostgresFailure) in
                guard isOnCluster else {
                    _ = try tx.commit(beginFold(shard), fold(shard, upTo: edge))
                    return
                }
                guard try tx.run(beginFold(shard), scope()).1 == [edge.origin] else { return }
                let bounds: (SQLValue, SQLValue) = (.integer(shard), .bigint(edge.number))
                _ = try tx.commit(foldTail(bounds.0, bounds.1), endFold(bounds.0, bounds.1))
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
