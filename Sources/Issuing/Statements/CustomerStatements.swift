import Cards
import Foundation
import Postgres

enum CustomerStatements {
    static let columns = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try Customer(reading: &list)
    }

    static let find = Statement(
        "customer_find", "SELECT \(columns) FROM customer WHERE customer_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    static let findInBrand = Statement(
        "customer_find_in_brand", "SELECT \(columns) FROM customer WHERE customer_id = $1 AND brand = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    /// Those of many who are customers of one brand.
    static let findManyInBrand = Statement(
        "customer_find_many_in_brand",
        "SELECT \(columns) FROM customer WHERE customer_id = ANY ($1::bigint[]) AND brand = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customer() }

    static let hold = Statement(
        "customer_hold", "SELECT customer_id FROM customer WHERE customer_id = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    /// A customer of one brand: what a token for that customer may be given on.
    static let belongs = Statement(
        "customer_belongs", "SELECT true FROM customer WHERE customer_id = $1 AND brand = $2"
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean() }

    /// A customer's row as it begins, but for the number.
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

    static let all = [
        find.erased, findInBrand.erased, findManyInBrand.erased, hold.erased, belongs.erased, enrol.erased,
        enrolAs.erased,
    ]
}

extension Customer {
    @inline(__always)
    init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        self.init(
            id: try row.customerID("customer_id"), country: try row.text("country"),
            firstName: try row.text("first_name"), lastName: try row.text("last_name"),
            mobile: try row.text("mobile"), address: try row.deliveryAddress(),
            refusesWeakPINs: try row.boolean(
                """
                coalesce((SELECT refuses_weak_pins FROM authentication_policy p WHERE p.brand = customer.brand), true)
                """))
    }
}

extension Row {
    mutating func customer() throws(PostgresFailure) -> Customer { try Customer(reading: &self) }
}
