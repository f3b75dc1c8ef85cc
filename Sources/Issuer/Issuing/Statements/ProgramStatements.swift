import Cards
import Postgres

package enum ProgramStatements {
    struct Offered: Sendable {
        let program: Program
        let issuedCards: Int

        fileprivate init(reading row: inout Row) throws(PostgresFailure) {
            program = try Program(reading: &row)
            issuedCards = try row.integer("issued_cards")
        }
    }

    private static let columns = SelectList.of({ (list: inout SelectList) throws(PostgresFailure) in
        try Program(reading: &list)
    }, from: "p")

    private struct New {
        let program: Program
        let brand: String
    }

    private static let added = WrittenColumns<New>([
        .text("program_name", \.program.name), .text("brand", \.brand),
        .text("card_type") { $0.program.cardType.rawValue }, .text("scheme") { $0.program.scheme.rawValue },
        .text("region") { $0.program.region.rawValue }, .textArray("currencies", \.program.currencies),
        .boolean("is_digital", \.program.isDigital), .boolean("requires_approval", \.program.requiresApproval),
        .integer("cards_per_customer", \.program.cardsPerCustomer), .text("pan_prefix", \.program.panPrefix),
        .integer("validity_months", \.program.validityMonths),
    ])

    /// The programs of the customer's brand, with the number of their cards that the customer has been issued.
    private static let offers = """
        SELECT \(columns), coalesce(a.issued_cards, 0) AS issued_cards
        FROM customer c
        JOIN program p ON p.brand = c.brand
        LEFT JOIN card_allowance a ON a.customer_id = c.customer_id AND a.program_name = p.program_name
        WHERE c.customer_id = $1
        """

    static let offered = Statement("program_offered", offers + " ORDER BY p.program_name") {
        (row: inout Row) throws(PostgresFailure) in try Offered(reading: &row)
    }

    static let offeredByName = Statement("program_offered_by_name", offers + " AND p.program_name = $2") {
        (row: inout Row) throws(PostgresFailure) in try Offered(reading: &row)
    }

    package static let ofBrand = Statement(
        "program_of_brand", "SELECT \(columns) FROM program p WHERE p.brand = $1 ORDER BY p.program_name"
    ) { (row: inout Row) throws(PostgresFailure) in try Program(reading: &row) }

    /// The programs of all brands.
    package static let everyProgram = Statement("program_every", "SELECT p.brand, \(columns) FROM program p") {
        (row: inout Row) throws(PostgresFailure) in (brand: try row.text("brand"), program: try Program(reading: &row))
    }

    /// Changes what may change while cards of the program exist. It counts from the next application on.
    private static let storeChange = Statement(
        "program_change",
        """
        UPDATE program SET currencies = $2, requires_approval = $3, cards_per_customer = $4, validity_months = $5
        WHERE program_name = $1
        """
    )

    package struct Issued: Sendable {
        package let customer: CustomerID
        package let program: String
        package let cards: Int
    }

    /// How many cards of each program have been issued to each of many customers.
    package static let issuedToMany = Statement(
        "program_issued_to_many",
        """
        SELECT customer_id, program_name, issued_cards FROM card_allowance WHERE customer_id = ANY ($1::bigint[])
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Issued(
            customer: try row.number("customer_id", CustomerID.self), program: try row.text("program_name"),
            cards: try row.integer("issued_cards"))
    }

    package static let find = Statement(
        "program_find", "SELECT \(columns) FROM program p WHERE p.program_name = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try Program(reading: &row) }

    struct Renewing: Sendable {
        let program: Program
        let terms: RenewalTerms
    }

    /// The programs of all brands that renew their cards.
    static let renewing = Statement(
        "program_renewing",
        """
        SELECT \(columns), t.renewal_days, t.renewal_keeps_number
        FROM payment_terms t JOIN program p ON p.program_name = t.program_name
        WHERE t.renewal_days > 0
        ORDER BY p.program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let program = try Program(reading: &row)
        let days = try row.integer("renewal_days") as Int
        return Renewing(
            program: program,
            terms: RenewalTerms(days: days, keepsNumber: try row.boolean("renewal_keeps_number")))
    }

    static let add = Statement(
        "program_add",
        """
        INSERT INTO program (\(added.names)) VALUES (\(added.parameters))
        ON CONFLICT ON CONSTRAINT program_is_known_once DO NOTHING
        RETURNING program_name
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.text("program_name") }

    static let all = [
        offered.erased, offeredByName.erased, ofBrand.erased, issuedToMany.erased, find.erased, add.erased,
        everyProgram.erased, storeChange.erased, renewing.erased,
    ]

    package static func add(_ program: Program, to brand: String) -> Query<String> {
        Query(statement: add, values: added.values(of: New(program: program, brand: brand)))
    }

    package static func change(_ program: Program) -> Query<Void> {
        storeChange(
            .text(program.name), .textArray(program.currencies), .boolean(program.requiresApproval),
            .integer(program.cardsPerCustomer), .integer(program.validityMonths))
    }
}

extension Program {
    fileprivate init(reading row: inout some ColumnReader & ~Copyable) throws(PostgresFailure) {
        self.init(
            name: try row.text("program_name"), cardType: try row.text("card_type", as: Program.CardType.self),
            scheme: try row.text("scheme", as: Program.Scheme.self), region: try row.text("region", as: Region.self),
            currencies: try row.textArray("currencies"), isDigital: try row.boolean("is_digital"),
            requiresApproval: try row.boolean("requires_approval"),
            cardsPerCustomer: try row.integer("cards_per_customer"), panPrefix: try row.text("pan_prefix"),
            validityMonths: try row.integer("validity_months"))
    }
}
