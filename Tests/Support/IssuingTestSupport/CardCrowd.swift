import Cards
import Postgres
import TestSupport

/// Fills the growing tables with enough rows for Postgres to make the same plans as in production.
package enum CardCrowd {
    /// Copies a card to five thousand customers, four cards each, with everything that belongs to a card. Checks of
    /// foreign keys would take a third of the time.
    package static func add(to scratch: ScratchDatabase, copying card: Card) async throws {
        try await scratch.executeUnchecked(script: sql(copying: card))
        // The superuser would look at the catalogs of all databases, too.
        try await scratch.database.execute(script: "ANALYZE")
    }

    private static func sql(copying card: Card) -> String {
        """
        INSERT INTO customer (customer_id, brand, country, first_name, last_name, mobile, created_at)
        SELECT n, 'demo', 'BG', 'A', 'B', '+1 1', '2026-01-01Z' FROM generate_series(1, 5000) n;
        INSERT INTO money.account (customer_id, account_id, currency, opened_at)
        SELECT n, n, '\(card.currency)', '2026-01-01Z' FROM generate_series(1, 5000) n;
        INSERT INTO money.account_number SELECT account_id, customer_id FROM money.account WHERE customer_id <= 5000;

        CREATE TEMPORARY TABLE crowd AS
        SELECT card.* FROM card, generate_series(1, 20000) WHERE card_id = '\(card.id)';
        UPDATE crowd SET card_id = gen_random_uuid(), tokenization_changes = 1;
        UPDATE crowd SET customer_id = 1 + ('x' || left(card_id::text, 8))::bit(32)::bigint % 5000,
            expiry_year = 2027 + ('x' || left(card_id::text, 4))::bit(16)::integer % 5;
        UPDATE crowd SET account_id = customer_id;
        ALTER TABLE crowd DROP COLUMN can_expire, DROP COLUMN cvv_key_version, DROP COLUMN bureau_file,
            DROP COLUMN returned_at, DROP COLUMN destroyed_at, DROP COLUMN renewed_by,
            DROP COLUMN takes_over;
        INSERT INTO card SELECT * FROM crowd;

        INSERT INTO card_status_history (customer_id, card_id, change_number, actor, occasion, to_status, changed_at)
        SELECT customer_id, card_id, 1, 'ISSUER', 'EVENT', status, created_at FROM crowd;
        INSERT INTO issued_pan SELECT sha256(card_id::text::bytea), customer_id, card_id FROM crowd;
        INSERT INTO card_allowance SELECT DISTINCT customer_id, program_name, 4, 5 FROM crowd;
        INSERT INTO idempotent_answer
        SELECT 'customer ' || customer_id, card_id, '', 201, decode(repeat('7b', 600), 'hex'),
            created_at + random() * '1 day'::interval
        FROM crowd;
        INSERT INTO refresh_family
        SELECT card_id, 'demo', 'demo-app', customer_id, '', 1, created_at + random() * '1 day'::interval,
            created_at + '1 day'::interval
        FROM crowd;
        INSERT INTO call_use
        SELECT card_id, 'demo', 'customer', 1773576000000000 + (random() * 60000000)::bigint FROM crowd;
        INSERT INTO bulk_order (order_id, brand, status, number_of_cards, created_at, started_at, completed_at,
                                customer_ids, card_ids)
        SELECT card_id, 'demo', 'COMPLETED', 1, created_at, created_at, created_at, ARRAY[customer_id], ARRAY[card_id]
        FROM crowd;
        INSERT INTO tokenization (customer_id, tokenization_id, card_id, wallet, initiated_at)
        SELECT customer_id, card_id, card_id, 'APPLE_PAY', created_at FROM crowd;
        INSERT INTO tokenization_history
        SELECT customer_id, card_id, 1, card_id, 'TOKENIZATION_INITIATED', created_at FROM crowd;
        INSERT INTO apple_nonce
        SELECT customer_id, card_id, '\\x01020304', created_at, created_at + random() * '1 day'::interval FROM crowd;
        INSERT INTO dpan_reference SELECT card_id, customer_id, card_id FROM crowd;
        INSERT INTO token_request
            (customer_id, request_id, card_id, dpan_reference, wallet, decision, methods, decided_at)
        SELECT customer_id, card_id, card_id, card_id, 'APPLE_PAY', 'APPROVED', '{}',
               created_at + random() * '1 day'::interval
        FROM crowd;
        INSERT INTO token_message (reference, digest, kind, customer_id, card_id, decision, methods, received_at)
        SELECT card_id, '', 'PROVISIONING', customer_id, card_id, 'APPROVED', '{}', created_at FROM crowd;
        INSERT INTO sandbox.phone SELECT card_id, customer_id, 'PIXEL', card_id, card_id, created_at FROM crowd;
        INSERT INTO sandbox.phone_token
            (reference, phone_id, customer_id, card_id, dpan_last_four, message_digest, waits, created_at)
        SELECT card_id, card_id, customer_id, card_id, '0000', sha256(card_id::text::bytea), false, created_at
        FROM crowd;
        INSERT INTO sandbox.network_token
        SELECT sha256(card_id::text::bytea), card_id, 'GOOGLE_PAY', '', 1, 1, 2030, 1, 1 FROM crowd;
        INSERT INTO sandbox.used_counter SELECT sha256(card_id::text::bytea), 1, card_id, created_at FROM crowd;
        \(payments)
        \(proofs)
        \(webhooks)
        DROP TABLE crowd;
        """
    }

    private static let payments = """
        INSERT INTO card_controls (customer_id, card_id, switched_off, blocked_countries, blocked_categories,
            limit_windows, limit_channels, limit_amounts, limit_counts, changed_at)
        SELECT customer_id, card_id, '{}', '{}', '{}', '{DAY}', '{ALL}', '{5}', '{-1}', created_at FROM crowd;
        INSERT INTO money.hold (customer_id, hold_id, account_id, status, held, placed_at, expires_at, ended_at)
        SELECT c.customer_id, c.card_id, a.account_id, CASE WHEN n.is_pending THEN 'PENDING' ELSE 'EXPIRED' END,
               CASE WHEN n.is_pending THEN 1 ELSE 0 END, c.created_at, c.created_at + '7 days'::interval,
               CASE WHEN n.is_pending THEN NULL ELSE c.created_at + '7 days'::interval END
        FROM crowd c JOIN money.account a USING (customer_id), LATERAL (SELECT c.customer_id % 100 = 0) n (is_pending);
        INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, hold_id, posted_at)
        SELECT customer_id, card_id, account_id, row_number() OVER (PARTITION BY customer_id), 0, card_id, created_at
        FROM crowd;
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
        SELECT customer_id, card_id, 1, 'customer', 'scheme:VISA', currency, 1 FROM crowd;
        INSERT INTO money.movement (customer_id, movement_id, kind, currency, amount, status, created_at, changed_at)
        SELECT customer_id, card_id, 'DEPOSIT', currency, 1, 'PREVIEW', created_at, created_at FROM crowd;
        INSERT INTO spent SELECT customer_id, card_id, 'DAY', 'ALL', 1, 1, 1, 1 FROM crowd;
        INSERT INTO early_reversal SELECT customer_id, card_id, card_id, created_at FROM crowd;
        INSERT INTO dispute (customer_id, dispute_id, account_id, authorization_id, card_id, scheme, reason, status,
            currency, amount, disputed, credited, collected, written_off, bears_losses, steps, deadline, opened_at,
            changed_at)
        SELECT customer_id, card_id, account_id, card_id, card_id, 'VISA', 'FRAUD',
               CASE WHEN customer_id % 100 = 0 THEN 'OPEN' ELSE 'LOST' END, currency, 1, 1, 0, 0, 0, false, 1,
               CASE WHEN customer_id % 100 = 0 THEN created_at + '120 days'::interval END, created_at, created_at
        FROM crowd;
        INSERT INTO dispute_step (customer_id, dispute_id, step_number, actor, step, to_status, disputed, taken_at)
        SELECT customer_id, card_id, 1, 'CUSTOMER', 'OPEN', 'OPEN', 1, created_at FROM crowd;
        INSERT INTO dispute_evidence (customer_id, evidence_id, dispute_id, file_number, actor, file_name, media_type,
            size_bytes, sealed_content, key_version, added_at)
        SELECT customer_id, card_id, card_id, 1, 'CUSTOMER', 'a.txt', 'text/plain', 1, '', 1, created_at FROM crowd;
        INSERT INTO network_message (reference, digest, kind, customer_id, card_id, response_code, findings,
            received_at)
        SELECT card_id, '', 'AUTHORIZATION', customer_id, card_id, '00', '{}', created_at FROM crowd;
        INSERT INTO shadow_difference (customer_id, reference, card_id, program_name, draft_version, response_code,
            draft_code, amount, currency, merchant_category, merchant_country, received_at)
        SELECT customer_id, card_id, card_id, 'P' || customer_id % 100, 1, '00', '57', 1, currency, 5812, 'DE',
               created_at
        FROM crowd;
        INSERT INTO clearing_file (file_id, digest, reference, lines, received_at)
        SELECT card_id, sha256(card_id::text::bytea), card_id, 2000, created_at FROM crowd LIMIT 10;
        INSERT INTO clearing_line (reference, file_id, line_number, customer_id, authorization_id, scheme, currency,
            amount, interchange)
        SELECT card_id, file_id, 2, customer_id, card_id, 'VISA', currency, 1, 0
        FROM crowd, (SELECT file_id FROM clearing_file LIMIT 1) f;
        INSERT INTO clearing_break (break_id, kind, authorization_id, is_booked, authorized, authorized_currency,
            opened_at, resolved_at, resolved_by, reason)
        SELECT card_id, 'MISSING', card_id, false, 1, currency, created_at, created_at, 'olga', 'late' FROM crowd;
        INSERT INTO clearing_loss (reference, break_id) SELECT card_id, card_id FROM crowd;
        INSERT INTO money.transaction (customer_id, transaction_id, slip_id, account_id, transaction_type, direction,
            amount, status, card_id, created_at, changed_at)
        SELECT customer_id, row_number() OVER (), 1, account_id, 'PREPAID_CARD', 'DEBIT', 1, 'PENDING', card_id,
            created_at, created_at
        FROM crowd;
        INSERT INTO "authorization" (customer_id, authorization_id, account_id, card_id, reference, lifecycle,
            authorization_type, status, is_refund, pays_at_once, currency, approved, reversed, released, cleared,
            refunded, merchant_amount, merchant_currency, atm_fee, fx_fee, response_code, decided_by,
            merchant_category, merchant_country, merchant_name, entry_mode, card_presence, challenge, channels,
            changes, created_at, changed_at)
        SELECT customer_id, card_id, account_id, card_id, card_id, card_id, 'PURCHASE', 'DECLINED', false, false,
            currency, 0, 0, 0, 0, 0, 1, currency, 0, 0, '51', 'ISSUER', 5812, 'DE', 'A', 'CHIP', 'PRESENT', 'PIN',
            '{ECOMMERCE}', 1, created_at + random() * '1 day'::interval, created_at
        FROM crowd;
        """

    private static let proofs = """
        INSERT INTO authentication_means (customer_id) SELECT generate_series(1, 5000);
        INSERT INTO authentication_factor (customer_id, verification) SELECT generate_series(1, 5000), 'SMS';
        INSERT INTO customer_identifier SELECT 'demo', 'EMAIL', card_id::text, customer_id FROM crowd;
        INSERT INTO passkey SELECT customer_id, card_id::text::bytea, decode(repeat('04', 65), 'hex'), 0 FROM crowd;
        INSERT INTO trusted_device
        SELECT customer_id, card_id, 'a', decode(repeat('04', 65), 'hex'), created_at FROM crowd;
        INSERT INTO authentication_event
        SELECT customer_id, card_id, card_id, 'demo', 'UPDATE_CARD', card_id, '', 'EMBEDDED', 'OPEN', 0, 5, 0, 5,
            created_at, created_at + random() * '1 day'::interval
        FROM crowd;
        INSERT INTO authentication_challenge (customer_id, event_id, challenge_number, verification, attempts,
            allowable_attempts, created_at, expires_at)
        SELECT customer_id, card_id, 1, 'PASSWORD', 0, 5, created_at, created_at FROM crowd;
        INSERT INTO message (customer_id, message_id, message_number, channel, target, event_id, challenge_number,
            created_at)
        SELECT customer_id, card_id, row_number() OVER (), 'PUSH_NOTIFICATION', 'a', card_id, 1,
            created_at + random() * '1 day'::interval
        FROM crowd;
        INSERT INTO authentication_owner
        SELECT card_id, customer_id, created_at + random() * '1 day'::interval FROM crowd;
        """

    private static let webhooks = """
        INSERT INTO webhook_subscription
        SELECT card_id, 'demo', '/prepaid/card/status/events', card_id, '', 1, created_at, NULL, 'HOUSE'
        FROM crowd LIMIT 10;
        INSERT INTO webhook_line
        SELECT customer_id || '/' || card_id, subscription_id, 1, 0, crowd.created_at + random() * '1 day'::interval
        FROM crowd, (SELECT subscription_id FROM webhook_subscription LIMIT 2) s;
        INSERT INTO webhook_delivery
        SELECT customer_id || '/' || card_id, gen_random_uuid(), subscription_id, 2, card_id, '',
            ('{PENDING,DELIVERED,DEAD}'::text[])[1 + (random() * 2)::integer], 1,
            crowd.created_at + random() * '1 day'::interval
        FROM crowd, (SELECT subscription_id FROM webhook_subscription LIMIT 2) s;
        INSERT INTO webhook_attempt SELECT subject, delivery_id, 1, 'DELIVERED', 200, 9, queued_at
        FROM webhook_delivery;
        INSERT INTO secure_view (token_hash, customer_id, card_id, brand, content, pan_separator, has_copy_button,
            theme, expires_at)
        SELECT sha256(card_id::text::bytea), customer_id, card_id, 'demo', 'PAN', ' ', false, 'AUTO',
            created_at + random() * '1 day'::interval
        FROM crowd;
        """
}
