import Cards
import Foundation
import Issuing
import Postgres

/// Reads for the console: all customers, all cards, all phones. The cost of each read depends only on the number of
/// rows that it returns or counts, which is at most a thousand. A search within a brand also reads the matches in other
/// brands.
enum LookStatements {
    /// How many records a list counts and pages through.
    static let window = 1000

    private static let columns =
        "customer.customer_id, customer.brand, first_name, last_name, email, customer.mobile, country"

    /// The newest customers.
    static let customers = Statement("look_customers", newestCustomers("customer")) {
        (row: inout Row) throws(PostgresFailure) in try row.listedCustomer()
    }

    /// The newest customers of a brand.
    static let customersOfBrand = Statement(
        "look_customers_of_brand", newestCustomers("customer WHERE brand = $3")
    ) { (row: inout Row) throws(PostgresFailure) in try row.listedCustomer() }

    private static func newestCustomers(_ source: String) -> String {
        paged("matching AS (SELECT \(columns) FROM \(source) ORDER BY customer_id DESC LIMIT \(window))")
    }

    /// The customers with an id, a card with an id, a name that begins with a text, or a card with these last digits;
    /// of one brand, if it is given.
    static let customersMatching = Statement(
        "look_customers_matching",
        paged(
            """
            found AS (
                SELECT unnest(ARRAY[$5::bigint, (SELECT customer_id FROM card WHERE card_id = $6::uuid)]) AS customer_id
                UNION (SELECT customer_id FROM customer
                       WHERE lower(first_name) COLLATE "C" >= lower($4)
                         AND lower(first_name) COLLATE "C" < lower($4) || chr(1114111)
                         AND ($3::text IS NULL OR brand = $3)
                       ORDER BY lower(first_name) COLLATE "C" LIMIT \(window))
                UNION (SELECT customer_id FROM customer
                       WHERE lower(last_name) COLLATE "C" >= lower($4)
                         AND lower(last_name) COLLATE "C" < lower($4) || chr(1114111)
                         AND ($3::text IS NULL OR brand = $3)
                       ORDER BY lower(last_name) COLLATE "C" LIMIT \(window))
                UNION (SELECT customer_id FROM card
                       WHERE last_four = $4
                         AND ($3::text IS NULL OR $3 = (
                             SELECT brand FROM customer WHERE customer.customer_id = card.customer_id))
                       ORDER BY last_four, customer_id DESC LIMIT \(window))
            ), matching AS (
                SELECT customer.* FROM found CROSS JOIN LATERAL (
                    SELECT \(columns) FROM customer WHERE customer.customer_id = found.customer_id LIMIT 1
                ) customer
                WHERE $3::text IS NULL OR customer.brand = $3
                ORDER BY customer.customer_id DESC LIMIT \(window)
            )
            """)
    ) { (row: inout Row) throws(PostgresFailure) in try row.listedCustomer() }

    private static func paged(_ matching: String) -> String {
        """
        WITH \(matching), page AS (SELECT * FROM matching ORDER BY customer_id DESC LIMIT $1 OFFSET $2)
        SELECT total.number, page.*,
               (SELECT count(*) FROM card WHERE card.customer_id = page.customer_id) AS card_count
        FROM (SELECT count(*) AS number FROM matching) total LEFT JOIN page ON true
        ORDER BY page.customer_id DESC
        """
    }

    private static let cardColumns = """
        card.card_id, card.customer_id, customer.brand, card.last_four, card.status, card.scheme, customer.first_name,
        customer.last_name
        """

    /// A card by its id alone.
    static let card = Statement(
        "look_card",
        """
        SELECT \(cardColumns) FROM card JOIN customer ON customer.customer_id = card.customer_id
        WHERE card.card_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.locatedCard() }

    /// The newest cards with these last digits, and the cards of the newest tokens with them.
    static let cardsEndingIn = Statement(
        "look_cards_ending_in",
        """
        WITH found AS (
            (SELECT customer_id, card_id, NULL::text AS dpan_last_four, NULL::uuid AS phone_id
             FROM card WHERE last_four = $1 ORDER BY last_four, customer_id DESC LIMIT \(mostFound))
            UNION ALL
            (SELECT token.customer_id, token.card_id, token.dpan_last_four, token.phone_id
             FROM (SELECT reference FROM sandbox.phone_token WHERE dpan_last_four = $1
                   ORDER BY dpan_last_four, insertion DESC LIMIT \(mostFound)) newest
             CROSS JOIN LATERAL (\(PhoneTokenStatements.states) WHERE t.reference = newest.reference LIMIT 1) token)
        )
        SELECT \(cardColumns), found.dpan_last_four, found.phone_id
        FROM found
        CROSS JOIN LATERAL (
            SELECT * FROM card WHERE card.customer_id = found.customer_id AND card.card_id = found.card_id LIMIT 1
        ) card
        CROSS JOIN LATERAL (
            SELECT * FROM customer WHERE customer.customer_id = card.customer_id LIMIT 1
        ) customer
        ORDER BY found.dpan_last_four IS NOT NULL, card.customer_id DESC, card.card_id
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        FoundCard(
            card: try row.locatedCard(), tokenLastFour: try row.optionalText("dpan_last_four"),
            phone: try row.optionalID("phone_id"))
    }

    private static let mostFound = 20

    /// The changes of a card's status, newest first.
    static let history = Statement(
        "look_history",
        """
        WITH found AS (SELECT customer_id, card_id, changes FROM card WHERE card_id = $1)
        SELECT found.changes, h.change_number, h.from_status, h.to_status, h.actor, h.occasion, h.reason, h.changed_at
        FROM found LEFT JOIN LATERAL (
            SELECT * FROM card_status_history h
            WHERE h.customer_id = found.customer_id AND h.card_id = found.card_id
            ORDER BY h.change_number DESC LIMIT $2 OFFSET $3
        ) h ON true
        ORDER BY h.change_number DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let total = try row.integer("changes")
        return (total: total, change: try row.isNull("change_number") ? nil : try row.cardChange())
    }

    /// The newest phones.
    static let phones = Statement("look_phones", newestPhones("sandbox.phone")) {
        (row: inout Row) throws(PostgresFailure) in try row.listedPhone()
    }

    /// The newest phones of a customer.
    static let phonesOfCustomer = Statement(
        "look_phones_of_customer", newestPhones("sandbox.phone WHERE customer_id = $3")
    ) { (row: inout Row) throws(PostgresFailure) in try row.listedPhone() }

    private static func newestPhones(_ source: String) -> String {
        """
        WITH newest AS (
            SELECT phone.* FROM \(source) ORDER BY created_at DESC, insertion DESC LIMIT \(window)
        ), page AS (
            SELECT * FROM newest ORDER BY created_at DESC, insertion DESC LIMIT $1 OFFSET $2
        )
        SELECT total.number, \(PhoneStatements.columns), customer.first_name, customer.last_name,
               (SELECT count(*) FROM (\(PhoneTokenStatements.states) WHERE t.phone_id = phone.phone_id) token
                WHERE state <> 'DELETED') AS token_count
        FROM (SELECT count(*) AS number FROM newest) total
        LEFT JOIN page phone ON true
        LEFT JOIN LATERAL (
            SELECT first_name, last_name FROM customer WHERE customer.customer_id = phone.customer_id LIMIT 1
        ) customer ON true
        ORDER BY phone.created_at DESC, phone.insertion DESC
        """
    }

    static let all = [
        customers.erased, customersOfBrand.erased, customersMatching.erased, card.erased, cardsEndingIn.erased,
        history.erased, phones.erased, phonesOfCustomer.erased,
    ]
}

extension Row {
    fileprivate mutating func locatedCard() throws(PostgresFailure) -> LocatedCard {
        LocatedCard(
            id: try id("card_id"), customer: try number("customer_id"), brand: try text("brand"),
            lastFour: try text("last_four"),
            status: try text("status", as: CardStatus.self), scheme: try text("scheme", as: Program.Scheme.self),
            ownerName: "\(try text("first_name")) \(try text("last_name"))")
    }

    fileprivate mutating func cardChange() throws(PostgresFailure) -> CardStatusChange {
        CardStatusChange(
            number: try integer("change_number"), from: try optionalText("from_status", as: CardStatus.self),
            to: try text("to_status", as: CardStatus.self),
            actor: try text("actor", as: TransitionMatrix.Actor.self),
            occasion: try text("occasion", as: TransitionMatrix.Occasion.self),
            reason: try optionalText("reason"), at: try timestamp("changed_at"))
    }

    fileprivate mutating func listedPhone() throws(PostgresFailure) -> (total: Int, phone: ListedPhone?) {
        let total = Int(try bigint("number"))
        guard try !isNull("phone_id") else { return (total, nil) }
        return (
            total,
            ListedPhone(
                phone: try phone(), ownerName: "\(try text("first_name")) \(try text("last_name"))",
                tokenCount: Int(try bigint("token_count")))
        )
    }

    fileprivate mutating func listedCustomer() throws(PostgresFailure) -> (total: Int, customer: ListedCustomer?) {
        let total = Int(try bigint("number"))
        guard try !isNull("customer_id") else { return (total, nil) }
        return (
            total,
            ListedCustomer(
                id: try number("customer_id"), brand: try text("brand"), firstName: try text("first_name"),
                lastName: try text("last_name"), email: try optionalText("email"), mobile: try text("mobile"),
                country: try text("country"), cardCount: Int(try bigint("card_count")))
        )
    }
}
