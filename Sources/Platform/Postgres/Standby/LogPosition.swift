/// A place in the write-ahead log of a cluster.
struct LogPosition: Sendable, Equatable {
    /// The number that initdb gives to a cluster, and that all its physical copies have.
    let system: Int64
    /// Counts the promotions. Up to the same place, servers of one timeline have the same log.
    let timeline: Int
    /// Bytes from the beginning of the log, like `pg_lsn`.
    let byte: Int64

    /// The place that the primary's log has reached. Every commit that was acknowledged before is in front of it.
    ///
    /// A commit is acknowledged once it is on the disk, or in memory if `synchronous_commit` is off. Any role may run
    /// these functions.
    static let ofPrimary = Statement(
        "primary_position",
        """
        SELECT s.system_identifier AS system, ('x' || left(pg_walfile_name(l.place), 8))::bit(32)::integer AS timeline,
            (l.place - '0/0'::pg_lsn)::bigint AS byte
        FROM pg_control_system() s, (
            SELECT CASE current_setting('synchronous_commit')
                WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS place
        ) l
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        LogPosition(
            system: try row.bigint("system"), timeline: try row.integer("timeline"), byte: try row.bigint("byte"))
    }
}
