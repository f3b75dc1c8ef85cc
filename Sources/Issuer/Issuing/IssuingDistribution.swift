import Postgres

extension IssuingSchema {
    /// The machines that have the rows of each table, if there are several. `docs/DISTRIBUTION.md` says why.
    public static let distribution = Distribution(
        groups: [
            Distribution.Group(
                by: "customer_id",
                """
                issuing.customer money.account money.hold money.journal money.posting money.transaction money.movement
                issuing.card issuing.card_allowance issuing.card_code_tries issuing.card_controls
                issuing.card_status_history issuing.spent issuing.authorization issuing.early_reversal
                issuing.dispute issuing.dispute_step issuing.dispute_evidence issuing.shadow_difference
                issuing.tokenization issuing.tokenization_history issuing.token_request issuing.apple_nonce
                issuing.authentication_means issuing.authentication_factor issuing.passkey issuing.trusted_device
                issuing.authentication_event issuing.authentication_challenge issuing.message
                """),
            Distribution.Group(
                by: "subject", "webhooks.webhook_delivery webhooks.webhook_attempt webhooks.webhook_line"),
            // What is unique over all customers: each by its value, in a group of its own.
            Distribution.Group(by: "account_id", "money.account_number"),
            Distribution.Group(by: "merchant_ref_num", "money.used_merchant_reference"),
            Distribution.Group(by: "reference", "issuing.network_message"),
            Distribution.Group(by: "reference", "issuing.dpan_reference"),
            Distribution.Group(by: "reference", "issuing.token_message"),
            Distribution.Group(by: "reference", "issuing.clearing_line"),
            Distribution.Group(by: "reference", "issuing.clearing_loss"),
            Distribution.Group(by: "break_id", "issuing.clearing_break"),
            Distribution.Group(by: "pan_hash", "issuing.issued_pan"),
            Distribution.Group(by: "value", "issuing.customer_identifier"),
            Distribution.Group(by: "event_id", "issuing.authentication_owner"),
            Distribution.Group(by: "family_id", "issuing.refresh_family"),
            Distribution.Group(by: "token_hash", "issuing.secure_view"),
            Distribution.Group(by: "owner", "issuing.idempotent_answer"),
            Distribution.Group(by: "owner", "issuing.call_use"),
            Distribution.Group(by: "merchant", "issuing.merchant_code_tries"),
        ],
        everywhere: """
            issuing.brand issuing.client issuing.authentication_policy issuing.program issuing.program_controls
            issuing.payment_terms issuing.rules_draft issuing.card_transition issuing.dispute_transition
            issuing.brand_secure_view issuing.bureau_file issuing.call_rates
            issuing.clearing_file issuing.clearing_position issuing.interchange_rate
            issuing.data_key issuing.waiting_change webhooks.webhook_subscription issuing.partner_decision
            money.exchange_rate money.fold money.house_balance public.schema_migration
            """,
        together: "audit.audit_event issuing.bulk_order",
        views: ["money.entry": "money.posting"],
        functions: ["money.require_version": "issuing.customer", "issuing.follow_card": "issuing.customer"],
        numbers: """
            money.next_account_number money.next_transaction_number issuing.customer_number issuing.message_number
            """)
}
