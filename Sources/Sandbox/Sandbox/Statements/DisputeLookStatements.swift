import Authorizing
import Cards
import Postgres

/// Reads of disputes for the console, of all customers.
enum DisputeLookStatements {
    private static let columns = """
        \(DisputeStatements.columns), customer.brand, customer.first_name, customer.last_name
        """

    /// A dispute by its id alone.
    static let dispute = Statement(
        "look_dispute",
        """
        SELECT \(columns) FROM dispute d JOIN customer ON customer.customer_id = d.customer_id WHERE d.dispute_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.locatedDispute() }

    /// The newest disputes, or those among them in one status. If the page is empty, there is one row, in which the
    /// columns of the page are null.
    static let disputes = Statement(
        "look_disputes",
        """
        WITH newest AS (
            SELECT * FROM dispute ORDER BY insertion DESC LIMIT \(LookStatements.window)
        ), matching AS (
            SELECT * FROM newest WHERE $1::text IS NULL OR status = $1
        ), page AS (
            SELECT * FROM matching ORDER BY insertion DESC LIMIT $2 OFFSET $3
        )
        SELECT total.number, \(columns)
        FROM (SELECT count(*) AS number FROM matching) total
        LEFT JOIN page d ON true
        LEFT JOIN LATERAL (
            SELECT brand, first_name, last_name FROM customer WHERE customer.customer_id = d.customer_id LIMIT 1
        ) customer ON true
        ORDER BY d.insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = Int(try row.bigint("number"))
        return (total: total, dispute: try row.isNull("customer_id") ? nil : try row.locatedDispute())
    }

    static let all = [dispute.erased, disputes.erased]
}

extension Row {
    fileprivate mutating func locatedDispute() throws(PostgresFailure) -> LocatedDispute {
        LocatedDispute(
            dispute: try dispute(), brand: try text("brand"),
            ownerName: "\(try text("first_name")) \(try text("last_name"))")
    }
}
