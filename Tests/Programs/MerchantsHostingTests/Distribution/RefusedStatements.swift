/// The statements of the card service and a sandbox that only one Postgres gets, because Citus 13.2 refuses them.
enum RefusedStatements {
    /// Each with the one that a cluster gets in its place.
    static let replaced = [
        "card_expire": "card_hold_due", "card_hold_by_id": "card_hold", "ledger_fold": "ledger_fold_tail",
        "payment_card": "payment_card_by_key", "payment_disputes": "payment_disputes_by_key",
        "payment_lock": "payment_lock_by_key", "payment_original": "payment_original_by_key",
        "payment_spent": "payment_spent_by_key", "phone_hold_card_by_pan": "card_hold",
        "token_follow": "token_follow_card", "tokenization_forget_abandoned": "tokenization_forget",
        "webhook_lease": "webhook_lease_line",
    ]
}
