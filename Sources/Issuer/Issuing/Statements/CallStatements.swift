import Cards
import Foundation
import Postgres

/// The rates of brands, and the calls of the last minute that count against them.
package enum CallStatements {
    /// The rates of all brands that have set any.
    package static let rates = Statement(
        "call_rates", "SELECT brand, of_client, of_customer, operations, of_operations FROM call_rates"
    ) { (row: inout Row) throws(PostgresFailure) in
        let brand = try row.text("brand")
        var rates = CallRates(
            client: try row.optionalInteger("of_client"), customer: try row.optionalInteger("of_customer"))
        let (operations, numbers) = (try row.textArray("operations"), try row.bigintArray("of_operations"))
        for (operation, number) in zip(operations, numbers) { rates.operations[operation] = Int(number) }
        return (brand: brand, rates: rates)
    }

    /// Adds the calls of a server to those of all, in an order in which no two servers wait for each other. $1 is the
    /// time when these calls began. A cluster loses a parameter in ON CONFLICT, so it changes the rows that it finds,
    /// and adds the others. If two servers add the same caller at once, only the calls of one count.
    private static let addUses = Statement(
        "call_use_add",
        """
        INSERT INTO call_use AS known (owner, brand, rate, used_until)
        SELECT owner, brand, rate, $1 + used
        FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS calls (owner, brand, rate, used)
        ORDER BY owner, brand, rate
        ON CONFLICT ON CONSTRAINT calls_are_counted_once DO UPDATE
            SET used_until = greatest(known.used_until, $1) + excluded.used_until - $1
        RETURNING owner, brand, rate, used_until
        """,
        onCluster: """
            WITH calls AS MATERIALIZED (
                SELECT owner, brand, rate, used
                FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS calls (owner, brand, rate, used)
            ), changed AS (
                UPDATE call_use u SET used_until = greatest(u.used_until, $1) + calls.used FROM calls
                WHERE u.owner = calls.owner AND u.brand = calls.brand AND u.rate = calls.rate
                RETURNING u.owner, u.brand, u.rate, u.used_until
            ), added AS (
                INSERT INTO call_use AS known (owner, brand, rate, used_until)
                SELECT owner, brand, rate, $1 + used FROM calls
                WHERE NOT EXISTS (
                    SELECT FROM changed
                    WHERE changed.owner = calls.owner AND changed.brand = calls.brand AND changed.rate = calls.rate)
                ON CONFLICT ON CONSTRAINT calls_are_counted_once DO UPDATE
                    SET used_until = greatest(known.used_until, excluded.used_until)
                RETURNING owner, brand, rate, used_until
            )
            SELECT owner, brand, rate, used_until FROM changed
            UNION ALL SELECT owner, brand, rate, used_until FROM added
            """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (owner, brand) = (try row.text("owner"), try row.text("brand"))
        let subject = CountedCalls.Subject(owner: owner, brand: brand, rate: try row.text("rate"))
        return (subject: subject, time: try row.bigint("used_until"))
    }

    private static let forget = Statement("call_use_forget", Removal.ofOldest("call_use", by: "used_until")) {
        (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count"))
    }

    static let all = [rates.erased, addUses.erased, forget.erased]

    /// - Parameter uses: at least one, each of another subject.
    static func add(
        _ uses: [CountedCalls.Use], since time: Int64
    ) -> Query<(subject: CountedCalls.Subject, time: Int64)> {
        let rows: [[SQLValue]] = uses.map { use in
            [.text(use.subject.owner), .text(use.subject.brand), .text(use.subject.rate), .bigint(use.microseconds)]
        }
        return Query(statement: addUses, values: [.bigint(time)] + SQLValue.columns(of: rows))
    }

    /// Forgets callers whose calls have used no time that is still to come.
    static func forget(at now: Date) -> Query<Int> { forget(.bigint(now.microseconds)) }
}
