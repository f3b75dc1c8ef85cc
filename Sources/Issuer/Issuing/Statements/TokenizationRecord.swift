import Cards

/// The part of a statement that records a change of tokenizations in their history and in the webhooks. Because it is
/// part of the statement, neither record can be missing.
enum TokenizationRecord {
    /// CTEs to put after one called `moved`, which has rows of `tokenization`, each with `changed_at` and the `word`
    /// for the change. Their cards must be locked. The rest of the statement finds all changes in `change`.
    static func clauses(telling event: WebhookEvent) -> String {
        """
        counted AS (
            UPDATE card SET tokenization_changes = tokenization_changes + due.changes
            FROM (
                SELECT customer_id, card_id, count(*)::integer AS changes FROM moved GROUP BY customer_id, card_id
            ) due
            WHERE card.customer_id = due.customer_id AND card.card_id = due.card_id
            RETURNING card.customer_id, card.card_id, card.program_name,
                      card.tokenization_changes - due.changes AS changes_before
        ), change AS (
            SELECT moved.*, counted.program_name,
                   (counted.changes_before + row_number() OVER (
                       PARTITION BY moved.customer_id, moved.card_id ORDER BY moved.tokenization_id))::integer
                       AS change_number
            FROM moved
            JOIN counted ON counted.customer_id = moved.customer_id AND counted.card_id = moved.card_id
        ), recorded AS (
            INSERT INTO tokenization_history
                (customer_id, card_id, change_number, tokenization_id, change, changed_at)
            SELECT customer_id, card_id, change_number, tokenization_id, word, changed_at FROM change
        ), \(CardWebhookOutbox.clauses(telling: event, of: "change", members: members(of: event)))
        """
    }

    private static func members(of event: WebhookEvent) -> [(name: String, sql: String)] {
        let whose = [(name: "cardId", sql: "change.card_id"), (name: "customerId", sql: "change.customer_id::text")]
        let time = (name: "eventTimestamp", sql: CardWebhookOutbox.timestamp("change.changed_at"))
        return event == .tokenization
            ? whose + [
                ("walletType", "split_part(change.wallet, '_', 1)"), ("deviceId", "change.device_id"), time,
                ("enrollmentStatus", "change.word"),
            ]
            : whose + [("result", "'SUCCESS'"), ("tokenAction", "change.word"), ("eventId", "event.id"), time]
    }
}
