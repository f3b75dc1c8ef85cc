/// The purpose of a session, which decides its settings.
enum SessionRole: String, Sendable {
    case read, write, transaction, script
    /// Asks the primary how far its log is.
    case position
    /// Reads lists from a standby. All other sessions are on the primary.
    case standby

    /// Settings for the whole session. They are sent as one script after connecting. As start-up options they would
    /// affect `target_session_attrs`, but even a session that only reads must be on the primary.
    func setUp(_ configuration: DatabaseConfiguration) -> String {
        let limit = self == .script ? 0 : configuration.statementTimeout.milliseconds
        return """
            \(self == .standby ? "" : Self.refusingStandby)
            SET TIME ZONE 'UTC';
            SET statement_timeout = \(limit);
            SET idle_in_transaction_session_timeout = \(self == .script ? 0 : configuration.idleLimit.milliseconds);
            \(Self.noticingLostClients)
            \(self == .script ? "" : Self.planningOnce)
            SET default_transaction_isolation = 'read committed';
            SET default_transaction_read_only = \(isReading ? "on" : "off");
            \(Self.searchPath(configuration.schemas))
            \(configuration.sessionSettings.sorted { $0.key < $1.key }.map { "SET \($0) = '\($1)';" }.joined())
            SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS \(Self.isOnCluster),
                   to_regproc('\(Distribution.nextNumber)') IS NOT NULL AS draws_elsewhere;
            """
    }

    /// The column of the answer that says whether the database is spread over the machines of a cluster (Citus). The
    /// extension then has its table of the tables that are spread among those of Postgres, where no role makes tables.
    /// The next column says whether the machine has the function that draws numbers from the first coordinator.
    static let isOnCluster: StaticString = "is_on_cluster"

    private var isReading: Bool { [.read, .position, .standby].contains(self) }

    /// Fails on a standby, where no transaction may write. A pooler tells its clients what the server was when it
    /// connected first, perhaps before a failover.
    private static let refusingStandby = """
        SELECT set_config('transaction_read_only', 'off', true) WHERE pg_is_in_recovery();
        """

    /// Makes Postgres end a session whose client is gone, and with it the transaction: also while the session waits for
    /// a lock or works on a statement (since Postgres 14), and if no packet says that the client is gone.
    private static let noticingLostClients = """
        SELECT set_config('client_connection_check_interval', '500', false)
        WHERE current_setting('server_version_num')::integer >= 140000;
        SET tcp_keepalives_idle = 5;
        SET tcp_keepalives_interval = 2;
        SET tcp_keepalives_count = 3;
        """

    /// Makes Postgres plan each statement once, for all values. By itself, it plans a statement again for each set of
    /// values if such a plan looks cheaper. One about an array does, because without the values Postgres expects ten.
    /// To plan a payment, which reads many tables, takes longer than to run it.
    ///
    /// On a cluster (Citus), Postgres chooses, because only a plan with the values knows their machines.
    private static let planningOnce = """
        SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
        WHERE to_regclass('pg_catalog.pg_dist_partition') IS NULL;
        """

    /// Temporary tables come last; otherwise one could replace a table of the schema.
    private static func searchPath(_ schemas: [String]) -> String {
        guard !schemas.isEmpty else { return "" }
        let names = schemas.map { "\"\($0.replacing("\"", with: "\"\""))\"" } + ["pg_temp"]
        return "SET search_path = \(names.joined(separator: ", "));"
    }

    /// Postgres itself ends a statement after `statement_timeout`. Longer silence means that the server is gone.
    func answerLimit(_ configuration: DatabaseConfiguration) -> Duration? {
        self == .script ? nil : configuration.statementTimeout + configuration.answerGrace
    }

    /// The pause of a worker before it sends requests again; nil for none.
    func pause(_ backoff: inout Backoff) -> Duration? {
        switch self {
        case .read, .position: nil
        // Meanwhile the standby applies more of the log.
        case .standby: .milliseconds(2)
        case .write, .transaction, .script: backoff.next()
        }
    }
}
