/// A standby, as it describes itself.
struct StandbyState: Sendable, Equatable {
    /// False if it was promoted.
    let isStandby: Bool
    /// Everything in front of this place can be read from it.
    let applied: LogPosition

    /// In a round trip, it is asked before the list, so that the list sees at least this much.
    ///
    /// The control file names the timeline as of the last restart point, or as of the last page that was written. So
    /// after the promotion of another server, it names the old one for a while, and no list is read meanwhile.
    static let statement = Statement(
        "standby_state",
        """
        SELECT pg_is_in_recovery() AS is_standby, s.system_identifier AS system,
            greatest(c.timeline_id, r.min_recovery_end_timeline) AS timeline,
            (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0'::pg_lsn)::bigint AS byte
        FROM pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r
        """
    ) { (row: inout Row) throws(PostgresFailure) -> StandbyState in
        let isStandby = try row.boolean("is_standby")
        let applied = LogPosition(
            system: try row.bigint("system"), timeline: try row.integer("timeline"), byte: try row.bigint("byte"))
        return StandbyState(isStandby: isStandby, applied: applied)
    }

    /// Why it does not show everything that the primary had acknowledged at a place; nil if it does.
    func obstacle(before needed: LogPosition) -> StandbyObstacle? {
        guard isStandby else { return .promoted }
        guard applied.system == needed.system else { return .cluster }
        guard applied.timeline == needed.timeline else { return .timeline }
        return applied.byte < needed.byte ? .behind : nil
    }
}
