import Cards
import Foundation
import Postgres

/// The common part of the statements that add a customer.
package enum EnrolmentStatements {
    /// A new customer's row, without the number.
    package struct New {
        let person: CustomerEnrolment
        let brand: String
        let createdAt: Date

        package init(person: CustomerEnrolment, brand: String, createdAt: Date) {
            self.person = person
            self.brand = brand
            self.createdAt = createdAt
        }
    }

    package static let enrolled = WrittenColumns<New>(
        [
            .text("brand") { $0.brand }, .text("country") { $0.person.country },
            .text("first_name") { $0.person.firstName }, .text("last_name") { $0.person.lastName },
            .text("mobile") { $0.person.mobile },
        ], Column.address { $0.person.address },
        [.timestamp("created_at") { $0.createdAt }, .text("email") { $0.person.email }])

    /// The next number of a customer. If that number is taken, which should not happen, up to a hundred numbers are
    /// drawn. After that, the statement fails because it has no number.
    package static let nextNumber = """
        (SELECT number FROM (SELECT nextval('customer_number') AS number FROM generate_series(1, 100)) drawn
         WHERE (SELECT count(*) FROM customer WHERE customer_id = number) = 0 LIMIT 1)
        """
}
