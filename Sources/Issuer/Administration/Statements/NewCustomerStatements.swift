import Cards
import Foundation
import Issuing
import Postgres

/// The statements that add customers for operators. `WalletStatements` adds those of businesses.
enum NewCustomerStatements {
    private static let enrolled = EnrolmentStatements.enrolled

    private static let enrolling = """
        INSERT INTO customer (\(enrolled.names), customer_id)
        VALUES (\(enrolled.parameters),
        """

    /// Adds a customer with the next number, unless that is taken.
    static let enrol = Statement(
        "customer_enrol",
        """
        \(enrolling) \(EnrolmentStatements.nextNumber)
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    /// Adds a customer with a given number, unless one with this number exists.
    static let enrolAs = Statement(
        "customer_enrol_as",
        """
        \(enrolling) \(enrolled.next))
        ON CONFLICT ON CONSTRAINT customer_is_known_once DO NOTHING
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    static let all = [enrol.erased, enrolAs.erased]
}
