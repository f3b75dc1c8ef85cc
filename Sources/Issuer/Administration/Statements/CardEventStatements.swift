import Cards
import Issuing
import Postgres

/// Statements for events in the life of a card that no request to an operation causes.
package enum CardEventStatements {
    package static let holdByID = Statement(
        "card_hold_by_id",
        "SELECT \(CardStatements.heldColumns) FROM card WHERE card_id = $1 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    /// Whose card it is.
    static let customer = Statement("card_customer", "SELECT customer_id FROM card WHERE card_id = $1") {
        (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self)
    }

    static let markDispatched = Statement(
        "card_mark_dispatched",
        """
        UPDATE card SET dispatched_at = coalesce(dispatched_at, $3) WHERE customer_id = $1 AND card_id = $2
        RETURNING \(CardStatements.columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let markDelivered = Statement(
        "card_mark_delivered",
        """
        UPDATE card SET dispatched_at = coalesce(dispatched_at, $3), delivered_at = coalesce(delivered_at, $3)
        WHERE customer_id = $1 AND card_id = $2
        RETURNING \(CardStatements.columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let clearTries = Statement(
        "card_clear_tries",
        """
        UPDATE card SET wrong_activations = 0, wrong_pins = 0, wrong_tries_in_all = 0
        WHERE customer_id = $1 AND card_id = $2
        RETURNING \(CardStatements.columns)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.card() }

    static let all = [holdByID.erased, customer.erased, markDispatched.erased, markDelivered.erased, clearTries.erased]
}
