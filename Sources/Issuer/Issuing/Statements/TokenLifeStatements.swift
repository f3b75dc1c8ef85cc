import Cards
import Foundation
import Postgres

/// Changes of tokens after they were issued.
package enum TokenLifeStatements {
    /// Gives the tokens of some cards, which the transaction has locked, the status that follows from the card's
    /// status. A token that the network suspended stays suspended when its card is unlocked.
    ///
    /// This must be a separate statement after the one that moves the card, because it reads the card's status.
    static let follow = Statement(
        "token_follow",
        """
        SELECT t.customer_id, t.card_id, line.change_number, t.wallet, t.device_id, t.dpan_reference,
               line.change AS word, line.changed_at
        FROM unnest($1::bigint[], $2::uuid[]) AS asked (customer_id, card_id)
        JOIN card ON card.customer_id = asked.customer_id AND card.card_id = asked.card_id
        CROSS JOIN LATERAL unnest(\(following("card", at: "$3"))) AS line
        JOIN tokenization t ON t.customer_id = line.customer_id AND t.tokenization_id = line.tokenization_id
        WHERE card.tokenization_changes > 0
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// The same for one card: `$1` is the customer, `$2` the card.
    ///
    /// A cluster gets the statements of the function, which does not run where a row is.
    static let followCard = Statement(
        "token_follow_card",
        """
        SELECT t.customer_id, t.card_id, line.change_number, t.wallet, t.device_id, t.dpan_reference,
               line.change AS word, line.changed_at
        FROM card
        CROSS JOIN LATERAL unnest(\(following("card", at: "$3"))) AS line
        JOIN tokenization t ON t.customer_id = line.customer_id AND t.tokenization_id = line.tokenization_id
        WHERE card.customer_id = $1 AND card.card_id = $2 AND card.tokenization_changes > 0
        """,
        onCluster: """
            WITH meant AS (
                SELECT \(tokenStatus(of: "status")) AS status
                FROM card WHERE customer_id = $1 AND card_id = $2 AND tokenization_changes > 0
            ), moved AS (
                UPDATE tokenization t SET token_status = meant.status, suspended_by_card = meant.status = 'SUSPENDED'
                FROM meant
                WHERE t.customer_id = $1 AND t.card_id = $2 AND t.token_status <> 'DELETED'
                  AND t.token_status <> meant.status AND (meant.status <> 'ACTIVE' OR t.suspended_by_card)
                RETURNING t.*,
                    CASE meant.status WHEN 'ACTIVE' THEN '\(TokenizationChange.resumed.rawValue)'
                                      WHEN 'SUSPENDED' THEN '\(TokenizationChange.suspended.rawValue)'
                                      WHEN 'DELETED' THEN '\(TokenizationChange.deleted.rawValue)' END AS word,
                    $3::timestamptz AS changed_at
            ), \(TokenizationRecord.clauses)
            SELECT \(TokenizationRecord.columns) FROM change
            """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// ``CardStatus/tokenStatus`` as an SQL expression. The function `follow_card` has a copy.
    private static func tokenStatus(of cardStatus: String) -> String {
        let branches = TokenStatus.allCases.map { status in
            let cards = CardStatus.allCases.filter { $0.tokenStatus == status }.map { "'\($0.rawValue)'" }
            return "WHEN \(cardStatus) IN (\(cards.joined(separator: ", "))) THEN '\(status.rawValue)'"
        }
        return "CASE \(branches.joined(separator: " ")) END"
    }

    /// An expression that gives the tokens of a locked card the status that follows from the card's status. Its value
    /// is the lines that this adds to their history, and never null.
    ///
    /// - Parameter card: a row of `card`.
    static func following(_ card: String, at moment: String) -> String {
        "follow_card(\(card).customer_id, \(card).card_id, \(card).status, \(moment))"
    }

    /// Gives a card's tokens to the card that replaces it. A lock on the old card does not apply to the new one. A
    /// token whose tokenization is INITIATED moves, too, but without an event, because none has reported the token.
    /// Only a token that the lock has suspended is returned with its reference, because the network must resume it.
    static let reissue = Statement(
        "token_reissue",
        """
        WITH announced AS (
            UPDATE tokenization SET card_id = $3
            WHERE customer_id = $1 AND card_id = $2 AND token_status IS NULL AND dpan_reference IS NOT NULL
        ), suspended AS (
            SELECT tokenization_id FROM tokenization
            WHERE customer_id = $1 AND card_id = $2 AND suspended_by_card
        ), moved AS (
            UPDATE tokenization SET
                card_id = $3, suspended_by_card = false,
                token_status = CASE WHEN suspended_by_card THEN 'ACTIVE' ELSE token_status END
            WHERE customer_id = $1 AND card_id = $2 AND token_status <> 'DELETED'
            RETURNING tokenization.*, '\(TokenizationChange.reissued.rawValue)' AS word, $4::timestamptz AS changed_at
        ), \(TokenizationRecord.clauses)
        SELECT customer_id, card_id, change_number, wallet, device_id,
               CASE WHEN tokenization_id IN (SELECT tokenization_id FROM suspended) THEN dpan_reference END
                   AS dpan_reference,
               word, changed_at
        FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// The customer and the tokenization that a DPAN reference belongs to.
    package static let owner = Statement(
        "token_owner", "SELECT customer_id, tokenization_id FROM dpan_reference WHERE reference = $1"
    ) { (row: inout Row) throws(PostgresFailure) in
        (
            customer: try row.number("customer_id", CustomerID.self),
            tokenization: try row.id("tokenization_id", TokenizationID.self)
        )
    }

    /// The card of a token, locked.
    static let holdCard = Statement(
        "token_hold_card",
        """
        SELECT \(CardStatements.heldColumns) FROM card
        WHERE customer_id = $1 AND card_id = (
            SELECT card_id FROM tokenization WHERE customer_id = $1 AND tokenization_id = $2)
        FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.heldCard() }

    static let change = Statement(
        "token_change",
        """
        WITH moved AS (
            UPDATE tokenization SET token_status = $4, suspended_by_card = false
            WHERE customer_id = $1 AND card_id = $2 AND tokenization_id = $3 AND token_status = ANY ($5)
            RETURNING tokenization.*, $6::text AS word, $7::timestamptz AS changed_at
        ), \(TokenizationRecord.clauses)
        SELECT \(TokenizationRecord.columns) FROM change
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.tokenChange() }

    /// For a network that suspends a token which its card has already suspended. The token was already reported as
    /// SUSPENDED, so it is not reported again.
    static let keepSuspended = Statement(
        "token_keep_suspended",
        """
        UPDATE tokenization SET suspended_by_card = false WHERE customer_id = $1 AND tokenization_id = $2
        """
    )

    /// Another device, or another account on it. This is not an event.
    static let move = Statement(
        "token_move",
        """
        UPDATE tokenization SET device_id = coalesce($3, device_id), profile_id = coalesce($4, profile_id)
        WHERE customer_id = $1 AND tokenization_id = $2
        """)

    static let all = [
        follow.erased, followCard.erased, reissue.erased, owner.erased, holdCard.erased, change.erased,
        keepSuspended.erased, move.erased,
    ]

    static func follow(_ cards: [(customer: CustomerID, card: CardID)], at now: Date) -> Query<TokenChange> {
        follow(
            .ids(cards.map(\.customer)), .ids(cards.map(\.card)), .timestamp(now))
    }

    static func follow(_ card: CardID, of customer: CustomerID, at now: Date) -> Query<TokenChange> {
        followCard(.id(customer), .id(card), .timestamp(now))
    }

    static func reissue(
        from old: CardID, to new: CardID, of customer: CustomerID, at now: Date
    ) -> Query<TokenChange> {
        reissue(.id(customer), .id(old), .id(new), .timestamp(now))
    }

    static func change(
        _ tokenization: Tokenization, by event: TokenEvent, of card: Card, at now: Date
    ) -> Query<TokenChange> {
        change(
            .id(card.customer), .id(card.id), .id(tokenization.id),
            .text(event.leaves.rawValue), .textArray(event.accepted.map(\.rawValue)), .text(event.change.rawValue),
            .timestamp(now))
    }
}
