import Cards
import Foundation
import Postgres

/// The only statements that change a card's status.
package enum TransitionStatements {
    /// The card's earlier status, and the card as it is now.
    package struct Outcome: Sendable {
        let from: CardStatus
        package let moved: Card
    }

    /// Moves a card that the transaction has locked, or the statement could miss a change that it waits for.
    static let move = Statement("card_move", moving()) {
        (row: inout Row) throws(PostgresFailure) in try row.outcome()
    }

    /// Moves a card that nobody has locked, with its tokens, as a transaction of its own, where nothing else has to be
    /// read or written: the brand does not protect the operation, and subscribes neither to statuses of cards nor, if
    /// the card has had a token, to those of tokens, and no token service hears of them. Otherwise it does nothing, and
    /// neither does it if it waited for another change that makes the move impossible. Then the transaction decides.
    ///
    /// On a cluster, it does not move a card that has had a token, because no function moves its tokens there.
    static let moveAlone = Statement(
        "card_move_alone",
        moving(if: """
            \(isUnheard)
              AND (tokenization_changes = 0
                   OR NOT \(WebhookEvent.token.isHeard(by: "$8"))
                      AND NOT \(TokenServiceAddress.isKnown(of: "card.scheme")))
            """) + """

            WHERE tokenization_changes = 0 OR \(TokenLifeStatements.following("moved", at: "$7")) IS NOT NULL
            """,
        onCluster: moving(if: "\(isUnheard) AND tokenization_changes = 0")
    ) { (row: inout Row) throws(PostgresFailure) in try row.outcome() }

    private static let isUnheard = """
        \(AuthenticationStatements.leavesOpen("$9", brand: "$8"))
          AND NOT \(WebhookEvent.cardStatus.isHeard(by: "$8"))
        """

    /// Checks the matrix, moves and records, in one statement; no row if the matrix has no such row. The end of a
    /// suspension, and an activation, restore the attempts at activation data. A lock and an unlock do not, because
    /// that would allow further guesses. A first chip and PIN transaction has the right PIN, so it clears the wrong
    /// ones. For a business, ACTIVE means the status before the suspension, as in `TransitionMatrix.meant`.
    private static func moving(if condition: String = "true") -> String {
        """
        WITH moved AS (
            UPDATE card SET
                status = t.to_status,
                returns_to = CASE WHEN t.to_status IN ('LOCKED', 'SUSPENDED') THEN coalesce(returns_to, status) END,
                changes = changes + 1,
                activated_at = CASE WHEN card_type = 'PHYSICAL' AND t.to_status = 'ACTIVE'
                               THEN coalesce(activated_at, $7) ELSE activated_at END,
                wrong_activations = CASE WHEN status = 'SUSPENDED' OR t.occasion = 'ACTIVATION'
                                    THEN 0 ELSE wrong_activations END,
                wrong_pins = CASE WHEN t.occasion = 'EVENT' AND t.to_status = 'ACTIVE' THEN 0 ELSE wrong_pins END
            FROM card_transition t
            WHERE customer_id = $1 AND card_id = $2
              AND t.actor = $3 AND t.occasion = $4 AND t.from_status = status
              AND t.to_status = CASE WHEN $3 = 'BUSINESS' AND $5 = 'ACTIVE' THEN coalesce(returns_to, $5) ELSE $5 END
              AND (NOT t.only_back OR t.to_status = returns_to)
              AND \(condition)
            RETURNING card.*, t.from_status
        ), recorded AS (
            INSERT INTO card_status_history
                (customer_id, card_id, change_number, actor, occasion, from_status, to_status, reason, changed_at)
            SELECT customer_id, card_id, changes, $3, $4, from_status, status, $6, $7 FROM moved
        )
        SELECT from_status, \(CardStatements.columns) FROM moved
        """
    }

    /// Up to a thousand cards that are past their expiry month, without those that are left out, and those that were
    /// renewed.
    private static let dueCards = """
        FROM card
        WHERE can_expire AND renewed_by IS NULL AND (expiry_year, expiry_month) < ($1, $2)
          AND card_id <> ALL ($3)
        ORDER BY expiry_year, expiry_month LIMIT 1000
        """

    struct Due: Hashable, Sendable {
        let customer: CustomerID
        let card: CardID
    }

    static let due = Statement("card_due", "SELECT customer_id, card_id \(dueCards)") {
        (row: inout Row) throws(PostgresFailure) in
        Due(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    /// Locks a card that is due. No row if it has ended or was renewed while this waited for the lock. With `IS NULL`,
    /// a plan could go through all cards that can expire instead of the key.
    static let holdDue = Statement(
        "card_hold_due",
        """
        SELECT \(CardStatements.heldColumns) FROM card
        WHERE customer_id = $1 AND card_id = $2 AND can_expire AND num_nulls(renewed_by) = 1
        FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    static let expiryReason = "The expiry month has ended"

    /// Expires these cards. Those that another transaction has locked stay due.
    static let expire = Statement(
        "card_expire",
        """
        WITH due AS (
            SELECT customer_id, card_id, status \(dueCards)
            FOR NO KEY UPDATE SKIP LOCKED
        ), change AS (
            UPDATE card SET status = t.to_status, returns_to = NULL, changes = changes + 1
            FROM due
            JOIN card_transition t
                ON t.actor = 'ISSUER' AND t.occasion = 'EVENT' AND t.from_status = due.status
                AND t.to_status = 'EXPIRED'
            WHERE card.customer_id = due.customer_id AND card.card_id = due.card_id
            RETURNING card.customer_id, card.card_id, card.program_name, card.scheme, card.changes AS change_number,
                      due.status AS from_status, card.status AS to_status, '\(expiryReason)' AS reason,
                      $4::timestamptz AS changed_at
        ), recorded AS (
            INSERT INTO card_status_history
                (customer_id, card_id, change_number, actor, occasion, from_status, to_status, reason, changed_at)
            SELECT customer_id, card_id, change_number, 'ISSUER', 'EVENT', from_status, to_status, reason, changed_at
            FROM change
        )
        SELECT customer_id, card_id, from_status, change_number, changed_at, \(CardAudience.column(of: "change"))
        FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        Expired(
            customer: try row.number("customer_id"), card: try row.id("card_id"),
            from: try row.text("from_status", as: CardStatus.self), number: try row.integer("change_number"),
            time: try row.timestamp("changed_at"), audience: try CardAudience(reading: &row))
    }

    struct Expired: Sendable {
        let customer: CustomerID
        let card: CardID
        let from: CardStatus
        let number: Int
        let time: Date
        let audience: CardAudience

        var change: CardChange {
            CardChange(
                card: card, customer: customer, number: number,
                content: .status(from: from, to: .expired, reason: TransitionStatements.expiryReason), time: time)
        }
    }

    static let matrix = Statement(
        "transition_matrix",
        "SELECT actor, occasion, from_status, to_status, only_back FROM card_transition"
    ) { (row: inout Row) throws(PostgresFailure) in
        TransitionMatrix.Cell(
            actor: try row.text("actor", as: TransitionMatrix.Actor.self),
            occasion: try row.text("occasion", as: TransitionMatrix.Occasion.self),
            from: try row.text("from_status", as: CardStatus.self), to: try row.text("to_status", as: CardStatus.self),
            condition: try row.boolean("only_back") ? .onlyBack : .always)
    }

    static let all = [move.erased, moveAlone.erased, due.erased, holdDue.erased, expire.erased, matrix.erased]

    static func move(
        _ card: CardID, of customer: CustomerID, to status: CardStatus, by actor: TransitionMatrix.Actor,
        on occasion: TransitionMatrix.Occasion, reason: String?, at now: Date
    ) -> Query<Outcome> {
        move(
            .id(customer), .id(card), .text(actor.rawValue), .text(occasion.rawValue),
            .text(status.rawValue), .text(reason), .timestamp(now))
    }

    /// The move of a customer who has not authenticated.
    static func moveAlone(
        _ card: CardID, of customer: CustomerID, to status: CardStatus, reason: String, at now: Date,
        unless brand: String, protects operation: ProtectedOperation
    ) -> Query<Outcome> {
        moveAlone(
            .id(customer), .id(card), .text(TransitionMatrix.Actor.customer.rawValue),
            .text(TransitionMatrix.Occasion.update.rawValue), .text(status.rawValue), .text(reason), .timestamp(now),
            .text(brand), .text(operation.rawValue))
    }

    static func due(at now: Date, except excluded: [CardID]) -> Query<Due> {
        let month = Expiry(months: 0, after: now)
        return due(.integer(month.year), .integer(month.month), .ids(excluded))
    }

    static func hold(_ due: Due) -> Query<CardStatements.Held> { holdDue(.id(due.customer), .id(due.card)) }

    static func expire(
        at now: Date, except excluded: [CardID]
    ) -> Query<Expired> {
        let month = Expiry(months: 0, after: now)
        return expire(.integer(month.year), .integer(month.month), .ids(excluded), .timestamp(now))
    }
}

extension Row {
    fileprivate mutating func outcome() throws(PostgresFailure) -> TransitionStatements.Outcome {
        TransitionStatements.Outcome(from: try text("from_status", as: CardStatus.self), moved: try card())
    }
}
