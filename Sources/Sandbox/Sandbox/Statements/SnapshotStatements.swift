import Cards
import Postgres

/// These statements call functions in `schema.sql`, which explains how snapshots are stored and compared.
enum SnapshotStatements {
    static let watch = Statement("snapshot_watch", "SELECT sandbox.watch_changes()")

    static let count = Statement("snapshot_count", "SELECT count(*) FROM sandbox.snapshot") {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let take = Statement(
        "snapshot_take",
        "INSERT INTO sandbox.snapshot (name, numbers, taken_at) VALUES ($1, sandbox.watched_numbers(), $2)")

    static let list = Statement(
        "snapshot_list", "SELECT name, taken_at FROM sandbox.snapshot ORDER BY log_position"
    ) { (row: inout Row) throws(PostgresFailure) in
        Snapshot(name: try row.text("name", as: SnapshotName.self), takenAt: try row.timestamp("taken_at"))
    }

    /// The snapshot, the number of all differences, and one row for each difference. If there is none, the columns of
    /// the difference are null.
    static let differences = Statement(
        "snapshot_differences",
        """
        SELECT s.name, s.taken_at, coalesce(d.total, 0) AS total, d.change, d.table_name, d.key::text, d.columns::text
        FROM sandbox.snapshot s LEFT JOIN LATERAL sandbox.differences_since(s.log_position, $2) d ON true
        WHERE s.name = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let snapshot = Snapshot(
            name: try row.text("name", as: SnapshotName.self), takenAt: try row.timestamp("taken_at"))
        let total = Int(try row.bigint("total"))
        guard try !row.isNull("change") else { return (snapshot, total, SnapshotDifference.Row?.none) }
        return (
            snapshot, total,
            SnapshotDifference.Row(
                change: try row.text("change", as: SnapshotDifference.Change.self), table: try row.text("table_name"),
                keyJSON: try row.text("key"), columnsJSON: try row.text("columns"))
        )
    }

    static let restore = Statement("snapshot_restore", "SELECT sandbox.restore_snapshot($1) AS is_known") {
        (row: inout Row) throws(PostgresFailure) in try row.boolean("is_known")
    }

    static let drop = Statement("snapshot_drop", "SELECT sandbox.drop_snapshot($1) AS is_known") {
        (row: inout Row) throws(PostgresFailure) in try row.boolean("is_known")
    }

    static let dropAll = Statement("snapshot_drop_all", "SELECT sandbox.forget_changes()")

    static let file = Statement("snapshot_file", "SELECT sandbox.snapshot_file($1, $2, $3)::text AS file") {
        (row: inout Row) throws(PostgresFailure) in try row.optionalText("file")
    }

    static let read = Statement("snapshot_read", "SELECT sandbox.read_snapshot_file($1, $2::jsonb) AS answer") {
        (row: inout Row) throws(PostgresFailure) in try row.text("answer")
    }

    static let all = [
        watch.erased, count.erased, take.erased, list.erased, differences.erased, restore.erased, drop.erased,
        dropAll.erased, file.erased, read.erased,
    ]
}
