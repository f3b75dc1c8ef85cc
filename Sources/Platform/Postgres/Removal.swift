/// The SQL that removes rows whose time has come.
public enum Removal {
    /// Removes the oldest rows of a table, about a thousand, and counts them. It goes by the time alone, so that each
    /// machine of a cluster finds its rows. A row whose time another transaction moves at the moment stays. Servers
    /// that remove at once wait for each other, and no two of them count the same row.
    ///
    /// - Parameters:
    ///   - table: has an index of the column.
    ///   - column: the time that the rows are removed by. `$1` is the latest one.
    public static func ofOldest(_ table: String, by column: String) -> String {
        // With both bounds, Postgres expects few rows, and uses the index.
        """
        WITH oldest AS (
            SELECT \(column) FROM \(table) WHERE \(column) <= $1 ORDER BY \(column) LIMIT 1000
        ), forgotten AS (
            DELETE FROM \(table) WHERE \(column) >= (SELECT min(\(column)) FROM oldest)
                AND \(column) <= (SELECT max(\(column)) FROM oldest)
            RETURNING true
        )
        SELECT count(*) FROM forgotten
        """
    }
}
