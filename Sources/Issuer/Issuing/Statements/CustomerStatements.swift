import Cards
import Foundation
import Postgres

package enum CustomerStatements {
    package static let columns = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Customer(reading: &list)
    }

    package static let find = Statement(
        "customer_find", "SELECT \(columns) FROM customer WHERE customer_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    static let findInBrand = Statement(
        "customer_find_in_brand",
        "SELECT \(columns) FROM customer WHERE customer_id = $1 AND brand = $2 AND erased_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    /// Finds those of many customers that belong to one brand.
    package static let findManyInBrand = Statement(
        "customer_find_many_in_brand",
        "SELECT \(columns) FROM customer WHERE customer_id = ANY ($1::bigint[]) AND brand = $2 AND erased_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    static let hold = Statement(
        "customer_hold", "SELECT customer_id FROM customer WHERE customer_id = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    /// Whether a customer belongs to a brand, whose clients may then get a token for the customer.
    static let belongs = Statement(
        "customer_belongs",
        "SELECT true AS belongs FROM customer WHERE customer_id = $1 AND brand = $2 AND erased_at IS NULL"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("belongs") }

    /// Who receives a transfer of $1.
    static let recipient = Statement(
        "customer_recipient",
        """
        SELECT \(columns) FROM customer WHERE customer_id = (
            SELECT recipient_id FROM money.movement WHERE customer_id = $1 AND movement_id = $2)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    static let all = [
        find.erased, findInBrand.erased, findManyInBrand.erased, hold.erased, belongs.erased, recipient.erased,
    ]
}

extension Customer {
    @inline(__always)
    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        self.init(
            id: try row.number("customer_id", CustomerID.self), country: try row.text("country"),
            firstName: try row.text("first_name"), lastName: try row.text("last_name"),
            mobile: try row.text("mobile"), address: try row.deliveryAddress(),
            refusesWeakPINs: try row.boolean(
                "refuses_weak_pins",
                of: """
                    coalesce(
                        (SELECT refuses_weak_pins FROM authentication_policy p WHERE p.brand = customer.brand), true)
                    """), restrictions: try row.restrictions())
    }
}

extension ColumnReader where Self: ~Copyable {
    @inline(__always)
    mutating func restrictions() throws(PostgresFailure) -> Restrictions {
        Restrictions(
            placed: try textArray("restrictions").compactMap(Restriction.init(rawValue:)),
            lacksNationality: try boolean("lacks_nationality"))
    }
}

extension Row {
    package mutating func customer() throws(PostgresFailure) -> Customer { try Customer(reading: &self) }
}
