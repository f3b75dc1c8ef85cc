import Cards
import Postgres

enum CustomerStatements {
    static let columns = """
        customer_id, country, first_name, last_name, mobile,
        address1, address2, address3, city, country_code, state, postal_code,
        coalesce((SELECT refuses_weak_pins FROM authentication_policy p WHERE p.brand = customer.brand), true)
        """

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

    private static let enrolling = """
        INSERT INTO customer (brand, country, first_name, last_name, mobile, address1, address2, address3, city,
                              country_code, state, postal_code, created_at, email, customer_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
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
        \(enrolling) $15)
        ON CONFLICT ON CONSTRAINT customer_is_known_once DO NOTHING
        RETURNING customer_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.customerID() }

    static let all = [
        find.erased, findInBrand.erased, findManyInBrand.erased, hold.erased, belongs.erased, enrol.erased,
        enrolAs.erased,
    ]
}

extension Row {
    mutating func customer() throws(PostgresFailure) -> Customer {
        Customer(
            id: try customerID(), country: try text(), firstName: try text(),
            lastName: try text(), mobile: try text(), address: try deliveryAddress(),
            refusesWeakPINs: try boolean())
    }

    /// Seven columns that are all there or all missing, which the schema holds them to.
    mutating func deliveryAddress() throws(PostgresFailure) -> DeliveryAddress? {
        let address1 = try optionalText()
        let address2 = try optionalText()
        let address3 = try optionalText()
        let city = try optionalText()
        let countryCode = try optionalText()
        let state = try optionalText()
        let postalCode = try optionalText()
        guard let address1, let city, let countryCode, let postalCode else { return nil }
        return DeliveryAddress(
            address1: address1, address2: address2, address3: address3, city: city, countryCode: countryCode,
            state: state, postalCode: postalCode)
    }
}

extension DeliveryAddress? {
    /// The same seven columns, for writing.
    var values: [SQLValue] {
        [
            .text(self?.address1), .text(self?.address2), .text(self?.address3), .text(self?.city),
            .text(self?.countryCode), .text(self?.state), .text(self?.postalCode),
        ]
    }
}
