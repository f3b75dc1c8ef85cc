/// The statements of the card service that Citus 13.2 refuses, each for the reason that it gives.
enum RefusedStatements {
    /// Statements that only one Postgres gets, each with the one that a cluster gets in its place.
    static let replaced = [
        "payment_card": "payment_card_by_key", "payment_disputes": "payment_disputes_by_key",
        "payment_lock": "payment_lock_by_key", "payment_original": "payment_original_by_key",
        "payment_spent": "payment_spent_by_key", "webhook_lease": "webhook_lease_line",
        "webhook_remove_ended": "webhook_remove_unused",
    ]

    static let names: Set<String> = Set(listed.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })

    private static let listed = [
        // Rows are locked on several machines.
        """
        card_expire card_hold_by_id ledger_movement_forget_previews rehash_pan_hold rehash_pan_wait
        reseal_code_hold reseal_code_wait reseal_evidence_hold reseal_evidence_wait reseal_pan_hold
        reseal_pan_wait reseal_pin_hold reseal_pin_wait reseal_seed_hold reseal_seed_wait
        tokenization_forget_abandoned
        """,
        // Rows of different machines are joined.
        """
        ledger_check_accounts_are_numbered token_follow
        """,
        // A pair of columns is compared, and machines exchange no pairs.
        """
        kept_password_page kept_wallet_pin_page rehash_pan_page reseal_seed_page
        """,
        // A row would move to another machine.
        """
        rehash_pan_store
        """,
        // Text of a date depends on the session's settings.
        """
        clearing_position_settle
        """,
        // A parameter is lost in ON CONFLICT.
        """
        call_use_add
        """,
        // A table that is everywhere is changed after one that is spread was read.
        """
        ledger_fold
        """,
    ]
}
