import Cards
import Foundation
import Issuing
import Postgres

/// The statements that add customers to a sandbox.
enum EnrolmentStatements {
    /// A new customer's row, without the number.
    struct New {
        let person: CustomerEnrolment
        let brand: String
        let createdAt: Date
    }

    static let enrolled = WrittenColumns<New>(
        [
            .text("brand") { $0.brand }, .text("country") { $0.person.country },
            .text("first_name") { $0.person.firstName }, .text("last_name") { $0.person.lastName },
            .text("mobile") { $0.person.mobile },
        ], Column.address { $0.person.address },
        [.timestamp("created_at") { $0.createdAt }, .text("email") { $0.person.email }])

    private static let enrolling = """
        INSERT INTO customer (\(enrolled.names), customer_id)
        VALUES (\(enrolled.parameters),
        """

    /// Adds a customer with the next number. If that number is taken, which should not happen, up to a hundred numbers
    /// are drawn. After that, the statement fails because it has no number.
    static let enrol = Statement(
        "customer_enrol",
        """
        \(enrolling) (
            SELECT number FROM (SELECT nextval('customer_number') AS number FROM generate_series(1, 100)) drawn
            WHERE (SELECT count(*) FROM customer WHERE customer_id = number) = 0 LIMIT 1))
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    /// Adds a customer with a given number, unless one with this number exists.
    static let enrolAs = Statement(
        "customer_enrol_as",
        """
        \(enrolling) \(enrolled.next))
        ON CONFLICT ON CONSTRAINT customer_is_known_once DO NOTHING
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    static let all = [enrol.erased, enrolAs.erased]
}
