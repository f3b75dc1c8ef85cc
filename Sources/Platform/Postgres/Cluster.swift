/// The cluster (Citus) that a database is the coordinator of.
public struct Cluster: Sendable, Equatable {
    /// The version of the extension, such as `13.2-1`.
    public let version: String
    /// The machines that keep rows of tables that are spread.
    public let machines: Int
}

/// The outcome of ``Database/distribute(by:)``.
public struct DistributionReport: Sendable, Equatable {
    public let cluster: Cluster
    /// The tables that this call gave their places; 0 if all had them.
    public let placed: Int
}

extension Database {
    /// The cluster. The failure says what the database lacks to be a coordinator.
    public func cluster() async throws(PostgresFailure) -> Cluster {
        guard let version = try await read(ClusterStatements.version()).first else { throw ClusterStatements.missing }
        return Cluster(version: version, machines: Int(try await read(ClusterStatements.machines()).first ?? 0))
    }

    /// Gives each table of a database its place in the cluster, in one transaction, under the lock of `migrate`. A
    /// table that has its place keeps it, so the next call changes no table. It tells new machines how to draw numbers.
    ///
    /// The copy of a table's rows to their machines locks the table, and takes as long as there are rows.
    ///
    /// - Parameter record: a query for the same transaction, with the number of tables that got their places.
    public func distribute(
        by distribution: Distribution, recording record: (@Sendable (_ tables: Int) -> Query<Void>)? = nil
    ) async throws(PostgresFailure) -> DistributionReport {
        let cluster = try await cluster()
        let names = distribution.tables(outside: .coordinator)
        return try await maintain { (transaction: Transaction<PostgresFailure>) throws(PostgresFailure) in
            _ = try transaction.run(MigrationTable.lock())
            let found = try transaction.run(ClusterStatements.unplaced(.textArray(names)))
            let unplaced = Int(found.first ?? 0)
            if unplaced > 0 {
                try transaction.run(script: distribution.script, named: "distribution")
                _ = try transaction.run(record?(unplaced))
            } else {
                try transaction.run(script: distribution.numbering, named: "distribution")
            }
            _ = try transaction.commit()
            return DistributionReport(cluster: cluster, placed: unplaced)
        }
    }
}

/// The ids of transactions on one machine of a cluster.
public struct MachineTransactions: Sendable, Hashable {
    /// The machine and the run of its server. Ids can be compared within it.
    public let server: String
    /// The id of a transaction that began now. Those that had an id before have a lower one.
    public let latest: Int64
    /// The lowest id of a transaction that has not ended. One that is only prepared has not.
    public let oldestRunning: Int64
}

extension Database {
    /// The transactions on each machine of the cluster, the coordinator included. It is empty if a machine does not
    /// answer, and on a machine that is not the first coordinator, whose sequences begin elsewhere.
    public func transactionsOfMachines() async throws(PostgresFailure) -> [MachineTransactions] {
        try await write(ClusterStatements.transactions())
    }

    /// Whether the database has a table, on a cluster on any machine that answers. It looks into the catalogue, because
    /// a role that only serves may not look into every schema.
    public func hasTable(_ name: String, in schema: String) async throws(PostgresFailure) -> Bool {
        try await read(ClusterStatements.hasTable(.text(schema), .text(name))).first == true
    }
}

extension Transaction {
    /// Takes a step of the schema's history. If the tables are spread over a cluster, the new ones get their places.
    ///
    /// Citus refuses a foreign key from a table without a place to one that is spread. So the new tables are first made
    /// on the coordinator alone, where nobody sees them before the commit.
    func take(_ step: Migration, placing distribution: Distribution?) throws(Failure) {
        guard isOnCluster, let distribution, let tables = step.newTables,
            try run(ClusterStatements.isSpread(.textArray(distribution.tables(outside: .coordinator)))).first == true
        else { return try run(script: step.sql, named: step.title) }
        try run(scriptHere: tables, named: step.title)
        try run(script: distribution.script, named: step.title)
        try run(script: step.rest, named: step.title)
    }

    /// Runs a script that makes tables and functions only on the machine that the session is connected to, as on one
    /// Postgres. A cluster would repeat its statements on the others.
    public func run(scriptHere script: String, named name: String) throws(Failure) {
        guard isOnCluster else { return try run(script: script, named: name) }
        try run(script: "SET LOCAL citus.enable_ddl_propagation = off;\n\(script)", named: name)
        try run(script: "SET LOCAL citus.enable_ddl_propagation = on", named: name)
    }
}

private enum ClusterStatements {
    static let missing = PostgresFailure(.unsuitableServer, explanation: """
        the database has no extension citus; on the coordinator and on each worker, set shared_preload_libraries = \
        'citus', and run CREATE EXTENSION citus in this database; on the coordinator, run SELECT \
        citus_set_coordinator_host(…) and SELECT citus_add_node(…) for each worker
        """)

    static var version: Statement<String> {
        Statement("cluster_version", "SELECT extversion FROM pg_extension WHERE extname = 'citus'") {
            (row: inout Row) throws(PostgresFailure) in try row.text("extversion")
        }
    }

    static var machines: Statement<Int64> {
        Statement(
            "cluster_machines",
            "SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards AND noderole = 'primary'"
        ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }
    }

    static var transactions: Statement<MachineTransactions> {
        Statement(
            "cluster_transactions",
            """
            WITH machine AS MATERIALIZED (
                SELECT nodeid, success, string_to_array(result, ' ') AS answer FROM run_command_on_all_nodes($$
                    SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), pg_current_xact_id(),
                                     pg_snapshot_xmin(pg_current_snapshot()))
                $$)
            )
            SELECT concat_ws(' ', nodeid, answer[1]) AS server, answer[2]::bigint AS latest,
                   answer[3]::bigint AS oldest_running
            FROM machine
            WHERE NOT EXISTS (SELECT FROM machine WHERE NOT success)
              AND EXISTS (SELECT FROM pg_dist_local_group WHERE groupid = 0)
            """
        ) { (row: inout Row) throws(PostgresFailure) in
            MachineTransactions(
                server: try row.text("server"), latest: try row.bigint("latest"),
                oldestRunning: try row.bigint("oldest_running"))
        }
    }

    /// A cluster that does not know its own machine yet asks none, so this machine is asked in any case.
    static var hasTable: Statement<Bool> {
        let table = "pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE"
        return Statement(
            "database_has_table",
            "SELECT EXISTS (SELECT FROM \(table) n.nspname = $1 AND c.relname = $2) AS has_table",
            onCluster: """
                SELECT EXISTS (SELECT FROM \(table) n.nspname = $1 AND c.relname = $2)
                    OR EXISTS (
                        SELECT FROM run_command_on_all_nodes(format(
                            'SELECT EXISTS (SELECT FROM \(table) n.nspname = %L AND c.relname = %L)', $1, $2))
                        WHERE success AND result = 't') AS has_table
                """
        ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("has_table") }
    }

    /// Whether any of these tables has its place.
    static var isSpread: Statement<Bool> {
        Statement(
            "cluster_is_spread",
            """
            SELECT EXISTS (
                SELECT FROM unnest($1::text[]) name JOIN pg_dist_partition ON logicalrelid = to_regclass(name)
            ) AS is_spread
            """
        ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_spread") }
    }

    /// The number of these tables that have no place yet.
    static var unplaced: Statement<Int64> {
        Statement(
            "cluster_unplaced",
            """
            SELECT count(*) FROM unnest($1::text[]) name
            WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass)
            """
        ) { (row: inout Row) throws(PostgresFailure) in try row.bigint("count") }
    }
}
