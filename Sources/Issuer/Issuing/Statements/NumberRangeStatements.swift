import Postgres

enum NumberRangeStatements {
    static let taken = Statement(
        "number_range_taken",
        """
        SELECT count(*)::integer AS taken FROM unnest($1::bytea[]) AS drawn (pan_hash)
        JOIN issued_pan p ON p.pan_hash = drawn.pan_hash
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.integer("taken") as Int }

    static let all = [taken.erased]
}
