import Postgres

extension IssuingSchema {
    /// The rights of a role that serves. It only reads what an operator sets up, and only adds to histories.
    ///
    /// A test compares them with what Postgres asks of a role that runs the statements.
    public static let servingRights = ServingRights(
        mark: "money.journal",
        schemas: ["money", "webhooks", "audit", "issuing"],
        tables: [
            [.select]: """
                money.entry money.exchange_rate money.next_fold_number
                issuing.authentication_policy issuing.brand_secure_view issuing.call_rates issuing.card_transition
                issuing.clearing_file issuing.clearing_line issuing.clearing_position
                issuing.client issuing.interchange_rate issuing.payment_terms issuing.program issuing.program_controls
                issuing.rules_draft
                """,
            [.insert]: "issuing.card_status_history",
            [.select, .insert]: """
                money.account_number money.journal money.posting
                issuing.customer_identifier issuing.data_key issuing.dispute_evidence issuing.dispute_step
                issuing.early_reversal issuing.network_message issuing.token_message
                """,
            // To lock a row needs UPDATE. A brand has one column, which other tables reference.
            [.select, .update]: "issuing.brand",
            // An event gets its place in the chain once; a trigger refuses every other change.
            [.select, .insert, .update]: """
                audit.audit_event
                money.account money.fold money.hold money.house_balance money.transaction
                issuing."authorization" issuing.authentication_challenge issuing.authentication_means issuing.bulk_order
                issuing.card issuing.card_allowance issuing.card_controls issuing.clearing_break issuing.customer
                issuing.dispute issuing.passkey issuing.spent
                """,
            [.select, .insert, .delete]: """
                money.used_merchant_reference
                webhooks.webhook_attempt
                issuing.apple_nonce issuing.authentication_owner issuing.dpan_reference issuing.issued_pan
                issuing.message issuing.secure_view issuing.shadow_difference issuing.tokenization_history
                """,
            [.select, .insert, .update, .delete]: """
                money.movement
                webhooks.webhook_delivery webhooks.webhook_line webhooks.webhook_subscription
                issuing.authentication_event issuing.authentication_factor issuing.call_use issuing.card_code_tries
                issuing.idempotent_answer issuing.merchant_code_tries issuing.partner_decision issuing.refresh_family
                issuing.token_request issuing.tokenization issuing.trusted_device
                """,
        ],
        sequences: [
            "money.next_account_number", "money.next_fold_number", "money.next_transaction_number",
            "webhooks.webhook_insertion", "audit.audit_number",
            "issuing.authorization_insertion", "issuing.card_insertion", "issuing.customer_number",
            "issuing.dispute_insertion", "issuing.network_message_insertion",
            "issuing.message_number",
        ],
        functions: [
            "money.require_version(bigint, bigint, bigint)", "webhooks.webhook_id(text)",
            "issuing.follow_card(bigint, uuid, text, timestamp with time zone)",
        ])
}
