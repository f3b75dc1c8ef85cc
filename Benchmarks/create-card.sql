-- The statements of `createCard`, in the same two round trips.
\set customer random(:first, :last)
\startpipeline
BEGIN;
SELECT mode, operations, event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds, allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out, refuses_weak_pins, accepts_trusted_devices, relying_party_id, origins FROM authentication_policy WHERE brand = 'demo';
SELECT customer_id, country, first_name, last_name, mobile, address1, address2, address3, city, country_code, state, postal_code FROM customer WHERE customer_id = :customer;
SELECT p.*, coalesce(a.issued_cards, 0) FROM customer c JOIN program p ON p.brand = c.brand LEFT JOIN card_allowance a ON a.customer_id = c.customer_id AND a.program_name = p.program_name WHERE c.customer_id = :customer AND p.program_name = 'BENCH-VIRTUAL-MC-EEA';
SELECT known.account_id IS NOT NULL, coalesce(known.account_id, nextval('money.next_account_number')) FROM (VALUES (:customer::bigint, 'EUR')) AS asked (customer_id, currency) LEFT JOIN money.account known USING (customer_id, currency);
\endpipeline
\startpipeline
INSERT INTO card_allowance (customer_id, program_name, issued_cards, cards_per_customer) VALUES (:customer, 'BENCH-VIRTUAL-MC-EEA', 1, 1000000) ON CONFLICT ON CONSTRAINT card_allowance_is_counted_once DO UPDATE SET issued_cards = card_allowance.issued_cards + 1;
INSERT INTO issued_pan (pan_hash, customer_id, card_id) VALUES (sha256(uuid_send(gen_random_uuid())), :customer, gen_random_uuid());
WITH issued AS (INSERT INTO card (customer_id, card_id, program_name, card_type, scheme, status, changes, currency, bin, last_four, expiry_month, expiry_year, account_id, mobile, created_at, sealed_pan, pan_key_version) VALUES (:customer, gen_random_uuid(), 'BENCH-VIRTUAL-MC-EEA', 'VIRTUAL', 'MC', 'ACTIVE', 1, 'EUR', '541333', '0000', 11, 2029, (SELECT account_id FROM money.account WHERE customer_id = :customer AND currency = 'EUR'), '+359 881234567', now(), sha256('bench'), 1) RETURNING customer_id, card_id, changes, status, created_at) INSERT INTO card_status_history (customer_id, card_id, change_number, actor, occasion, to_status, reason, changed_at) SELECT customer_id, card_id, changes, 'ISSUER', 'EVENT', status, NULL, created_at FROM issued;
COMMIT;
\endpipeline
