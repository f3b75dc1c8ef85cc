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

    /// The next number of a customer, and the end of the row with it. If that number is taken, which should not happen,
    /// no row is inserted.
    package static let nextNumber = """
        nextval('customer_number')) ON CONFLICT ON CONSTRAINT customer_is_known_once DO NOTHING
        """

    /// The attempts at a statement with the next number, until it has inserted a row.
    package static let attempts = 1...100

    /// The number in the row that one of the attempts has inserted.
    ///
    /// - Throws: damage if no attempt has. Then numbers are in use that the sequence has not given out.
    package static func number(_ inserted: [CustomerID]) throws(IssuingFailure) -> CustomerID {
        guard let number = inserted.first else {
            throw .damaged(
                "\(attempts.count) customer numbers in a row are taken, so the sequence customer_number is behind them")
        }
        return number
    }
}
