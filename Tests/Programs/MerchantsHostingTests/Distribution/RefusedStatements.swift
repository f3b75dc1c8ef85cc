/// The statements of the card service that Citus 13.2 refuses, each for the reason that it gives.
enum RefusedStatements {
    /// Statements that only one Postgres gets, each with the one that a cluster gets in its place.
    static let replaced = [
        "card_expire": "card_hold", "card_hold_by_id": "card_hold",
        "payment_card": "payment_card_by_key", "payment_disputes": "payment_disputes_by_key",
        "payment_lock": "payment_lock_by_key", "payment_original": "payment_original_by_key",
        "payment_spent": "payment_spent_by_key", "token_follow": "token_follow_card",
        "tokenization_forget_abandoned": "tokenization_forget", "webhook_lease": "webhook_lease_line",
    ]

    static let names: Set<String> = Set(listed.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })

    private static let listed = [
        // A table that is everywhere is changed after one that is spread was read.
        """
        ledger_fold
        """,
    ]
}
