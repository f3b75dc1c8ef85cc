/// The step of the schema that lets programs renew their cards, and say how wallets show them.
enum RenewalMigration {
    /// Earlier programs renew no card. One that still runs lets a renewed card expire by itself: its tokens are then
    /// deleted, and do not go to the new card. So no program gets terms of renewal before the last of them has ended.
    static let sql = """
        ALTER TABLE issuing.payment_terms
            ADD COLUMN renewal_days integer NOT NULL DEFAULT 0,
            ADD COLUMN renewal_keeps_number boolean NOT NULL DEFAULT false,
            ADD COLUMN wallet_metadata text[] NOT NULL DEFAULT '{}',
            ADD CONSTRAINT renewal_is_0_to_90_days_before_the_expiry CHECK (renewal_days BETWEEN 0 AND 90);
        ALTER TABLE issuing.token_message ADD COLUMN wallet_metadata text[] NOT NULL DEFAULT '{}';
        ALTER TABLE issuing.card
            ADD COLUMN renewed_by uuid,
            ADD COLUMN takes_over boolean NOT NULL DEFAULT false;
        CREATE INDEX card_renewable ON issuing.card (program_name, expiry_year, expiry_month)
            WHERE can_expire AND renewed_by IS NULL;
        CREATE INDEX card_renewed ON issuing.card (expiry_year, expiry_month)
            WHERE can_expire AND renewed_by IS NOT NULL;
        CREATE INDEX card_taking_over ON issuing.card (customer_id, card_id)
            WHERE takes_over AND activated_at IS NOT NULL;
        """
}
