import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

/// What a dispute takes from the card, its program and its brand.
enum DisputeTermsStatements {
    static let terms = Statement(
        "dispute_terms",
        """
        SELECT c.scheme, coalesce(t.gives_provisional_credit, false) AS gives_provisional_credit,
               coalesce(t.bears_lost_disputes, false) AS bears_lost_disputes
        FROM "authorization" z
        JOIN card c ON c.customer_id = z.customer_id AND c.card_id = z.card_id
        LEFT JOIN payment_terms t ON t.program_name = c.program_name
        WHERE z.customer_id = $1 AND z.authorization_id = $2
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let scheme = try row.text("scheme", as: Scheme.self)
        let givesCredit = try row.boolean("gives_provisional_credit")
        return (
            scheme: scheme,
            terms: DisputeTerms(
                givesProvisionalCredit: givesCredit, bearsLosses: try row.boolean("bears_lost_disputes"))
        )
    }

    /// The number is drawn on the server that the session is on, which alone has the sequence.
    static let ticket = Statement(
        "dispute_ticket",
        """
        WITH told AS MATERIALIZED (
            SELECT u.brand FROM customer u
            WHERE u.customer_id = $1 AND \(WebhookEvent.dispute.isHeard(by: "u.brand"))
        )
        SELECT brand, nextval('money.next_transaction_number') AS number FROM told
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        DisputeTicket(brand: try row.text("brand"), number: try row.bigint("number"))
    }

    static let all = [terms.erased, ticket.erased]
}
