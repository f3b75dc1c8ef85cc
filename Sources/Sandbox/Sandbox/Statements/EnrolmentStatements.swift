import Cards
import Foundation
import Issuing
import Postgres

/// How customers come into a sandbox.
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

    /// One with the next number. Should that be taken, which is nobody's intent, the next is drawn, a hundred times;
    /// then it fails for want of a number.
    static let enrol = Statement(
        "customer_enrol",
        """
        \(enrolling) (
            SELECT number FROM (SELECT nextval('customer_number') AS number FROM generate_series(1, 100)) drawn
            WHERE (SELECT count(*) FROM customer WHERE customer_id = number) = 0 LIMIT 1))
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    /// One whose number is known, unless there is one.
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
