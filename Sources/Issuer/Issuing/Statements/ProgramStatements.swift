import Cards
import Postgres

package enum ProgramStatements {
    struct Offered: Sendable {
        let program: Program
        let issuedCards: Int
    }

    private static let columns = """
        p.program_name, p.card_type, p.scheme, p.region, p.currencies, p.is_digital, p.cards_per_customer,
        p.pan_prefix, p.validity_months
        """

    /// Every program of the customer's brand, with how many of its cards the customer has been issued.
    static let offered = Statement(
        "program_offered",
        """
        SELECT \(columns), coalesce(a.issued_cards, 0)
        FROM customer c
        JOIN program p ON p.brand = c.brand
        LEFT JOIN card_allowance a ON a.customer_id = c.customer_id AND a.program_name = p.program_name
        WHERE c.customer_id = $1
        ORDER BY p.program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Offered(program: try row.program(), issuedCards: Int(try row.integer()))
    }

    package static let ofBrand = Statement(
        "program_of_brand", "SELECT \(columns) FROM program p WHERE p.brand = $1 ORDER BY p.program_name"
    ) { (row: inout Row) throws(PostgresFailure) in try row.program() }

    package struct Issued: Sendable {
        package let customer: CustomerID
        package let program: String
        package let cards: Int
    }

    /// How many cards of which programs many customers have been issued.
    package static let issuedToMany = Statement(
        "program_issued_to_many",
        """
        SELECT customer_id, program_name, issued_cards FROM card_allowance WHERE customer_id = ANY ($1::bigint[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Issued(
            customer: try row.customerID(), program: try row.text(),
            cards: Int(try row.integer()))
    }

    package static let find = Statement(
        "program_find", "SELECT \(columns) FROM program p WHERE p.program_name = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.program() }

    static let add = Statement(
        "program_add",
        """
        INSERT INTO program (program_name, brand, card_type, scheme, region, currencies, is_digital,
                             cards_per_customer, pan_prefix, validity_months)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT ON CONSTRAINT program_is_known_once DO NOTHING
        RETURNING program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text() }

    static let all = [offered.erased, ofBrand.erased, issuedToMany.erased, find.erased, add.erased]

    package static func add(_ program: Program, to brand: String) -> Query<String> {
        add(
            .text(program.name), .text(brand), .text(program.cardType.rawValue), .text(program.scheme.rawValue),
            .text(program.region.rawValue), .textArray(program.currencies), .boolean(program.isDigital),
            .integer(program.cardsPerCustomer), .text(program.panPrefix),
            .integer(program.validityMonths))
    }
}

extension Row {
    fileprivate mutating func program() throws(PostgresFailure) -> Program {
        Program(
            name: try text(), cardType: try text(as: Program.CardType.self),
            scheme: try text(as: Program.Scheme.self), region: try text(as: Region.self),
            currencies: try textArray(), isDigital: try boolean(), cardsPerCustomer: Int(try integer()),
            panPrefix: try text(), validityMonths: Int(try integer()))
    }
}
