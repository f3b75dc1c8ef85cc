import Authorizing
import Cards
import Identifiers
import Ledger
import Postgres

/// The cards whose messages a backtest judges again.
enum BacktestStatements {
    // By the primary key, so that a page costs the same however many cards the program has.
    private static let page: Statement<Card> = Statement(
        "backtest_cards",
        """
        SELECT c.customer_id, c.card_id, c.account_id, c.program_name = $1 AS is_of_program,
               \(ControlStatements.cardColumns)
        FROM card c
        LEFT JOIN card_controls
            ON card_controls.customer_id = c.customer_id AND card_controls.card_id = c.card_id
        WHERE (c.customer_id, c.card_id) >= ($2, $3)
        ORDER BY c.customer_id, c.card_id LIMIT $4
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Card(
            customer: try row.number("customer_id", CustomerID.self), id: try row.id("card_id", CardID.self),
            account: try row.number("account_id", AccountID.self), isOfProgram: try row.boolean("is_of_program"),
            controls: try row.cardControls())
    }

    static let all = [page.erased]

    struct Card: Sendable {
        let customer: CustomerID
        let id: CardID
        let account: AccountID
        let isOfProgram: Bool
        let controls: CardControls
    }

    /// The cards from a place on, with the card of the place itself.
    static func cards(of program: String, from place: BacktestPlace, limit: Int) -> Query<Card> {
        page(
            .text(program), .bigint(place.customer?.rawValue ?? 0), .id(place.card), .bigint(Int64(limit)))
    }
}
