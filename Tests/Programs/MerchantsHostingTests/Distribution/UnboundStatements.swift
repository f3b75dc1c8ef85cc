/// The statements that do not say where their rows are, each with its reason.
///
/// Some must change before there is a cluster: it would refuse them, or ask every machine for a payment. The others
/// may stay, because they are rare and only read.
enum UnboundStatements {
    /// As `docs/DISTRIBUTION.md` says it, which also says what is to be done.
    enum Reason: String, CaseIterable {
        case lookup = "A value leads to a row of another group, such as the hash of a card's number to the card"
        case replaced = "A cluster gets another statement in its place"
        case idAlone = "A row is changed or locked by an id alone"
        case claim = "A worker claims rows while it looks for them"
        case oldest = "A worker removes what has ended by the time alone"
        case removal = "A worker removes what has ended, and locks each row"
        case several = "Rows of several customers or subjects at once"
        case fold = "The balances of the house are folded over all customers"
        case candidates = "A worker looks for what is due, without a lock"
        case everywhere = "Somebody asks for an id alone, a list over many customers or a sum"
        case check = "An operator checks the ledger"
        case rotation = "Values get another key, page by page"
        case sandbox = "Only a sandbox sends it"
    }

    static let names: [String: Reason] = {
        let pairs = listed.flatMap { reason, names in
            names.split(whereSeparator: \.isWhitespace).map { (String($0), reason) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    private static let listed: [Reason: String] = [
        .lookup: """
            payment_charged_card authentication_owner_of_token_call refresh_renew customer_recipient wallet_known
            ledger_account_numbered ledger_movement_find_by_reference cardpointe_caller merchants_payment_by_reference
            merchants_step_by_reference
            """,
        .replaced: """
            payment_card payment_disputes payment_lock payment_original payment_spent webhook_lease
            token_follow card_expire tokenization_forget_abandoned card_hold_by_id ledger_fold phone_hold_card_by_pan
            """,
        .idAlone: """
            merchants_payment_hold merchants_step_withdrawable webhook_resend
            """,
        .claim: """
            merchants_unsent_claim_due merchants_unsent_claim_retry dintero_sessions_claim_cancelled
            """,
        .oldest: """
            authentication_forget_events authentication_forget_owners call_use_forget idempotency_forget
            message_forget secure_view_forget refresh_forget apple_nonce_forget webhook_remove webhook_remove_lines
            ledger_movement_forget_previews token_request_forget
            """,
        .removal: """
            cardpointe_tokens_forget dintero_instruments_forget moneyhash_intents_forget_cards
            moneyhash_answers_forget merchants_wallet_claims_forget stitch_assertions_forget
            """,
        .several: """
            ledger_chosen clearing_file_take clearing_break_end_missing shadow_difference_forget call_use_add
            bureau_claim bureau_report_dispatched bureau_report_returned bureau_report_destroyed number_range_taken
            """,
        .fold: """
            ledger_fold_tail ledger_house_balances
            """,
        .candidates: """
            bureau_due card_due dispute_due ledger_holds_due ledger_movement_processing webhook_due webhook_candidates
            webhook_unused clearing_break_open_missing clearing_break_missing_page moneyhash_intents_abandoned
            moneyhash_intents_due moneyhash_intents_waiting merchants_payments_expiring
            merchants_payments_without_answer renewal_activated renewal_due renewal_ended shadow_difference_ended
            tokenization_abandoned
            """,
        .everywhere: """
            authorization_find_anywhere authorization_collected bureau_ordered_cards bureau_page dispute_find_anywhere
            ledger_transaction_numbered payment_elsewhere webhook_customer
            webhook_owner_of_delivery webhook_log webhook_log_of_all webhook_log_of_delivery webhook_attempts
            webhook_bodies webhook_backlog secure_view_count_waiting
            clearing_break_list clearing_break_list_of_kind clearing_break_losses clearing_file_authorizations
            backtest_cards card_customer customer_token_message_rows network_message_of_card shadow_difference_page
            customer_network_message_rows customer_ties attested_cards data_key_has_cards data_key_secret_bodies
            merchants_payment_by_id merchants_instruments_of_payments merchants_payments_anywhere
            merchants_payments_of_references merchants_steps_of_payments merchants_step_with_nonce
            """,
        .check: """
            ledger_check_clearings_of_files_are_in_the_ledger
            ledger_check_positions_are_the_sums_of_clearings
            ledger_check_accounts_are_numbered ledger_check_disputes_are_what_is_in_dispute
            ledger_check_extent ledger_check_fold_numbers_are_drawn_once
            ledger_check_held_is_the_sum_of_holds ledger_check_holds_are_the_rests_of_authorizations
            ledger_check_house_balances_are_the_sums_of_folded_entries ledger_check_journals_are_balanced
            ledger_check_journals_have_postings ledger_check_journals_lead_to_their_balances ledger_check_owed
            ledger_check_posted_is_the_sum_of_entries ledger_check_transactions_say_what_their_journals_moved
            """,
        .rotation: """
            kept_cvv_page kept_password_page kept_wallet_pin_page rehash_pan_page reseal_code_page reseal_pan_page
            reseal_pin_page reseal_seed_page reseal_evidence_page
            """,
        .sandbox: """
            book_holds book_postings clearing_authorizations clearing_uncleared
            look_authentication look_card look_cards_ending_in look_customers look_customers_matching
            look_customers_of_brand look_dispute look_disputes look_history look_phones look_phones_of_customer
            message_find message_inbox message_newest network_token_standing
            phone_token_customer_of_card phone_token_find phone_token_list phone_token_newest_codes phone_token_of_card
            phone_token_with_phones sandbox_nonce_use sandbox_plastic
            """,
    ]
}
