import Cards
import Foundation
import Postgres

/// Customers as a business creates, changes and restricts them.
enum WalletStatements {
    private static let columns = SelectList.of { (list: inout SelectList) throws(PostgresFailure) in
        try CustomerPerson(reading: &list)
    }

    /// Who has the external id or the e-mail address of a new wallet.
    struct Known: Sendable {
        let person: CustomerPerson
        /// Whether the customer has both the external id and the e-mail address.
        let isTheSame: Bool
    }

    /// Finds the customers of a brand who have the external id $2 or the e-mail address $3: at most two.
    static let known = Statement(
        "wallet_known",
        """
        SELECT external_id = $2 AND lower(email) = lower($3) AS is_the_same, \(columns)
        FROM customer WHERE customer_id = ANY (ARRAY(
            SELECT customer_id FROM customer_identifier
            WHERE brand = $1
              AND (kind = 'EXTERNAL_ID' AND value = $2 OR kind = 'EMAIL' AND value = lower($3))))
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let isTheSame = try row.boolean("is_the_same")
        return Known(person: try CustomerPerson(reading: &row), isTheSame: isTheSame)
    }

    private static let registered = WrittenColumns<WalletApplication>([
        .text("external_id") { $0.externalID }, .text("title") { $0.fields.title },
        .text("birth_date") { $0.fields.birthDate }, .text("nationality") { $0.fields.nationality },
        .text("occupation") { $0.fields.occupation }, .text("registration_ip") { $0.registrationIP },
        .timestamp("registered_at") { $0.registeredAt },
        .textArray("restrictions") { $0.restrictions.map(\.rawValue) },
    ])

    private static let open = {
        let enrolled = EnrolmentStatements.enrolled
        return Statement(
            "wallet_open",
            """
            WITH opened AS (
                INSERT INTO customer (\(enrolled.names), \(registered.names), customer_id)
                VALUES (\(enrolled.parameters), \(registered.parameters(after: enrolled.list.count)),
                        \(EnrolmentStatements.nextNumber)
                RETURNING customer_id, brand, external_id, email
            ), known AS (
                INSERT INTO customer_identifier (brand, kind, value, customer_id)
                SELECT brand, 'EXTERNAL_ID', external_id, customer_id FROM opened
                UNION ALL SELECT brand, 'EMAIL', lower(email), customer_id FROM opened
            )
            SELECT customer_id FROM opened
            """
        ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }
    }()

    /// Violates `identifier_is_of_one_customer` if another customer has one of the identifiers.
    static func open(_ application: WalletApplication, in brand: String, at now: Date) -> Query<CustomerID> {
        let new = EnrolmentStatements.New(person: application.enrolment, brand: brand, createdAt: now)
        return Query(
            statement: open,
            values: EnrolmentStatements.enrolled.values(of: new) + registered.values(of: application))
    }

    static let find = Statement(
        "wallet_find", "SELECT \(columns) FROM customer WHERE customer_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try CustomerPerson(reading: &row) }

    /// Locks a customer of a brand, so that two changes at once are both kept.
    static let hold = Statement(
        "wallet_hold",
        """
        SELECT \(columns) FROM customer WHERE customer_id = $1 AND brand = $2 AND erased_at IS NULL FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try CustomerPerson(reading: &row) }

    private static let change = Statement(
        "wallet_change",
        """
        UPDATE customer SET first_name = $2, last_name = $3, title = $4, address1 = $5, address2 = $6, city = $7,
            postal_code = $8, state = $9, birth_date = $10, nationality = $11, occupation = $12,
            country_code = CASE WHEN $5::text IS NOT NULL THEN coalesce(country_code, country) END
        WHERE customer_id = $1
        RETURNING \(columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try CustomerPerson(reading: &row) }

    static func change(_ customer: CustomerID, to fields: PersonFields) -> Query<CustomerPerson> {
        change(
            .id(customer), .text(fields.firstName), .text(fields.lastName), .text(fields.title),
            .text(fields.address1), .text(fields.address2), .text(fields.city), .text(fields.zip),
            .text(fields.state), .text(fields.birthDate), .text(fields.nationality), .text(fields.occupation))
    }

    /// Adds a restriction behind the others, unless the customer has it.
    static let restrict = Statement(
        "wallet_restrict",
        """
        UPDATE customer SET restrictions =
            CASE WHEN $3 = ANY (restrictions) THEN restrictions ELSE array_append(restrictions, $3) END
        WHERE customer_id = $1 AND brand = $2 AND erased_at IS NULL
        RETURNING restrictions, lacks_nationality
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.restrictions() }

    static let lift = Statement(
        "wallet_lift",
        """
        UPDATE customer SET restrictions = '{}' WHERE customer_id = $1 AND brand = $2 AND erased_at IS NULL
        RETURNING restrictions, lacks_nationality
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.restrictions() }

    static let all = [
        known.erased, open.erased, find.erased, hold.erased, change.erased, restrict.erased, lift.erased,
    ]
}

extension CustomerPerson {
    @inline(__always)
    fileprivate init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        let id = try row.number("customer_id", CustomerID.self)
        var fields = PersonFields()
        fields.firstName = try row.text("first_name")
        fields.lastName = try row.text("last_name")
        fields.title = try row.optionalText("title")
        fields.address1 = try row.optionalText("address1")
        fields.address2 = try row.optionalText("address2")
        fields.city = try row.optionalText("city")
        fields.zip = try row.optionalText("postal_code")
        fields.state = try row.optionalText("state")
        fields.countryCode = try row.text("country")
        fields.birthDate = try row.optionalText("birth_date")
        fields.nationality = try row.optionalText("nationality")
        fields.occupation = try row.optionalText("occupation")
        self.init(
            id: id, externalID: try row.optionalText("external_id"),
            registrationIP: try row.optionalText("registration_ip"),
            registeredAt: try row.optionalTimestamp("registered_at"), email: try row.optionalText("email"),
            mobile: try row.text("mobile"), fields: fields, restrictions: try row.restrictions())
    }
}
