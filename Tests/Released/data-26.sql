SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE SCHEMA issuing;
ALTER SCHEMA issuing OWNER TO tessera;
CREATE SCHEMA merchants;
ALTER SCHEMA merchants OWNER TO tessera;
CREATE SCHEMA money;
ALTER SCHEMA money OWNER TO tessera;
CREATE SCHEMA sandbox;
ALTER SCHEMA sandbox OWNER TO tessera;
CREATE DOMAIN issuing.activation_tries AS integer
	CONSTRAINT activation_tries_are_0_to_3 CHECK (((VALUE >= 0) AND (VALUE <= 3)));
ALTER DOMAIN issuing.activation_tries OWNER TO tessera;
CREATE DOMAIN issuing.actor AS text
	CONSTRAINT actor_is_known CHECK ((VALUE = ANY (ARRAY['CUSTOMER'::text, 'BUSINESS'::text, 'ISSUER'::text])));
ALTER DOMAIN issuing.actor OWNER TO tessera;
CREATE DOMAIN issuing.card_bin AS text
	CONSTRAINT bin_is_6_digits CHECK ((VALUE ~ '^[0-9]{6}$'::text));
ALTER DOMAIN issuing.card_bin OWNER TO tessera;
CREATE DOMAIN issuing.card_scheme AS text
	CONSTRAINT card_scheme_is_known CHECK ((VALUE = ANY (ARRAY['VISA'::text, 'MC'::text])));
ALTER DOMAIN issuing.card_scheme OWNER TO tessera;
CREATE DOMAIN issuing.card_status AS text
	CONSTRAINT card_status_is_known CHECK ((VALUE = ANY (ARRAY['ACTIVE'::text, 'PENDING'::text, 'APPLIED'::text, 'REJECTED'::text, 'ISSUED'::text, 'DIGITAL'::text, 'LOCKED'::text, 'SUSPENDED'::text, 'EXPIRED'::text, 'CANCELLED'::text, 'DAMAGED'::text, 'LOST'::text])));
ALTER DOMAIN issuing.card_status OWNER TO tessera;
CREATE DOMAIN issuing.card_type AS text
	CONSTRAINT card_type_is_known CHECK ((VALUE = ANY (ARRAY['PHYSICAL'::text, 'VIRTUAL'::text])));
ALTER DOMAIN issuing.card_type OWNER TO tessera;
CREATE DOMAIN issuing.expiry_month AS integer
	CONSTRAINT expiry_month_is_1_to_12 CHECK (((VALUE >= 1) AND (VALUE <= 12)));
ALTER DOMAIN issuing.expiry_month OWNER TO tessera;
CREATE DOMAIN issuing.last_four AS text
	CONSTRAINT last_four_are_4_digits CHECK ((VALUE ~ '^[0-9]{4}$'::text));
ALTER DOMAIN issuing.last_four OWNER TO tessera;
CREATE DOMAIN issuing.occasion AS text
	CONSTRAINT occasion_is_known CHECK ((VALUE = ANY (ARRAY['UPDATE'::text, 'ACTIVATION'::text, 'REPLACEMENT'::text, 'EVENT'::text])));
ALTER DOMAIN issuing.occasion OWNER TO tessera;
CREATE DOMAIN issuing.pin_tries AS integer
	CONSTRAINT pin_tries_are_0_to_3 CHECK (((VALUE >= 0) AND (VALUE <= 3)));
ALTER DOMAIN issuing.pin_tries OWNER TO tessera;
CREATE DOMAIN issuing.token_status AS text
	CONSTRAINT token_status_is_known CHECK ((VALUE = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'DELETED'::text])));
ALTER DOMAIN issuing.token_status OWNER TO tessera;
CREATE DOMAIN issuing.tokenization_change AS text
	CONSTRAINT tokenization_change_is_known CHECK ((VALUE = ANY (ARRAY['TOKENIZATION_INITIATED'::text, 'TOKENIZATION_FAILED'::text, 'ENROLLMENT_SUCCESSFUL'::text, 'TOKEN_FROZEN'::text, 'TOKEN_UNFROZEN'::text, 'TOKEN_CANCELLED'::text, 'TOKEN_REISSUED'::text])));
ALTER DOMAIN issuing.tokenization_change OWNER TO tessera;
CREATE DOMAIN issuing.verification AS text
	CONSTRAINT verification_is_known CHECK ((VALUE = ANY (ARRAY['PASSWORD'::text, 'PIN'::text, 'SMS'::text, 'EMAIL'::text, 'AUTHENTICATOR'::text, 'PUSH_NOTIFICATION'::text, 'PASSKEYS'::text, 'BIOMETRIC'::text])));
ALTER DOMAIN issuing.verification OWNER TO tessera;
CREATE DOMAIN issuing.wallet_type AS text
	CONSTRAINT wallet_type_is_known CHECK ((VALUE = ANY (ARRAY['APPLE_PAY'::text, 'GOOGLE_PAY'::text, 'SAMSUNG_PAY'::text])));
ALTER DOMAIN issuing.wallet_type OWNER TO tessera;
CREATE DOMAIN issuing.webhook_dialect AS text
	CONSTRAINT webhook_dialect_is_known CHECK ((VALUE = ANY (ARRAY['HOUSE'::text, 'SVIX'::text, 'DINTERO'::text, 'MONEYHASH'::text])));
ALTER DOMAIN issuing.webhook_dialect OWNER TO tessera;
CREATE DOMAIN issuing.webhook_outcome AS text
	CONSTRAINT webhook_outcome_is_known CHECK ((VALUE = ANY (ARRAY['DELIVERED'::text, 'REFUSED'::text, 'TIMED_OUT'::text, 'NOT_REACHED'::text, 'ADDRESS_NOT_ALLOWED'::text])));
ALTER DOMAIN issuing.webhook_outcome OWNER TO tessera;
CREATE DOMAIN issuing.webhook_status AS text
	CONSTRAINT webhook_status_is_known CHECK ((VALUE = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'DEAD'::text])));
ALTER DOMAIN issuing.webhook_status OWNER TO tessera;
CREATE DOMAIN merchants.gateway AS text
	CONSTRAINT gateway_is_1_to_32_small_letters CHECK ((VALUE ~ '^[a-z]{1,32}$'::text));
ALTER DOMAIN merchants.gateway OWNER TO tessera;
CREATE DOMAIN merchants.merchant_id AS text
	CONSTRAINT merchant_id_is_1_to_32_letters_and_digits CHECK ((VALUE ~ '^[0-9A-Za-z]{1,32}$'::text));
ALTER DOMAIN merchants.merchant_id OWNER TO tessera;
CREATE DOMAIN merchants.payment_status AS text
	CONSTRAINT payment_status_is_known CHECK ((VALUE = ANY (ARRAY['CREATED'::text, 'PENDING_AUTHENTICATION'::text, 'AUTHORIZED'::text, 'DECLINED'::text, 'CAPTURED'::text, 'VOIDED'::text, 'REFUNDED'::text, 'EXPIRED'::text])));
ALTER DOMAIN merchants.payment_status OWNER TO tessera;
CREATE DOMAIN merchants.reference AS text
	CONSTRAINT payment_reference_is_12_digits CHECK ((VALUE ~ '^[0-9]{12}$'::text));
ALTER DOMAIN merchants.reference OWNER TO tessera;
CREATE DOMAIN merchants.step_kind AS text
	CONSTRAINT payment_step_kind_is_known CHECK ((VALUE = ANY (ARRAY['CAPTURE'::text, 'VOID'::text, 'REFUND'::text])));
ALTER DOMAIN merchants.step_kind OWNER TO tessera;
CREATE DOMAIN merchants.wallet AS text
	CONSTRAINT merchant_wallet_is_known CHECK ((VALUE = ANY (ARRAY['APPLE'::text, 'GOOGLE'::text, 'SAMSUNG'::text])));
ALTER DOMAIN merchants.wallet OWNER TO tessera;
CREATE DOMAIN money.account_id AS bigint
	CONSTRAINT account_number_has_1_to_12_digits CHECK (((VALUE >= 1) AND (VALUE <= '999999999999'::bigint)));
ALTER DOMAIN money.account_id OWNER TO tessera;
CREATE DOMAIN money.authorization_status AS text
	CONSTRAINT authorization_status_is_known CHECK ((VALUE = ANY (ARRAY['APPROVED'::text, 'DECLINED'::text, 'FAILED'::text, 'EXPIRED'::text, 'REVERSED'::text, 'SETTLED'::text, 'SETTLED_PARTIAL'::text, 'FORCED_BAL_RELEASE'::text, 'SETTLED_RELEASE_FAIL'::text, 'UNKNOWN'::text])));
ALTER DOMAIN money.authorization_status OWNER TO tessera;
CREATE DOMAIN money.authorization_type AS text
	CONSTRAINT authorization_type_is_known CHECK ((VALUE = ANY (ARRAY['PURCHASE'::text, 'ATM_WITHDRAWAL'::text, 'PURCHASE_WITH_CASHBACK'::text, 'REFUND'::text, 'BALANCE_INQUIRY'::text, 'ACCOUNT_VERIFICATION'::text])));
ALTER DOMAIN money.authorization_type OWNER TO tessera;
CREATE DOMAIN money.category_list AS text[]
	CONSTRAINT categories_are_at_most_300_times_four_digits CHECK (((cardinality(VALUE) <= 300) AND (array_to_string(VALUE, ' '::text) ~ '^([0-9]{4}( |$))*$'::text)));
ALTER DOMAIN money.category_list OWNER TO tessera;
CREATE DOMAIN money.channels AS text[]
	CONSTRAINT channels_are_known CHECK ((VALUE <@ ARRAY['ECOMMERCE'::text, 'POS'::text, 'CONTACTLESS'::text, 'MAGNETIC_STRIPE'::text, 'ATM'::text, 'MOBILE_WALLET'::text]));
ALTER DOMAIN money.channels OWNER TO tessera;
CREATE DOMAIN money.country_list AS text[]
	CONSTRAINT countries_are_at_most_300_pairs_of_letters CHECK (((cardinality(VALUE) <= 300) AND (array_to_string(VALUE, ' '::text) ~ '^([A-Z]{2}( |$))*$'::text)));
ALTER DOMAIN money.country_list OWNER TO tessera;
CREATE DOMAIN money.currency AS text
	CONSTRAINT currency_is_three_letters CHECK ((VALUE ~ '^[A-Z]{3}$'::text));
ALTER DOMAIN money.currency OWNER TO tessera;
CREATE DOMAIN money.direction AS text
	CONSTRAINT direction_is_known CHECK ((VALUE = ANY (ARRAY['DEBIT'::text, 'CREDIT'::text])));
ALTER DOMAIN money.direction OWNER TO tessera;
CREATE DOMAIN money.hold_status AS text
	CONSTRAINT hold_status_is_known CHECK ((VALUE = ANY (ARRAY['PENDING'::text, 'POSTED'::text, 'VOIDED'::text, 'EXPIRED'::text])));
ALTER DOMAIN money.hold_status OWNER TO tessera;
CREATE DOMAIN money.ledger_account AS text
	CONSTRAINT ledger_account_is_in_the_chart CHECK ((VALUE ~ ('^(customer|safeguarding|fx|transfer|dispute|writeoff|scheme:(VISA|MC)|merchant:[^:]+:.+'::text || '|income:(SENDER|RECIPIENT|DEPOSIT|WITHDRAWAL|MERCHANT|PAYSAFE|ATM|FX|OTHER)_FEE)$'::text)));
ALTER DOMAIN money.ledger_account OWNER TO tessera;
CREATE DOMAIN money.limit_channels AS text[]
	CONSTRAINT limits_are_of_known_channels CHECK ((VALUE <@ ARRAY['ALL'::text, 'ECOMMERCE'::text, 'POS'::text, 'CONTACTLESS'::text, 'MAGNETIC_STRIPE'::text, 'ATM'::text, 'MOBILE_WALLET'::text]));
ALTER DOMAIN money.limit_channels OWNER TO tessera;
CREATE DOMAIN money.limit_values AS bigint[]
	CONSTRAINT limit_is_not_negative CHECK (('-1'::integer <= ALL (VALUE)));
ALTER DOMAIN money.limit_values OWNER TO tessera;
CREATE DOMAIN money.limit_windows AS text[]
	CONSTRAINT limits_are_at_most_20_of_known_windows CHECK (((cardinality(VALUE) <= 20) AND (VALUE <@ ARRAY['TRANSACTION'::text, 'DAY'::text, 'WEEK'::text, 'MONTH'::text, 'LIFETIME'::text])));
ALTER DOMAIN money.limit_windows OWNER TO tessera;
CREATE DOMAIN money.merchant_reference AS text
	CONSTRAINT merchant_reference_is_1_to_50_characters CHECK (((length(VALUE) >= 1) AND (length(VALUE) <= 50)));
ALTER DOMAIN money.merchant_reference OWNER TO tessera;
CREATE DOMAIN money.movement_kind AS text
	CONSTRAINT movement_kind_is_known CHECK ((VALUE = ANY (ARRAY['DEPOSIT'::text, 'TRANSFER'::text, 'WITHDRAWAL'::text])));
ALTER DOMAIN money.movement_kind OWNER TO tessera;
CREATE DOMAIN money.movement_status AS text
	CONSTRAINT movement_status_is_known CHECK ((VALUE = ANY (ARRAY['PREVIEW'::text, 'PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text])));
ALTER DOMAIN money.movement_status OWNER TO tessera;
CREATE DOMAIN money.network_reference AS text
	CONSTRAINT network_reference_is_1_to_100_printable_characters CHECK ((VALUE ~ '^[!-~]{1,100}$'::text));
ALTER DOMAIN money.network_reference OWNER TO tessera;
CREATE DOMAIN money.response_code AS text
	CONSTRAINT response_code_is_two_characters CHECK ((VALUE ~ '^[0-9A-Z]{2}$'::text));
ALTER DOMAIN money.response_code OWNER TO tessera;
CREATE DOMAIN money.transaction_status AS text
	CONSTRAINT transaction_status_is_known CHECK ((VALUE = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text, 'REFUNDED'::text, 'DECLINED'::text])));
ALTER DOMAIN money.transaction_status OWNER TO tessera;
CREATE DOMAIN money.transaction_type AS text
	CONSTRAINT transaction_type_is_known CHECK ((VALUE = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'TRANSFER_IN'::text, 'TRANSFER_OUT'::text, 'PREPAID_CARD'::text, 'CHARGEBACK'::text, 'CHARGEBACK_REVERSAL'::text])));
ALTER DOMAIN money.transaction_type OWNER TO tessera;
CREATE FUNCTION issuing.refuse_rewriting_history() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'history_is_append_only';
END $$;
ALTER FUNCTION issuing.refuse_rewriting_history() OWNER TO tessera;
CREATE FUNCTION issuing.tell_transaction() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    type CONSTANT text := '/transactions/events';
    time_form CONSTANT text := 'YYYY-MM-DD"T"HH24:MI:SS"Z"';
    about CONSTANT text := NEW.customer_id || '/' || NEW.account_id;
    is_new CONSTANT boolean := TG_OP = 'INSERT';
    has_new_journal CONSTANT boolean := NEW.journal_id IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.journal_id IS NULL);
    subscriptions uuid[];
    place bigint;
    event uuid;
    message bytea;
BEGIN
    SELECT array_agg(s.subscription_id) INTO subscriptions
    FROM issuing.customer c
    JOIN issuing.webhook_subscription s
        ON s.owner = c.brand AND s.event_type = type AND s.ended_at IS NULL
    WHERE c.customer_id = NEW.customer_id;
    IF subscriptions IS NULL THEN RETURN NULL; END IF;
    place := CASE WHEN is_new THEN NEW.transaction_id ELSE nextval('money.next_transaction_number') END;
    event := issuing.webhook_id(type || ' ' || place);
    message := convert_to(json_strip_nulls(json_build_object(
        'id', event,
        'timestamp', to_char(NEW.changed_at AT TIME ZONE 'UTC', time_form),
        'operationType', CASE WHEN is_new THEN 'Create' ELSE 'Update' END,
        'transaction', json_build_object(
            'id', NEW.transaction_id::text,
            'slipId', NEW.slip_id::text,
            'customerId', NEW.customer_id::text,
            'accountId', NEW.account_id::text,
            'type', NEW.transaction_type,
            'amount', NEW.amount,
            'currencyCode', (
                SELECT a.currency FROM money.account a
                WHERE a.customer_id = NEW.customer_id AND a.account_id = NEW.account_id),
            'direction', NEW.direction,
            'fees', CASE WHEN has_new_journal THEN (
                SELECT json_agg(json_build_object(
                    'amount', p.amount, 'currency', p.currency, 'paymentReason', substr(p.credit, length('income:') + 1)
                ) ORDER BY p.posting_number)
                FROM money.posting p
                WHERE p.customer_id = NEW.customer_id AND p.journal_id = NEW.journal_id
                  AND p.debit = 'customer' AND p.credit LIKE 'income:%') END,
            'paymentType', CASE WHEN is_new THEN
                CASE WHEN NEW.transaction_type IN ('PREPAID_CARD', 'CHARGEBACK', 'CHARGEBACK_REVERSAL') THEN 'CARD'
                     WHEN NEW.transaction_type IN ('TRANSFER_IN', 'TRANSFER_OUT') THEN 'TRANSFER'
                     WHEN NEW.transaction_type = 'DEPOSIT' THEN 'BANK_TRANSFER' END END,
            'status', NEW.status,
            'statusReason', NEW.status_reason,
            'balance', CASE WHEN has_new_journal THEN (
                SELECT j.balance FROM money.journal j
                WHERE j.customer_id = NEW.customer_id AND j.journal_id = NEW.journal_id) END,
            'merchantRefNum', CASE WHEN is_new THEN NEW.merchant_ref_num END,
            'creationTime', to_char(NEW.created_at AT TIME ZONE 'UTC', time_form),
            'lastChangeDate', to_char(NEW.changed_at AT TIME ZONE 'UTC', time_form))))::text, 'UTF8');
    INSERT INTO issuing.webhook_line AS l (subject, subscription_id, waiting, failures, next_attempt_at)
    SELECT about, s.id, 1, 0, NEW.changed_at FROM unnest(subscriptions) AS s (id)
    ON CONFLICT ON CONSTRAINT line_is_one DO UPDATE SET waiting = l.waiting + 1;
    INSERT INTO issuing.webhook_delivery (
        subject, delivery_id, subscription_id, event_number, event_id, body, status, attempts, queued_at)
    SELECT about, issuing.webhook_id(event || ' ' || s.id), s.id, place, event, message, 'PENDING', 0, NEW.changed_at
    FROM unnest(subscriptions) AS s (id);
    RETURN NULL;
END $$;
ALTER FUNCTION issuing.tell_transaction() OWNER TO tessera;
CREATE FUNCTION issuing.webhook_id(name text) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    RETURN (OVERLAY(OVERLAY(md5(name) PLACING '8'::text FROM 13) PLACING 'a'::text FROM 17))::uuid;
ALTER FUNCTION issuing.webhook_id(name text) OWNER TO tessera;
CREATE FUNCTION money.refuse_rewriting_journals() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journals_are_append_only';
END $$;
ALTER FUNCTION money.refuse_rewriting_journals() OWNER TO tessera;
CREATE FUNCTION money.require_version(customer bigint, account bigint, expected bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM money.account a
                   WHERE a.customer_id = customer AND a.account_id = account AND a.version = expected) THEN
        RAISE EXCEPTION 'account % did not change as it was decided', account
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'account_changes_as_decided';
    END IF;
END $$;
ALTER FUNCTION money.require_version(customer bigint, account bigint, expected bigint) OWNER TO tessera;
CREATE FUNCTION sandbox.changed_rows(watched regclass, keys text) RETURNS text
    LANGUAGE sql STABLE
    AS $_$
    SELECT format(
        'SELECT c.key, c.before, to_jsonb(r) AS now
         FROM (SELECT DISTINCT ON (key) key, before FROM sandbox.change
               WHERE changed = %1$L::regclass AND log_position > $1 ORDER BY key, log_position) c
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, c.key) k
         LEFT JOIN %1$s r USING (%2$s)
         WHERE c.before IS DISTINCT FROM to_jsonb(r)', watched, keys)
$_$;
ALTER FUNCTION sandbox.changed_rows(watched regclass, keys text) OWNER TO tessera;
CREATE FUNCTION sandbox.differences_since(since bigint, most bigint) RETURNS TABLE(total bigint, table_name text, change text, key jsonb, columns jsonb)
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
    t record;
    found bigint;
BEGIN
    total := 0;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(since) LOOP
        EXECUTE format('SELECT count(*) FROM (%s) r', sandbox.changed_rows(t.watched, t.keys)) INTO found USING since;
        total := total + found;
    END LOOP;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(since) ORDER BY depth, watched::text LOOP
        RETURN QUERY
        SELECT total, t.watched::text,
               CASE WHEN r.before IS NULL THEN 'ADDED' WHEN r.now IS NULL THEN 'REMOVED' ELSE 'CHANGED' END,
               (SELECT jsonb_object_agg(attname, sandbox.shown(r.key -> attname, atttypid)) FROM pg_attribute
                WHERE attrelid = t.watched AND r.key ? attname),
               (SELECT jsonb_object_agg(attname, jsonb_strip_nulls(jsonb_build_object(
                    'was', sandbox.shown(r.before -> attname, atttypid),
                    'is', sandbox.shown(r.now -> attname, atttypid))))
                FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  AND coalesce(r.before -> attname, 'null') <> coalesce(r.now -> attname, 'null'))
        FROM sandbox.rows_changed_since(since, t.watched, t.keys, most) r ORDER BY r.key;
        GET DIAGNOSTICS found = ROW_COUNT;
        most := most - found;
        EXIT WHEN most = 0;
    END LOOP;
END $$;
ALTER FUNCTION sandbox.differences_since(since bigint, most bigint) OWNER TO tessera;
CREATE FUNCTION sandbox.drop_snapshot(snapshot_name text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    first bigint;
    t record;
BEGIN
    LOCK TABLE sandbox.snapshot IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT min(log_position) INTO first FROM sandbox.snapshot;
    IF first IS NULL THEN
        PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
        PERFORM sandbox.forget_changes();
        RETURN true;
    END IF;
    FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
        DELETE FROM sandbox.change WHERE changed = t.watched AND log_position < first;
    END LOOP;
    RETURN true;
END $$;
ALTER FUNCTION sandbox.drop_snapshot(snapshot_name text) OWNER TO tessera;
CREATE FUNCTION sandbox.empty_merchants() RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
             WHERE relnamespace = 'merchants'::regnamespace AND relkind = 'r');
END
$$;
ALTER FUNCTION sandbox.empty_merchants() OWNER TO tessera;
CREATE FUNCTION sandbox.forget_changes() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT tgrelid::regclass AS watched FROM pg_trigger WHERE tgname = 'change_is_logged' LOOP
        EXECUTE format('DROP TRIGGER change_is_logged ON %s', t.watched);
    END LOOP;
    TRUNCATE sandbox.snapshot, sandbox.change;
    ALTER SEQUENCE sandbox.log_position RESTART;
END $$;
ALTER FUNCTION sandbox.forget_changes() OWNER TO tessera;
CREATE FUNCTION sandbox.hold_watched_tables(mode text) RETURNS void
    LANGUAGE plpgsql
    SET lock_timeout TO '0'
    AS $$
DECLARE
    tables text := (
        SELECT string_agg(watched::text, ', ' ORDER BY watched <> 'issuing.customer'::regclass, depth, watched::text)
        FROM sandbox.watched_tables());
BEGIN
    FOR attempt IN 0..11 LOOP
        PERFORM set_config('lock_timeout', least(100 * 4 ^ attempt, 4500) || 'ms', true);
        BEGIN
            EXECUTE format('LOCK TABLE sandbox.snapshot, %s IN %s MODE', tables, mode);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 11 THEN RAISE; END IF;
        END;
    END LOOP;
END $$;
ALTER FUNCTION sandbox.hold_watched_tables(mode text) OWNER TO tessera;
CREATE FUNCTION sandbox.key_of(changed jsonb, key_columns text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT jsonb_object_agg(name, changed -> name) FROM unnest(key_columns) name
$$;
ALTER FUNCTION sandbox.key_of(changed jsonb, key_columns text[]) OWNER TO tessera;
CREATE FUNCTION sandbox.log_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    key_before jsonb;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        key_before := sandbox.key_of(to_jsonb(OLD), TG_ARGV);
        INSERT INTO sandbox.change (changed, key, before) VALUES (TG_RELID, key_before, to_jsonb(OLD));
    END IF;
    IF TG_OP <> 'DELETE' AND sandbox.key_of(to_jsonb(NEW), TG_ARGV) IS DISTINCT FROM key_before THEN
        INSERT INTO sandbox.change (changed, key) VALUES (TG_RELID, sandbox.key_of(to_jsonb(NEW), TG_ARGV));
    END IF;
    RETURN NULL;
END $$;
ALTER FUNCTION sandbox.log_change() OWNER TO tessera;
CREATE FUNCTION sandbox.read_snapshot_file(snapshot_name text, file jsonb) RETURNS text
    LANGUAGE plpgsql
    AS $_$
DECLARE
    t record;
    names text;
    stray text;
    reading text;
    rule text;
BEGIN
    IF file ->> 'format' IS DISTINCT FROM 'tessera-snapshot' OR file -> 'takenDate' IS NULL
       OR jsonb_typeof(file -> 'tables') IS DISTINCT FROM 'object'
       OR jsonb_typeof(file -> 'numbers') IS DISTINCT FROM 'object' THEN
        RETURN 'NO_SNAPSHOT';
    END IF;
    IF file -> 'version' IS DISTINCT FROM '1' OR file ->> 'shape' IS DISTINCT FROM sandbox.shape() THEN
        RETURN 'OTHER_SCHEMA';
    END IF;
    IF NOT coalesce(sandbox.sealing_keys() @> (file -> 'keys'), false) THEN RETURN 'OTHER_KEYS'; END IF;
    IF (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(file -> 'tables') name)
       IS DISTINCT FROM (SELECT array_agg(watched::text ORDER BY watched::text) FROM sandbox.watched_tables())
       OR (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(file -> 'numbers') name)
       IS DISTINCT FROM (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(sandbox.watched_numbers()) name)
    THEN
        RETURN 'OTHER_PARTS';
    END IF;
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    -- What fails in this block is undone.
    BEGIN
        FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
            reading := t.watched::text;
            SELECT name INTO stray
            FROM jsonb_array_elements(file -> 'tables' -> reading) line, jsonb_object_keys(line) name
            WHERE NOT EXISTS (
                SELECT FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attname = name)
            ORDER BY name LIMIT 1;
            IF FOUND THEN RETURN 'UNKNOWN ' || reading || '.' || stray; END IF;
        END LOOP;
        PERFORM sandbox.forget_changes();
        EXECUTE (SELECT 'TRUNCATE ' || string_agg(watched::text, ', ') FROM sandbox.watched_tables());
        SET CONSTRAINTS ALL DEFERRED;
        FOR t IN SELECT * FROM sandbox.watched_tables() ORDER BY depth LOOP
            reading := t.watched::text;
            EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
            -- Postgres computes the generated columns again.
            SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
            WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
            EXECUTE format(
                'INSERT INTO %1$s (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$s, $1)', t.watched, names)
            USING file -> 'tables' -> reading;
        END LOOP;
        reading := 'numbers';
        PERFORM sandbox.set_numbers(file -> 'numbers');
        reading := 'takenDate';
        PERFORM (file ->> 'takenDate')::timestamptz;
        -- A table on which a check still waits cannot be altered.
        SET CONSTRAINTS ALL IMMEDIATE;
    EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
        GET STACKED DIAGNOSTICS rule = CONSTRAINT_NAME;
        RETURN CASE rule WHEN '' THEN 'MALFORMED ' || reading ELSE 'BROKEN ' || rule END;
    END;
    FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t.watched);
    END LOOP;
    PERFORM sandbox.watch_changes();
    INSERT INTO sandbox.snapshot (name, numbers, taken_at)
    VALUES (snapshot_name, sandbox.watched_numbers(), (file ->> 'takenDate')::timestamptz);
    RETURN 'READ';
END $_$;
ALTER FUNCTION sandbox.read_snapshot_file(snapshot_name text, file jsonb) OWNER TO tessera;
CREATE FUNCTION sandbox.restore_snapshot(snapshot_name text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
DECLARE
    target sandbox.snapshot;
    t record;
    names text;
    values_before text;
    values_excluded text;
BEGIN
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    SELECT * INTO target FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN false; END IF;
    SET CONSTRAINTS ALL DEFERRED;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) ORDER BY depth DESC LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
        EXECUTE format(
            'DELETE FROM %1$s WHERE (%2$s) IN (
                 SELECT %2$s FROM sandbox.rows_changed_since($1, $2, $3) r
                 CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.key) k WHERE r.before IS NULL OR $4)',
            t.watched, t.keys)
        USING target.log_position, t.watched, t.keys,
              NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = t.watched AND NOT condeferrable);
    END LOOP;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) ORDER BY depth LOOP
        -- Postgres computes the generated columns again.
        SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum),
               string_agg(format('b.%I', attname), ', ' ORDER BY attnum),
               string_agg(format('excluded.%I', attname), ', ' ORDER BY attnum)
        INTO names, values_before, values_excluded FROM pg_attribute
        WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format(
            'INSERT INTO %1$s (%2$s)
             SELECT %3$s FROM sandbox.rows_changed_since($1, $2, $3) r
             CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.before) b WHERE r.before IS NOT NULL
             ON CONFLICT (%5$s) DO UPDATE SET (%2$s) = (SELECT %4$s)',
            t.watched, names, values_before, values_excluded, t.keys)
        USING target.log_position, t.watched, t.keys;
    END LOOP;
    -- A table on which a check still waits cannot be altered.
    SET CONSTRAINTS ALL IMMEDIATE;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) LOOP
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t.watched);
    END LOOP;
    DELETE FROM sandbox.change WHERE log_position > target.log_position;
    DELETE FROM sandbox.snapshot WHERE log_position > target.log_position;
    PERFORM sandbox.set_numbers(target.numbers);
    RETURN true;
END $_$;
ALTER FUNCTION sandbox.restore_snapshot(snapshot_name text) OWNER TO tessera;
CREATE FUNCTION sandbox.rows_at(watched regclass, keys text) RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT format(
        'WITH changed AS (%s)
         SELECT before FROM changed WHERE before IS NOT NULL
         UNION ALL
         SELECT to_jsonb(r) FROM %s r
         WHERE NOT EXISTS (SELECT FROM changed WHERE key = sandbox.key_of(to_jsonb(r), %L::text[]))',
        sandbox.changed_rows(watched, keys), watched, string_to_array(keys, ', '))
$$;
ALTER FUNCTION sandbox.rows_at(watched regclass, keys text) OWNER TO tessera;
CREATE FUNCTION sandbox.rows_changed_since(since bigint, watched regclass, keys text, most bigint DEFAULT NULL::bigint) RETURNS TABLE(key jsonb, before jsonb, now jsonb)
    LANGUAGE plpgsql STABLE
    AS $_$
BEGIN
    RETURN QUERY EXECUTE sandbox.changed_rows(watched, keys) || ' ORDER BY c.key LIMIT $2' USING since, most;
END $_$;
ALTER FUNCTION sandbox.rows_changed_since(since bigint, watched regclass, keys text, most bigint) OWNER TO tessera;
CREATE FUNCTION sandbox.sealing_keys() RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
    SELECT coalesce(jsonb_object_agg(purpose || ' ' || version, encode(sha256(wrapped), 'hex')), '{}')
    FROM issuing.data_key
$$;
ALTER FUNCTION sandbox.sealing_keys() OWNER TO tessera;
CREATE FUNCTION sandbox.set_numbers(numbers jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    s record;
BEGIN
    FOR s IN SELECT format('%I.%I', schemaname, sequencename) AS name, (numbers ->> sequencename)::bigint AS last
             FROM pg_sequences
             WHERE schemaname IN ('money', 'issuing', 'merchants', 'sandbox') AND sequencename <> 'log_position' LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', s.name);
        PERFORM setval(s.name::regclass, s.last) WHERE s.last IS NOT NULL;
    END LOOP;
END $$;
ALTER FUNCTION sandbox.set_numbers(numbers jsonb) OWNER TO tessera;
CREATE FUNCTION sandbox.shape() RETURNS text
    LANGUAGE sql STABLE
    AS $$
    SELECT encode(sha256(convert_to(string_agg(
               format('%s.%s %s', watched, attname, format_type(atttypid, atttypmod)), E'\n'
               ORDER BY watched::text, attnum), 'UTF8')), 'hex')
    FROM sandbox.watched_tables() JOIN pg_attribute ON attrelid = watched
    WHERE attnum > 0 AND NOT attisdropped
$$;
ALTER FUNCTION sandbox.shape() OWNER TO tessera;
CREATE FUNCTION sandbox.shown(value jsonb, type oid) RETURNS jsonb
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT CASE WHEN type = 'bytea'::regtype AND value <> 'null' THEN '"(sealed)"' ELSE value END
$$;
ALTER FUNCTION sandbox.shown(value jsonb, type oid) OWNER TO tessera;
CREATE FUNCTION sandbox.snapshot_file(snapshot_name text, most_rows bigint, most_bytes bigint) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
    source sandbox.snapshot;
    t record;
    content jsonb;
    contents jsonb[];
    tables jsonb := '{}';
BEGIN
    SELECT * INTO source FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN NULL; END IF;
    FOR t IN SELECT * FROM sandbox.watched_tables() ORDER BY depth, watched::text LOOP
        contents := '{}';
        FOR content IN EXECUTE sandbox.rows_at(t.watched, t.keys) USING source.log_position LOOP
            most_rows := most_rows - 1;
            most_bytes := most_bytes - octet_length(content::text) - 2;
            IF most_rows < 0 OR most_bytes < 0 THEN
                RAISE program_limit_exceeded USING MESSAGE = 'the snapshot is too large for a file';
            END IF;
            contents := contents || content;
        END LOOP;
        tables := tables || jsonb_build_object(t.watched::text, to_jsonb(contents));
    END LOOP;
    RETURN jsonb_build_object(
        'format', 'tessera-snapshot', 'version', 1, 'shape', sandbox.shape(), 'keys', sandbox.sealing_keys(),
        'takenDate', source.taken_at, 'numbers', source.numbers, 'tables', tables);
END $$;
ALTER FUNCTION sandbox.snapshot_file(snapshot_name text, most_rows bigint, most_bytes bigint) OWNER TO tessera;
CREATE FUNCTION sandbox.tables_changed_since(since bigint) RETURNS TABLE(watched regclass, keys text, depth integer)
    LANGUAGE sql STABLE
    AS $$
    SELECT * FROM sandbox.watched_tables() w
    WHERE EXISTS (SELECT FROM sandbox.change c WHERE c.changed = w.watched AND c.log_position > since)
$$;
ALTER FUNCTION sandbox.tables_changed_since(since bigint) OWNER TO tessera;
CREATE FUNCTION sandbox.watch_changes() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    t record;
BEGIN
    PERFORM sandbox.hold_watched_tables('SHARE ROW EXCLUSIVE');
    FOR t IN SELECT * FROM sandbox.watched_tables() WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged') LOOP
        EXECUTE format(
            'CREATE TRIGGER change_is_logged AFTER INSERT OR UPDATE OR DELETE ON %s
             FOR EACH ROW EXECUTE FUNCTION sandbox.log_change(%s)',
            t.watched, t.keys);
    END LOOP;
END $$;
ALTER FUNCTION sandbox.watch_changes() OWNER TO tessera;
CREATE FUNCTION sandbox.watched_numbers() RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
    SELECT jsonb_object_agg(sequencename, last_value) FROM pg_sequences
    WHERE schemaname IN ('money', 'issuing', 'merchants', 'sandbox') AND sequencename <> 'log_position'
$$;
ALTER FUNCTION sandbox.watched_numbers() OWNER TO tessera;
CREATE FUNCTION sandbox.watched_tables() RETURNS TABLE(watched regclass, keys text, depth integer)
    LANGUAGE sql STABLE
    AS $$
    WITH RECURSIVE found AS (
        SELECT oid, 0 AS depth FROM pg_class
        WHERE relnamespace IN (
              'money'::regnamespace, 'issuing'::regnamespace, 'merchants'::regnamespace, 'sandbox'::regnamespace)
          AND relkind = 'r'
          AND relname NOT IN ('card_transition', 'data_key', 'network_keys', 'mark', 'snapshot', 'change')
        UNION
        SELECT f.conrelid, found.depth + 1
        FROM found JOIN pg_constraint f ON f.confrelid = found.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid
    )
    SELECT p.conrelid::regclass,
           (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY array_position(p.conkey, a.attnum))
            FROM pg_attribute a WHERE a.attrelid = p.conrelid AND a.attnum = ANY (p.conkey)),
           max(found.depth)
    FROM found JOIN pg_constraint p ON p.conrelid = found.oid AND p.contype = 'p'
    GROUP BY p.conrelid, p.conkey
$$;
ALTER FUNCTION sandbox.watched_tables() OWNER TO tessera;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE issuing.apple_nonce (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    nonce bytea NOT NULL,
    used_at timestamp with time zone NOT NULL,
    good_until timestamp with time zone NOT NULL,
    CONSTRAINT apple_nonce_is_4_bytes CHECK ((octet_length(nonce) = 4))
);
ALTER TABLE issuing.apple_nonce OWNER TO tessera;
CREATE TABLE issuing.authentication_challenge (
    customer_id bigint NOT NULL,
    event_id uuid NOT NULL,
    challenge_number integer NOT NULL,
    verification issuing.verification NOT NULL,
    secret_hash bytea,
    nonce bytea,
    is_approved boolean,
    polls integer DEFAULT 0 NOT NULL,
    attempts integer NOT NULL,
    allowable_attempts integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT attempts_at_a_challenge_are_limited CHECK (((attempts >= 0) AND (attempts <= allowable_attempts))),
    CONSTRAINT only_a_push_is_approved CHECK ((((verification)::text = 'PUSH_NOTIFICATION'::text) OR (is_approved IS NULL))),
    CONSTRAINT sent_code_is_kept_as_a_hash CHECK ((((verification)::text = ANY (ARRAY['SMS'::text, 'EMAIL'::text])) = (secret_hash IS NOT NULL))),
    CONSTRAINT signed_challenge_has_a_nonce CHECK ((((verification)::text = ANY (ARRAY['PASSKEYS'::text, 'BIOMETRIC'::text])) = (nonce IS NOT NULL)))
);
ALTER TABLE issuing.authentication_challenge OWNER TO tessera;
CREATE TABLE issuing.authentication_event (
    customer_id bigint NOT NULL,
    event_id uuid NOT NULL,
    wallet_operation_id uuid NOT NULL,
    brand text NOT NULL,
    operation text,
    card_id uuid,
    request_digest bytea NOT NULL,
    mode text NOT NULL,
    status text NOT NULL,
    challenges integer NOT NULL,
    allowable_challenges integer NOT NULL,
    attempts integer NOT NULL,
    allowable_attempts integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    repeatable_until timestamp with time zone,
    CONSTRAINT attempts_are_limited CHECK (((attempts >= 0) AND (attempts <= allowable_attempts))),
    CONSTRAINT authentication_event_mode_is_known CHECK ((mode = ANY (ARRAY['EMBEDDED'::text, 'HYBRID'::text, 'OUTSOURCED'::text]))),
    CONSTRAINT authentication_event_status_is_known CHECK ((status = ANY (ARRAY['OPEN'::text, 'VERIFIED'::text, 'FAILED'::text, 'USED'::text]))),
    CONSTRAINT challenges_are_limited CHECK (((challenges >= 0) AND (challenges <= allowable_challenges))),
    CONSTRAINT event_is_repeatable_until_its_end_at_most CHECK ((repeatable_until <= expires_at)),
    CONSTRAINT only_a_used_event_is_repeatable CHECK (((repeatable_until IS NULL) OR (status = 'USED'::text))),
    CONSTRAINT used_event_has_the_time_of_its_use CHECK (((status = 'USED'::text) = (used_at IS NOT NULL)))
);
ALTER TABLE issuing.authentication_event OWNER TO tessera;
CREATE TABLE issuing.authentication_factor (
    customer_id bigint NOT NULL,
    verification issuing.verification NOT NULL,
    wrong_attempts integer DEFAULT 0 NOT NULL,
    wrong_in_a_row integer DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    challenges integer DEFAULT 0 NOT NULL,
    challenges_since timestamp with time zone,
    CONSTRAINT counted_challenges_have_a_beginning CHECK (((challenges > 0) = (challenges_since IS NOT NULL))),
    CONSTRAINT wrong_attempts_are_counted_up CHECK (((wrong_in_a_row >= 0) AND (wrong_in_a_row <= wrong_attempts)))
);
ALTER TABLE issuing.authentication_factor OWNER TO tessera;
CREATE TABLE issuing.authentication_means (
    customer_id bigint NOT NULL,
    password_hash bytea,
    pin_hash bytea,
    sealed_seed bytea,
    seed_key_version integer,
    last_step bigint,
    CONSTRAINT seed_names_its_key CHECK (((sealed_seed IS NULL) = (seed_key_version IS NULL)))
);
ALTER TABLE issuing.authentication_means OWNER TO tessera;
CREATE TABLE issuing.authentication_owner (
    event_id uuid NOT NULL,
    customer_id bigint NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE issuing.authentication_owner OWNER TO tessera;
CREATE TABLE issuing.authentication_policy (
    brand text NOT NULL,
    mode text NOT NULL,
    operations text[] NOT NULL,
    event_lifetime_seconds integer NOT NULL,
    challenge_lifetime_seconds integer NOT NULL,
    allowable_challenges integer NOT NULL,
    cooldown_seconds integer NOT NULL,
    allowable_attempts integer NOT NULL,
    challenges_per_hour integer NOT NULL,
    wrong_attempts_before_lock_out integer NOT NULL,
    refuses_weak_pins boolean NOT NULL,
    accepts_trusted_devices boolean NOT NULL,
    relying_party_id text NOT NULL,
    origins text[] NOT NULL,
    CONSTRAINT authentication_limits_are_positive CHECK ((LEAST(event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds, allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out) > 0)),
    CONSTRAINT authentication_mode_is_known CHECK ((mode = ANY (ARRAY['EMBEDDED'::text, 'HYBRID'::text, 'OUTSOURCED'::text]))),
    CONSTRAINT protected_operations_are_known CHECK ((operations <@ ARRAY['ISSUE_TOKEN'::text, 'CREATE_CARD'::text, 'UPDATE_CARD'::text, 'ACTIVATE_CARD'::text, 'REPLACE_CARD'::text, 'SET_PIN'::text, 'RESET_RETRIES'::text, 'CARD_DETAILS'::text, 'SECURE_DETAILS'::text, 'TOKENIZE_CARD'::text, 'COMPLETE_TOKENIZATION'::text, 'CARD_CONTROLS'::text, 'CREATE_TRANSFER'::text, 'CREATE_WITHDRAWAL'::text, 'TRUST_DEVICE'::text])),
    CONSTRAINT what_a_device_can_answer_for_protects_trusting_it CHECK ((('TRUST_DEVICE'::text = ANY (operations)) OR ((operations = '{}'::text[]) AND (NOT accepts_trusted_devices))))
);
ALTER TABLE issuing.authentication_policy OWNER TO tessera;
CREATE TABLE issuing.brand (
    brand text NOT NULL
);
ALTER TABLE issuing.brand OWNER TO tessera;
CREATE TABLE issuing.brand_secure_view (
    brand text NOT NULL,
    frame_ancestors text[] NOT NULL
);
ALTER TABLE issuing.brand_secure_view OWNER TO tessera;
CREATE SEQUENCE issuing.card_insertion
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE issuing.card_insertion OWNER TO tessera;
CREATE TABLE issuing.bulk_order (
    order_id uuid NOT NULL,
    brand text NOT NULL,
    status text NOT NULL,
    number_of_cards integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    insertion bigint DEFAULT nextval('issuing.card_insertion'::regclass) NOT NULL,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    tries integer DEFAULT 0 NOT NULL,
    sealed_applications bytea,
    applications_key_version integer,
    customer_ids bigint[],
    card_ids uuid[],
    failure_reason text,
    failed_fields text[],
    field_errors text[],
    CONSTRAINT bulk_order_has_1_to_1000_cards CHECK (((number_of_cards >= 1) AND (number_of_cards <= 1000))),
    CONSTRAINT bulk_order_status_is_known CHECK ((status = ANY (ARRAY['ACCEPTED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text]))),
    CONSTRAINT bulk_order_waits_until_it_is_started CHECK (((status <> 'ACCEPTED'::text) = (started_at IS NOT NULL))),
    CONSTRAINT completed_bulk_order_names_every_card CHECK (((COALESCE(cardinality(card_ids), 0) =
CASE status
    WHEN 'COMPLETED'::text THEN number_of_cards
    ELSE 0
END) AND (COALESCE(cardinality(customer_ids), 0) = COALESCE(cardinality(card_ids), 0)))),
    CONSTRAINT failed_bulk_order_says_why CHECK ((((status = 'FAILED'::text) = (failure_reason IS NOT NULL)) AND ((status = 'FAILED'::text) OR (failed_fields IS NULL)) AND (COALESCE(cardinality(failed_fields), 0) = COALESCE(cardinality(field_errors), 0)))),
    CONSTRAINT finished_bulk_order_says_when CHECK (((status = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text])) = (completed_at IS NOT NULL))),
    CONSTRAINT only_an_unfinished_bulk_order_keeps_its_applications CHECK ((num_nonnulls(sealed_applications, applications_key_version) =
CASE
    WHEN (status = ANY (ARRAY['ACCEPTED'::text, 'PROCESSING'::text])) THEN 2
    ELSE 0
END))
);
ALTER TABLE issuing.bulk_order OWNER TO tessera;
CREATE TABLE issuing.card (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    program_name text NOT NULL,
    card_type issuing.card_type NOT NULL,
    scheme issuing.card_scheme NOT NULL,
    status issuing.card_status NOT NULL,
    returns_to issuing.card_status,
    changes integer NOT NULL,
    tokenization_changes integer DEFAULT 0 NOT NULL,
    currency money.currency NOT NULL,
    bin issuing.card_bin NOT NULL,
    last_four issuing.last_four NOT NULL,
    expiry_month issuing.expiry_month NOT NULL,
    expiry_year integer NOT NULL,
    account_id money.account_id NOT NULL,
    replaces uuid,
    external_id text,
    mobile text NOT NULL,
    address1 text,
    address2 text,
    address3 text,
    city text,
    country_code text,
    state text,
    postal_code text,
    created_at timestamp with time zone NOT NULL,
    activated_at timestamp with time zone,
    dispatched_at timestamp with time zone,
    delivered_at timestamp with time zone,
    wrong_activations issuing.activation_tries DEFAULT 0 NOT NULL,
    wrong_pins issuing.pin_tries DEFAULT 0 NOT NULL,
    wrong_tries_in_all integer DEFAULT 0 NOT NULL,
    sealed_pan bytea NOT NULL,
    pan_key_version integer NOT NULL,
    pin_block bytea,
    pin_key_version integer,
    insertion bigint DEFAULT nextval('issuing.card_insertion'::regclass) NOT NULL,
    can_expire boolean GENERATED ALWAYS AS (((status)::text = ANY (ARRAY['ACTIVE'::text, 'ISSUED'::text, 'DIGITAL'::text, 'LOCKED'::text, 'SUSPENDED'::text, 'DAMAGED'::text]))) STORED NOT NULL,
    CONSTRAINT active_physical_card_was_activated CHECK ((((card_type)::text = 'VIRTUAL'::text) OR ((status)::text <> 'ACTIVE'::text) OR (activated_at IS NOT NULL))),
    CONSTRAINT card_address_is_whole CHECK (((num_nulls(address1, city, country_code, postal_code) = 0) OR (num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0))),
    CONSTRAINT locked_or_suspended_card_knows_the_way_back CHECK ((((status)::text = ANY (ARRAY['LOCKED'::text, 'SUSPENDED'::text])) = (returns_to IS NOT NULL))),
    CONSTRAINT only_a_physical_card_is_delivered CHECK (((((card_type)::text = 'PHYSICAL'::text) = (address1 IS NOT NULL)) AND (((card_type)::text = 'PHYSICAL'::text) OR (num_nonnulls(dispatched_at, delivered_at) = 0)))),
    CONSTRAINT only_a_physical_card_is_issued_or_digital CHECK ((((card_type)::text = 'PHYSICAL'::text) OR ((status)::text <> ALL (ARRAY['ISSUED'::text, 'DIGITAL'::text])))),
    CONSTRAINT pin_block_is_16_bytes CHECK ((octet_length(pin_block) = 16)),
    CONSTRAINT pin_block_names_its_key CHECK (((pin_block IS NULL) = (pin_key_version IS NULL))),
    CONSTRAINT tries_in_all_are_counted_up CHECK ((wrong_tries_in_all >= GREATEST((wrong_activations)::integer, (wrong_pins)::integer)))
)
WITH (fillfactor='85');
ALTER TABLE issuing.card OWNER TO tessera;
CREATE TABLE issuing.card_allowance (
    customer_id bigint NOT NULL,
    program_name text NOT NULL,
    issued_cards integer NOT NULL,
    cards_per_customer integer NOT NULL,
    CONSTRAINT customer_has_allowable_cards_left CHECK ((issued_cards <= cards_per_customer))
);
ALTER TABLE issuing.card_allowance OWNER TO tessera;
CREATE TABLE issuing.card_code_tries (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    wrong_in_a_row integer NOT NULL,
    wrong_on_day integer NOT NULL,
    day integer NOT NULL,
    paused_until timestamp with time zone,
    CONSTRAINT wrong_codes_are_counted_up CHECK (((wrong_in_a_row >= 0) AND (wrong_on_day > 0)))
);
ALTER TABLE issuing.card_code_tries OWNER TO tessera;
CREATE TABLE issuing.card_status_history (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    change_number integer NOT NULL,
    actor issuing.actor NOT NULL,
    occasion issuing.occasion NOT NULL,
    from_status issuing.card_status,
    to_status issuing.card_status NOT NULL,
    reason text,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT only_the_first_change_comes_from_nowhere CHECK (((from_status IS NULL) = (change_number = 1)))
);
ALTER TABLE issuing.card_status_history OWNER TO tessera;
CREATE TABLE issuing.card_transition (
    actor issuing.actor NOT NULL,
    occasion issuing.occasion NOT NULL,
    from_status issuing.card_status NOT NULL,
    to_status issuing.card_status NOT NULL,
    only_back boolean NOT NULL,
    CONSTRAINT transition_goes_somewhere CHECK (((from_status)::text <> (to_status)::text))
);
ALTER TABLE issuing.card_transition OWNER TO tessera;
CREATE TABLE issuing.client (
    brand text NOT NULL,
    client_id text NOT NULL,
    secret_hash bytea NOT NULL,
    may_exchange boolean NOT NULL,
    is_business boolean NOT NULL
);
ALTER TABLE issuing.client OWNER TO tessera;
CREATE TABLE issuing.customer (
    customer_id bigint NOT NULL,
    brand text NOT NULL,
    country text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    mobile text NOT NULL,
    address1 text,
    address2 text,
    address3 text,
    city text,
    country_code text,
    state text,
    postal_code text,
    created_at timestamp with time zone NOT NULL,
    email text,
    CONSTRAINT customer_address_is_whole CHECK (((num_nulls(address1, city, country_code, postal_code) = 0) OR (num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0))),
    CONSTRAINT customer_country_is_two_letters CHECK ((country ~ '^[A-Z]{2}$'::text))
);
ALTER TABLE issuing.customer OWNER TO tessera;
CREATE SEQUENCE issuing.customer_number
    START WITH 30000001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE issuing.customer_number OWNER TO tessera;
CREATE TABLE issuing.data_key (
    purpose text NOT NULL,
    version integer NOT NULL,
    wrapped bytea NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE issuing.data_key OWNER TO tessera;
CREATE TABLE issuing.dpan_reference (
    reference text NOT NULL,
    customer_id bigint NOT NULL,
    tokenization_id uuid NOT NULL
);
ALTER TABLE issuing.dpan_reference OWNER TO tessera;
CREATE TABLE issuing.idempotent_answer (
    owner text NOT NULL,
    idempotency_key text NOT NULL,
    request_digest bytea NOT NULL,
    status integer NOT NULL,
    body bytea NOT NULL,
    answered_at timestamp with time zone NOT NULL
);
ALTER TABLE issuing.idempotent_answer OWNER TO tessera;
CREATE TABLE issuing.issued_pan (
    pan_hash bytea NOT NULL,
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL
);
ALTER TABLE issuing.issued_pan OWNER TO tessera;
CREATE TABLE issuing.merchant_code_tries (
    merchant text NOT NULL,
    wrong_in_a_row integer NOT NULL,
    paused_until timestamp with time zone,
    CONSTRAINT wrong_codes_of_a_merchant_are_counted_up CHECK ((wrong_in_a_row > 0))
);
ALTER TABLE issuing.merchant_code_tries OWNER TO tessera;
CREATE TABLE issuing.message (
    customer_id bigint NOT NULL,
    message_id uuid NOT NULL,
    message_number bigint NOT NULL,
    channel text NOT NULL,
    target text NOT NULL,
    event_id uuid NOT NULL,
    challenge_number integer NOT NULL,
    sealed_code bytea,
    code_key_version integer,
    about text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT a_push_carries_no_code CHECK (((channel = 'PUSH_NOTIFICATION'::text) = (sealed_code IS NULL))),
    CONSTRAINT message_channel_is_known CHECK ((channel = ANY (ARRAY['SMS'::text, 'EMAIL'::text, 'PUSH_NOTIFICATION'::text]))),
    CONSTRAINT sent_code_names_its_key CHECK (((sealed_code IS NULL) = (code_key_version IS NULL)))
);
ALTER TABLE issuing.message OWNER TO tessera;
CREATE SEQUENCE issuing.message_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE issuing.message_number OWNER TO tessera;
CREATE TABLE issuing.partner_decision (
    brand text NOT NULL,
    subscription_id uuid NOT NULL,
    time_limit_milliseconds integer NOT NULL,
    stand_in text NOT NULL,
    stand_in_limit bigint,
    stand_in_excludes money.category_list NOT NULL,
    CONSTRAINT only_a_limited_stand_in_has_a_limit CHECK ((((stand_in = 'APPROVE_UP_TO'::text) = (stand_in_limit IS NOT NULL)) AND (stand_in_limit >= 0) AND ((stand_in = 'APPROVE_UP_TO'::text) OR ((stand_in_excludes)::text[] = '{}'::text[])))),
    CONSTRAINT partner_has_200_to_5000_milliseconds CHECK (((time_limit_milliseconds >= 200) AND (time_limit_milliseconds <= 5000))),
    CONSTRAINT stand_in_is_known CHECK ((stand_in = ANY (ARRAY['DECLINE'::text, 'APPROVE'::text, 'APPROVE_UP_TO'::text])))
);
ALTER TABLE issuing.partner_decision OWNER TO tessera;
CREATE TABLE issuing.passkey (
    customer_id bigint NOT NULL,
    credential_id bytea NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    CONSTRAINT credential_id_is_1_to_1023_bytes CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
    CONSTRAINT passkey_is_a_point CHECK ((octet_length(public_key) = 65))
);
ALTER TABLE issuing.passkey OWNER TO tessera;
CREATE TABLE issuing.payment_terms (
    program_name text NOT NULL,
    atm_fee bigint NOT NULL,
    fx_fee_basis_points integer NOT NULL,
    hold_days integer NOT NULL,
    hold_days_if_paid_later integer NOT NULL,
    needs_security_code boolean NOT NULL,
    needs_authentication boolean NOT NULL,
    wrong_codes_in_a_row integer NOT NULL,
    wrong_codes_on_a_day integer NOT NULL,
    CONSTRAINT atm_fee_is_0_to_12_digits CHECK (((atm_fee >= 0) AND (atm_fee <= '999999999999'::bigint))),
    CONSTRAINT fx_fee_is_0_to_100_percent CHECK (((fx_fee_basis_points >= 0) AND (fx_fee_basis_points <= 10000))),
    CONSTRAINT hold_lasts_1_to_365_days CHECK ((((hold_days >= 1) AND (hold_days <= 365)) AND ((hold_days_if_paid_later >= 1) AND (hold_days_if_paid_later <= 365)))),
    CONSTRAINT wrong_codes_are_allowed_1_to_100_times CHECK ((((wrong_codes_in_a_row >= 1) AND (wrong_codes_in_a_row <= 100)) AND ((wrong_codes_on_a_day >= 1) AND (wrong_codes_on_a_day <= 100))))
);
ALTER TABLE issuing.payment_terms OWNER TO tessera;
CREATE TABLE issuing.program (
    program_name text NOT NULL,
    brand text NOT NULL,
    card_type issuing.card_type NOT NULL,
    scheme issuing.card_scheme NOT NULL,
    region text NOT NULL,
    currencies text[] NOT NULL,
    is_digital boolean NOT NULL,
    requires_approval boolean NOT NULL,
    cards_per_customer integer NOT NULL,
    pan_prefix text NOT NULL,
    validity_months integer NOT NULL,
    CONSTRAINT only_a_physical_program_is_digital CHECK ((((card_type)::text = 'PHYSICAL'::text) OR (NOT is_digital))),
    CONSTRAINT pan_prefix_belongs_to_the_scheme CHECK (
CASE scheme
    WHEN 'VISA'::text THEN (pan_prefix ~~ '4%'::text)
    ELSE ((("left"(pan_prefix, 2) >= '51'::text) AND ("left"(pan_prefix, 2) <= '55'::text)) OR (("left"(pan_prefix, 4) >= '2221'::text) AND ("left"(pan_prefix, 4) <= '2720'::text)))
END),
    CONSTRAINT pan_prefix_is_6_to_8_digits CHECK ((pan_prefix ~ '^[0-9]{6,8}$'::text)),
    CONSTRAINT program_allows_a_card CHECK ((cards_per_customer > 0)),
    CONSTRAINT program_has_a_currency CHECK ((cardinality(currencies) > 0)),
    CONSTRAINT program_region_is_known CHECK ((region = ANY (ARRAY['EEA'::text, 'US'::text]))),
    CONSTRAINT program_validity_is_1_to_120_months CHECK (((validity_months >= 1) AND (validity_months <= 120)))
);
ALTER TABLE issuing.program OWNER TO tessera;
CREATE TABLE issuing.refresh_family (
    family_id uuid NOT NULL,
    brand text NOT NULL,
    client_id text NOT NULL,
    customer_id bigint,
    scope text NOT NULL,
    generation integer NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone
);
ALTER TABLE issuing.refresh_family OWNER TO tessera;
CREATE TABLE issuing.secure_view (
    token_hash bytea NOT NULL,
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    brand text NOT NULL,
    content text NOT NULL,
    pan_separator text NOT NULL,
    has_copy_button boolean NOT NULL,
    theme text NOT NULL,
    bare_text_size integer,
    bare_text_color text,
    bare_font text,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT bare_font_is_known CHECK ((bare_font = ANY (ARRAY['SANS_SERIF'::text, 'SERIF'::text, 'MONOSPACE'::text]))),
    CONSTRAINT bare_text_color_is_hexadecimal CHECK ((bare_text_color ~ '^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$'::text)),
    CONSTRAINT bare_text_size_is_readable CHECK (((bare_text_size >= 8) AND (bare_text_size <= 96))),
    CONSTRAINT bare_view_has_size_and_font CHECK ((((bare_text_size IS NULL) = (bare_font IS NULL)) AND ((bare_font IS NOT NULL) OR (bare_text_color IS NULL)))),
    CONSTRAINT pan_separator_is_at_most_3_characters CHECK ((char_length(pan_separator) <= 3)),
    CONSTRAINT secure_view_content_is_known CHECK ((content = ANY (ARRAY['DETAILS'::text, 'PAN'::text, 'CVV'::text, 'EXPIRY'::text, 'CARDHOLDER_NAME'::text, 'PIN'::text]))),
    CONSTRAINT secure_view_theme_is_known CHECK ((theme = ANY (ARRAY['LIGHT'::text, 'DARK'::text, 'AUTO'::text])))
);
ALTER TABLE issuing.secure_view OWNER TO tessera;
CREATE TABLE issuing.tokenization (
    customer_id bigint NOT NULL,
    tokenization_id uuid NOT NULL,
    card_id uuid NOT NULL,
    wallet issuing.wallet_type NOT NULL,
    device_id text,
    profile_id text,
    wallet_id text,
    dpan_reference text,
    token_status issuing.token_status,
    suspended_by_card boolean DEFAULT false NOT NULL,
    initiated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    failed_at timestamp with time zone,
    insertion bigint DEFAULT nextval('issuing.card_insertion'::regclass) NOT NULL,
    CONSTRAINT completed_tokenization_has_dpan_ref CHECK (((num_nulls(token_status, completed_at) = ANY (ARRAY[0, 2])) AND ((token_status IS NULL) OR (dpan_reference IS NOT NULL)))),
    CONSTRAINT failed_tokenization_has_no_token CHECK (((failed_at IS NULL) OR (dpan_reference IS NULL))),
    CONSTRAINT only_a_suspended_token_is_suspended_by_its_card CHECK (((NOT suspended_by_card) OR COALESCE(((token_status)::text = 'SUSPENDED'::text), false)))
);
ALTER TABLE issuing.tokenization OWNER TO tessera;
CREATE TABLE issuing.tokenization_history (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    change_number integer NOT NULL,
    tokenization_id uuid NOT NULL,
    change issuing.tokenization_change NOT NULL,
    changed_at timestamp with time zone NOT NULL
);
ALTER TABLE issuing.tokenization_history OWNER TO tessera;
CREATE TABLE issuing.trusted_device (
    customer_id bigint NOT NULL,
    device_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    insertion bigint DEFAULT nextval('issuing.card_insertion'::regclass) NOT NULL,
    CONSTRAINT device_key_is_a_point CHECK ((octet_length(public_key) = 65))
);
ALTER TABLE issuing.trusted_device OWNER TO tessera;
CREATE TABLE issuing.webhook_attempt (
    subject text NOT NULL,
    delivery_id uuid NOT NULL,
    attempt_number integer NOT NULL,
    outcome issuing.webhook_outcome NOT NULL,
    status_code integer,
    milliseconds integer NOT NULL,
    attempted_at timestamp with time zone NOT NULL
);
ALTER TABLE issuing.webhook_attempt OWNER TO tessera;
CREATE SEQUENCE issuing.webhook_insertion
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE issuing.webhook_insertion OWNER TO tessera;
CREATE TABLE issuing.webhook_delivery (
    subject text NOT NULL,
    delivery_id uuid NOT NULL,
    subscription_id uuid NOT NULL,
    event_number bigint NOT NULL,
    event_id uuid NOT NULL,
    body bytea NOT NULL,
    status issuing.webhook_status NOT NULL,
    attempts integer NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    url text,
    insertion bigint DEFAULT nextval('issuing.webhook_insertion'::regclass) NOT NULL
);
ALTER TABLE issuing.webhook_delivery OWNER TO tessera;
CREATE TABLE issuing.webhook_line (
    subject text NOT NULL,
    subscription_id uuid NOT NULL,
    waiting integer NOT NULL,
    failures integer NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    leased_until timestamp with time zone,
    CONSTRAINT line_ends_with_its_last_delivery CHECK ((waiting > 0))
);
ALTER TABLE issuing.webhook_line OWNER TO tessera;
CREATE TABLE issuing.webhook_subscription (
    subscription_id uuid NOT NULL,
    owner text NOT NULL,
    event_type text NOT NULL,
    url text,
    sealed_key bytea NOT NULL,
    key_version integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    dialect issuing.webhook_dialect DEFAULT 'HOUSE'::text NOT NULL,
    signer text,
    insertion bigint DEFAULT nextval('issuing.webhook_insertion'::regclass) NOT NULL
);
ALTER TABLE issuing.webhook_subscription OWNER TO tessera;
CREATE TABLE merchants.cardpointe_account (
    merchant_id merchants.merchant_id NOT NULL,
    username text NOT NULL,
    sites text[] NOT NULL,
    processor text NOT NULL,
    is_enabled boolean NOT NULL,
    takes_part boolean NOT NULL,
    refunds_unsettled boolean NOT NULL,
    routes_wallets boolean NOT NULL,
    takes_checks boolean NOT NULL,
    further_currencies text[] NOT NULL,
    device_data_in_any_order boolean NOT NULL,
    CONSTRAINT cardpointe_account_has_1_to_8_sites CHECK (((cardinality(sites) >= 1) AND (cardinality(sites) <= 8))),
    CONSTRAINT cardpointe_account_has_at_most_8_further_currencies CHECK ((cardinality(further_currencies) <= 8)),
    CONSTRAINT cardpointe_processor_is_known CHECK ((processor = ANY (ARRAY['FNOR'::text, 'RPCT'::text]))),
    CONSTRAINT cardpointe_sites_have_1_to_12_characters CHECK ((array_to_string(sites, ' '::text) ~ '^[a-z0-9-]{1,12}( [a-z0-9-]{1,12})*$'::text))
);
ALTER TABLE merchants.cardpointe_account OWNER TO tessera;
CREATE TABLE merchants.cardpointe_login (
    username text NOT NULL,
    password_hash bytea NOT NULL,
    CONSTRAINT cardpointe_username_has_1_to_64_characters CHECK (((length(username) >= 1) AND (length(username) <= 64)))
);
ALTER TABLE merchants.cardpointe_login OWNER TO tessera;
CREATE TABLE merchants.cardpointe_profile (
    merchant_id merchants.merchant_id NOT NULL,
    profile_id text NOT NULL,
    account_number integer NOT NULL,
    token text NOT NULL,
    details text NOT NULL,
    content_digest bytea NOT NULL,
    is_default boolean NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT cardpointe_profile_details_have_at_most_4096_bytes CHECK ((octet_length(details) <= 4096)),
    CONSTRAINT cardpointe_profile_has_1_to_999_accounts CHECK (((account_number >= 1) AND (account_number <= 999))),
    CONSTRAINT cardpointe_profile_is_20_digits CHECK ((profile_id ~ '^[0-9]{20}$'::text))
);
ALTER TABLE merchants.cardpointe_profile OWNER TO tessera;
CREATE TABLE merchants.cardpointe_rate (
    merchant_id merchants.merchant_id NOT NULL,
    service text NOT NULL,
    minute bigint NOT NULL,
    calls integer NOT NULL,
    CONSTRAINT cardpointe_calls_are_positive CHECK ((calls > 0))
);
ALTER TABLE merchants.cardpointe_rate OWNER TO tessera;
CREATE TABLE merchants.cardpointe_report (
    merchant_id merchants.merchant_id NOT NULL,
    service text NOT NULL,
    reported_until timestamp with time zone NOT NULL
);
ALTER TABLE merchants.cardpointe_report OWNER TO tessera;
CREATE TABLE merchants.cardpointe_signature (
    merchant_id merchants.merchant_id NOT NULL,
    reference text NOT NULL,
    signature text NOT NULL,
    CONSTRAINT cardpointe_signature_has_at_most_32768_bytes CHECK ((octet_length(signature) <= 32768))
);
ALTER TABLE merchants.cardpointe_signature OWNER TO tessera;
CREATE TABLE merchants.cardpointe_token (
    token text NOT NULL,
    number_hash bytea NOT NULL,
    sealed_instrument bytea NOT NULL,
    key_version integer NOT NULL,
    wallet merchants.wallet,
    merchant_id merchants.merchant_id,
    made_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT cardpointe_token_is_16_digits_from_9 CHECK ((token ~ '^9[0-9]{15}$'::text)),
    CONSTRAINT only_a_wallets_cardpointe_token_is_used_up CHECK (((used_at IS NULL) OR (wallet IS NOT NULL))),
    CONSTRAINT wallets_cardpointe_token_is_of_a_merchant CHECK (((wallet IS NULL) = (merchant_id IS NULL)))
);
ALTER TABLE merchants.cardpointe_token OWNER TO tessera;
CREATE TABLE merchants.dintero_client (
    client_id text NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    account_id text NOT NULL,
    secret_hash bytea NOT NULL,
    CONSTRAINT dintero_account_is_p_or_t_and_8_digits CHECK ((account_id ~ '^[PT][0-9]{8}$'::text)),
    CONSTRAINT dintero_client_id_has_1_to_64_characters CHECK ((client_id ~ '^[0-9A-Za-z_-]{1,64}$'::text))
);
ALTER TABLE merchants.dintero_client OWNER TO tessera;
CREATE TABLE merchants.dintero_session (
    session_id uuid NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    account_id text NOT NULL,
    request text NOT NULL,
    amount bigint NOT NULL,
    currency money.currency NOT NULL,
    attempt integer NOT NULL,
    payment_id uuid NOT NULL,
    wallet_transaction_id uuid,
    sealed_instrument bytea,
    key_version integer,
    instrument_ends_at timestamp with time zone,
    made_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    cancelled_at timestamp with time zone,
    gives_back_at timestamp with time zone,
    CONSTRAINT dintero_cancelled_session_keeps_no_instrument CHECK (((cancelled_at IS NULL) OR (sealed_instrument IS NULL))),
    CONSTRAINT dintero_session_asks_for_money CHECK ((amount > 0)),
    CONSTRAINT dintero_session_is_tried_from_1 CHECK ((attempt > 0)),
    CONSTRAINT dintero_session_keeps_an_instrument_with_its_end CHECK ((((sealed_instrument IS NULL) = (key_version IS NULL)) AND ((sealed_instrument IS NULL) = (instrument_ends_at IS NULL)))),
    CONSTRAINT dintero_session_request_has_at_most_65536_bytes CHECK ((octet_length(request) <= 65536))
);
ALTER TABLE merchants.dintero_session OWNER TO tessera;
CREATE TABLE merchants.merchant (
    merchant_id merchants.merchant_id NOT NULL,
    name text NOT NULL,
    category integer NOT NULL,
    country text NOT NULL,
    city text NOT NULL,
    currency money.currency NOT NULL,
    day_ends integer NOT NULL,
    CONSTRAINT merchant_category_has_4_digits CHECK (((category >= 0) AND (category <= 9999))),
    CONSTRAINT merchant_city_has_1_to_100_characters CHECK (((length(city) >= 1) AND (length(city) <= 100))),
    CONSTRAINT merchant_country_has_2_letters CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT merchant_day_ends_within_a_day CHECK (((day_ends >= 0) AND (day_ends <= 1439))),
    CONSTRAINT merchant_name_has_1_to_100_characters CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
ALTER TABLE merchants.merchant OWNER TO tessera;
CREATE SEQUENCE merchants.payment_insertion
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE merchants.payment_insertion OWNER TO tessera;
CREATE TABLE merchants.merchant_key (
    merchant_id merchants.merchant_id NOT NULL,
    gateway merchants.gateway NOT NULL,
    wallet merchants.wallet NOT NULL,
    key_id uuid NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    wallet_id text,
    public_key bytea NOT NULL,
    sealed_private_key bytea NOT NULL,
    key_version integer NOT NULL,
    certificate bytea,
    created_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    insertion bigint DEFAULT nextval('merchants.payment_insertion'::regclass) NOT NULL,
    CONSTRAINT merchant_key_kind_is_known CHECK ((kind = ANY (ARRAY['P-256'::text, 'RSA'::text]))),
    CONSTRAINT merchant_key_status_is_known CHECK ((status = ANY (ARRAY['WAITING'::text, 'ACTIVE'::text, 'REPLACED'::text]))),
    CONSTRAINT merchant_wallet_id_has_1_to_255_bytes CHECK (((octet_length(wallet_id) >= 1) AND (octet_length(wallet_id) <= 255))),
    CONSTRAINT only_a_replaced_merchant_key_ends CHECK (((status = 'REPLACED'::text) = (ends_at IS NOT NULL)))
);
ALTER TABLE merchants.merchant_key OWNER TO tessera;
CREATE TABLE merchants.moneyhash_answer (
    merchant_id merchants.merchant_id NOT NULL,
    is_live boolean NOT NULL,
    idempotency_key uuid NOT NULL,
    claim uuid NOT NULL,
    status integer,
    body text,
    free_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    path text NOT NULL,
    CONSTRAINT moneyhash_answer_has_a_status_and_a_body CHECK (((status IS NULL) = (body IS NULL))),
    CONSTRAINT moneyhash_answer_has_at_most_131072_bytes CHECK ((octet_length(body) <= 131072))
);
ALTER TABLE merchants.moneyhash_answer OWNER TO tessera;
CREATE TABLE merchants.moneyhash_card (
    merchant_id merchants.merchant_id NOT NULL,
    is_live boolean NOT NULL,
    card_id uuid NOT NULL,
    short_id text NOT NULL,
    customer text NOT NULL,
    number_hash bytea NOT NULL,
    sealed_instrument bytea NOT NULL,
    key_version integer NOT NULL,
    scheme text NOT NULL,
    bin text NOT NULL,
    last_four text NOT NULL,
    expiry_year integer NOT NULL,
    expiry_month integer NOT NULL,
    origin text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    insertion bigint DEFAULT nextval('merchants.payment_insertion'::regclass) NOT NULL,
    CONSTRAINT moneyhash_card_expires_in_a_month CHECK (((expiry_month >= 1) AND (expiry_month <= 12))),
    CONSTRAINT moneyhash_card_origin_has_at_most_8192_bytes CHECK ((octet_length(origin) <= 8192)),
    CONSTRAINT moneyhash_card_short_id_has_7_characters CHECK ((short_id ~ '^[0-9A-Za-z]{7}$'::text)),
    CONSTRAINT moneyhash_card_shows_6_digits_and_4 CHECK (((bin ~ '^[0-9]{6}$'::text) AND (last_four ~ '^[0-9]{4}$'::text))),
    CONSTRAINT moneyhash_customer_has_1_to_64_characters CHECK (((length(customer) >= 1) AND (length(customer) <= 64)))
);
ALTER TABLE merchants.moneyhash_card OWNER TO tessera;
CREATE TABLE merchants.moneyhash_customer (
    customer_id uuid NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    is_live boolean NOT NULL,
    details text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT moneyhash_customer_details_have_at_most_16384_bytes CHECK ((octet_length(details) <= 16384))
);
ALTER TABLE merchants.moneyhash_customer OWNER TO tessera;
CREATE TABLE merchants.moneyhash_intent (
    intent_id text NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    is_live boolean NOT NULL,
    request text NOT NULL,
    operation text NOT NULL,
    amount bigint NOT NULL,
    currency money.currency NOT NULL,
    is_direct boolean NOT NULL,
    method text,
    card_id uuid,
    attempt integer NOT NULL,
    status text NOT NULL,
    waits_for_app boolean DEFAULT false NOT NULL,
    paying_until timestamp with time zone,
    made_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    sealed_instrument bytea,
    instrument_key_version integer,
    instrument_ends_at timestamp with time zone,
    CONSTRAINT moneyhash_intent_asks_for_money CHECK ((amount > 0)),
    CONSTRAINT moneyhash_intent_id_has_7_characters CHECK ((intent_id ~ '^[0-9A-Za-z]{7}$'::text)),
    CONSTRAINT moneyhash_intent_is_tried_1_to_10_times CHECK (((attempt >= 1) AND (attempt <= 10))),
    CONSTRAINT moneyhash_intent_keeps_a_card_with_its_key_and_its_end CHECK ((num_nulls(sealed_instrument, instrument_key_version, instrument_ends_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT moneyhash_intent_request_has_at_most_16384_bytes CHECK ((octet_length(request) <= 16384)),
    CONSTRAINT moneyhash_intent_that_has_ended_is_not_paid CHECK (((status = 'UNPROCESSED'::text) OR (paying_until IS NULL))),
    CONSTRAINT moneyhash_intent_that_has_ended_keeps_no_card CHECK (((status = 'UNPROCESSED'::text) OR (sealed_instrument IS NULL))),
    CONSTRAINT moneyhash_intent_that_has_ended_waits_for_no_app CHECK (((status = 'UNPROCESSED'::text) OR (NOT waits_for_app))),
    CONSTRAINT moneyhash_method_is_known CHECK ((method = ANY (ARRAY['CARD'::text, 'APPLE_PAY'::text, 'GOOGLE_PAY'::text, 'BANK_INSTALLMENTS'::text, 'CASH_OUTLET'::text, 'MOBILE_WALLET'::text, 'PAYPAL'::text, 'CASH_ON_DELIVERY'::text, 'M_PESA'::text, 'MOBILE_MONEY'::text, 'CRYPTO_WALLET'::text]))),
    CONSTRAINT moneyhash_operation_is_known CHECK ((operation = ANY (ARRAY['purchase'::text, 'authorize'::text]))),
    CONSTRAINT moneyhash_status_is_known CHECK ((status = ANY (ARRAY['UNPROCESSED'::text, 'PROCESSED'::text, 'CLOSED'::text, 'TIME_EXPIRED'::text]))),
    CONSTRAINT only_a_card_is_a_saved_moneyhash_card CHECK (((card_id IS NULL) OR ((method = 'CARD'::text) IS TRUE)))
);
ALTER TABLE merchants.moneyhash_intent OWNER TO tessera;
CREATE TABLE merchants.moneyhash_key (
    key_hash bytea NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    is_live boolean NOT NULL
);
ALTER TABLE merchants.moneyhash_key OWNER TO tessera;
CREATE TABLE merchants.moneyhash_provider (
    merchant_id merchants.merchant_id NOT NULL,
    method text NOT NULL,
    outcome text NOT NULL,
    CONSTRAINT moneyhash_provider_has_a_method CHECK ((method = ANY (ARRAY['CASH_OUTLET'::text, 'MOBILE_WALLET'::text, 'PAYPAL'::text, 'CASH_ON_DELIVERY'::text, 'M_PESA'::text, 'MOBILE_MONEY'::text, 'CRYPTO_WALLET'::text]))),
    CONSTRAINT moneyhash_provider_outcome_is_known CHECK ((outcome = ANY (ARRAY['SUCCESS'::text, 'PENDING'::text, 'REFUSED'::text, 'EXPIRED'::text])))
);
ALTER TABLE merchants.moneyhash_provider OWNER TO tessera;
CREATE TABLE merchants.payment (
    merchant_id merchants.merchant_id NOT NULL,
    payment_id uuid NOT NULL,
    gateway merchants.gateway NOT NULL,
    reference merchants.reference NOT NULL,
    external_reference text,
    nonce text,
    nonce_digest bytea,
    currency money.currency NOT NULL,
    amount bigint NOT NULL,
    authorized bigint NOT NULL,
    captured bigint NOT NULL,
    refunded bigint NOT NULL,
    voided bigint NOT NULL,
    status merchants.payment_status NOT NULL,
    decline_reason text,
    approval_code text,
    wallet merchants.wallet,
    last_four text NOT NULL,
    scheme text NOT NULL,
    captures_at_once boolean NOT NULL,
    can_approve_in_part boolean NOT NULL,
    step_count integer NOT NULL,
    sealed_instrument bytea NOT NULL,
    instrument_key_version integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    answer_due_at timestamp with time zone,
    authorized_at timestamp with time zone,
    captured_at timestamp with time zone,
    settled_at timestamp with time zone,
    expires_at timestamp with time zone,
    metadata text,
    is_trial boolean NOT NULL,
    captured_by timestamp with time zone,
    authentication text,
    eci text,
    insertion bigint DEFAULT nextval('merchants.payment_insertion'::regclass) NOT NULL,
    CONSTRAINT authorized_is_at_most_what_was_asked CHECK ((authorized <= amount)),
    CONSTRAINT captured_and_voided_are_at_most_what_was_authorized CHECK (((captured + voided) <= authorized)),
    CONSTRAINT declined_payment_says_why CHECK ((((status)::text = 'DECLINED'::text) = (decline_reason IS NOT NULL))),
    CONSTRAINT payment_amounts_are_not_negative CHECK ((LEAST(amount, authorized, captured, refunded, voided) >= 0)),
    CONSTRAINT payment_authentication_is_known CHECK ((authentication = ANY (ARRAY['AUTHENTICATED'::text, 'DECLINED'::text, 'NOT_COMPLETED'::text, 'LOOKUP_FAILED'::text]))),
    CONSTRAINT payment_eci_has_2_digits CHECK ((eci ~ '^[0-9]{2}$'::text)),
    CONSTRAINT payment_texts_are_limited CHECK (((GREATEST(length(external_reference), length(nonce)) <= 4096) AND (octet_length(metadata) <= 8192))),
    CONSTRAINT payment_waits_for_an_answer_while_the_issuer_is_asked CHECK ((((status)::text = 'CREATED'::text) = (answer_due_at IS NOT NULL))),
    CONSTRAINT payment_waits_until_authentication_ends CHECK ((((status)::text <> 'PENDING_AUTHENTICATION'::text) OR (authentication IS NULL))),
    CONSTRAINT refunded_is_at_most_what_was_captured CHECK ((refunded <= captured))
);
ALTER TABLE merchants.payment OWNER TO tessera;
CREATE TABLE merchants.payment_reference (
    reference merchants.reference NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    payment_id uuid NOT NULL,
    step_number integer
);
ALTER TABLE merchants.payment_reference OWNER TO tessera;
CREATE TABLE merchants.payment_step (
    merchant_id merchants.merchant_id NOT NULL,
    payment_id uuid NOT NULL,
    step_number integer NOT NULL,
    gateway merchants.gateway NOT NULL,
    kind merchants.step_kind NOT NULL,
    reference merchants.reference NOT NULL,
    currency money.currency NOT NULL,
    amount bigint NOT NULL,
    is_final boolean NOT NULL,
    nonce text,
    nonce_digest bytea,
    external_reference text,
    metadata text,
    made_at timestamp with time zone NOT NULL,
    settles_at timestamp with time zone,
    settled_at timestamp with time zone,
    CONSTRAINT only_a_void_is_not_cleared CHECK ((((kind)::text = 'VOID'::text) = (settles_at IS NULL))),
    CONSTRAINT payment_step_moves_money CHECK ((amount > 0)),
    CONSTRAINT step_texts_are_limited CHECK (((GREATEST(length(external_reference), length(nonce)) <= 4096) AND (octet_length(metadata) <= 8192)))
);
ALTER TABLE merchants.payment_step OWNER TO tessera;
CREATE TABLE merchants.stitch_assertion (
    client_id text NOT NULL,
    id_digest bytea NOT NULL,
    ends_at timestamp with time zone NOT NULL
);
ALTER TABLE merchants.stitch_assertion OWNER TO tessera;
CREATE TABLE merchants.stitch_client (
    client_id text NOT NULL,
    merchant_id merchants.merchant_id NOT NULL,
    secret_hash bytea NOT NULL,
    assertion_key bytea,
    scopes text[] NOT NULL,
    redirect_uris text[] NOT NULL,
    is_test boolean NOT NULL,
    requires_secure_3d boolean NOT NULL,
    requires_device_information boolean NOT NULL,
    is_scope_strict boolean NOT NULL,
    CONSTRAINT stitch_client_id_has_1_to_64_characters CHECK ((client_id ~ '^[0-9A-Za-z_-]{1,64}$'::text)),
    CONSTRAINT stitch_client_lists_at_most_16_addresses CHECK ((cardinality(redirect_uris) <= 16))
);
ALTER TABLE merchants.stitch_client OWNER TO tessera;
CREATE TABLE merchants.stitch_webhook (
    webhook_id uuid NOT NULL,
    client_id text NOT NULL,
    url text NOT NULL,
    filter_types text[] NOT NULL,
    subscription_ids uuid[] NOT NULL,
    made_at timestamp with time zone NOT NULL,
    insertion bigint DEFAULT nextval('merchants.payment_insertion'::regclass) NOT NULL
);
ALTER TABLE merchants.stitch_webhook OWNER TO tessera;
CREATE TABLE merchants.unsent_step (
    merchant_id merchants.merchant_id NOT NULL,
    payment_id uuid NOT NULL,
    step_number integer NOT NULL,
    kind merchants.step_kind NOT NULL,
    amount bigint NOT NULL,
    due_at timestamp with time zone NOT NULL,
    attempts integer NOT NULL,
    free_at timestamp with time zone,
    CONSTRAINT attempted_step_says_until_when CHECK (((attempts > 0) = (free_at IS NOT NULL))),
    CONSTRAINT unsent_step_moves_money CHECK ((amount > 0))
);
ALTER TABLE merchants.unsent_step OWNER TO tessera;
CREATE TABLE merchants.wallet_token_claim (
    token_digest bytea NOT NULL,
    ends_at timestamp with time zone NOT NULL
);
ALTER TABLE merchants.wallet_token_claim OWNER TO tessera;
CREATE TABLE money.account (
    customer_id bigint NOT NULL,
    account_id money.account_id NOT NULL,
    currency money.currency NOT NULL,
    posted bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    CONSTRAINT account_is_of_a_customer CHECK ((customer_id > 0)),
    CONSTRAINT balance_is_limited CHECK ((((posted >= '-4000000000000000000'::bigint) AND (posted <= '4000000000000000000'::bigint)) AND (held <= '4000000000000000000'::bigint))),
    CONSTRAINT held_is_not_negative CHECK ((held >= 0))
)
WITH (fillfactor='70');
ALTER TABLE money.account OWNER TO tessera;
CREATE TABLE money.account_number (
    account_id money.account_id NOT NULL,
    customer_id bigint NOT NULL
);
ALTER TABLE money.account_number OWNER TO tessera;
CREATE SEQUENCE money.authorization_insertion
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE money.authorization_insertion OWNER TO tessera;
CREATE TABLE money."authorization" (
    customer_id bigint NOT NULL,
    authorization_id uuid NOT NULL,
    account_id money.account_id NOT NULL,
    card_id uuid NOT NULL,
    reference money.network_reference NOT NULL,
    lifecycle money.network_reference NOT NULL,
    authorization_type money.authorization_type NOT NULL,
    status money.authorization_status NOT NULL,
    is_refund boolean NOT NULL,
    pays_at_once boolean NOT NULL,
    currency money.currency NOT NULL,
    approved bigint NOT NULL,
    reversed bigint NOT NULL,
    released bigint NOT NULL,
    cleared bigint NOT NULL,
    refunded bigint NOT NULL,
    merchant_amount bigint NOT NULL,
    merchant_currency money.currency NOT NULL,
    converted bigint,
    collected bigint DEFAULT 0 NOT NULL,
    collected_converted bigint DEFAULT 0 NOT NULL,
    returned bigint DEFAULT 0 NOT NULL,
    returned_converted bigint DEFAULT 0 NOT NULL,
    atm_fee bigint NOT NULL,
    fx_fee bigint NOT NULL,
    rate_numerator bigint,
    rate_denominator bigint,
    response_code money.response_code NOT NULL,
    approval_code text,
    decided_by text NOT NULL,
    merchant_category integer NOT NULL,
    merchant_country text NOT NULL,
    merchant_name text NOT NULL,
    merchant_city text,
    merchant_id text,
    terminal_id text,
    entry_mode text NOT NULL,
    card_presence text NOT NULL,
    wallet text,
    challenge text NOT NULL,
    channels text[] NOT NULL,
    slip_id bigint,
    changes integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    insertion bigint DEFAULT nextval('money.authorization_insertion'::regclass) NOT NULL,
    CONSTRAINT authorization_returns_at_most_what_was_approved CHECK (((reversed + released) <= approved)),
    CONSTRAINT authorized_amounts_are_not_negative CHECK ((LEAST(approved, reversed, released, cleared, refunded, merchant_amount, converted, atm_fee, fx_fee, collected, collected_converted, returned, returned_converted) >= 0)),
    CONSTRAINT decider_is_known CHECK ((decided_by = ANY (ARRAY['ISSUER'::text, 'PARTNER'::text, 'STAND_IN'::text, 'NETWORK'::text]))),
    CONSTRAINT exchange_rate_is_whole CHECK (((num_nulls(rate_numerator, rate_denominator) = ANY (ARRAY[0, 2])) AND (LEAST(rate_numerator, rate_denominator) > 0))),
    CONSTRAINT refund_holds_no_money CHECK (((NOT is_refund) OR (approved = 0)))
)
WITH (fillfactor='85');
ALTER TABLE money."authorization" OWNER TO tessera;
CREATE TABLE money.card_controls (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    switched_off money.channels NOT NULL,
    allowed_countries money.country_list,
    blocked_countries money.country_list NOT NULL,
    allowed_categories money.category_list,
    blocked_categories money.category_list NOT NULL,
    limit_windows money.limit_windows NOT NULL,
    limit_channels money.limit_channels NOT NULL,
    limit_amounts money.limit_values NOT NULL,
    limit_counts money.limit_values NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT limits_of_a_card_have_all_their_parts CHECK ((cardinality((limit_windows)::text[]) = ALL (ARRAY[cardinality((limit_channels)::text[]), cardinality((limit_amounts)::bigint[]), cardinality((limit_counts)::bigint[])])))
);
ALTER TABLE money.card_controls OWNER TO tessera;
CREATE TABLE money.early_reversal (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    lifecycle money.network_reference NOT NULL,
    received_at timestamp with time zone NOT NULL
);
ALTER TABLE money.early_reversal OWNER TO tessera;
CREATE SEQUENCE money.next_fold_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE money.next_fold_number OWNER TO tessera;
CREATE TABLE money.posting (
    customer_id bigint NOT NULL,
    journal_id uuid NOT NULL,
    posting_number integer NOT NULL,
    debit money.ledger_account NOT NULL,
    credit money.ledger_account NOT NULL,
    currency money.currency NOT NULL,
    amount bigint NOT NULL,
    shard integer GENERATED ALWAYS AS (((customer_id % (16)::bigint))::integer) STORED NOT NULL,
    fold_number bigint DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('money.next_fold_number'::regclass)
    ELSE NULL::bigint
END NOT NULL,
    CONSTRAINT journal_of_the_house_moves_no_money_of_a_customer CHECK (((customer_id <> 0) OR (('customer'::text <> (debit)::text) AND ('customer'::text <> (credit)::text)))),
    CONSTRAINT posting_amount_is_positive CHECK ((amount > 0)),
    CONSTRAINT posting_leads_to_another_account CHECK (((debit)::text <> (credit)::text))
);
ALTER TABLE money.posting OWNER TO tessera;
CREATE VIEW money.entry AS
 SELECT posting.customer_id,
    posting.journal_id,
    posting.posting_number,
    side.direction,
    side.ledger_account,
    posting.currency,
    posting.amount,
        CASE side.direction
            WHEN 'CREDIT'::text THEN posting.amount
            ELSE (- posting.amount)
        END AS change,
    posting.shard,
    posting.fold_number
   FROM (money.posting
     CROSS JOIN LATERAL ( VALUES ('DEBIT'::text,posting.debit), ('CREDIT'::text,posting.credit)) side(direction, ledger_account));
ALTER TABLE money.entry OWNER TO tessera;
CREATE TABLE money.exchange_rate (
    from_currency money.currency NOT NULL,
    to_currency money.currency NOT NULL,
    numerator bigint NOT NULL,
    denominator bigint NOT NULL,
    CONSTRAINT exchange_rate_is_between_two_currencies CHECK (((from_currency)::text <> (to_currency)::text)),
    CONSTRAINT exchange_rate_is_positive CHECK ((LEAST(numerator, denominator) > 0))
);
ALTER TABLE money.exchange_rate OWNER TO tessera;
CREATE TABLE money.fold (
    shard integer NOT NULL,
    folded_to bigint NOT NULL,
    CONSTRAINT shard_is_0_to_15 CHECK (((shard >= 0) AND (shard <= 15)))
);
ALTER TABLE money.fold OWNER TO tessera;
CREATE TABLE money.hold (
    customer_id bigint NOT NULL,
    hold_id uuid NOT NULL,
    account_id money.account_id NOT NULL,
    status money.hold_status NOT NULL,
    held bigint NOT NULL,
    posted bigint DEFAULT 0 NOT NULL,
    placed_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT ended_hold_says_when CHECK ((((status)::text = 'PENDING'::text) = (ended_at IS NULL))),
    CONSTRAINT pending_hold_holds_money CHECK (((held >= 0) AND (((status)::text = 'PENDING'::text) = (held > 0))))
)
WITH (fillfactor='85');
ALTER TABLE money.hold OWNER TO tessera;
CREATE TABLE money.house_balance (
    shard integer NOT NULL,
    ledger_account money.ledger_account NOT NULL,
    currency money.currency NOT NULL,
    balance numeric NOT NULL,
    CONSTRAINT house_has_no_balance_of_customers CHECK (((ledger_account)::text <> 'customer'::text))
);
ALTER TABLE money.house_balance OWNER TO tessera;
CREATE TABLE money.journal (
    customer_id bigint NOT NULL,
    journal_id uuid NOT NULL,
    account_id money.account_id,
    version bigint,
    balance bigint,
    hold_id uuid,
    posted_at timestamp with time zone NOT NULL,
    CONSTRAINT only_a_journal_of_an_account_clears_a_hold CHECK (((hold_id IS NULL) OR (customer_id <> 0))),
    CONSTRAINT only_the_house_has_journals_without_an_account CHECK ((num_nonnulls(account_id, version, balance) =
CASE customer_id
    WHEN 0 THEN 0
    ELSE 3
END))
);
ALTER TABLE money.journal OWNER TO tessera;
CREATE TABLE money.movement (
    customer_id bigint NOT NULL,
    movement_id uuid NOT NULL,
    kind money.movement_kind NOT NULL,
    recipient_id bigint,
    currency money.currency NOT NULL,
    amount bigint NOT NULL,
    merchant_ref_num money.merchant_reference,
    reason text,
    description text,
    payment_option text,
    instrument_type text,
    instrument_id text,
    status money.movement_status NOT NULL,
    status_reason text,
    account_id money.account_id,
    transaction_id bigint,
    slip_id bigint,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT failed_movement_says_why CHECK ((((status)::text = 'FAILED'::text) = (status_reason IS NOT NULL))),
    CONSTRAINT movement_after_its_preview_has_a_transaction CHECK (((num_nonnulls(transaction_id, slip_id) =
CASE status
    WHEN 'PREVIEW'::text THEN 0
    ELSE 2
END) AND (((status)::text = 'PREVIEW'::text) OR (account_id IS NOT NULL)))),
    CONSTRAINT movement_amount_has_1_to_12_digits CHECK (((amount >= 1) AND (amount <= '999999999999'::bigint))),
    CONSTRAINT transfer_leads_to_another_customer CHECK (
CASE kind
    WHEN 'TRANSFER'::text THEN ((recipient_id IS NOT NULL) AND (recipient_id <> customer_id))
    ELSE (recipient_id IS NULL)
END),
    CONSTRAINT withdrawal_leads_to_an_instrument CHECK ((num_nonnulls(payment_option, instrument_type, instrument_id) =
CASE kind
    WHEN 'WITHDRAWAL'::text THEN 3
    ELSE 0
END))
)
WITH (fillfactor='80');
ALTER TABLE money.movement OWNER TO tessera;
CREATE TABLE money.network_message (
    reference money.network_reference NOT NULL,
    digest bytea NOT NULL,
    kind text NOT NULL,
    customer_id bigint,
    card_id uuid,
    authorization_id uuid,
    response_code money.response_code NOT NULL,
    currency money.currency,
    approved bigint,
    available bigint,
    approval_code text,
    security_code_result text,
    findings text[] NOT NULL,
    received_at timestamp with time zone NOT NULL
);
ALTER TABLE money.network_message OWNER TO tessera;
CREATE SEQUENCE money.next_account_number
    START WITH 100000001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE money.next_account_number OWNER TO tessera;
CREATE SEQUENCE money.next_transaction_number
    START WITH 5000000001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE money.next_transaction_number OWNER TO tessera;
CREATE TABLE money.program_controls (
    program_name text NOT NULL,
    switched_off money.channels NOT NULL,
    allowed_countries money.country_list,
    blocked_countries money.country_list NOT NULL,
    allowed_categories money.category_list,
    blocked_categories money.category_list NOT NULL,
    limit_windows money.limit_windows NOT NULL,
    limit_channels money.limit_channels NOT NULL,
    limit_amounts money.limit_values NOT NULL,
    limit_counts money.limit_values NOT NULL,
    version bigint DEFAULT 1 NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT limits_of_a_program_have_all_their_parts CHECK ((cardinality((limit_windows)::text[]) = ALL (ARRAY[cardinality((limit_channels)::text[]), cardinality((limit_amounts)::bigint[]), cardinality((limit_counts)::bigint[])])))
);
ALTER TABLE money.program_controls OWNER TO tessera;
CREATE TABLE money.spent (
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    spending_window text NOT NULL,
    channel text NOT NULL,
    first_day bigint NOT NULL,
    controls_version bigint NOT NULL,
    amount bigint NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT spending_is_not_negative CHECK ((LEAST(amount, count) >= 0))
)
WITH (fillfactor='70');
ALTER TABLE money.spent OWNER TO tessera;
CREATE TABLE money.transaction (
    customer_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    slip_id bigint NOT NULL,
    account_id money.account_id NOT NULL,
    transaction_type money.transaction_type NOT NULL,
    direction money.direction NOT NULL,
    amount bigint NOT NULL,
    status money.transaction_status NOT NULL,
    status_reason text,
    card_id uuid,
    merchant_ref_num money.merchant_reference,
    journal_id uuid,
    created_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    CONSTRAINT completed_transaction_has_a_journal CHECK ((((status)::text <> 'COMPLETED'::text) OR (journal_id IS NOT NULL))),
    CONSTRAINT transaction_amount_is_positive CHECK ((amount > 0))
)
WITH (fillfactor='90');
ALTER TABLE money.transaction OWNER TO tessera;
CREATE TABLE money.used_merchant_reference (
    brand text NOT NULL,
    asked_by bigint NOT NULL,
    merchant_ref_num money.merchant_reference NOT NULL,
    customer_id bigint NOT NULL,
    movement_id uuid NOT NULL
);
ALTER TABLE money.used_merchant_reference OWNER TO tessera;
CREATE TABLE public.schema_migration (
    version integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.schema_migration OWNER TO tessera;
CREATE SEQUENCE sandbox.log_position
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE sandbox.log_position OWNER TO tessera;
CREATE TABLE sandbox.change (
    changed regclass NOT NULL,
    log_position bigint DEFAULT nextval('sandbox.log_position'::regclass) NOT NULL,
    key jsonb NOT NULL,
    before jsonb
);
ALTER TABLE sandbox.change OWNER TO tessera;
CREATE TABLE sandbox.clock (
    only_row boolean NOT NULL,
    frozen_at timestamp with time zone,
    offset_milliseconds bigint NOT NULL,
    CONSTRAINT clock_is_the_only_one CHECK (only_row),
    CONSTRAINT frozen_clock_has_no_offset CHECK (((frozen_at IS NULL) OR (offset_milliseconds = 0)))
);
ALTER TABLE sandbox.clock OWNER TO tessera;
CREATE TABLE sandbox.mark (
);
ALTER TABLE sandbox.mark OWNER TO tessera;
CREATE TABLE sandbox.network_keys (
    scheme issuing.card_scheme NOT NULL,
    sealed bytea NOT NULL,
    key_version integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE sandbox.network_keys OWNER TO tessera;
CREATE TABLE sandbox.network_token (
    dpan_hash bytea NOT NULL,
    reference text NOT NULL,
    wallet issuing.wallet_type NOT NULL,
    sealed bytea NOT NULL,
    key_version integer NOT NULL,
    expiry_month issuing.expiry_month NOT NULL,
    expiry_year integer NOT NULL,
    phone_counter integer DEFAULT 0 NOT NULL,
    highest_counter integer DEFAULT 0 NOT NULL,
    CONSTRAINT counters_of_a_token_have_two_bytes CHECK ((((phone_counter >= 0) AND (phone_counter <= 65535)) AND ((highest_counter >= 0) AND (highest_counter <= 65535))))
);
ALTER TABLE sandbox.network_token OWNER TO tessera;
CREATE SEQUENCE sandbox.phone_insertion
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER TABLE sandbox.phone_insertion OWNER TO tessera;
CREATE TABLE sandbox.phone (
    phone_id uuid NOT NULL,
    customer_id bigint NOT NULL,
    kind text NOT NULL,
    hardware_id text NOT NULL,
    wallet_id text,
    created_at timestamp with time zone NOT NULL,
    insertion bigint DEFAULT nextval('sandbox.phone_insertion'::regclass) NOT NULL,
    CONSTRAINT phone_kind_is_known CHECK ((kind = ANY (ARRAY['IPHONE'::text, 'PIXEL'::text, 'GALAXY'::text])))
);
ALTER TABLE sandbox.phone OWNER TO tessera;
CREATE TABLE sandbox.phone_token (
    reference text NOT NULL,
    phone_id uuid,
    customer_id bigint NOT NULL,
    card_id uuid NOT NULL,
    dpan_last_four issuing.last_four NOT NULL,
    message_digest bytea,
    waits boolean NOT NULL,
    message_id uuid,
    message_number bigint,
    sealed_code bytea,
    code_key_version integer,
    wrong_codes integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    insertion bigint DEFAULT nextval('sandbox.phone_insertion'::regclass) NOT NULL,
    CONSTRAINT phone_token_code_is_sent CHECK ((num_nulls(message_id, message_number, sealed_code, code_key_version) = ANY (ARRAY[0, 4]))),
    CONSTRAINT phone_token_without_a_phone_is_deleted CHECK (((phone_id IS NOT NULL) OR (deleted_at IS NOT NULL))),
    CONSTRAINT wrong_codes_of_a_phone_token_are_limited CHECK (((wrong_codes >= 0) AND (wrong_codes <= 5)))
);
ALTER TABLE sandbox.phone_token OWNER TO tessera;
CREATE TABLE sandbox.snapshot (
    name text NOT NULL,
    log_position bigint DEFAULT nextval('sandbox.log_position'::regclass) NOT NULL,
    numbers jsonb NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    CONSTRAINT snapshot_name_is_1_to_60_plain_characters CHECK ((name ~ '^[A-Za-z0-9._-]{1,60}$'::text))
);
ALTER TABLE sandbox.snapshot OWNER TO tessera;
CREATE TABLE sandbox.used_counter (
    dpan_hash bytea NOT NULL,
    counter integer NOT NULL,
    message text NOT NULL,
    used_at timestamp with time zone NOT NULL,
    CONSTRAINT used_counter_has_two_bytes CHECK (((counter >= 0) AND (counter <= 65535)))
);
ALTER TABLE sandbox.used_counter OWNER TO tessera;
COPY issuing.apple_nonce (customer_id, card_id, nonce, used_at, good_until) FROM stdin;
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	\\x4f0c6878	2026-11-28 21:48:04.989+00	2026-12-28 21:48:05+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	\\x578802a2	2026-11-28 21:49:05.339+00	2026-12-28 21:49:04+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	\\xe07ece05	2026-11-28 21:49:06.423+00	2026-12-28 21:49:05+00
10000002	e75b3517-0da5-4554-83e5-6a7728be370b	\\x75a5f9ad	2026-11-28 21:51:34.939+00	2026-12-28 21:51:34+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	\\x52586a71	2026-11-28 22:05:46.922+00	2026-12-28 22:05:46+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	\\x58358e25	2026-11-29 23:06:18.026+00	2026-12-29 23:06:18+00
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	\\xf91406ee	2026-11-29 23:06:18.026+00	2026-12-29 23:06:18+00
\.
COPY issuing.authentication_challenge (customer_id, event_id, challenge_number, verification, secret_hash, nonce, is_approved, polls, attempts, allowable_attempts, created_at, expires_at) FROM stdin;
30000001	dd256a60-39ed-4ff8-b10b-2281fdc9430f	1	SMS	\\x7f7521a6f290cdf48c48027fc48e8405ba3978c11ea4d58ca6e01f8d40ffa8b9	\N	\N	0	1	5	2026-11-29 23:06:18.026+00	2026-11-29 23:11:18.026+00
30000001	c05dd8cd-06b7-47a5-8ac7-fa064f14d6ac	1	SMS	\\x36e742538b01ca72a6dc9085e262af1f5ed4948967092fb467b03893718d7925	\N	\N	0	1	5	2026-11-29 23:06:18.026+00	2026-11-29 23:11:18.026+00
30000001	561bbb13-cb0e-4c59-8ab4-3c9ffb6b41a4	1	SMS	\\xe5a7a7c1b52c8daaf933866f63a3a07687bd0f21f47882387326868978d4ad3a	\N	\N	0	1	5	2026-11-29 23:06:18.026+00	2026-11-29 23:11:18.026+00
\.
COPY issuing.authentication_event (customer_id, event_id, wallet_operation_id, brand, operation, card_id, request_digest, mode, status, challenges, allowable_challenges, attempts, allowable_attempts, created_at, expires_at, used_at, repeatable_until) FROM stdin;
30000001	561bbb13-cb0e-4c59-8ab4-3c9ffb6b41a4	28b0efbc-c50d-4be6-a76a-3923825eb175	demo	TRUST_DEVICE	\N	\\xfa545ed75e9ed3d1586d17f8d82377616cabf5d39d379029ed4881d850dfffb5	EMBEDDED	USED	1	5	0	5	2026-11-29 23:06:18.026+00	2026-11-29 23:21:18.026+00	2026-11-29 23:06:18.026+00	\N
30000001	dd256a60-39ed-4ff8-b10b-2281fdc9430f	5d746e0d-0868-4a35-938b-04de94d9c5ec	demo	UPDATE_CARD	006ed57c-c470-4b61-98e0-e89c11dbefac	\\x09da2dc7c4f1971a111a3b07f8b1cb87a46ad521a90ea6cae1f0418e4abba7ab	EMBEDDED	USED	1	5	0	5	2026-11-29 23:06:18.026+00	2026-11-29 23:21:18.026+00	2026-11-29 23:06:18.026+00	\N
30000001	c05dd8cd-06b7-47a5-8ac7-fa064f14d6ac	a0f30fa2-ae8a-46f1-a28c-7aebe6b55bee	demo	UPDATE_CARD	ef501a8d-35e3-4fd8-babe-8e31c99342fb	\\xa1930a842f4f3f6a98ce3d97a64d9a018799352c22c3514d716a59ca92890db2	EMBEDDED	USED	1	5	0	5	2026-11-29 23:06:18.026+00	2026-11-29 23:21:18.026+00	2026-11-29 23:06:18.026+00	\N
\.
COPY issuing.authentication_factor (customer_id, verification, wrong_attempts, wrong_in_a_row, locked_until, challenges, challenges_since) FROM stdin;
30000004	SMS	0	0	\N	5	2026-11-28 21:49:09.957+00
10000002	SMS	0	0	\N	2	2026-11-28 21:51:02.056+00
30000001	SMS	0	0	\N	3	2026-11-29 23:06:18.026+00
\.
COPY issuing.authentication_means (customer_id, password_hash, pin_hash, sealed_seed, seed_key_version, last_step) FROM stdin;
10000001	\\x04a235a38d707fa3b343191475003dd85dbba0c8228e30ea6fed978a1676abb76eaa8d83380ebbf655066902c0a154cef5	\N	\\xa0dcea80558f08b57a5f66073767b15304f130c5c2b9500281be8d7ff856de552296f7d6e3cb55f1374d1396ad82c228	1	\N
20000001	\\x04c1ab1ce8592b5ebb303d35aaa62ae035d73fc3339b64edbc6d00ac4fd73bf0eba12a9d9f63e2239c6a7e51ca44279902	\N	\\x0a0344ba2699fb842fa62680474e38efcf54166da2213fdbb42a38fbe576a9cedafa4409fd7334729c4c47288e21a2d9	1	\N
10000002	\\x0433d4b277e33fcd799d7cc788d130513bb6f5732fb7b04c74c9023523efdf67eee9080eda98b3155ef59b6835e32a8701	\N	\\xe95c9912e6ca48b79cb2a27f2c919595a3b50f1069939acbc36e28fa98556fb0bd7af4d4cb4286cb64d8a884253fc1d5	1	\N
\.
COPY issuing.authentication_owner (event_id, customer_id, expires_at) FROM stdin;
dd256a60-39ed-4ff8-b10b-2281fdc9430f	30000001	2026-11-29 23:21:18.026+00
c05dd8cd-06b7-47a5-8ac7-fa064f14d6ac	30000001	2026-11-29 23:21:18.026+00
561bbb13-cb0e-4c59-8ab4-3c9ffb6b41a4	30000001	2026-11-29 23:21:18.026+00
\.
COPY issuing.authentication_policy (brand, mode, operations, event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds, allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out, refuses_weak_pins, accepts_trusted_devices, relying_party_id, origins) FROM stdin;
demo	EMBEDDED	{UPDATE_CARD,TRUST_DEVICE}	900	300	5	900	5	100	10	f	t	wallet.example	{https://wallet.example}
\.
COPY issuing.brand (brand) FROM stdin;
demo
\.
COPY issuing.brand_secure_view (brand, frame_ancestors) FROM stdin;
demo	{https://wallet.example}
\.
COPY issuing.bulk_order (order_id, brand, status, number_of_cards, created_at, insertion, started_at, completed_at, tries, sealed_applications, applications_key_version, customer_ids, card_ids, failure_reason, failed_fields, field_errors) FROM stdin;
4f1141ca-7343-45da-af48-eeef0dc46c76	demo	COMPLETED	2	2026-11-28 21:53:34.414+00	48	2026-11-28 21:53:34.515+00	2026-11-28 21:53:34.611+00	0	\N	\N	{10000001,10000002}	{f44542cb-4a0f-4768-b247-f34aa8c5c9d9,e8234709-70a2-41a3-8ad2-d37c29616530}	\N	\N	\N
270e5e10-a2d7-4b4c-a01b-16697c7b51fe	demo	COMPLETED	2	2026-11-28 21:54:01.194+00	52	2026-11-28 21:54:01.722+00	2026-11-28 21:54:01.836+00	0	\N	\N	{10000001,10000002}	{32336415-10db-4e4b-b1db-cd0b26f81dcf,3c64b16a-eeb4-454d-90de-4bd0ef1f0d24}	\N	\N	\N
a79146ce-60ca-481c-949b-9f09872edee4	demo	COMPLETED	2	2026-11-28 21:54:18.445+00	56	2026-11-28 21:54:18.799+00	2026-11-28 21:54:18.855+00	0	\N	\N	{10000001,10000002}	{4f8fbb75-2de1-40fd-ad1b-770520a14536,6e3b4b40-b89e-4b61-8de2-05e3b1585796}	\N	\N	\N
\.
COPY issuing.card (customer_id, card_id, program_name, card_type, scheme, status, returns_to, changes, tokenization_changes, currency, bin, last_four, expiry_month, expiry_year, account_id, replaces, external_id, mobile, address1, address2, address3, city, country_code, state, postal_code, created_at, activated_at, dispatched_at, delivered_at, wrong_activations, wrong_pins, wrong_tries_in_all, sealed_pan, pan_key_version, pin_block, pin_key_version, insertion) FROM stdin;
30000001	a16fed2c-98ab-49b7-8968-88331a7ba3a3	ACME-REVIEWED-MC-EEA	VIRTUAL	MC	APPLIED	\N	1	0	EUR	541333	3108	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.449+00	\N	\N	\N	0	0	0	\\x91c57b097ca5bafd9c897ef19bd1e2a54ae711ee828b699c9208d86e45d87c11f7f846d2f16be3ae2476513f	1	\N	\N	1
30000001	75a960f5-fdc7-40be-9c95-9413e3f1b29f	ACME-REVIEWED-MC-EEA	VIRTUAL	MC	PENDING	\N	2	0	EUR	541333	9541	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.455+00	\N	\N	\N	0	0	0	\\x46511c4a464b90e6c990d166cb23bf6e94a89a61029a9c9693b70781f7d19486523081a9d44bd60ddcf61022	1	\N	\N	2
30000001	ef501a8d-35e3-4fd8-babe-8e31c99342fb	ACME-DIGITAL-VISA-EEA	PHYSICAL	VISA	LOCKED	DIGITAL	2	0	EUR	476173	9775	11	2029	100000001	\N	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.511+00	\N	\N	\N	0	0	0	\\xf3eb7c806c33932cf6bc0f8ebdf351d2a7554282a6b0f96b29c79783fc148467de679380bac6ab8d6f0a9c71	1	\N	\N	7
30000001	5e145c2a-df21-41f0-aad1-cc0afaa4d8a9	ACME-REVIEWED-MC-EEA	VIRTUAL	MC	REJECTED	\N	3	0	EUR	541333	9881	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.471+00	\N	\N	\N	0	0	0	\\x9493cba1763ab46f16d373362f26b491b329ae25e412e70f6007efe0d7e36025c0cc715a9cb247a0ded80e4b	1	\N	\N	3
30000001	5757ab62-960a-40e3-b932-a4369b944612	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	0	PLN	476173	1835	11	2029	100000002	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.486+00	\N	\N	\N	0	0	0	\\x79b0a72feae5ddc1a507fb533026e78770c855dcc08769564792c7c5b8ea949ec403d01d72538254a85d8c26	1	\N	\N	4
30000001	2534607e-0c10-472b-9e22-370aa5e962e9	ACME-PHYSICAL-MC-EEA	PHYSICAL	MC	ISSUED	\N	1	0	EUR	541333	2234	11	2029	100000001	\N	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.491+00	\N	\N	\N	0	0	0	\\x47cb737b2b7b1f7782dec392838663ad75f2e96e20076cde11a0b3a8dc5e7a16ac07827431363a1ae0e3cb96	1	\N	\N	5
30000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2	ACME-PHYSICAL-MC-EEA	PHYSICAL	MC	DAMAGED	\N	3	0	EUR	541333	9828	11	2029	100000001	\N	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.563+00	2026-11-28 21:48:04.566+00	2026-11-28 21:48:04.564+00	2026-11-28 21:48:04.565+00	0	0	0	\\xa2733a62432acc943c2a1e2edf6b7b01c8bf24f51c3a46c45d064ac80080f4487acfd10470ef217ae508035e	1	\N	\N	12
30000001	84230588-14b0-4f54-9fbf-a28ca6fdd08b	ACME-PHYSICAL-MC-EEA	PHYSICAL	MC	ACTIVE	\N	2	0	EUR	541333	2207	11	2029	100000001	\N	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.493+00	2026-11-28 21:48:04.508+00	2026-11-28 21:48:04.495+00	2026-11-28 21:48:04.502+00	0	0	0	\\xc5375751470e76571574305525abba402f3021729f3cd2da013ef2161c2ca5e4b300ea9453f023e0adb9abae	1	\\xbcd56c2e7da7fde7e347a1e910fe5708	1	6
30000001	4d7475d2-7d6a-40b7-9cd6-b611b01adc8d	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	LOCKED	ACTIVE	2	0	EUR	476173	7816	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.511+00	\N	\N	\N	0	0	0	\\x99aa70c944d365866793d84159384bb5b87b96b2d2537b81865695d01859f855118771750bf15e7b3c5f5e03	1	\N	\N	8
30000001	c57f412d-44c3-4d25-906a-d99930b101f5	ACME-PHYSICAL-MC-EEA	PHYSICAL	MC	ISSUED	\N	1	0	EUR	541333	4648	11	2029	100000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.568+00	\N	\N	\N	0	0	0	\\xf8854e90ee8972b6a4ec0565fa685b31ce8536cf6b60802ff04d7d15795881f6178f9944fe91ed5d8d1aa46a	1	\N	\N	13
30000001	60be86a0-ebdd-42eb-a31c-82bbe8a4e338	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	LOST	\N	2	0	EUR	476173	3610	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.571+00	\N	\N	\N	0	0	0	\\x169a004878b8e0020821e83552bdfb7ec4c43b9f5f9da471f0c0300c8597b43d46bae0aedeae7029a19f53fa	1	\N	\N	14
30000001	e2da0938-c78a-4c5d-b4e8-a1dcd85a3986	ACME-PHYSICAL-MC-EEA	PHYSICAL	MC	SUSPENDED	ACTIVE	3	0	EUR	541333	8620	11	2029	100000001	\N	\N	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.52+00	2026-11-28 21:48:04.532+00	2026-11-28 21:48:04.524+00	2026-11-28 21:48:04.524+00	0	0	0	\\x25cb40f10314434e61708b7aaf518a131aa1137f92dccc5747af793eb501e9aa7de730cbeeac1de8b26cf69f	1	\N	\N	9
30000001	f6bb5ac9-1587-4841-80b7-b3964d1754c5	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	EXPIRED	\N	2	0	EUR	476173	7880	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.55+00	\N	\N	\N	0	0	0	\\x81900c5345ee0eb3c5796082bfed46836cca73ac8ab3ed0ee3ad156bc6119283a0fd32b58e52237f70f32ddb	1	\N	\N	10
30000001	da932bde-1460-4cc7-915e-c13ba5f29f6a	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	CANCELLED	\N	2	0	EUR	476173	3457	11	2029	100000001	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.558+00	\N	\N	\N	0	0	0	\\x81c1e5522804026bee1afb4a155529ebd506925674542afb3f6ab227f6d760ef9e02809d4ad5700e559b4904	1	\N	\N	11
30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	6041	11	2029	100000003	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.587+00	\N	\N	\N	0	0	0	\\x20aae37a67c077fbfae08e6a71ed88191dde6b04b9babb08014fbd7063d34b057aad8fd9de501c208cc7f6ba	1	\N	\N	16
30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	LOCKED	ACTIVE	2	0	EUR	476173	1609	11	2029	100000003	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.808+00	\N	\N	\N	0	0	0	\\xfe10cc6da47f98919e2790e798f1ac4df1d059ba5164ce4b77558236918a88a58b157055abe818dd249bf207	1	\N	\N	17
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	11	EUR	541333	5946	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.905+00	\N	\N	\N	0	0	0	\\x6c44d026b590f851f36ab626c257f077264a3ea2a07a28b432caa3ab18abaf566cdf6bd0d1ec7722c638b792	1	\N	\N	18
30000001	006ed57c-c470-4b61-98e0-e89c11dbefac	ACME-VIRTUAL-VISA-EEA	VIRTUAL	VISA	LOCKED	ACTIVE	2	0	EUR	476173	3889	11	2029	100000001	60be86a0-ebdd-42eb-a31c-82bbe8a4e338	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.572+00	\N	\N	\N	0	0	0	\\x8eb289c36fc10861fc3fde55d0ac2e5dc968946531b7ce9df84018b1457b4393cf2cbad0d58c391cd0e17728	1	\N	\N	15
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	LOCKED	ACTIVE	2	3	EUR	476173	4044	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:05.148+00	\N	\N	\N	0	0	0	\\x00980df220f16a929cfc991af970e8049cc1982a263405e5468be4792f6a588a5838a80107628aa9f507198b	1	\N	\N	24
30000003	c9d466f9-3d1d-490b-9678-0919bdbffeef	DEMO-VIRTUAL-VISA-US	VIRTUAL	VISA	ACTIVE	\N	1	0	USD	476173	2723	11	2029	100000005	\N	\N	+1 8015550199	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:05.193+00	\N	\N	\N	0	0	0	\\x59ffc8fc3fc688dc81196a10e481a42e10be0843a9f680a23009fc181940678aadaa2a63021efa7c43e158fc	1	\N	\N	26
30000003	87ab553f-9aeb-4b52-ae3b-2418c7704c47	DEMO-PHYSICAL-MC-US	PHYSICAL	MC	ACTIVE	\N	2	0	USD	541333	1795	11	2029	100000005	\N	\N	+1 8015550199	350 S State Street	Apartment 2C	\N	Salt Lake City	US	UT	84111	2026-11-28 21:48:05.195+00	2026-11-28 21:48:05.23+00	2026-11-28 21:48:05.207+00	2026-11-28 21:48:05.215+00	0	0	0	\\xa0a14c0d8aaf476ded27fc4b14f5bc82e1a45a3f90a8a738afe29157aaa6d243898106aecf547e48403e2b0d	1	\\x891a444c0bbb8d3d62dc946917f14548	1	27
30000003	265d0fcf-ac7b-4bbe-b531-65feba4def0a	DEMO-PHYSICAL-MC-US	PHYSICAL	MC	ISSUED	\N	1	0	USD	541333	0333	11	2029	100000005	\N	\N	+1 8015550199	350 S State Street	Apartment 2C	\N	Salt Lake City	US	UT	84111	2026-11-28 21:48:05.238+00	\N	\N	\N	0	0	0	\\x7640de5e84bbb0989944e66ef4dd8b83d533f2c13099cfe708f84509be05b873868ac52976d32d82274ab5ec	1	\N	\N	28
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	CANCELLED	\N	6	21	EUR	476173	4738	11	2029	100000006	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:49:04.981+00	\N	\N	\N	0	0	0	\\xd927f68cc065f12a317df55ac0999c8d898e171486e70dcdc998ab8ce0d66a2b4832a5120c3a52dbd1a45677	1	\N	\N	29
10000001	eab25ebd-9ee9-43c7-92d3-bd6d44644b16	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	1743	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:49:13.145+00	\N	\N	\N	0	0	0	\\xc4f44e07e1b93b54aa78ecbc507da65e87162a1ebf32bc168b846e1a050dc9f2359874c9625d3b72bf066a6d	1	\N	\N	37
10000001	9c119c14-2dac-42d2-b134-26d46d0d4538	SKRILL-PHYSICAL-MC-EEA	PHYSICAL	MC	SUSPENDED	ACTIVE	3	0	EUR	541333	6662	11	2029	100000004	\N	\N	+359 881234567	Tsarigradsko Shose 73	\N	\N	Sofia	BG	\N	1000	2026-11-28 21:49:13.189+00	2026-11-28 21:49:13.243+00	2026-11-28 21:49:13.212+00	2026-11-28 21:49:13.212+00	0	0	0	\\x9e72d3a86d9da3549024e4054ad4e96c0dd88c8e840de64199b05994f2201f72e7eab1f4d572adeb2f4452d8	1	\N	\N	38
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	6	EUR	541333	8100	11	2029	100000006	\N	\N	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:49:05.042+00	\N	\N	\N	0	0	0	\\xa0a1c26eecab5d0b320dd03cee7baa35c679f34c267b287c59da7638b088d1c048fb68848bcc9765677addb3	1	\N	\N	30
10000001	18348fd6-d83c-4d4d-91e3-176ff70c8f0b	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	1	EUR	476173	7955	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:49:19.026+00	\N	\N	\N	0	0	0	\\x298d10a99a715d47843f4dea072134dfe0a92d964118f35ec8895f8d164b40564777ef5d834b29d7b0da3373	1	\N	\N	39
10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	0	EUR	476173	4188	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:50:05.668+00	\N	\N	\N	0	0	0	\\xc1f2db6fbd04dc6a71f52df505d83b4318a741939e1bc6013989943b2dd08bd197f525b00194354b19f42cbc	1	\N	\N	41
10000001	3a6ad5f1-6c49-4096-90a4-d743253acdd6	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	0	EUR	476173	4882	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:50:22.291+00	\N	\N	\N	0	0	0	\\x732cb1d8df08207b80d265c9f4cf85f9928a9a0ba97bce49fa0c963e856680df86e960812991dd33de0fdc6c	1	\\x006ec2706630f7f75b122b579edf9545	1	42
10000001	d3013aa2-f70f-4589-be23-62deeaee0be1	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	0	EUR	476173	3946	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:50:34.871+00	\N	\N	\N	0	0	0	\\x67df6b6dd4168194b679b788dee3968418e4afaabbc3a094de7eac1584bff3e17195e769b572b683717e8e89	1	\N	\N	43
10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	0	EUR	476173	5569	11	2029	100000007	\N	\N	+49 15112345678	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:50:46.67+00	\N	\N	\N	0	0	0	\\x0648f2b099b86057f912c6e01179b31f514ffd84f507f1f2b47044eccb53eac5dbec56b821018c3fc6c3eca9	1	\N	\N	44
10000002	e75b3517-0da5-4554-83e5-6a7728be370b	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	2	EUR	476173	9279	11	2029	100000007	\N	\N	+49 15112345678	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:51:34.144+00	\N	\N	\N	0	0	0	\\x707356777b16c877ef73666b3ad0949dd797e6b81f785c07eac09cf4df9f4168ea27bb39105798f9e19971a9	1	\N	\N	45
30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	3730	11	2029	100000008	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:53:32.261+00	\N	\N	\N	0	0	0	\\x9c2d601becf320df77ec3699c983e84734cd20946e94497af2a7ec002bff0a8ddcbf9bb9193a436a885efac0	1	\N	\N	47
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	8796	11	2029	100000011	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:32.223+00	\N	\N	\N	0	0	0	\\x4961d3db35a435ccc015c02f9ccc6999874b50dae85b25864a7afa4035e4359a72321df3d0bb3ab8beefbdac	1	\N	\N	59
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	1142	11	2029	100000013	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 22:05:23.113+00	\N	\N	\N	0	0	0	\\x59a41810945f724b07f38aeb325eb6c992676a571ba925d2c5bdb46409eb6be0fb31289f13757f8b141cca25	1	\N	\N	61
10000001	f44542cb-4a0f-4768-b247-f34aa8c5c9d9	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	6246	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:53:34.595+00	\N	\N	\N	0	0	0	\\x7d71e1f34d557d0d8d9cd1c201574b3d6c8e49bd1829eb5ed22ef2c17be1f7a83f3063174b8978a003e548d4	1	\N	\N	49
10000002	e8234709-70a2-41a3-8ad2-d37c29616530	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	9118	11	2029	100000007	\N	\N	+49 15112345678	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:53:34.596+00	\N	\N	\N	0	0	0	\\x852ef288cfef3d825100bab42dbc382a13b031c37bd565062cdf0c9d7dfb533e124af3b5479ca9cda7a1f9e1	1	\N	\N	50
10000001	32336415-10db-4e4b-b1db-cd0b26f81dcf	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	6471	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:01.831+00	\N	\N	\N	0	0	0	\\xc3c87938a75f8e1f074d0335c6c7b4e8ed8d8d038eb9f3666b52d8433db455a4f7bea2e22c12e49d2390a3ad	1	\N	\N	53
10000002	3c64b16a-eeb4-454d-90de-4bd0ef1f0d24	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	9458	11	2029	100000007	\N	\N	+49 15112345678	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:01.832+00	\N	\N	\N	0	0	0	\\xe357c206288b03f0099d16a78304ee49fde5068d35c4a823ac5bff2ac8383caa4d96c0dbaa18dfadf6156c43	1	\N	\N	54
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	6532	11	2029	100000009	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:00.653+00	\N	\N	\N	0	0	0	\\x77409f35a4eaa7cb59a58a389f74300e7e32b7787516e19405bbbc5ab1e56be348ba56254d30fb861c919e32	1	\N	\N	51
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	7323	11	2029	100000010	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:18.315+00	\N	\N	\N	0	0	0	\\x3d6cb17f0c9662434dbe3de6b47e899612f7ab9b8d7f5194dc17c4310941571327cd1b627926aea41190ac67	1	\N	\N	55
10000001	4f8fbb75-2de1-40fd-ad1b-770520a14536	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	7986	11	2029	100000004	\N	\N	+359 881234567	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:18.854+00	\N	\N	\N	0	0	0	\\x226616a48be67077cc0c8e9c9fabb60d530a27aee0143c1c0b825c31130170905978cb7c378ed94f9d41a786	1	\N	\N	57
10000002	6e3b4b40-b89e-4b61-8de2-05e3b1585796	SKRILL-VIRTUAL-MC-EEA	VIRTUAL	MC	ACTIVE	\N	1	0	EUR	541333	0302	11	2029	100000007	\N	\N	+49 15112345678	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:18.854+00	\N	\N	\N	0	0	0	\\xb3d465010b4d954ab8a01f723e30260f0b5e765201e23a18a03e6a30a445ac855da89254e3221707843de155	1	\N	\N	58
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	0	EUR	476173	9423	11	2029	100000012	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:46.773+00	\N	\N	\N	0	0	0	\\x8932b1fdffef60c7eae9619b303c6b16e46b60bceddaba587a7786bae0952103449fb4add5cde222ee65194d	1	\N	\N	60
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	2	EUR	476173	8448	11	2029	100000014	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 22:05:46.372+00	\N	\N	\N	0	0	0	\\x6df66e6af4984ff2224273d61a039201cd99b6ee494aec4ec6c02750d3686153ed1ad98f4d73827901fe82cf	1	\N	\N	62
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	3	2	EUR	476173	5534	11	2029	100000015	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	\N	\N	\N	0	0	0	\\xc1c4ecc0de4093a92f0d5b4eda98d9bd171775e361ef295ec2bb8d671338d2dddef37dfca82337b8dd38b8a3	1	\N	\N	65
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	DEMO-VIRTUAL-VISA-EEA	VIRTUAL	VISA	ACTIVE	\N	1	2	EUR	476173	3033	11	2029	100000016	\N	\N	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	\N	\N	\N	0	0	0	\\xa815a569e19dd79119929e38d8076d494f101c262456adeb24463bb7a881e6a311e1198a70cfc60434be1ade	1	\N	\N	67
\.
COPY issuing.card_allowance (customer_id, program_name, issued_cards, cards_per_customer) FROM stdin;
30000001	ACME-REVIEWED-MC-EEA	3	5
30000001	ACME-DIGITAL-VISA-EEA	1	5
30000001	ACME-PHYSICAL-MC-EEA	4	20
30000001	ACME-VIRTUAL-VISA-EEA	5	20
30000002	SKRILL-VIRTUAL-MC-EEA	1	5
30000002	DEMO-VIRTUAL-VISA-EEA	1	5
30000003	DEMO-VIRTUAL-VISA-US	1	5
30000003	DEMO-PHYSICAL-MC-US	2	5
30000004	DEMO-VIRTUAL-VISA-EEA	1	5
30000004	SKRILL-VIRTUAL-MC-EEA	1	5
10000001	SKRILL-PHYSICAL-MC-EEA	1	5
10000001	DEMO-VIRTUAL-VISA-EEA	5	5
10000002	DEMO-VIRTUAL-VISA-EEA	2	5
30000005	DEMO-VIRTUAL-VISA-EEA	1	5
30000006	DEMO-VIRTUAL-VISA-EEA	1	5
30000007	DEMO-VIRTUAL-VISA-EEA	1	5
10000001	SKRILL-VIRTUAL-MC-EEA	5	5
10000002	SKRILL-VIRTUAL-MC-EEA	3	5
30000008	DEMO-VIRTUAL-VISA-EEA	1	5
30000009	DEMO-VIRTUAL-VISA-EEA	1	5
30000010	DEMO-VIRTUAL-VISA-EEA	1	5
30000011	DEMO-VIRTUAL-VISA-EEA	1	5
30000012	DEMO-VIRTUAL-VISA-EEA	1	5
30000014	DEMO-VIRTUAL-VISA-EEA	1	5
\.
COPY issuing.card_code_tries (customer_id, card_id, wrong_in_a_row, wrong_on_day, day, paused_until) FROM stdin;
10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	1	1	20785	\N
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	1	1	20785	\N
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	1	1	20785	\N
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	1	1	20785	\N
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	1	1	20786	\N
\.
COPY issuing.card_status_history (customer_id, card_id, change_number, actor, occasion, from_status, to_status, reason, changed_at) FROM stdin;
30000001	a16fed2c-98ab-49b7-8968-88331a7ba3a3	1	ISSUER	EVENT	\N	APPLIED	\N	2026-11-28 21:48:04.449+00
30000001	75a960f5-fdc7-40be-9c95-9413e3f1b29f	1	ISSUER	EVENT	\N	APPLIED	\N	2026-11-28 21:48:04.455+00
30000001	75a960f5-fdc7-40be-9c95-9413e3f1b29f	2	ISSUER	EVENT	APPLIED	PENDING	Application in review	2026-11-28 21:48:04.458+00
30000001	5e145c2a-df21-41f0-aad1-cc0afaa4d8a9	1	ISSUER	EVENT	\N	APPLIED	\N	2026-11-28 21:48:04.471+00
30000001	5e145c2a-df21-41f0-aad1-cc0afaa4d8a9	2	ISSUER	EVENT	APPLIED	PENDING	Application in review	2026-11-28 21:48:04.475+00
30000001	5e145c2a-df21-41f0-aad1-cc0afaa4d8a9	3	ISSUER	EVENT	PENDING	REJECTED	Application rejected	2026-11-28 21:48:04.479+00
30000001	5757ab62-960a-40e3-b932-a4369b944612	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.486+00
30000001	2534607e-0c10-472b-9e22-370aa5e962e9	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:04.491+00
30000001	84230588-14b0-4f54-9fbf-a28ca6fdd08b	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:04.493+00
30000001	84230588-14b0-4f54-9fbf-a28ca6fdd08b	2	CUSTOMER	ACTIVATION	ISSUED	ACTIVE	Activated	2026-11-28 21:48:04.508+00
30000001	ef501a8d-35e3-4fd8-babe-8e31c99342fb	1	ISSUER	EVENT	\N	DIGITAL	\N	2026-11-28 21:48:04.511+00
30000001	4d7475d2-7d6a-40b7-9cd6-b611b01adc8d	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.511+00
30000001	4d7475d2-7d6a-40b7-9cd6-b611b01adc8d	2	CUSTOMER	UPDATE	ACTIVE	LOCKED	Asked by a scenario	2026-11-28 21:48:04.514+00
30000001	e2da0938-c78a-4c5d-b4e8-a1dcd85a3986	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:04.52+00
30000001	e2da0938-c78a-4c5d-b4e8-a1dcd85a3986	2	CUSTOMER	ACTIVATION	ISSUED	ACTIVE	Activated	2026-11-28 21:48:04.532+00
30000001	e2da0938-c78a-4c5d-b4e8-a1dcd85a3986	3	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:48:04.547+00
30000001	f6bb5ac9-1587-4841-80b7-b3964d1754c5	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.55+00
30000001	f6bb5ac9-1587-4841-80b7-b3964d1754c5	2	ISSUER	EVENT	ACTIVE	EXPIRED	Expired	2026-11-28 21:48:04.553+00
30000001	da932bde-1460-4cc7-915e-c13ba5f29f6a	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.558+00
30000001	da932bde-1460-4cc7-915e-c13ba5f29f6a	2	CUSTOMER	UPDATE	ACTIVE	CANCELLED	Asked by a scenario	2026-11-28 21:48:04.559+00
30000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:04.563+00
30000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2	2	CUSTOMER	ACTIVATION	ISSUED	ACTIVE	Activated	2026-11-28 21:48:04.566+00
30000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2	3	CUSTOMER	REPLACEMENT	ACTIVE	DAMAGED	DAMAGED	2026-11-28 21:48:04.568+00
30000001	c57f412d-44c3-4d25-906a-d99930b101f5	1	ISSUER	EVENT	\N	ISSUED	Replaces a card: DAMAGED	2026-11-28 21:48:04.568+00
30000001	60be86a0-ebdd-42eb-a31c-82bbe8a4e338	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.571+00
30000001	60be86a0-ebdd-42eb-a31c-82bbe8a4e338	2	CUSTOMER	REPLACEMENT	ACTIVE	LOST	LOST	2026-11-28 21:48:04.571+00
30000001	006ed57c-c470-4b61-98e0-e89c11dbefac	1	ISSUER	EVENT	\N	ACTIVE	Replaces a card: LOST	2026-11-28 21:48:04.572+00
30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.587+00
30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.808+00
30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54	2	CUSTOMER	UPDATE	ACTIVE	LOCKED	Asked by a scenario	2026-11-28 21:48:04.892+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:04.905+00
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:05.148+00
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	2	CUSTOMER	UPDATE	ACTIVE	LOCKED	Asked by a scenario	2026-11-28 21:48:05.18+00
30000003	c9d466f9-3d1d-490b-9678-0919bdbffeef	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:48:05.193+00
30000003	87ab553f-9aeb-4b52-ae3b-2418c7704c47	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:05.195+00
30000003	87ab553f-9aeb-4b52-ae3b-2418c7704c47	2	CUSTOMER	ACTIVATION	ISSUED	ACTIVE	Activated	2026-11-28 21:48:05.23+00
30000003	265d0fcf-ac7b-4bbe-b531-65feba4def0a	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:48:05.238+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:49:04.981+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:49:05.042+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	2	CUSTOMER	UPDATE	ACTIVE	LOCKED	Shown in a demonstration	2026-11-28 21:49:09.985+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	3	CUSTOMER	UPDATE	LOCKED	ACTIVE	Shown in a demonstration	2026-11-28 21:49:10.015+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	4	CUSTOMER	UPDATE	ACTIVE	LOCKED	Shown in a demonstration	2026-11-28 21:49:11.478+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	5	CUSTOMER	UPDATE	LOCKED	ACTIVE	Shown in a demonstration	2026-11-28 21:49:12.596+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	6	CUSTOMER	UPDATE	ACTIVE	CANCELLED	Shown in a demonstration	2026-11-28 21:49:12.933+00
10000001	eab25ebd-9ee9-43c7-92d3-bd6d44644b16	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:49:13.145+00
10000001	9c119c14-2dac-42d2-b134-26d46d0d4538	1	ISSUER	EVENT	\N	ISSUED	\N	2026-11-28 21:49:13.189+00
10000001	9c119c14-2dac-42d2-b134-26d46d0d4538	2	CUSTOMER	ACTIVATION	ISSUED	ACTIVE	Activated	2026-11-28 21:49:13.243+00
10000001	9c119c14-2dac-42d2-b134-26d46d0d4538	3	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:49:16.163+00
10000001	18348fd6-d83c-4d4d-91e3-176ff70c8f0b	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:49:19.026+00
10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:50:05.668+00
10000001	3a6ad5f1-6c49-4096-90a4-d743253acdd6	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:50:22.291+00
10000001	d3013aa2-f70f-4589-be23-62deeaee0be1	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:50:34.871+00
10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:50:46.67+00
10000002	e75b3517-0da5-4554-83e5-6a7728be370b	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:51:34.144+00
30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:53:32.261+00
10000001	f44542cb-4a0f-4768-b247-f34aa8c5c9d9	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:53:34.595+00
10000002	e8234709-70a2-41a3-8ad2-d37c29616530	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:53:34.596+00
30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:53:36.555+00
30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 21:53:37.33+00
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:00.653+00
10000001	32336415-10db-4e4b-b1db-cd0b26f81dcf	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:01.831+00
10000002	3c64b16a-eeb4-454d-90de-4bd0ef1f0d24	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:01.832+00
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:54:02.172+00
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 21:54:02.335+00
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:18.315+00
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:54:18.531+00
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 21:54:18.543+00
10000001	4f8fbb75-2de1-40fd-ad1b-770520a14536	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:18.854+00
10000002	6e3b4b40-b89e-4b61-8de2-05e3b1585796	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:18.854+00
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:32.223+00
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:54:33.724+00
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 21:54:33.751+00
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 21:54:46.773+00
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 21:54:47.155+00
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 21:54:47.188+00
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 22:05:23.113+00
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 22:05:23.21+00
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 22:05:23.215+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-28 22:05:46.372+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-28 22:05:46.43+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-28 22:05:46.437+00
30000001	006ed57c-c470-4b61-98e0-e89c11dbefac	2	CUSTOMER	UPDATE	ACTIVE	LOCKED	Mislaid	2026-11-29 23:06:18.026+00
30000001	ef501a8d-35e3-4fd8-babe-8e31c99342fb	2	CUSTOMER	UPDATE	DIGITAL	LOCKED	Mislaid	2026-11-29 23:06:18.026+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-29 23:06:18.026+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	2	ISSUER	EVENT	ACTIVE	SUSPENDED	Suspended by customer service	2026-11-29 23:06:18.026+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	3	BUSINESS	UPDATE	SUSPENDED	ACTIVE	Suspension lifted	2026-11-29 23:06:18.026+00
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	1	ISSUER	EVENT	\N	ACTIVE	\N	2026-11-29 23:06:18.026+00
\.
COPY issuing.card_transition (actor, occasion, from_status, to_status, only_back) FROM stdin;
CUSTOMER	UPDATE	ACTIVE	CANCELLED	f
CUSTOMER	UPDATE	ACTIVE	LOCKED	f
CUSTOMER	UPDATE	LOCKED	CANCELLED	f
CUSTOMER	UPDATE	LOCKED	ACTIVE	t
CUSTOMER	UPDATE	LOCKED	DIGITAL	t
CUSTOMER	UPDATE	DIGITAL	CANCELLED	f
CUSTOMER	UPDATE	DIGITAL	LOCKED	f
CUSTOMER	ACTIVATION	ISSUED	ACTIVE	f
CUSTOMER	ACTIVATION	DIGITAL	ACTIVE	f
CUSTOMER	REPLACEMENT	ACTIVE	DAMAGED	f
CUSTOMER	REPLACEMENT	ACTIVE	LOST	f
CUSTOMER	REPLACEMENT	ACTIVE	EXPIRED	f
CUSTOMER	REPLACEMENT	LOCKED	DAMAGED	f
CUSTOMER	REPLACEMENT	LOCKED	LOST	f
CUSTOMER	REPLACEMENT	LOCKED	EXPIRED	f
CUSTOMER	REPLACEMENT	DAMAGED	LOST	f
CUSTOMER	REPLACEMENT	ISSUED	EXPIRED	f
CUSTOMER	REPLACEMENT	DIGITAL	EXPIRED	f
CUSTOMER	REPLACEMENT	SUSPENDED	EXPIRED	f
BUSINESS	UPDATE	ACTIVE	CANCELLED	f
BUSINESS	UPDATE	LOCKED	CANCELLED	f
BUSINESS	UPDATE	DIGITAL	CANCELLED	f
BUSINESS	UPDATE	ISSUED	CANCELLED	f
BUSINESS	UPDATE	DAMAGED	CANCELLED	f
BUSINESS	UPDATE	SUSPENDED	CANCELLED	f
BUSINESS	UPDATE	SUSPENDED	ACTIVE	t
BUSINESS	UPDATE	SUSPENDED	ISSUED	t
BUSINESS	UPDATE	SUSPENDED	DIGITAL	t
ISSUER	EVENT	PENDING	ACTIVE	f
ISSUER	EVENT	PENDING	ISSUED	f
ISSUER	EVENT	PENDING	DIGITAL	f
ISSUER	EVENT	PENDING	REJECTED	f
ISSUER	EVENT	APPLIED	PENDING	f
ISSUER	EVENT	APPLIED	REJECTED	f
ISSUER	EVENT	DIGITAL	ACTIVE	f
ISSUER	EVENT	DIGITAL	SUSPENDED	f
ISSUER	EVENT	DIGITAL	EXPIRED	f
ISSUER	EVENT	ISSUED	SUSPENDED	f
ISSUER	EVENT	ISSUED	EXPIRED	f
ISSUER	EVENT	ACTIVE	SUSPENDED	f
ISSUER	EVENT	ACTIVE	EXPIRED	f
ISSUER	EVENT	LOCKED	SUSPENDED	f
ISSUER	EVENT	LOCKED	EXPIRED	f
ISSUER	EVENT	SUSPENDED	EXPIRED	f
ISSUER	EVENT	DAMAGED	EXPIRED	f
\.
COPY issuing.client (brand, client_id, secret_hash, may_exchange, is_business) FROM stdin;
demo	demo-app	\\xee0fbddd51865f3ee41ad988f9593bb8951e15642fcdb3c8c797d421eece8348	t	f
demo	demo-backend	\\x7b80a75dc28c158a4cb24d1ee3cb97c4e55a0bf09e1994c791e447cce859e663	f	t
\.
COPY issuing.customer (customer_id, brand, country, first_name, last_name, mobile, address1, address2, address3, city, country_code, state, postal_code, created_at, email) FROM stdin;
10000001	demo	BG	Ivana	Petrova	+359 881234567	Tsarigradsko Shose 73	\N	\N	Sofia	BG	\N	1000	2026-11-28 21:47:58.64+00	ivana@example.com
20000001	demo	US	Emily	Carter	+1 8015550142	350 S State Street	Apartment 2C	\N	Salt Lake City	US	UT	84111	2026-11-28 21:47:58.64+00	emily@example.com
30000001	demo	PL	Anna	Nowak	+48 500100200	Marszalkowska 10	\N	\N	Warszawa	PL	\N	00-590	2026-11-28 21:48:04.439+00	anna@example.com
30000002	demo	PL	Anna	Nowak	+48 500100200	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:48:04.577+00	\N
30000003	demo	US	Emily	Brown	+1 8015550199	350 S State Street	Apartment 2C	\N	Salt Lake City	US	UT	84111	2026-11-28 21:48:05.187+00	\N
30000004	demo	PL	Marta	Lis	+48 500100200	Nowy Swiat 6	\N	\N	Warszawa	PL	\N	00-400	2026-11-28 21:49:03.948+00	\N
30000005	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:53:31.382+00	\N
30000006	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:00.499+00	\N
30000007	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:18.205+00	\N
30000008	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:32.069+00	\N
30000009	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 21:54:46.727+00	\N
30000010	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 22:05:23.104+00	\N
30000011	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-28 22:05:46.356+00	\N
30000012	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	\N
10000002	demo	DE	Jonas	Weber	+49 15112345678	Torstrasse 140	\N	\N	Berlin	DE	\N	10119	2026-11-28 21:47:58.64+00	jonas@example.com
30000013	demo	DE	Late	Comer	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	\N
30000014	demo	DE	Mara	Lindt	+49 15112345670	\N	\N	\N	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	\N
\.
COPY issuing.data_key (purpose, version, wrapped, created_at) FROM stdin;
PAN_ENCRYPTION	1	\\xce2cde714cb9d55ab0dfbc24723c6d2d04c4b1ddd9af526c4f5ec0b8a2c4716d4fe5e6ec8f141d4ca780a4c416c70c50b6df60edfad89e12d15904c4	2026-11-28 21:47:58.502+00
PAN_LOOKUP	1	\\xd741d5f282b40fb0c15e3bd1a280799486d775896f6ea43d54b3b5cb337596d291c074d92e96fe5f217edad1678cfb4d703ed9403de7cbd15fbc7bae	2026-11-28 21:47:58.502+00
CARD_VERIFICATION	1	\\x90ab27449afcb7c542be3a7221a716a26d725f92a0bbdd63bc17e238b1a536ae61f85346454ca66e49f39ec2	2026-11-28 21:47:58.502+00
PIN_ENCRYPTION	1	\\x31ca742860bd73a73fdb945282419813da9c42631422ee04916e99e7d0ca386c954cc54a7c64e48d3e8b9999680875cbc882fab9dd5e970cd5331b2c	2026-11-28 21:47:58.502+00
CLIENT_SECRET	1	\\x1d381bd7ac0220a15e39624055216384879276c63f7c03cab9e6a2dbd1bbb3d2e29d281a08c2907e5a2e60a5ef3d39fe70f36f72cf7c50a91e65222d	2026-11-28 21:47:58.502+00
TOKEN_SIGNING	1	\\x89e433ba99c09ff8ddc87f18fcb39250e2c7d768d6b1c031fbb34807d5181578dab7c3aa89af9f74781472c551dcbd088e81bb21a39e6e027829b790	2026-11-28 21:47:58.502+00
REQUEST_DIGEST	1	\\xb19946a6e06336e33aafa83c9f58bcc931412309993955aed00951655095076769f4cbb974ce2e3278e0eec997d4d3841e7390ffb55c269747b0a5c9	2026-11-28 21:47:58.502+00
SECRET_SEALING	1	\\x4d083305d68818482547e16bf69f2c671a8e35d886c148cc2a60e4c094c54d89d63cf76b4ebfe65470ec596e7690ba81c4daf2590c76853b902f3636	2026-11-28 21:47:58.502+00
SECRET_HASHING	1	\\x807e0911a33e47f974526e1c15b4d136f51cf57ce275c1c8ae9349734cb5041e883975c07b266e979cdff137ebaebee4885f98a71223f04e06680f75	2026-11-28 21:47:58.502+00
ZONE_PIN	1	\\xb492f39de24c8dc7f5a68a912f5f437484efaad35e55da3b282067795b6ff529e999a6d401f81a4dcc6bbfd2ffde57f636c7dd67772d1722d59ee9eb	2026-11-28 21:47:58.502+00
\.
COPY issuing.dpan_reference (reference, customer_id, tokenization_id) FROM stdin;
DNITHE302600000001	10000001	e8137ce0-3d7f-4d51-8c21-91e657d8b7af
dpan-0d0bc4a2-8b0f-4d33-b9b5-7970da01678f	10000001	e3b5494c-f6e2-49f8-b835-045d83b3a5b6
dpan-69d75825-42d1-46c6-be30-1a51aece55af	10000001	8819d696-9eea-4023-b09c-f49c991d3cb3
dpan-566a3d35-a5c9-4a72-b69a-565cb3eb26dc	10000001	918398ed-a189-4ff2-873a-6f6c3d278bd5
dpan-6d724b94-5d83-4b02-a6ed-1ceb6a27d4b3	10000001	e431c2d3-c929-4ff9-9f40-a44c59fe0845
DNITHE53685847635489277629600841	30000004	92c01277-73d0-47b0-b584-b7ff42a36f4a
DNITHE96045794042602676776204323	30000004	773b50b6-e547-4453-a6cf-175843f8bd68
DNITHE43931086177475299062088827	30000004	e3284b99-c498-44b8-80b5-69a4734583ed
DWSPMC00000000010739837f1dd25f38d90bee3e37ecc0ca	30000004	9eddf790-fc80-4fd5-a50f-c8fb5283c1b5
DWSPMC0000000001ad7d5074717bc76938aed394bec2a461	30000004	249b04b3-1532-405b-953f-433989cc86ed
DWSPMC000000000118d294712aedf79e85210cff522a04f1	30000004	bbf0e2cc-4c0c-40a9-a5e1-5d0c79a55bef
DNITHE99918199448198099234359421	10000001	b4fbd8fc-1e8e-48cd-a6f2-2c3d2591fc91
DNITHE18772343702570474984623595	10000002	2d04e0a4-c4d8-42b9-ab73-54d900425285
DNITHE80997433776038614410244736	30000011	55664c87-7469-4cbb-b8d5-936653f1c3dd
DNITHE62286724713315410598784342	30000012	6cbf8e93-8780-4045-b954-c490f9437d7e
DNITHE60906333846948976221743671	30000014	e6749870-5518-470f-bbe5-101cbbf582dc
\.
COPY issuing.idempotent_answer (owner, idempotency_key, request_digest, status, body, answered_at) FROM stdin;
customer 30000012	65246610-F4DC-4E3B-BBA5-3997DB936DB3	\\x617ea08ce9948795394a08ac2e2ef4317079432e2992b0bd9ef19c8668bb32fd	201	\\x7b22636172644e6574776f726b223a22434152445f4e4554574f524b5f56495341222c22746f6b656e50726f7669646572223a22544f4b454e5f50524f56494445525f56495341222c22636172644c617374446967697473223a2235353334222c22637573746f6d6572223a7b226e616d65223a224d617261204c696e6474222c226d6f62696c65223a222b3439203135313132333435363730227d2c22656e637279707465645061737344617461223a22397456682b656a6a383278722b59374d686e47755a79373754382f62433333656154676b646f6536464b317a50712f4d636233326b47774f4e5a67724a41516f4175414546486d766d4f597a566d6842724d6b6576643749612f5843393662546a546d4f6a2f5a716b4e6743676939626753584145567a7a4e503764525442683373647548486646727463376a49777361366c63394a6644776c52584755504f494e684f726f66314d5a41373254417841704370714647394e4e6e7a736e564c64382f436d65622f706757565463464e2b587a344c37663544574e572b4e65694e4c4e58662f2b6247734c43695675514b73464b3063397a79304e2f476c4f304d48677a2f79744c716d65425036623277315571712f58674d67382b3255654d423063696648756e3648414978516a794c66423774426d39652b2b5668422b48685a6e6b626e52554758614931384748557a4768416d50374153324b5a58774c6b5a315a574151306b6a492f79324e7a58555036394939494c76362b324e4b544c314d646544444f6e735a474366716f58513d3d222c22657068656d6572616c5075626c69634b6579223a2242412f6a45726c5865707a55422f6a6d4c375a776868334f4a4543643456377275666e4a54674d30544b59583970626239486e3350574f45754f56764a7344613833505474747233304147356b3536444c514e515166633d222c2261637469766174696f6e44617461223a2254554a5151554d744d533147537930304d4455314e5445754d53307456455246515330344d3059304f5549324e546c4752554d7a4d6b55354d444a435130557a51305a454f5452474e7a56434f4467354d6b51344d3046454d6a51774e5552464f554646525555774d7a52474d555a434e6a5a424e30497a227d	2026-11-29 23:06:18.026+00
customer 30000014	D55DE8C3-C1F3-4208-901F-6B7FBBB6EC74	\\xd6bfac6b737470b8636a416314be3a877f2a17d572340a5d969a077f0184d067	201	\\x7b22636172644e6574776f726b223a22434152445f4e4554574f524b5f56495341222c22746f6b656e50726f7669646572223a22544f4b454e5f50524f56494445525f56495341222c22636172644c617374446967697473223a2233303333222c22637573746f6d6572223a7b226e616d65223a224d617261204c696e6474222c226d6f62696c65223a222b3439203135313132333435363730227d2c22656e637279707465645061737344617461223a223232374c7571766e736a516b663947315765356b36716147736e3441372f6b3872497942584666794b48795a6d636f375864787a614c466731514539433475635546744645436a506b7664327767524375336d62417a4d74354d7339386e73416662557a4d507153534f707756716a47353856477230796231384d456f78624c38786e41332f4358553533794a2b734e5666584b6c714b746430617969446466744e54386e4b55514e634739436b4a366e526e397331735a39695a2b68483033396c6a6a657568794f497a7a54326952686650363145724a732b565a687a4f6a49344272663530506a754759446370506e6441484c6f37514639494c5059354a59674d416a69433752314e304b6c6f342f4658676153464d74596e444f597a7644764b6949686b42315068615137684a34675a64704130322b76674d53364e6f453249666566435666737752454f542f4e303741506a5648314b457a79436368534f6b5977616c335334643074326345564856355568315234746a746935707432542b6e4a70546a39514b6b7933646d72413d3d222c22657068656d6572616c5075626c69634b6579223a224250345a31784367456371512b394451362b667a46742b654274547a57324f784b6b575a4e4b2f4570726d5a566e435162394b4533363052723335464d506a482b54566a614e3941754967684243572f536d41495642733d222c2261637469766174696f6e44617461223a2254554a5151554d744d533147537930304d4455314e5445754d53307456455246515330774e544d774d304e434d6a4647526a5a43524463324f444177526a52444e4468424d554d354e3056444f4549774d54637852544a424f545932526a5a424f5552474e6a6b344e7a4e46526a45324f5559324d444a45227d	2026-11-29 23:06:18.026+00
\.
COPY issuing.issued_pan (pan_hash, customer_id, card_id) FROM stdin;
\\x02f7a12de997d2657628d59e714f36dfdd4a42f740728dadfb7c4a56d229b454	30000001	a16fed2c-98ab-49b7-8968-88331a7ba3a3
\\xfad6b0fc6b742b003649854cdee9fb48ff7065778604e741355b668dfc4a54a0	30000001	75a960f5-fdc7-40be-9c95-9413e3f1b29f
\\xfa60e27ae95699ed18534b47e4acecee742df06547cb4e8ea35c58034b8eac56	30000001	5e145c2a-df21-41f0-aad1-cc0afaa4d8a9
\\x3173786c9c788851c6b03882a929340fd1827e1478496b9e0b09cfe2d7652d75	30000001	5757ab62-960a-40e3-b932-a4369b944612
\\x6dc9b0c75d454fdc1a4fd84e4c6e551c6ef7a1bcb7b1e875a6d2dbd62805ceae	30000001	2534607e-0c10-472b-9e22-370aa5e962e9
\\xf370b734565c2b45fe56d977408396182f207a4842dd695aa96cf49b981cbed4	30000001	84230588-14b0-4f54-9fbf-a28ca6fdd08b
\\xde0f5f0f5f9fb43ec9492c0f3f932900ccf9d89d8ba58733be791adf91c005ea	30000001	ef501a8d-35e3-4fd8-babe-8e31c99342fb
\\x0d95cf690dc647afb2fb8b4dbca61c05413c02032034b774523921e3dd184276	30000001	4d7475d2-7d6a-40b7-9cd6-b611b01adc8d
\\x1313e5dd4c4d1ec425b0a1a5a9ce1cfd80fbbaa312707032968ff52ba01f138e	30000001	e2da0938-c78a-4c5d-b4e8-a1dcd85a3986
\\xdaddf230d7653fdbbaeb45ff03effbcc1c3cecefe43d5a60469d465846ef8dbc	30000001	f6bb5ac9-1587-4841-80b7-b3964d1754c5
\\xdc8dbe48daa89e859eef6e0fcf7e2c8deead0363e9609027af450eb9ae4b5186	30000001	da932bde-1460-4cc7-915e-c13ba5f29f6a
\\x529e79114448e970f5168bdd03f204e3c70cf39f57b4e66d4287ed2aaab788f8	30000001	144a2d4a-ad1f-4dc7-8e3d-38b7108b71e2
\\x9208d19d59d4aa23c134d2b951a0831cd187e3b1ed755cded5c0c96ed7e56008	30000001	c57f412d-44c3-4d25-906a-d99930b101f5
\\x88173b4c1ea9e06e9a763390c8636e00cdeb6829a75e676f883342c53c6d592f	30000001	60be86a0-ebdd-42eb-a31c-82bbe8a4e338
\\xa0fc437a71e163cd9655fa64a86b599ad4d091d41ef3da28de2b8fc574cca5ea	30000001	006ed57c-c470-4b61-98e0-e89c11dbefac
\\x0d6de96a9df51ec4ef26b7fd69925a86903bcdf32f27d32f2eead63b7da45388	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f
\\xa94dec27915a69035f15926e4e90d49cd75b0dcd729cae18866b6de929ae1cf6	30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54
\\x403fcbb363b83d545207756e531569f330d4440c13939af388a164c9a3e202b2	10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06
\\xee64cc1a880b50a82b5069ffd7f4d164363731ca5adb630ecbae950389d8b1c1	10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55
\\xff0d29e2dd779e683e98a6bcd922b096bbb8998f2ada4b991623de68950f3f7e	30000003	c9d466f9-3d1d-490b-9678-0919bdbffeef
\\xfd5d6bdc34d93943c6cdd7d90c01a68b4c43ef810bdec8a71ab3de01cb0cd139	30000003	87ab553f-9aeb-4b52-ae3b-2418c7704c47
\\xef4f17bfe0eaf2a55b9314e3f8b563321ecc5bcf267fe341f6a6e67872c72bf8	30000003	265d0fcf-ac7b-4bbe-b531-65feba4def0a
\\x187cb72edcbd8c3ecb3e360a0cbbc8cdbbb5db1557d70a45bc400fd47dc58457	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60
\\xcfa600073536f0ec67dd3716761411d87c435a91ce8f09944ba66e125a1aa5a0	30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e
\\x90bd097f1b74c3cd6631ff6b8f5a0eae9603642b2f56e5fd2dcac9a04531df85	10000001	eab25ebd-9ee9-43c7-92d3-bd6d44644b16
\\x96ae3622544ad5b57b321202a2bf2dfb3a2f45bfd49b245727869bf0186eb816	10000001	9c119c14-2dac-42d2-b134-26d46d0d4538
\\x90056a79eae78c36fc311d6a3928f2c1caae852fe0088c90764580514f5d3ea5	10000001	18348fd6-d83c-4d4d-91e3-176ff70c8f0b
\\x7878d99be6ee4fa995cc756d849122c197e6b112aaed4418ef0ab593fcb6d484	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd
\\x8d3d50ba8f6bd9bfba0ccb473aa5bacfade3b497bea5059ac158aa649128bdaa	10000001	3a6ad5f1-6c49-4096-90a4-d743253acdd6
\\xd429ec373a74d003f327a6f9c89b010eb40e88802df4b691dc851fa63f215ea2	10000001	d3013aa2-f70f-4589-be23-62deeaee0be1
\\xd94e76dd0dbf78f13edad14e4f5d201e001c01b47dd22177a2b79bbc1d2bb4a8	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99
\\xa4b59cae4a4302be36da226cc6d2f988bebe52ebb4b4914e973ff0fd2fb21ae1	10000002	e75b3517-0da5-4554-83e5-6a7728be370b
\\x9eedd2d134c037a4ea68cf561cdf35d34396ad1a57fd5dad3c1fdd66f07b1686	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4
\\x872ed05c38ef804df4b34ec86913fff204e6074b5cb875b13c465d4a72665eea	10000001	f44542cb-4a0f-4768-b247-f34aa8c5c9d9
\\xccf5aea0df8536c7820ce07635aa31fabfa3d2d1a25af4af6cbaa0e07aa3d9fb	10000002	e8234709-70a2-41a3-8ad2-d37c29616530
\\x9ca3445babbd3f5a76dee787ef0b076d8824983213b0c90248d768a829347260	30000006	e166c63d-6c26-4946-a840-40f4d85b6d45
\\xb2b52397f07a2716cbc1335f080d8fbfedfd6bb1a81e201f413fff8fe02bb3f7	10000002	3c64b16a-eeb4-454d-90de-4bd0ef1f0d24
\\xfb609292557b556b846c90f1e812ac65527bc263abfd021004c400ecf82b4352	10000001	32336415-10db-4e4b-b1db-cd0b26f81dcf
\\x9001631d606cf7887d6dd591c2350f0108add07f3f77dd46602b73d3d05906f9	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5
\\x7f600393b787a09492efab49f8eb3e1cd6f326ff3916b24c2b1634f7144f2cc8	10000002	6e3b4b40-b89e-4b61-8de2-05e3b1585796
\\xd67c0988ff164193df7ff1d306ec2d9ba12032997dc89e1c28d24edfcffcfd8a	10000001	4f8fbb75-2de1-40fd-ad1b-770520a14536
\\xd1b89852c4a2c8495592dc4f055fd771624cd810721b55270977c49caaedd7f3	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef
\\x15e3f9006d962b9893bb487c95033fee3550127dd44dccc76813ae9b77d7c084	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73
\\x4ced071f83744e71bc85ecadaf643310c8de1f9214395d7013e65d3bddbb2001	30000010	4058451c-3b15-4f6a-af15-23afa5e49403
\\x03e3ddb6d4b74d54fa094a774c30f0630f016405f5cc45a8f834f7fc18337957	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6
\\x9e40c3f67ec8f64175e7aa3998a52d363deb79f4d327f37c4979dad7ec24fc2f	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2
\\x27db5e947a4f6d560ce009ce469e6e9eaa943571329c6a4030e9cf7a0abe8b56	30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f
\.
COPY issuing.merchant_code_tries (merchant, wrong_in_a_row, paused_until) FROM stdin;
DE 496160873888	1	\N
\.
COPY issuing.message (customer_id, message_id, message_number, channel, target, event_id, challenge_number, sealed_code, code_key_version, about, created_at) FROM stdin;
30000004	c56d35aa-985a-4bba-82b1-37d8dd8ae186	1	SMS	+48 500100200	76736328-de0b-4a93-b539-03b5c0220dc3	1	\\xdb12d8d317b4609c3f36d548f9352bfc42eb52a5b3a1832599916aaa131855e4c1fd	1	\N	2026-11-28 21:49:09.957+00
30000004	06f4f03a-1dd0-47e4-9fb7-ffb56e7e26eb	2	SMS	+48 500100200	0df646e9-a49a-43dc-99de-19b1bfa8bb10	1	\\x4d61dbcb07ee17e0844782efab43d28e049fd0c4d238afad11df1526ce6c8d351ca1	1	\N	2026-11-28 21:49:10.004+00
30000004	1587a8d1-3588-4d23-bb30-8bf926bff56b	3	SMS	+48 500100200	d1106e7a-70a0-4222-aec1-82d3183b791f	1	\\x620ecf917dc23876451cce13b063dd7eea30b0435e5e5e12002376b266898326f6e0	1	\N	2026-11-28 21:49:11.452+00
30000004	201467cf-def7-4c46-90c0-416fbbda0334	4	SMS	+48 500100200	f05b430e-39c7-47ec-9b7f-34c5de11db8c	1	\\x63e00a21afeda8fa96fadd3d679391fd10e2557c07b29561fb278212912cf026f62f	1	\N	2026-11-28 21:49:12.493+00
30000004	c793dee8-799a-4d20-b28a-3f7ef20a8a68	5	SMS	+48 500100200	04c0f643-48d6-4001-b59a-1b658be1ffbc	1	\\x218b431b14009a2019e4c28148a98c42e330f7d1477707a432de2877210cfc70b000	1	\N	2026-11-28 21:49:12.822+00
10000002	6c3aeb8c-5e24-4186-8455-e5f867426a42	7	SMS	+49 15112345678	246ea351-4034-4cb1-9a8b-7f3da4a5097f	1	\\x4c091e1e3d20317d9fb991b155e2fca793c92f0c01a1ac04979bc5eac9c8799aea52	1	5.00 EUR to Corner Shop	2026-11-28 21:51:02.056+00
10000002	b340797b-421f-4e1a-a82a-ab3fbad81094	8	SMS	+49 15112345678	d5b79d35-c432-4ac9-af32-d820ae6ac837	1	\\xb5bb78a7085250e0eae63a0f311f90bb031641dde29b2aff25865bacade494554db2	1	5.00 EUR to Corner Shop	2026-11-28 21:51:37.983+00
30000001	c763cdf0-88db-4a67-a2cd-f72ed18fe420	9	SMS	+48 500100200	dd256a60-39ed-4ff8-b10b-2281fdc9430f	1	\\xb5f843246da1bbb6035a6254edde7e9658d56f21185779794cf8c95b9818825f2bf0	1	\N	2026-11-29 23:06:18.026+00
30000001	95717876-f9e0-4541-9eff-304cf8d631e2	10	SMS	+48 500100200	c05dd8cd-06b7-47a5-8ac7-fa064f14d6ac	1	\\x316ddd2128a35bd129b0de369bfd0620a2c7ac028bb23f1fbebf3c8c17b342158fda	1	\N	2026-11-29 23:06:18.026+00
30000001	c26e6e93-8a0e-4cdb-ab6e-715e2d6a9889	11	SMS	+48 500100200	561bbb13-cb0e-4c59-8ab4-3c9ffb6b41a4	1	\\xbd43a604efb1f6dadcad181835c27292a3eecff55ad4b9cc3f1cb3137587fa8d33fe	1	\N	2026-11-29 23:06:18.026+00
\.
COPY issuing.partner_decision (brand, subscription_id, time_limit_milliseconds, stand_in, stand_in_limit, stand_in_excludes) FROM stdin;
demo	f960833f-3cfb-4078-ac3b-174e25363530	2000	APPROVE_UP_TO	2500	{7995}
\.
COPY issuing.passkey (customer_id, credential_id, public_key, sign_count) FROM stdin;
10000002	\\x01020304	\\x047fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad	0
\.
COPY issuing.payment_terms (program_name, atm_fee, fx_fee_basis_points, hold_days, hold_days_if_paid_later, needs_security_code, needs_authentication, wrong_codes_in_a_row, wrong_codes_on_a_day) FROM stdin;
DEMO-VIRTUAL-VISA-EEA	0	0	5	30	f	f	5	20
\.
COPY issuing.program (program_name, brand, card_type, scheme, region, currencies, is_digital, requires_approval, cards_per_customer, pan_prefix, validity_months) FROM stdin;
SKRILL-VIRTUAL-MC-EEA	demo	VIRTUAL	MC	EEA	{EUR,BGN,PLN,RON}	f	f	5	5413331	36
SKRILL-PHYSICAL-MC-EEA	demo	PHYSICAL	MC	EEA	{EUR,BGN,PLN,RON}	f	f	5	5413332	36
DEMO-VIRTUAL-VISA-EEA	demo	VIRTUAL	VISA	EEA	{EUR,BGN,PLN,RON}	f	f	5	4761731	36
DEMO-PHYSICAL-VISA-EEA	demo	PHYSICAL	VISA	EEA	{EUR,BGN,PLN,RON}	t	f	5	4761732	36
DEMO-VIRTUAL-VISA-US	demo	VIRTUAL	VISA	US	{USD}	f	f	5	4761733	36
DEMO-PHYSICAL-MC-US	demo	PHYSICAL	MC	US	{USD}	f	f	5	5413333	36
ACME-VIRTUAL-VISA-EEA	demo	VIRTUAL	VISA	EEA	{EUR,PLN}	f	f	20	4761739	36
ACME-PHYSICAL-MC-EEA	demo	PHYSICAL	MC	EEA	{EUR}	f	f	20	5413339	36
ACME-DIGITAL-VISA-EEA	demo	PHYSICAL	VISA	EEA	{EUR}	t	f	5	4761739	36
ACME-REVIEWED-MC-EEA	demo	VIRTUAL	MC	EEA	{EUR}	f	t	5	5413339	36
\.
COPY issuing.refresh_family (family_id, brand, client_id, customer_id, scope, generation, expires_at, ends_at, revoked_at) FROM stdin;
7f857ee3-f968-49e0-bfde-b1b606d2458c	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
f240af9c-8b91-4144-a7d6-259a868ed8ef	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
b3c72e96-d535-4ddd-9f3a-7c94b17600ea	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
af09ade0-c88d-4aa7-bcdc-220ab5219fa8	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
2eed6c29-e66f-493d-8c99-15d4b7c6dbf1	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
9822777b-b603-4fd2-9562-f3b54e712655	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
2b22969f-d6b3-4838-96f3-47a1bfca0c26	demo	demo-app	30000012	pci-dss-1	1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
6d19ff51-7781-41dc-8165-e7724a172227	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
d3321c65-b11d-49a0-b12d-32771b356f2f	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
1fb2395f-51b4-4ec3-b348-3bb05528fc47	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
0fd5b549-eb79-484b-824a-1db44de1a4f3	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
14a523a8-edac-4ffe-a1f7-4a79785a4e4f	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
1c969f92-22b7-42ab-b5f6-c01492d77e92	demo	demo-app	10000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
57f401c3-385d-495f-8008-f603e0883ee2	demo	demo-app	10000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
e57e15d6-3157-4f0e-85ef-0252f0864f80	demo	demo-app	20000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
ab2eab6a-f086-4b14-8ff7-2c6b242f8a25	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
3f67cf92-4f13-480d-a7a6-9ee6fa18ae6b	demo	demo-app	30000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
a4c3eeb9-f6a0-4b87-881d-f87acafdb671	demo	demo-app	30000003		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
8d5b30ac-26e6-4814-9b28-ab6921271d97	demo	demo-app	30000004		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
913b1ab3-ea8e-4915-94a8-ce5e9cff5ff9	demo	demo-app	30000005		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
3fed12f7-9517-4145-879d-6f953e7bca79	demo	demo-app	30000006		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
c4dab80b-e09b-4ae2-8499-cc18845eaac3	demo	demo-app	30000007		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
72a35c7d-1ac8-40b5-9ea3-c6b348d134fc	demo	demo-app	30000008		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
6ad9d36f-a36d-4f3c-bae4-21024661ccb3	demo	demo-app	30000009		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
d43a386a-2b50-4c3d-81e9-3ed7ec77ee46	demo	demo-app	30000010		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
cfeed1d1-e4dc-4313-aee5-08fa091f6e51	demo	demo-app	30000011		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
6834ff75-b810-46b3-b8f1-05c61ba0cea5	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
2b59c809-7cd6-459c-9219-ccb5629f1bb0	demo	demo-app	30000013		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
a9fc6f64-e0ca-43ba-a1f7-598c26a5b1fe	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
1f4ab628-b569-4d2e-a7cf-9709aee64740	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
e8b0969e-2e71-4e23-9c5f-54a64447677c	demo	demo-app	30000014	pci-dss-1	1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
e1efea31-a29e-418e-9caf-f5f41b934a0d	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
4389d327-a5ad-4bda-b608-6a34d2cc4ff3	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
9f3cd74b-1cae-4f59-9d24-7accb411639f	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
ab824f0f-7f20-4715-aa34-c598792b060e	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
227099b4-84f4-477c-b900-683b84bcbe30	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
328a4213-d0a9-436c-a0e2-9d619d7370e3	demo	demo-app	10000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
c31fad73-47f5-4d63-9285-cda8d9d405ff	demo	demo-app	10000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
54e36ad0-4e5a-426a-ac67-257717cf2cbd	demo	demo-app	20000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
759d5928-d2dd-4c78-ba43-a9a981dfe209	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
5d04854b-b147-42a6-b900-7e887113b916	demo	demo-app	30000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
e273f39d-78e8-40b7-9e24-3c12a14e3315	demo	demo-app	30000003		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
538a779d-449a-4660-868b-f5230cef017d	demo	demo-app	30000004		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
69b97cf7-ca8c-47b6-8ed8-9a2593b77ad9	demo	demo-app	30000005		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
9db91906-479c-4adb-9dfa-cf6effc52d39	demo	demo-app	30000006		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
ba84def1-5d89-4b33-aed0-4b38a48f4707	demo	demo-app	30000007		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
b9296916-c0d2-4bf8-a47a-e1bf446d8618	demo	demo-app	30000008		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
d249cef3-94cd-4e10-952a-e6322a497d3d	demo	demo-app	30000009		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
4b482451-2365-4a1d-a1ed-3476dcc4510d	demo	demo-app	30000010		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
4851abb0-0c27-4610-a90a-53c3c89c60ea	demo	demo-app	30000011		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
0f1bf20e-a0a8-4b9a-9b82-de7c9b77b200	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
e630d6c4-15a6-4823-9f1b-114d869ac141	demo	demo-app	30000013		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
b92caee1-8730-4be8-b827-6fa8a8d68962	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
8f0c8df6-5435-4483-9af5-52e355db0356	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
c7ae90ab-e9c9-489d-9483-9d24f2801b81	demo	demo-backend	\N		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
6d2d67aa-1b48-48c3-9485-1baf51223a81	demo	demo-app	10000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
3d0ca54f-6552-4282-82a5-1bfc215f0f84	demo	demo-app	10000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
d56e752c-994e-466e-a2f9-5c95d14a5345	demo	demo-app	20000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
f904abec-01dd-4fdb-be74-924dc4535dd7	demo	demo-app	30000001		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
43cb53f1-b574-40a0-a27d-d1bcd34bff9e	demo	demo-app	30000002		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
7ed3b941-396b-4618-a348-fcfe8f1acd4c	demo	demo-app	30000003		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
b178e027-95e5-4b46-b62b-ba0fc479e611	demo	demo-app	30000004		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
77e3350a-48c2-453e-b610-cfa6773b3dc5	demo	demo-app	30000005		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
452e4304-e7fe-44d3-b744-7eec432cd87e	demo	demo-app	30000006		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
a032383c-627b-4b99-95c3-1fa83b6b0fb9	demo	demo-app	30000007		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
d37b3eac-09fd-49b2-a74b-cf14cdf931c5	demo	demo-app	30000008		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
983ff350-7a58-4911-8c49-690593479e5d	demo	demo-app	30000009		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
ae9d494b-4042-4488-9873-15731abfd904	demo	demo-app	30000010		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
de6852e4-da63-41c8-b4a1-302a4e0443f2	demo	demo-app	30000011		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
b3837e29-6639-4b16-87e5-4de6df3e0662	demo	demo-app	30000012		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
a0e90ea1-6f65-4169-a594-2cdc5c1399f7	demo	demo-app	30000013		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
499e7c31-1764-4bfd-9bb4-400de9e0d9cb	demo	demo-app	30000014		1	2026-11-29 23:36:18.026+00	2026-11-30 23:06:18.026+00	\N
\.
COPY issuing.secure_view (token_hash, customer_id, card_id, brand, content, pan_separator, has_copy_button, theme, bare_text_size, bare_text_color, bare_font, expires_at) FROM stdin;
\\x41a302b806585320c9eddc03d23adb8824994bfcdc0a679edb7123ebe48c13e4	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	demo	DETAILS	 	f	AUTO	\N	\N	\N	2026-11-29 23:07:18.026+00
\\x67c2996a9dd1010eab36216df34f57cdc802b0c3e97ab88f6eae5bb482e95196	30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	demo	DETAILS	 	f	AUTO	\N	\N	\N	2026-11-29 23:07:18.026+00
\.
COPY issuing.tokenization (customer_id, tokenization_id, card_id, wallet, device_id, profile_id, wallet_id, dpan_reference, token_status, suspended_by_card, initiated_at, completed_at, failed_at, insertion) FROM stdin;
10000001	e8137ce0-3d7f-4d51-8c21-91e657d8b7af	607418a8-bc87-4ecc-bd9d-69a40e75fb06	APPLE_PAY	\N	\N	\N	DNITHE302600000001	ACTIVE	f	2026-11-28 21:48:04.989+00	2026-11-28 21:48:05.011+00	\N	19
10000001	e3b5494c-f6e2-49f8-b835-045d83b3a5b6	607418a8-bc87-4ecc-bd9d-69a40e75fb06	GOOGLE_PAY	WNkcsfZPiKfa5PrH3jilkQYT	40exmLiWV1iV55ZVstOAiMf7	\N	dpan-0d0bc4a2-8b0f-4d33-b9b5-7970da01678f	ACTIVE	f	2026-11-28 21:48:05.023+00	2026-11-28 21:48:05.027+00	\N	20
10000001	8819d696-9eea-4023-b09c-f49c991d3cb3	607418a8-bc87-4ecc-bd9d-69a40e75fb06	SAMSUNG_PAY	galaxy	galaxy	\N	dpan-69d75825-42d1-46c6-be30-1a51aece55af	SUSPENDED	f	2026-11-28 21:48:05.037+00	2026-11-28 21:48:05.071+00	\N	21
10000001	918398ed-a189-4ff2-873a-6f6c3d278bd5	607418a8-bc87-4ecc-bd9d-69a40e75fb06	GOOGLE_PAY	old-phone	old-phone	\N	dpan-566a3d35-a5c9-4a72-b69a-565cb3eb26dc	DELETED	f	2026-11-28 21:48:05.111+00	2026-11-28 21:48:05.119+00	\N	22
10000001	5e9c06a8-aec6-4a93-84f7-75fe28bee0e3	607418a8-bc87-4ecc-bd9d-69a40e75fb06	GOOGLE_PAY	half-done	half-done	\N	\N	\N	f	2026-11-28 21:48:05.134+00	\N	\N	23
10000001	e431c2d3-c929-4ff9-9f40-a44c59fe0845	06ccc63b-a6a6-4794-aa61-6fec0132ef55	GOOGLE_PAY	follows	follows	\N	dpan-6d724b94-5d83-4b02-a6ed-1ceb6a27d4b3	SUSPENDED	t	2026-11-28 21:48:05.155+00	2026-11-28 21:48:05.165+00	\N	25
30000004	9eddf790-fc80-4fd5-a50f-c8fb5283c1b5	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	APPLE_PAY	\N	\N	\N	DWSPMC00000000010739837f1dd25f38d90bee3e37ecc0ca	ACTIVE	f	2026-11-28 21:49:06.423+00	2026-11-28 21:49:06.452+00	\N	34
30000004	249b04b3-1532-405b-953f-433989cc86ed	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	GOOGLE_PAY	TPOBcpw2BxJ77yD3EAwo3TTi	eGIb6UjEt92Wp1LIv5HkD-9v	\N	DWSPMC0000000001ad7d5074717bc76938aed394bec2a461	ACTIVE	f	2026-11-28 21:49:06.498+00	2026-11-28 21:49:06.519+00	\N	35
30000004	bbf0e2cc-4c0c-40a9-a5e1-5d0c79a55bef	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	SAMSUNG_PAY	uEknQ8hTQO_AqQcKeAu6_SOq	TutaZHFV7Y-FRB7KM93QZued	\N	DWSPMC000000000118d294712aedf79e85210cff522a04f1	ACTIVE	f	2026-11-28 21:49:06.539+00	2026-11-28 21:49:06.561+00	\N	36
30000004	e3284b99-c498-44b8-80b5-69a4734583ed	4022d6ac-c137-429b-b7e8-6f0176b79b60	SAMSUNG_PAY	pLxcGCZoBBDfvho8XGbdYQlc	UxG7QSNHJ5oOfjkG53ZHHMa_	\N	DNITHE43931086177475299062088827	DELETED	f	2026-11-28 21:49:06.371+00	2026-11-28 21:49:06.411+00	\N	33
30000004	773b50b6-e547-4453-a6cf-175843f8bd68	4022d6ac-c137-429b-b7e8-6f0176b79b60	GOOGLE_PAY	6Dn8SSpaCibkeBv_s6-64JWb	p9qRBH5uxmGab9v7af4zd_0r	\N	DNITHE96045794042602676776204323	DELETED	f	2026-11-28 21:49:06.175+00	2026-11-28 21:49:06.279+00	\N	32
30000004	92c01277-73d0-47b0-b584-b7ff42a36f4a	4022d6ac-c137-429b-b7e8-6f0176b79b60	APPLE_PAY	\N	\N	\N	DNITHE53685847635489277629600841	DELETED	f	2026-11-28 21:49:05.339+00	2026-11-28 21:49:05.94+00	\N	31
10000001	b4fbd8fc-1e8e-48cd-a6f2-2c3d2591fc91	18348fd6-d83c-4d4d-91e3-176ff70c8f0b	GOOGLE_PAY	qp1x-RjjNxlco_tQ7u-nXl7c	xl5_zPO9uOUtRtBVXwxSGHfK	\N	DNITHE99918199448198099234359421	\N	f	2026-11-28 21:49:23.884+00	\N	\N	40
10000002	2d04e0a4-c4d8-42b9-ab73-54d900425285	e75b3517-0da5-4554-83e5-6a7728be370b	APPLE_PAY	\N	\N	\N	DNITHE18772343702570474984623595	ACTIVE	f	2026-11-28 21:51:34.939+00	2026-11-28 21:51:34.994+00	\N	46
30000011	55664c87-7469-4cbb-b8d5-936653f1c3dd	3e960292-7ed7-4592-bfe1-8abd0dde89b6	APPLE_PAY	\N	\N	\N	DNITHE80997433776038614410244736	ACTIVE	f	2026-11-28 22:05:46.922+00	2026-11-28 22:05:46.954+00	\N	63
30000012	6cbf8e93-8780-4045-b954-c490f9437d7e	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	APPLE_PAY	\N	\N	\N	DNITHE62286724713315410598784342	ACTIVE	f	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	\N	66
30000014	e6749870-5518-470f-bbe5-101cbbf582dc	0fe279f1-ff51-4369-95d2-59a3219daf0f	APPLE_PAY	\N	\N	\N	DNITHE60906333846948976221743671	ACTIVE	f	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	\N	68
\.
COPY issuing.tokenization_history (customer_id, card_id, change_number, tokenization_id, change, changed_at) FROM stdin;
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	1	e8137ce0-3d7f-4d51-8c21-91e657d8b7af	TOKENIZATION_INITIATED	2026-11-28 21:48:04.989+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	2	e8137ce0-3d7f-4d51-8c21-91e657d8b7af	ENROLLMENT_SUCCESSFUL	2026-11-28 21:48:05.011+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	3	e3b5494c-f6e2-49f8-b835-045d83b3a5b6	TOKENIZATION_INITIATED	2026-11-28 21:48:05.023+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	4	e3b5494c-f6e2-49f8-b835-045d83b3a5b6	ENROLLMENT_SUCCESSFUL	2026-11-28 21:48:05.027+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	5	8819d696-9eea-4023-b09c-f49c991d3cb3	TOKENIZATION_INITIATED	2026-11-28 21:48:05.037+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	6	8819d696-9eea-4023-b09c-f49c991d3cb3	ENROLLMENT_SUCCESSFUL	2026-11-28 21:48:05.071+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	7	8819d696-9eea-4023-b09c-f49c991d3cb3	TOKEN_FROZEN	2026-11-28 21:48:05.093+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	8	918398ed-a189-4ff2-873a-6f6c3d278bd5	TOKENIZATION_INITIATED	2026-11-28 21:48:05.111+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	9	918398ed-a189-4ff2-873a-6f6c3d278bd5	ENROLLMENT_SUCCESSFUL	2026-11-28 21:48:05.119+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	10	918398ed-a189-4ff2-873a-6f6c3d278bd5	TOKEN_CANCELLED	2026-11-28 21:48:05.131+00
10000001	607418a8-bc87-4ecc-bd9d-69a40e75fb06	11	5e9c06a8-aec6-4a93-84f7-75fe28bee0e3	TOKENIZATION_INITIATED	2026-11-28 21:48:05.134+00
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	1	e431c2d3-c929-4ff9-9f40-a44c59fe0845	TOKENIZATION_INITIATED	2026-11-28 21:48:05.155+00
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	2	e431c2d3-c929-4ff9-9f40-a44c59fe0845	ENROLLMENT_SUCCESSFUL	2026-11-28 21:48:05.165+00
10000001	06ccc63b-a6a6-4794-aa61-6fec0132ef55	3	e431c2d3-c929-4ff9-9f40-a44c59fe0845	TOKEN_FROZEN	2026-11-28 21:48:05.18+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	1	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKENIZATION_INITIATED	2026-11-28 21:49:05.339+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	2	92c01277-73d0-47b0-b584-b7ff42a36f4a	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:05.94+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	3	773b50b6-e547-4453-a6cf-175843f8bd68	TOKENIZATION_INITIATED	2026-11-28 21:49:06.175+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	4	773b50b6-e547-4453-a6cf-175843f8bd68	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:06.279+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	5	e3284b99-c498-44b8-80b5-69a4734583ed	TOKENIZATION_INITIATED	2026-11-28 21:49:06.371+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	6	e3284b99-c498-44b8-80b5-69a4734583ed	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:06.411+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	1	9eddf790-fc80-4fd5-a50f-c8fb5283c1b5	TOKENIZATION_INITIATED	2026-11-28 21:49:06.423+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	2	9eddf790-fc80-4fd5-a50f-c8fb5283c1b5	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:06.452+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	3	249b04b3-1532-405b-953f-433989cc86ed	TOKENIZATION_INITIATED	2026-11-28 21:49:06.498+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	4	249b04b3-1532-405b-953f-433989cc86ed	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:06.519+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	5	bbf0e2cc-4c0c-40a9-a5e1-5d0c79a55bef	TOKENIZATION_INITIATED	2026-11-28 21:49:06.539+00
30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	6	bbf0e2cc-4c0c-40a9-a5e1-5d0c79a55bef	ENROLLMENT_SUCCESSFUL	2026-11-28 21:49:06.561+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	7	773b50b6-e547-4453-a6cf-175843f8bd68	TOKEN_FROZEN	2026-11-28 21:49:09.985+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	8	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKEN_FROZEN	2026-11-28 21:49:09.985+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	9	e3284b99-c498-44b8-80b5-69a4734583ed	TOKEN_FROZEN	2026-11-28 21:49:09.985+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	10	773b50b6-e547-4453-a6cf-175843f8bd68	TOKEN_UNFROZEN	2026-11-28 21:49:10.015+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	11	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKEN_UNFROZEN	2026-11-28 21:49:10.015+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	12	e3284b99-c498-44b8-80b5-69a4734583ed	TOKEN_UNFROZEN	2026-11-28 21:49:10.015+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	13	773b50b6-e547-4453-a6cf-175843f8bd68	TOKEN_FROZEN	2026-11-28 21:49:11.478+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	14	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKEN_FROZEN	2026-11-28 21:49:11.478+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	15	e3284b99-c498-44b8-80b5-69a4734583ed	TOKEN_FROZEN	2026-11-28 21:49:11.478+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	16	773b50b6-e547-4453-a6cf-175843f8bd68	TOKEN_UNFROZEN	2026-11-28 21:49:12.596+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	17	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKEN_UNFROZEN	2026-11-28 21:49:12.596+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	18	e3284b99-c498-44b8-80b5-69a4734583ed	TOKEN_UNFROZEN	2026-11-28 21:49:12.596+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	19	773b50b6-e547-4453-a6cf-175843f8bd68	TOKEN_CANCELLED	2026-11-28 21:49:12.933+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	20	92c01277-73d0-47b0-b584-b7ff42a36f4a	TOKEN_CANCELLED	2026-11-28 21:49:12.933+00
30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	21	e3284b99-c498-44b8-80b5-69a4734583ed	TOKEN_CANCELLED	2026-11-28 21:49:12.933+00
10000001	18348fd6-d83c-4d4d-91e3-176ff70c8f0b	1	b4fbd8fc-1e8e-48cd-a6f2-2c3d2591fc91	TOKENIZATION_INITIATED	2026-11-28 21:49:23.884+00
10000002	e75b3517-0da5-4554-83e5-6a7728be370b	1	2d04e0a4-c4d8-42b9-ab73-54d900425285	TOKENIZATION_INITIATED	2026-11-28 21:51:34.939+00
10000002	e75b3517-0da5-4554-83e5-6a7728be370b	2	2d04e0a4-c4d8-42b9-ab73-54d900425285	ENROLLMENT_SUCCESSFUL	2026-11-28 21:51:34.994+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	1	55664c87-7469-4cbb-b8d5-936653f1c3dd	TOKENIZATION_INITIATED	2026-11-28 22:05:46.922+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	2	55664c87-7469-4cbb-b8d5-936653f1c3dd	ENROLLMENT_SUCCESSFUL	2026-11-28 22:05:46.954+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	1	6cbf8e93-8780-4045-b954-c490f9437d7e	TOKENIZATION_INITIATED	2026-11-29 23:06:18.026+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	2	6cbf8e93-8780-4045-b954-c490f9437d7e	ENROLLMENT_SUCCESSFUL	2026-11-29 23:06:18.026+00
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	1	e6749870-5518-470f-bbe5-101cbbf582dc	TOKENIZATION_INITIATED	2026-11-29 23:06:18.026+00
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	2	e6749870-5518-470f-bbe5-101cbbf582dc	ENROLLMENT_SUCCESSFUL	2026-11-29 23:06:18.026+00
\.
COPY issuing.trusted_device (customer_id, device_id, name, public_key, created_at, last_used_at, insertion) FROM stdin;
30000001	17293f33-398f-4070-bdee-76e925e297b2	Pixel	\\x047fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad	2026-11-29 23:06:18.026+00	\N	64
\.
COPY issuing.webhook_attempt (subject, delivery_id, attempt_number, outcome, status_code, milliseconds, attempted_at) FROM stdin;
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	1	NOT_REACHED	\N	305	2026-11-28 21:53:37.237+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	2	NOT_REACHED	\N	281	2026-11-28 21:53:38.759+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	3	NOT_REACHED	\N	60	2026-11-28 21:53:40.96+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	4	NOT_REACHED	\N	7	2026-11-28 21:53:45.059+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	5	NOT_REACHED	\N	30	2026-11-28 21:53:53.228+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	1	NOT_REACHED	\N	4	2026-11-28 21:54:02.441+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	2	NOT_REACHED	\N	21	2026-11-28 21:54:03.754+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	3	NOT_REACHED	\N	14	2026-11-28 21:54:06.103+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	6	NOT_REACHED	\N	9	2026-11-28 21:54:09.376+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	4	NOT_REACHED	\N	9	2026-11-28 21:54:10.367+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	5	NOT_REACHED	\N	1	2026-11-28 21:54:18.468+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	1	NOT_REACHED	\N	15	2026-11-28 21:54:18.804+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	2	NOT_REACHED	\N	9	2026-11-28 21:54:20.064+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	3	NOT_REACHED	\N	184	2026-11-28 21:54:22.587+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	4	NOT_REACHED	\N	2	2026-11-28 21:54:26.786+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	1	NOT_REACHED	\N	19	2026-11-28 21:54:34.1+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	6	NOT_REACHED	\N	240	2026-11-28 21:54:35.04+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	5	NOT_REACHED	\N	89	2026-11-28 21:54:35.18+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	2	NOT_REACHED	\N	30	2026-11-28 21:54:35.374+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	3	NOT_REACHED	\N	4	2026-11-28 21:54:37.504+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	4	NOT_REACHED	\N	2	2026-11-28 21:54:41.518+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	7	NOT_REACHED	\N	7	2026-11-28 21:54:41.523+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	1	NOT_REACHED	\N	3	2026-11-28 21:54:47.404+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	3	NOT_REACHED	\N	7	2026-11-28 21:54:50.8+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	6	NOT_REACHED	\N	2	2026-11-28 21:54:51.419+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	2	NOT_REACHED	\N	5	2026-11-28 21:54:48.652+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	5	NOT_REACHED	\N	3	2026-11-28 21:54:49.567+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	4	NOT_REACHED	\N	1	2026-11-28 21:54:55.075+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	5	NOT_REACHED	\N	4	2026-11-28 21:55:03.215+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	6	NOT_REACHED	\N	62	2026-11-28 21:55:05.835+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	7	NOT_REACHED	\N	2	2026-11-28 21:55:07.22+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	6	NOT_REACHED	\N	10	2026-11-28 21:55:19.521+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	7	NOT_REACHED	\N	2	2026-11-28 21:55:23.633+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	7	NOT_REACHED	\N	11	2026-11-28 21:55:38.084+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	8	NOT_REACHED	\N	9	2026-11-28 21:55:45.772+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	7	NOT_REACHED	\N	7	2026-11-28 21:55:51.583+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	8	NOT_REACHED	\N	16	2026-11-28 21:56:11.307+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	8	NOT_REACHED	\N	316	2026-11-28 21:56:28.317+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	8	NOT_REACHED	\N	24	2026-11-28 21:56:42.211+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	8	NOT_REACHED	\N	7	2026-11-28 21:56:55.731+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	9	NOT_REACHED	\N	5	2026-11-28 21:57:53.964+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	9	NOT_REACHED	\N	7	2026-11-28 21:58:19.658+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	9	NOT_REACHED	\N	20	2026-11-28 21:58:36.523+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	9	NOT_REACHED	\N	1	2026-11-28 21:58:50.397+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	9	NOT_REACHED	\N	16	2026-11-28 21:59:04.043+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	10	NOT_REACHED	\N	1	2026-11-28 22:02:10.06+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	10	NOT_REACHED	\N	1	2026-11-28 22:02:35.686+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	10	NOT_REACHED	\N	3	2026-11-28 22:02:52.682+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	10	NOT_REACHED	\N	1	2026-11-28 22:03:06.521+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	10	NOT_REACHED	\N	5	2026-11-28 22:03:20.155+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	1	NOT_REACHED	\N	1	2026-11-28 22:05:23.377+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	2	NOT_REACHED	\N	4	2026-11-28 22:05:24.607+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	3	NOT_REACHED	\N	5	2026-11-28 22:05:26.74+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	4	NOT_REACHED	\N	3	2026-11-28 22:05:30.952+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	5	NOT_REACHED	\N	1	2026-11-28 22:05:39.076+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	1	NOT_REACHED	\N	6	2026-11-28 22:05:46.63+00
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	6	NOT_REACHED	\N	1	2026-11-29 23:05:47.572+00
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	11	NOT_REACHED	\N	1	2026-11-29 23:05:47.604+00
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	11	NOT_REACHED	\N	1	2026-11-29 23:05:47.606+00
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	11	NOT_REACHED	\N	2	2026-11-29 23:05:47.593+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	2	NOT_REACHED	\N	2	2026-11-29 23:05:47.568+00
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	11	NOT_REACHED	\N	5	2026-11-29 23:05:47.597+00
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	11	NOT_REACHED	\N	2	2026-11-29 23:05:47.605+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	3	NOT_REACHED	\N	1	2026-11-29 23:05:49.651+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	4	NOT_REACHED	\N	2	2026-11-29 23:05:53.873+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	5	NOT_REACHED	\N	1	2026-11-29 23:06:01.996+00
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	6	NOT_REACHED	\N	1	2026-11-29 23:06:18.026+00
30000001/006ed57c-c470-4b61-98e0-e89c11dbefac	ff927da3-42fa-8908-a617-230496fcc562	1	NOT_REACHED	\N	3	2026-11-29 23:06:18.026+00
30000001/ef501a8d-35e3-4fd8-babe-8e31c99342fb	ec353ffc-7939-8144-a52b-5e9c54b3f327	1	NOT_REACHED	\N	7	2026-11-29 23:06:18.026+00
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	ca20b05d-6a9f-8f89-a9bc-886bcc39d446	1	NOT_REACHED	\N	4	2026-11-29 23:06:18.026+00
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	e46fa757-66e7-8cdb-a4cf-303bf67c6316	1	NOT_REACHED	\N	2	2026-11-29 23:06:18.026+00
30000001/100000001	cd0277f7-a98c-8338-a453-a83759948724	1	DELIVERED	204	9	2026-11-29 23:06:18.026+00
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	a677dffc-8255-8309-a52d-86c1561ede5d	1	DELIVERED	204	8	2026-11-29 23:06:18.026+00
30000014/100000016	de115ca3-e291-867b-aca5-2097fd4ccad8	1	DELIVERED	204	8	2026-11-29 23:06:18.026+00
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	67a5bd87-ffec-8100-a19b-3323073d2724	1	DELIVERED	204	3	2026-11-29 23:06:18.026+00
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	d121cad4-f1e1-8dd4-ad09-447322930daf	1	NOT_REACHED	\N	1	2026-11-29 23:06:18.026+00
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d	1	DELIVERED	204	4	2026-11-29 23:06:18.026+00
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	2e2cf165-6a14-8b55-a678-383550701ba5	1	DELIVERED	204	4	2026-11-29 23:06:18.026+00
\.
COPY issuing.webhook_delivery (subject, delivery_id, subscription_id, event_number, event_id, body, status, attempts, queued_at, url, insertion) FROM stdin;
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	de7be497-a64d-8fbd-ad5e-15a2c5e12db8	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	069535e2-2152-8b80-a4c0-979814384831	\\x7b226964223a2230363935333565322d323135322d386238302d613463302d393739383134333834383331222c22636172644964223a2262623334656431382d326363302d346631312d616336632d303033656163633463336435222c22637573746f6d65724964223a223330303030303037222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a31385a227d	PENDING	0	2026-11-28 21:54:18.543+00	\N	63
30000001/006ed57c-c470-4b61-98e0-e89c11dbefac	ff927da3-42fa-8908-a617-230496fcc562	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	e8f3731e-dbda-8601-a340-67c53a7cf58d	\\x7b226964223a2265386633373331652d646264612d383630312d613334302d363763353361376366353864222c22636172644964223a2230303665643537632d633437302d346236312d393865302d653839633131646265666163222c22637573746f6d65724964223a223330303030303031222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a224c4f434b4544222c22737461747573526561736f6e223a224d69736c616964222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a227d	PENDING	1	2026-11-29 23:06:18.026+00	\N	229
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	de9d1ebe-9569-834b-a725-f569af13a41c	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	92a32fd0-7b38-84cc-ae6d-4a25ff38bbc8	\\x7b226964223a2239326133326664302d376233382d383463632d616536642d346132356666333862626338222c22636172644964223a2263663063396131302d633964332d346239662d623366302d666665613362333232646434222c22637573746f6d65724964223a223330303030303035222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35333a33365a227d	PENDING	11	2026-11-28 21:53:36.555+00	\N	30
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	0ae8e07d-0aa6-8d84-ab31-b75fae76b523	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	44565c38-7d24-889b-a6dd-c1733d2a3591	\\x7b226964223a2234343536356333382d376432342d383839622d613664642d633137333364326133353931222c22636172644964223a2263663063396131302d633964332d346239662d623366302d666665613362333232646434222c22637573746f6d65724964223a223330303030303035222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35333a33375a227d	PENDING	0	2026-11-28 21:53:37.33+00	\N	33
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	98217cb3-8d1c-838b-adb8-be13d84d7922	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	024a26b9-7b9c-8e19-a629-37dc1925edcc	\\x7b226964223a2230323461323662392d376239632d386531392d613632392d333764633139323565646363222c22636172644964223a2265313636633633642d366332362d343934362d613834302d343066346438356236643435222c22637573746f6d65724964223a223330303030303036222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a30325a227d	PENDING	0	2026-11-28 21:54:02.335+00	\N	50
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	d8537012-a0f5-8d42-a951-499b2aaab27a	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	666ca20f-b1d3-8579-af9a-44055ec305f7	\\x7b226964223a2236363663613230662d623164332d383537392d616639612d343430353565633330356637222c22636172644964223a2262303230616665302d623037632d346635302d386431662d386334303539353135366566222c22637573746f6d65724964223a223330303030303038222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a33335a227d	PENDING	0	2026-11-28 21:54:33.751+00	\N	84
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	78f96d7d-bcc2-8fc8-aeaa-2ed29e42f452	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	9a58d1fc-a05a-8022-a750-3e63bc07fd7d	\\x7b226964223a2239613538643166632d613035612d383032322d613735302d336536336263303766643764222c22636172644964223a2234303538343531632d336231352d346636612d616631352d323361666135653439343033222c22637573746f6d65724964223a223330303030303130222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432323a30353a32335a227d	PENDING	0	2026-11-28 22:05:23.215+00	\N	147
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	458d8b55-aaf1-8297-ad3c-b56d2ff280d2	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	4bf2ee92-168d-8776-a132-a632a8ee02f8	\\x7b226964223a2234626632656539322d313638642d383737362d613133322d613633326138656530326638222c22636172644964223a2261386535626266342d353364362d346430652d613532362d613363363362393439613733222c22637573746f6d65724964223a223330303030303039222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a34375a227d	PENDING	0	2026-11-28 21:54:47.188+00	\N	109
30000001/ef501a8d-35e3-4fd8-babe-8e31c99342fb	ec353ffc-7939-8144-a52b-5e9c54b3f327	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	642c1d71-187d-89b5-ab7b-c682ea9054e0	\\x7b226964223a2236343263316437312d313837642d383962352d616237622d633638326561393035346530222c22636172644964223a2265663530316138642d333565332d346664382d626162652d386533316339393334326662222c22637573746f6d65724964223a223330303030303031222c226f6c64537461747573223a224449474954414c222c226e6577537461747573223a224c4f434b4544222c22737461747573526561736f6e223a224d69736c616964222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a227d	PENDING	1	2026-11-29 23:06:18.026+00	\N	232
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	9f92451c-1972-8c9a-ad4f-667f7dcebcf3	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	d4b7f400-73b9-8a7e-a2f8-aeb2e349d10a	\\x7b226964223a2264346237663430302d373362392d386137652d613266382d616562326533343964313061222c22636172644964223a2233653936303239322d376564372d343539322d626665312d386162643064646538396236222c22637573746f6d65724964223a223330303030303131222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432323a30353a34365a227d	PENDING	6	2026-11-28 22:05:46.43+00	\N	182
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	2906908f-ce26-899b-a6d1-a3b5571c6ca4	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	88a0357b-d654-802c-ab5e-5a907cd66482	\\x7b226964223a2238386130333537622d643635342d383032632d616235652d356139303763643636343832222c22636172644964223a2265313636633633642d366332362d343934362d613834302d343066346438356236643435222c22637573746f6d65724964223a223330303030303036222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a30325a227d	PENDING	11	2026-11-28 21:54:02.172+00	\N	47
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	bce0d71f-c5cd-82b9-acb6-40b5ee38c591	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	9b1de768-9916-8a5c-ae43-15069ec49700	\\x7b226964223a2239623164653736382d393931362d386135632d616534332d313530363965633439373030222c22636172644964223a2262303230616665302d623037632d346635302d386431662d386334303539353135366566222c22637573746f6d65724964223a223330303030303038222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a33335a227d	PENDING	11	2026-11-28 21:54:33.724+00	\N	81
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	ee415017-f1c7-87b7-ad6b-79a0ad4efc22	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	298539a7-15ac-8119-af84-6fc15d39f4e9	\\x7b226964223a2232393835333961372d313561632d383131392d616638342d366663313564333966346539222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a227d	PENDING	0	2026-11-29 23:06:18.026+00	\N	245
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	ca20b05d-6a9f-8f89-a9bc-886bcc39d446	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	a8445687-c01d-835c-a12f-7b3db0a09e0e	\\x7b226964223a2261383434353638372d633031642d383335632d613132662d376233646230613039653065222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a227d	PENDING	1	2026-11-29 23:06:18.026+00	\N	242
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	c874e259-4059-80ea-a3e9-03cff685be2c	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	20d4e72b-8737-825d-a3da-648b82afa05b	\\x7b226964223a2232306434653732622d383733372d383235642d613364612d363438623832616661303562222c22636172644964223a2234303538343531632d336231352d346636612d616631352d323361666135653439343033222c22637573746f6d65724964223a223330303030303130222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432323a30353a32335a227d	PENDING	6	2026-11-28 22:05:23.21+00	\N	144
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0e6dc0ee-038b-8df3-a353-4f2d993ff6e1	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	3dffc8be-e385-8312-a1ab-d55fae436722	\\x7b226964223a2233646666633862652d653338352d383331322d613161622d643535666165343336373232222c22636172644964223a2261386535626266342d353364362d346430652d613532362d613363363362393439613733222c22637573746f6d65724964223a223330303030303039222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a34375a227d	PENDING	11	2026-11-28 21:54:47.155+00	\N	106
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	4c5538e8-91b7-84eb-ab0c-6c05b2b96b15	cc4d22f7-b4f3-4099-90e2-81e6c025f183	3	501a97d2-f550-8904-a16d-e92b56d15778	\\x7b226964223a2235303161393764322d663535302d383930342d613136642d653932623536643135373738222c22636172644964223a2233653936303239322d376564372d343539322d626665312d386162643064646538396236222c22637573746f6d65724964223a223330303030303131222c226f6c64537461747573223a2253555350454e444544222c226e6577537461747573223a22414354495645222c22737461747573526561736f6e223a2253757370656e73696f6e206c6966746564222c226576656e7454696d657374616d70223a22323032362d31312d32385432323a30353a34365a227d	PENDING	0	2026-11-28 22:05:46.437+00	\N	185
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	fbd65985-5a0d-8cf5-ab03-8be3493dd582	f960833f-3cfb-4078-ac3b-174e25363530	2	d288d009-99d6-4c06-82c1-962e36b5c1fb	\\x7b226964223a2264323838643030392d393964362d346330362d383263312d393632653336623563316662222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2263326131636461392d663439642d386232352d393637382d333639653463623163313931222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2263326131636461392d663439642d386232352d393637382d333639653463623163313931222c22637573746f6d65724964223a223330303030303132222c226163636f756e744964223a22313030303030303135222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3430302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3430302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3430302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3430302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a22554e4b4e4f574e222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c22726573706f6e7365436f6465223a223030227d7d	PENDING	0	2026-11-29 23:06:18.026+00	\N	265
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	e46fa757-66e7-8cdb-a4cf-303bf67c6316	f960833f-3cfb-4078-ac3b-174e25363530	1	f45b2952-8cb5-4f7f-b9ed-33f33448d010	\\x7b226964223a2266343562323935322d386362352d346637662d623965642d333366333334343864303130222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2237633164303561392d346335622d383430332d396433312d393561343962333739653735222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2237633164303561392d346335622d383430332d396433312d393561343962333739653735222c22637573746f6d65724964223a223330303030303132222c226163636f756e744964223a22313030303030303135222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3530302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3530302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3530302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3530302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a22554e4b4e4f574e222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c22726573706f6e7365436f6465223a223030227d7d	PENDING	1	2026-11-29 23:06:18.026+00	\N	263
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	edc1ce6a-d60b-88fe-a9bf-5976a6c9daf3	f960833f-3cfb-4078-ac3b-174e25363530	3	1d9f991f-f6e5-49d9-965e-36623fbab672	\\x7b226964223a2231643966393931662d663665352d343964392d393635652d333636323366626162363732222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2232383030353833372d663135362d383865302d386131642d373132313730386534386538222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2232383030353833372d663135362d383865302d386131642d373132313730386534386538222c22637573746f6d65724964223a223330303030303132222c226163636f756e744964223a22313030303030303135222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3630302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3630302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3630302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3630302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	PENDING	0	2026-11-29 23:06:18.026+00	\N	274
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	5666e74d-19e8-8fbc-a257-093dfeb1cca0	f960833f-3cfb-4078-ac3b-174e25363530	4	e0d7b380-d419-4253-b22f-867208106c05	\\x7b226964223a2265306437623338302d643431392d343235332d623232662d383637323038313036633035222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c22637573746f6d65724964223a223330303030303132222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2234646333323939302d633565622d386666642d396664662d386436353533353632353830222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2234646333323939302d633565622d386666642d396664662d386436353533353632353830222c22637573746f6d65724964223a223330303030303132222c226163636f756e744964223a22313030303030303135222c22636172644964223a2231623265306439652d616436372d343935312d626462372d656438323636376463636432222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3730302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3730302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3730302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3730302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	PENDING	0	2026-11-29 23:06:18.026+00	\N	276
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	637903b5-8e6f-848a-add1-397d7c7f6083	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	f4c2bf0e-277f-829b-a2f9-04c7199f5f61	\\x7b226964223a2266346332626630652d323737662d383239622d613266392d303463373139396635663631222c22636172644964223a2262623334656431382d326363302d346631312d616336632d303033656163633463336435222c22637573746f6d65724964223a223330303030303037222c226f6c64537461747573223a22414354495645222c226e6577537461747573223a2253555350454e444544222c22737461747573526561736f6e223a2253757370656e64656420627920637573746f6d65722073657276696365222c226576656e7454696d657374616d70223a22323032362d31312d32385432313a35343a31385a227d	PENDING	11	2026-11-28 21:54:18.531+00	\N	60
30000001/100000001	cd0277f7-a98c-8338-a453-a83759948724	60e3f35c-f283-41af-ae7a-02c0c7394ed3	5000000171	730ae131-a9eb-88b0-a78a-9fbed7fccdbf	\\x7b226964223a2237333061653133312d613965622d383862302d613738612d396662656437666363646266222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313731222c22736c69704964223a2235303030303030313732222c22637573746f6d65724964223a223330303030303031222c226163636f756e744964223a22313030303030303031222c2274797065223a224445504f534954222c22616d6f756e74223a343230302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a343230302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	277
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	d121cad4-f1e1-8dd4-ad09-447322930daf	f960833f-3cfb-4078-ac3b-174e25363530	1	06289e1f-ec8a-4228-8465-42e264cd9b06	\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	PENDING	1	2026-11-29 23:06:18.026+00	\N	282
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	a677dffc-8255-8309-a52d-86c1561ede5d	8899c8d6-174a-443f-9cec-eb0820753e19	1	95eed714-8248-8bec-a1f2-e59ba83d5ec8	\\x7b226964223a2239356565643731342d383234382d386265632d613166322d653539626138336435656338222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22544f4b454e495a4154494f4e5f494e49544941544544227d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	279
30000014/100000016	de115ca3-e291-867b-aca5-2097fd4ccad8	60e3f35c-f283-41af-ae7a-02c0c7394ed3	5000000173	5bd4193b-3f4f-82d8-a885-2b785e743c59	\\x7b226964223a2235626434313933622d336634662d383264382d613838352d326237383565373433633539222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313733222c22736c69704964223a2235303030303030313734222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c2274797065223a224445504f534954222c22616d6f756e74223a32303030302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a32303030302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	278
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	67a5bd87-ffec-8100-a19b-3323073d2724	8899c8d6-174a-443f-9cec-eb0820753e19	2	3d033384-37da-891d-af42-f690a361d9f7	\\x7b226964223a2233643033333338342d333764612d383931642d616634322d663639306133363164396637222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22454e524f4c4c4d454e545f5355434345535346554c227d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	280
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d	7440f474-509e-4b78-bacc-aaf34b5a5ec9	1	06289e1f-ec8a-4228-8465-42e264cd9b06	\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	281
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	00d75270-cb3f-8a27-ab95-554cb1721c9c	f960833f-3cfb-4078-ac3b-174e25363530	2	bdf834f5-5319-4bf5-97e1-5bddd80b5722	\\x7b226964223a2262646638333466352d353331392d346266352d393765312d356264646438306235373232222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3530302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3530302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3530302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3530302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	PENDING	0	2026-11-29 23:06:18.026+00	\N	284
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	2e2cf165-6a14-8b55-a678-383550701ba5	7440f474-509e-4b78-bacc-aaf34b5a5ec9	2	bdf834f5-5319-4bf5-97e1-5bddd80b5722	\\x7b226964223a2262646638333466352d353331392d346266352d393765312d356264646438306235373232222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3530302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3530302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3530302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3530302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d	DELIVERED	1	2026-11-29 23:06:18.026+00	\N	283
\.
COPY issuing.webhook_line (subject, subscription_id, waiting, failures, next_attempt_at, leased_until) FROM stdin;
30000011/3e960292-7ed7-4592-bfe1-8abd0dde89b6	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	6	2026-11-29 23:06:50.026+00	\N
30000001/006ed57c-c470-4b61-98e0-e89c11dbefac	cc4d22f7-b4f3-4099-90e2-81e6c025f183	1	1	2026-11-29 23:06:19.026+00	\N
30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f	f960833f-3cfb-4078-ac3b-174e25363530	2	1	2026-11-29 23:06:19.026+00	\N
30000001/ef501a8d-35e3-4fd8-babe-8e31c99342fb	cc4d22f7-b4f3-4099-90e2-81e6c025f183	1	1	2026-11-29 23:06:19.026+00	\N
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	1	2026-11-29 23:06:19.026+00	\N
30000008/b020afe0-b07c-4f50-8d1f-8c40595156ef	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	11	2026-11-29 23:22:51.604+00	\N
30000012/1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	f960833f-3cfb-4078-ac3b-174e25363530	4	1	2026-11-29 23:06:19.026+00	\N
30000009/a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	11	2026-11-29 23:22:51.605+00	\N
30000007/bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	11	2026-11-29 23:22:51.606+00	\N
30000010/4058451c-3b15-4f6a-af15-23afa5e49403	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	6	2026-11-29 23:06:19.572+00	\N
30000005/cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	11	2026-11-29 23:22:51.593+00	\N
30000006/e166c63d-6c26-4946-a840-40f4d85b6d45	cc4d22f7-b4f3-4099-90e2-81e6c025f183	2	11	2026-11-29 23:22:51.597+00	\N
\.
COPY issuing.webhook_subscription (subscription_id, owner, event_type, url, sealed_key, key_version, created_at, ended_at, dialect, signer, insertion) FROM stdin;
4719e5fd-a83e-4195-91e5-1131d2d74320	dintero/496160873888	callback	\N	\\x7ffc267402ab9ea31d947fdfd36c119c3bde356b872b7261eb5b0a84b5a3b27858b531f43b336b5fbf746d7fd8848a8cd56ff112c8bfb1bb01311124e67fdd4f6797493c10bc98e0d7a28cdd214f3539f4bf9029b186894b4ecafae2	1	2026-11-28 21:48:34.452+00	\N	DINTERO	T12345678	1
60dad518-56ef-4f4a-a4bc-49cb038ac1de	moneyhash/496160873888	webhook	\N	\\x91bb68c33f9c1b7240d8fb107d66de8951760bbb0b7c87476433d2aab01e9e112953d784fef6acce865163d551df1dcc385d11b801c410e02ca0956de59165031eff6935111218fdcd6272dea23562a7587c41f9a165d2a5e102af0e	1	2026-11-28 21:48:34.452+00	\N	MONEYHASH	\N	2
906fc66a-cee0-4814-a040-4fe6f0e43812	demo	/prepaid/card/status/events	http://127.0.0.1:28081/sandbox/receivers/my-backend	\\x95f2fd7f413c9c173273f2056b12dbb7bcd4cb322c5301a29941eb3e46ea0fc800a62545ece551bacd194468c993879575e13c18c3025beb6e195ea9	1	2026-11-28 21:49:15.05+00	\N	HOUSE	\N	19
151bc2ab-2015-4375-a9c0-3b44a86c351e	demo	/prepaid/card/status/events	http://127.0.0.1:28081/sandbox/receivers/r	\\x2c6f87ab5ee5b52f1ef0dc6acb364b89d21d5b05d7b609637b9d523d76d454e56ee187570a1357a1c9cdcddd4a30e3ed8c8d8e053045e43d1542eb7c	1	2026-11-28 21:53:35.091+00	\N	HOUSE	\N	23
8899c8d6-174a-443f-9cec-eb0820753e19	demo	/prepaid/card/tokenization/events	http://127.0.0.1:28081/sandbox/receivers/r	\\x3dac2841705784365b9a00eeea740a48d09ce85083480cd8bfcc72244e0eb558d09d9e0c765f52abd3ccf695e4b47060e238acfea9ed19636d5c832f	1	2026-11-28 21:53:35.207+00	\N	HOUSE	\N	24
60e3f35c-f283-41af-ae7a-02c0c7394ed3	demo	/transactions/events	http://127.0.0.1:28081/sandbox/receivers/r	\\x1937c17a9629c924277a1f130d32b209d50640c31e0160c6e73e9af2a83dd1672371363e929170780a0b9ac01b90980b06a39b47498d1a09bc1c0695	1	2026-11-28 21:53:35.502+00	\N	HOUSE	\N	25
7440f474-509e-4b78-bacc-aaf34b5a5ec9	demo	/prepaid/card/authorization/events	http://127.0.0.1:28081/sandbox/receivers/r	\\x178644807af0e139583f93f96d4f727d0902a5d36acac08d82488d2ee1c75287db2aecce4c97d59b848057fee9f3b8ef0f817371e38050738b39ed1d	1	2026-11-28 21:53:35.644+00	\N	HOUSE	\N	26
cc4d22f7-b4f3-4099-90e2-81e6c025f183	demo	/prepaid/card/status/events	http://127.0.0.1:9/dead	\\xd776d585dacd7c38723d3e69356dd15f8b286c57222b94e4df913b4c7caf3471897ba7a2d7985308975d202e59afd7d2a82223321f038fdda1675723	1	2026-11-28 21:53:36.01+00	\N	HOUSE	\N	27
27fc7afa-f15c-497c-9246-fa3e436b29e5	demo	/prepaid/card/token/events	http://127.0.0.1:28081/sandbox/receivers/r	\\xa969e0f438cc8b5832466c4d86d9fd2328584bb24b2759d049acf30cf64e227a6c91a08f0ec46626d79016ce44cbe1583c6ec30c0739d65848d29241	1	2026-11-28 21:54:01.479+00	\N	HOUSE	\N	42
f189438e-1130-4f8e-a51a-b98c3baab67d	stitch/496160873888	transaction	http://127.0.0.1:9/stitch	\\x4e61ec0d7063ac65e47c95dc9bb6b60816555da5206716a5089f266c09f1f7572d7887d10015149142c2ded3fde4b019f7486b1ab876d31147882f63	1	2026-11-28 21:54:48.732+00	\N	SVIX	\N	130
25bf4162-0d9e-4a77-85ff-6a6717a2c3b3	demo	/prepaid/card/authorization/events	http://127.0.0.1:9/payments	\\xfad65d2bc858a0a90d2d752a84eb8006ef69f43b413bc305faaa6d4bb57fc2d7464a1ef2f78114ac1bb0a77b18f27b20abe7ce5fa53f498495f32dfb	1	2026-11-28 22:05:46.652+00	2026-11-29 23:06:18.026+00	HOUSE	\N	201
f960833f-3cfb-4078-ac3b-174e25363530	demo	/prepaid/card/authorization/events	http://127.0.0.1:9/payments	\\x5b954a338ea4667088af52fd93c2357792c19beacec9326b9e64f1122221c52a64508fcfebbcc462409ebd530bb129a873a16b6c7a7529dd923d9ac1	1	2026-11-29 23:06:18.026+00	\N	HOUSE	\N	261
\.
COPY merchants.cardpointe_account (merchant_id, username, sites, processor, is_enabled, takes_part, refunds_unsettled, routes_wallets, takes_checks, further_currencies, device_data_in_any_order) FROM stdin;
496160873888	testing	{fts-uat}	FNOR	t	f	f	t	t	{USD}	f
\.
COPY merchants.cardpointe_login (username, password_hash) FROM stdin;
testing	\\xb5f3607c82071e0f4c2023d338a8b0341927a1bda1c2bd3d16b77a32ac137e82
\.
COPY merchants.cardpointe_profile (merchant_id, profile_id, account_number, token, details, content_digest, is_default, made_at) FROM stdin;
496160873888	16585188933375158394	1	9473275729789423	{"expiry":"1129"}	\\xab704c88b51ba7bfcc3f4294c01ea8ea767139c5fa463fcaff91a2d439173ce9	t	2026-11-28 21:54:48.13+00
496160873888	17346188917227924575	1	9471418363271142	{"expiry":"1129"}	\\x4ead4cda2fab7140aa1fb9d75cce72a77cabeb6fb04d477e4614f872c020ac54	t	2026-11-28 22:05:23.534+00
496160873888	16145805119615124084	1	9473108352098448	{"expiry":"1129"}	\\x72e76ba54129abe47a983c6495a5c48bdc8dfafd065c49cb834f0f4426986ca0	t	2026-11-28 22:05:46.743+00
496160873888	15173622719215331031	1	9475762889205534	{"expiry":"1129"}	\\xd8a4fa269a3c9a53cd527ba15477f33be267d203595c4dfdadaebaccde754d56	t	2026-11-29 23:06:18.026+00
\.
COPY merchants.cardpointe_rate (merchant_id, service, minute, calls) FROM stdin;
496160873888	settlestat	29931726	3
496160873888	funding	29931726	2
\.
COPY merchants.cardpointe_report (merchant_id, service, reported_until) FROM stdin;
496160873888	settlestat	2026-11-29 23:05:47.745+00
\.
COPY merchants.cardpointe_signature (merchant_id, reference, signature) FROM stdin;
496160873888	081043155837	c2lnbmF0dXJl
496160873888	540471744013	c2lnbmF0dXJl
496160873888	186326064572	c2lnbmF0dXJl
496160873888	780665764082	c2lnbmF0dXJl
\.
COPY merchants.cardpointe_token (token, number_hash, sealed_instrument, key_version, wallet, merchant_id, made_at, used_at) FROM stdin;
9473275729789423	\\x5cc43aa1977d5ead1c1bda81dd1fd0ded3dc1edd344919594da76db354814a55	\\x0cbd9f496b2336b5bdd60a999a5ab29ca2a9fc6e48bae44417291fc41d8725925309b2899b73d905148270a51b2d3e22f5daff1d31b67a76e2	1	\N	\N	2026-11-28 21:54:47.964+00	\N
9471418363271142	\\x71a19780adb707159042dbec7e61ff3f0ce364cd3a4454038512639974b23ac8	\\x805211254deeb7bd5151c3a8a74fd1a962ade12728903c5ed65916cd34087ab6968441af272ca455df24a1782b7d3e82ec504865bf332e0b6a	1	\N	\N	2026-11-28 22:05:23.49+00	\N
9473108352098448	\\x4be8c44bb1951698ce8cd9b0c1704e2707126cca182e9c6b16e6875ff66954d2	\\x9bd8ea8e95d105ceeb21bbf67422beeed585eef3fcf167f3985c77d5d4dd116cc8016bb4213cd6c402b9b793c6817483ef96af5b7dcfbd6ab8	1	\N	\N	2026-11-28 22:05:46.689+00	\N
9475762889205534	\\x3ce80b41aecf7bfcc448a64de20d149b22b25a27c98912396edc051aecd0019e	\\x280fc7367e3eb64348d6fd400344c1fbd6c334e34b76734726d02efe103d5ee5e23cbc5c09f5202b9aed9be501cf9f270ba3f093c22391a50d	1	\N	\N	2026-11-29 23:06:18.026+00	\N
9481714092481538	\\x641892fc51a7badeaa58673a7bc41878a74581ce026c2ecd7d589d646998df7f	\\x32eeacbcddb67e87bdcf230f4f8d132b88f735f454ac22123b5fffda61a9c8d4549163bf8523cd622e8b02146f334c388bbc54cb6eea7e7abbad0c8f836726a1db0f4a7dfef5b7f7888b0c7bc6c1a4c0dc34d2d26183bc403f47c60eaf99665867a8f521934c26423ee5afb5689566646f7147321395ddd7621f74934a2bd5124c0f9b14067d10bd8005a8a65a8d3975	1	APPLE	496160873888	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
\.
COPY merchants.dintero_client (client_id, merchant_id, account_id, secret_hash) FROM stdin;
demo-client	496160873888	T12345678	\\xc715dcf8ed6ea18a7650c4450c32d3a491772da6df3efc3b825fd10bbbd718c8
\.
COPY merchants.dintero_session (session_id, merchant_id, account_id, request, amount, currency, attempt, payment_id, wallet_transaction_id, sealed_instrument, key_version, instrument_ends_at, made_at, changed_at, expires_at, cancelled_at, gives_back_at) FROM stdin;
77cb0ded-f0b5-4290-ac32-3d549c9b53d9	496160873888	T12345678	{"url":{"return_url":"yourapp://redirect?initial_recipient=merchant"},"order":{"amount":1234,"currency":"EUR","merchant_reference":"order-1","items":[{"id":"chair-1","line_id":"1","amount":1234}]},"configuration":{"channel":"in_app","dintero_psp":{"applepay":{"enabled":true}}}}	1234	EUR	1	13239b9a-73f0-46ef-8d21-8a90d0de9402	\N	\N	\N	\N	2026-11-28 21:50:38.321+00	2026-11-28 21:50:38.321+00	2026-11-29 21:50:38.321+00	\N	\N
b755c22a-859c-4c33-87cf-7ffcc26e8e3d	496160873888	T12345678	{"url":{"return_url":"yourapp://redirect?initial_recipient=merchant"},"order":{"amount":1234,"currency":"EUR","merchant_reference":"order-1","items":[{"id":"chair-1","line_id":"1","amount":1234}]},"configuration":{"channel":"in_app","dintero_psp":{"applepay":{"enabled":true}}}}	1234	EUR	1	25f21ede-fec6-4a85-83f8-8760377c5cc3	\N	\N	\N	\N	2026-11-28 21:51:31.862+00	2026-11-28 21:51:31.862+00	2026-11-29 21:51:31.862+00	\N	\N
dcce3db5-fe02-46f0-a169-1a684748dee0	496160873888	T12345678	{"url":{"return_url":"yourapp://redirect?initial_recipient=merchant"},"order":{"amount":1234,"currency":"EUR","merchant_reference":"order-1","items":[{"id":"chair-1","line_id":"1","amount":1234}]},"configuration":{"channel":"in_app","dintero_psp":{"applepay":{"enabled":true}}}}	1234	EUR	1	731381ba-faf1-4298-bd28-82f2a1da8062	26a187e3-16f5-4aa9-95d3-a68508f86186	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	2026-11-30 23:06:18.026+00	\N	\N
d7b0a2e0-408d-4d08-8090-b46ddeee0230	496160873888	T12345678	{"url":{"return_url":"yourapp://redirect?initial_recipient=merchant"},"order":{"amount":500,"currency":"EUR","merchant_reference":"order-1","items":[{"id":"chair-1","line_id":"1","amount":500}]},"configuration":{"channel":"in_app","dintero_psp":{"applepay":{"enabled":true}}}}	500	EUR	1	a61c412f-f96d-4caf-9b4c-e4a40fa732cf	e832cefe-2fc1-4c5c-b14d-b1540a7384a2	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	2026-11-30 23:06:18.026+00	\N	\N
\.
COPY merchants.merchant (merchant_id, name, category, country, city, currency, day_ends) FROM stdin;
496160873888	Corner Shop	5411	DE	Berlin	EUR	0
\.
COPY merchants.merchant_key (merchant_id, gateway, wallet, key_id, kind, status, wallet_id, public_key, sealed_private_key, key_version, certificate, created_at, ends_at, insertion) FROM stdin;
496160873888	cardpointe	APPLE	f9d6f2ea-ddca-4c7f-b2a3-023b2293584e	P-256	ACTIVE	merchant.cardpointe.496160873888	\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004a9e0bc3d46d2ee88fe4e2e9f9510ef2d83339b112735d2cb01a374e0236086ec5b05b2511da01a581c1abf1d38e6f31158feb115971c9315a98ed54614ae3810	\\x3d1344b3bef547017d7a2937fb5708f2dc722407b3ff747d161e4dd589e8e990eed14b5d6327675dbaf394e6f1c2cde30025a0e9a654313bab6a594a271d71a362c56f5a9700c05f99ad2e540da3838e39e923e3fe6b62af0d35aa2eaffcfb44055b9cdf06c17211965cb58ccec6bff445119a5bac2f1e1bd57630d3b595e8f48bd104f993207d6ecdc07f51181b58e16bed0e89bdbf36697986f670b4b8cb103630fa17d04c	1	\N	2026-11-28 21:48:34.464+00	\N	1
496160873888	cardpointe	GOOGLE	2d4a19c6-c116-4110-8437-54484b5c3c68	P-256	ACTIVE	gateway:cardconnect	\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004d195a60e49e1e4e9a8b22234cc29af5382bb72d4d9b5ec3f19adec95b19c43b975ff3607486b575664d7730d80b4ecc4a532371f42cb4e269a8162f42ce19bee	\\xa6f4f01299cc6353197bb1f72620d523ca04352c3ad45148db795a85cbae4ca083c662b54b94196d043864f4aea2f97bbdbff70a4b685e72cae2f797e830ad02db91d56b5e96c9372b8eb86a985cdb8aa2a9cd14f92f9b2aef7f0faff9dbf554cf2a2501b38077d9b4974a9cb294c513439414cd4860dcc1632ce0c74288eb552baec302d05793478d70760a79b610fd68b55a3a751015a5073e7f0f6fc82a4ad649f259ebf0	1	\N	2026-11-28 21:48:34.471+00	\N	2
496160873888	stitch	APPLE	e21847b8-cbdf-4aa6-9006-541f95a003c3	P-256	ACTIVE	merchant.stitch.496160873888	\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004d38a4e1e2b83d751692d198163a5daa2f823028647342f5fcfd88363c2ee8a6340008e6ab4eabeb631ab31ccf683719ca6ae82b6e135198a250614fe932fbe04	\\xede3842fe190af8ede4a90e999f99b99aee01ce26fec7af225e321eeb61814bd35b6e8dd7ddd5dd83f25dc49d4ada0925274744fd3a77dc2dd11149024be63f5ae411b41db570976b80501af4b1a3d65d599acecb76fec96b771833c8308a7a23966082c1a1484d2826181d623a1990f3abeda78ef4b857b80a7f4931c9c615643dfd2c66fb0dbaeb766bcd7a30a3e2b5ff204704192a71dfc5e16b7c339736eaf3bfd4538a5	1	\N	2026-11-28 21:48:34.507+00	\N	3
496160873888	stitch	GOOGLE	6daa56f3-2094-49f9-9b73-32a2e4aeae23	P-256	ACTIVE	gateway:stitch	\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004479c2718758766e1a68a0198fcfb9c5022270d0568164a5a0c28ece0c0a27c83934023dc0d4665dd957ee8ed7de1d5156ae86b8a66a7a77729170a7bd6c5693f	\\x1c8160cef15a2dc44a386f55bf4826814b076eb7f71f5250ff6283bffb137cf7eac5421bef8c501a9858a7991f6a1071f705e337a85665b415c8f79b98d94a945615fe147b36e7d8ede64e0b0731c28731ecc82ceb2c1a888799de59c3052bd428ecb3b622e9ac1c737b51fb7f7f788d642f864bd2008634e4e6597ac2fbfb47c24baa4b6b4262b59e12921b93bd8a9d2f4775c341222b8c62c41724954f6ed5a6827d9ae718	1	\N	2026-11-28 21:48:34.513+00	\N	4
496160873888	stitch	SAMSUNG	76122ed1-c33e-410f-999e-a8e69b2c9234	RSA	ACTIVE	\N	\\x30820122300d06092a864886f70d01010105000382010f003082010a0282010100ced22c3fa9380e0549318f43645cf3028fbf89331ea36770fb2332334d084272b87c0444b53e4aad20cedffa8ef1796a42ac87a224e947fc391d56a096ece7bd6ee3ef244c245e3ce57c57bde1df26fc5e06756d77b3fc346b8487253b8ec75bfed367aa3c4799198d0921509118543fdf1d00fb79c12cd28079ba4d326621a9343880e8e60888eae75709800570d4ba70f9122ffd59acdb90ed2af3c89e8a1b92278fdb951089f6d458e59d3331e4c6fa2c60116a409c2c0ecefec314fe8d73f3de6e93499cfec6a71320dad8485acf600ec5d702cda557c10b6d18a55830094353f1e6a566b06008179e74a5dcd55710bf841e55ff156d0ead824efc17a7370203010001	\\xf38792fba4d4a1dfe1baa80eb8ae3decc585d023a5ab64d36b4e11d83bb00be12247aaadb7a3904ea101f5503a2ddfc73dcef91a6448fb6227b2a7ecf5ecaa4d2e9e3a1768690cb00aca110ad9cca8c84a336548fb2b92a2873457df07645ebd31c1397a9c293f2f52a5bd43e7bafa6fd14c1a29d0037f79743b5d121f30ffc41974609e6e35909ffd5919489dc50795a338594b738c351867083aa097ff5269fdb35604ad811eb2318197ec6d1172e5bd6cd03b5d2dfe9061de169b3de24c3ddedc5b3942825a48a619fd733c3a1feade997bbac8819d491db0cfc4acd1265e3e9e6c72fe2a4feddec98679289db6f8d9025301fb9374b5d688964b5a949f01fb389349e6039c73bbb91ca8a0d362bc09f5a16f816e3968cc8820edcdf53bfc22c5ae5ca53c089fab2f2084a481b12fea589e0b2f85027994e27771f0a2f4eed341490c9000668dea54e1838bdb727565b0fb26e714b549dbc57c3bf2446d8e3b1b5f88999d8fbcf1a152463a9f84bc599c2c1c0e8f0763535cf6b5bf84d6c077338e039f0142178a09d9f0660015e608b7d0428eae8bf2d396b5392fce987d8c9c659d931428b7c3dbf16409c5cd0abdf3f50b0c79c8f52d998e8978f6718b82d5346cddae617f6634785ec1e2cfa3f4926580a58c1f511da56337975fe5f87de05fed72ed5c6a047a745e83515094334e40cae8dcf6a623e5dc75944d642377e310cd266171e4b5a0ffdef1f7f8acb75f7b94d9cf8c3d19631f601c74bd57dfcda5737dc91303b4781b20ced1b7789c42da10dee44f42f03dd5d9739790bdfb5b94c16ce716c61fe9e03439c7f53967be6c3f979efc0b43c3c622655c72a2fa73bd2de350658782b534226fb217a9094363b10f8393a187093fd0a19d30d2f0cb455e1dceac0c8b39549715d020d42925730f9cbc1e7b6120f91e26caffa308dbd8e7a289a561956b5987293a3fed7873195080585825e01a05dc2f64b220cbe23bb131fcd8adddd02aa95b1f4cd1354dd56183fb7a8ee7fbaef953c89c3562781a2a27e9c844fe66d18ae43334f0ed5a9860885e8c9c3a8686680b1c1d026d5a9c3de54da310f72be4a21fab38e0c6681d0bd03514051d6345e1e6cd97fa8079081765701955d7685a2c4b5cefe83e61bebe22aaf60f50479af4d5c462ed7d0d8b913def92643c5d293073e47edfd467fdfb03def07ceaeb531d9abf4d4d3566c75d10d3de596042f356ca66f08d29c255e2b34e953edb52b1df066dd3f019ac68937a883431595f47a96e0de7ad1aea5cc484915ad0688000693e803ff788a1b59981c09eb41de1a2ebe714ab5bf152fcfd1eb52101ffc03c38788f433446dc012aa95ba3e66da19ac8c2277d827e0578c186a86de7495f496db5cf4eefde19de00d312db48b24a6e4775b6d0730b3ba9c99cb188450d7ffbb017e41800638aba59bccd0036d0b0dc6809f13d7adc63dc47fd63b5034dc1b3de001e69b9d0ac6ed1fa574dc839ec9fa589205be5140980b7658fb4469ab303a64c2440bf13c693b346336e305d7a4472c25973c53ac56d31480f33399da733c0478de0ba6724434ddbd7f8f0c94532f90fc1d7e8c4fa7e8010a5cacaeda7f512a02ac514ec5b513f409668156b7d0685135aa74e83378f46650b139b7f266f42a91327b2201a40733e1f8ee1df6fd449da4e10c8d1120fba1010651bdda9bd1a12482c9f52bb30	1	\N	2026-11-28 21:48:40.825+00	\N	5
496160873888	dintero	APPLE	8bd690d5-feb5-4aa0-9adc-461e9b8afeb4	P-256	ACTIVE	merchant.dintero.496160873888	\\x3059301306072a8648ce3d020106082a8648ce3d030107034200042ff6e49c779e6ab36319192dd9e7255d00077a5cdf9548d53dac01bdb18836020a77249dc115f4b511cb4a76a0732db46eb5b3888d691fc00644aab5619946d9	\\xaa58535f944e11c55838154b222ecbfdf7916e5e6a3308a1ee54b8b150128ce9896dd138e58fcf6cf0a46c490974a1b7016db1b815dc96d6defdb802fc74d96902a97e69d2ab201e1aaddff08682a5fec5dc2f87e6ad9f983769f5deb04cb171df94ec5825f42384733aeba49c30dd3731c58f52a3c5d4b546218c86514eccee4aa24fb9cafaf951a3bc80c6463fdddd11315fa8a42decc65ce7f33aa6dbeff61dd2caeb4834	1	\N	2026-11-28 21:48:40.832+00	\N	6
496160873888	moneyhash	APPLE	b0a61d5d-515c-45d5-8421-d2a26a9bbd6c	P-256	ACTIVE	merchant.moneyhash.496160873888	\\x3059301306072a8648ce3d020106082a8648ce3d030107034200048c3dc211265cae2f5a0181f6934f387598363e473f18349be2e4ec7c14a947a70e3a7cef65d285fe2beffa5476b78b87b568adc99a0dbda32ee0bd2c803c2554	\\x7a2f6fa4b8a78b0394abfae273a555a1ca971f179cc8a7be82a26e650a34498e2f781484de355d4c44e46acaff16e4111d81b9febc55ea1885222c033757f20e35e68fda86826d17057a02edd391bffd2778d2b5c18eb437608577cbef408bd5bddff38f03fa7079b5dd08a75a34e88868dccf28cb3ff0039665a424b1413da60ffc75a55ab3f242adbd9289954bb56dc24f1dc3c68b6b57cebc6b0caa61c41aefd425020a71	1	\N	2026-11-28 21:48:40.833+00	\N	7
496160873888	moneyhash	GOOGLE	1fb4d2c9-fdbe-42be-94f2-25b01bff6b9f	P-256	ACTIVE	gateway:moneyhash	\\x3059301306072a8648ce3d020106082a8648ce3d03010703420004dc9a67ae76cb08360205c30fcf27ea073a626fa2490930011cfe29c0bea33379f530cf33499fc4b0ed56e5797cf87a908b904b6d8d92aa534adcfa292491a528	\\x362758bdeeca6b0f48dcd848d1bbeaa0c867d9e2bbafae4ef48dde129cb172aa788db91bc2a3b5778c20bd6afa7bd92eea34c15d9cdd17eb8f415b09e4a26ea38887368f7d395c17bc40474b919362ab66f404e4d4dcde9b508508bb5d4ec9050d902b51b2b8bd31537bc9b9eb32273e9b406dbc7cc7fec4f64a5e0b8a4b7971312965c89b134d7a67db3170b2a6ce19aa5d00a3bb198a2927420b307023b47fa2def93a6e00	1	\N	2026-11-28 21:48:40.834+00	\N	8
\.
COPY merchants.moneyhash_answer (merchant_id, is_live, idempotency_key, claim, status, body, free_at, ends_at, path) FROM stdin;
496160873888	f	6f1c7d54-3c43-4e2f-9a5a-1f4f2f7c0a11	6979ec96-7337-40f0-b846-8c9f3cdaadfe	200	{"status":{"code":200,"message":"success","errors":[]},"data":{"embed_url":"http://127.0.0.1:28082/moneyhash/payments/embed/r4A2tsZ/","id":"r4A2tsZ","status":"UNPROCESSED"},"count":null,"next":null,"previous":null}	2026-11-28 22:08:39.146+00	2026-11-30 23:06:18.026+00	/api/v1.1/payments/intent/
\.
COPY merchants.moneyhash_card (merchant_id, is_live, card_id, short_id, customer, number_hash, sealed_instrument, key_version, scheme, bin, last_four, expiry_year, expiry_month, origin, made_at, insertion) FROM stdin;
496160873888	f	ac2d6cc5-89fd-46a1-9f33-0e4dca9865a9	h1hMaaC	ivana	\\x7c5e71e3a84f8f71fab244bc9e0220984327a7c896261db87440461239539518	\\xa597aedffafb944702331530f1971db4aa9c33be4bc1f0f3ca459dbc181d7a97c0475f4a7425479b7d5d59fb5d794ecd9cd1e4f52a5bd5d6e6c874f8e633f1519d301ba3c31013778b700c0297b1af92	1	VISA	476173	5569	2029	11	{"intent":"5xPSgBa","custom_fields":null}	2026-11-28 21:51:04.996+00	10
496160873888	f	ade0be50-d726-45e3-b3c8-c20837398ef2	dfjejDf	ivana	\\x7cf408c8ea12a7b2a813f177a8377ce71ffec7c13f89db75f4c4184f0ca83b81	\\xb88881df783d850e1020bf781fa5af0cdb41ebc0ce9317bedb0ec5fb717d1902540ae3852d657138adf4dbc054fa9a85bde184b5131b9f1985d8dc74ec29d6cfdb8788289d30415683bdaeaa8fec240f	1	VISA	476173	9279	2029	11	{"intent":"Tb1uSnJ","custom_fields":null}	2026-11-28 21:51:38.748+00	16
\.
COPY merchants.moneyhash_customer (customer_id, merchant_id, is_live, details, made_at) FROM stdin;
c258bf24-5eb9-46cd-994e-54fc268b96a9	496160873888	f	{"first_name":"Ada","last_name":"Byron","email":"ada@example.com","phone_number":"+49 15112345670"}	2026-11-28 22:05:47.382+00
6f27ab29-1ba1-48e7-a10c-3394647d4c9c	496160873888	f	{"first_name":"Ada","last_name":"Byron","email":"ada@example.com","phone_number":"+49 15112345670"}	2026-11-29 23:06:18.026+00
\.
COPY merchants.moneyhash_intent (intent_id, merchant_id, is_live, request, operation, amount, currency, is_direct, method, card_id, attempt, status, waits_for_app, paying_until, made_at, expires_at, sealed_instrument, instrument_key_version, instrument_ends_at) FROM stdin;
CYFctXJ	496160873888	f	{}	purchase	1234	EUR	t	APPLE_PAY	\N	1	UNPROCESSED	f	\N	2026-11-28 21:50:51.012+00	\N	\N	\N	\N
5xPSgBa	496160873888	f	{"customer":"ivana","threeds":{"enabled":true},"tokenize_card":true}	purchase	500	EUR	t	CARD	\N	1	PROCESSED	f	\N	2026-11-28 21:50:59.399+00	\N	\N	\N	\N
RWgZ7fY	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	CARD	ac2d6cc5-89fd-46a1-9f33-0e4dca9865a9	1	PROCESSED	f	\N	2026-11-28 21:51:05.496+00	\N	\N	\N	\N
AJ3Kaj9	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	BANK_INSTALLMENTS	\N	1	PROCESSED	f	\N	2026-11-28 21:51:08.37+00	\N	\N	\N	\N
rpWyVaA	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	M_PESA	\N	1	PROCESSED	f	\N	2026-11-28 21:51:13.939+00	\N	\N	\N	\N
2FkQgJL	496160873888	f	{}	purchase	500	EUR	t	\N	\N	1	UNPROCESSED	f	\N	2026-11-28 22:05:47.395+00	\N	\N	\N	\N
2BHvz12	496160873888	f	{}	purchase	1234	EUR	t	APPLE_PAY	\N	1	PROCESSED	f	\N	2026-11-28 21:51:35.288+00	\N	\N	\N	\N
Tb1uSnJ	496160873888	f	{"customer":"ivana","threeds":{"enabled":true},"tokenize_card":true}	purchase	500	EUR	t	CARD	\N	1	PROCESSED	f	\N	2026-11-28 21:51:37.188+00	\N	\N	\N	\N
hiQ4br8	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	CARD	ac2d6cc5-89fd-46a1-9f33-0e4dca9865a9	1	UNPROCESSED	f	\N	2026-11-28 21:51:39.394+00	\N	\N	\N	\N
Su3PWzR	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	BANK_INSTALLMENTS	\N	1	PROCESSED	f	\N	2026-11-28 21:51:40.113+00	\N	\N	\N	\N
keEmMdd	496160873888	f	{"customer":"ivana"}	purchase	500	EUR	t	M_PESA	\N	1	PROCESSED	f	\N	2026-11-28 21:51:41.468+00	\N	\N	\N	\N
r4A2tsZ	496160873888	f	{}	purchase	500	EUR	t	\N	\N	1	UNPROCESSED	f	\N	2026-11-29 23:06:18.026+00	\N	\N	\N	\N
\.
COPY merchants.moneyhash_key (key_hash, merchant_id, is_live) FROM stdin;
\\x2ebdc74fb9008488dc11e0bdeed9c13585b171b3b26ebce81986513c4f624454	496160873888	f
\\x428ae5a0931ec12710899e4075f6512189f2dd486bda4b0567950190150cd358	496160873888	t
\.
COPY merchants.moneyhash_provider (merchant_id, method, outcome) FROM stdin;
496160873888	M_PESA	SUCCESS
\.
COPY merchants.payment (merchant_id, payment_id, gateway, reference, external_reference, nonce, nonce_digest, currency, amount, authorized, captured, refunded, voided, status, decline_reason, approval_code, wallet, last_four, scheme, captures_at_once, can_approve_in_part, step_count, sealed_instrument, instrument_key_version, created_at, answer_due_at, authorized_at, captured_at, settled_at, expires_at, metadata, is_trial, captured_by, authentication, eci, insertion) FROM stdin;
496160873888	c019b1bd-ad9f-4c0f-bd1b-14118d63ba18	moneyhash	607024253693	rpWyVaA	rpWyVaA 1	\\xa8a794c3019598c963ab47bbe5d490517e4f0d203d9cd4c43135f416192ec983	EUR	500	500	500	0	0	CAPTURED	\N	LOCAL	\N	0001	OTHER	t	f	1	\\xbed58040ee8e9e6412edc5b213a7ddfd574ae2361a2baa385bba91a2e3461372c88572407575e0cb476582bf26a4fe58d3398706e617fadc17	1	2026-11-28 21:51:15.045+00	\N	2026-11-28 21:51:17.527+00	2026-11-28 21:51:17.527+00	\N	\N	{"intent":"rpWyVaA","made_at":[1795902673,939],"operation":"purchase","account":"1ZQD3bE","billing_data":{"phone_number":"+254 700 000001"},"custom_fields":null,"method":"M_PESA"}	t	\N	AUTHENTICATED	05	13
496160873888	9e07ea89-7242-44f1-b719-3aeb9192dcc4	moneyhash	536640230832	hiQ4br8	hiQ4br8 1	\\xbbefcab29b3d640b56281ee4d7e74327941726d75ebea9190589ecf18ddbde92	EUR	500	0	0	0	0	DECLINED	WRONG_CVV2	\N	\N	5569	VISA	t	f	0	\\x8d758e3baca33b6f8992f99028af4d6e405017487eebf6bd896fc409e68c60f2d84a2cd4405883b30a09a887c8d735328936a79d54a247b05dfa266d7ba5f9523c3a71307583ee8c63c12a1e3bcfc18a	1	2026-11-28 21:51:39.611+00	\N	\N	\N	\N	\N	{"intent":"hiQ4br8","made_at":[1795902699,394],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"card":{"id":"ac2d6cc5-89fd-46a1-9f33-0e4dca9865a9","hashid":"h1hMaaC","brand":"Visa","card_holder_name":null,"bin":"476173","last_4":"5569","issuer":null,"expiry_month":"11","expiry_year":"29","country":null,"type":null,"custom_fields":null,"provider_token_data":[],"requires_cvv":true,"fingerprint":"7c5e71e3a84f8f71fab244bc9e0220984327a7c896261db87440461239539518","vault_region":"default"}}	f	\N	\N	\N	17
496160873888	792b40f9-72bf-4e85-a856-1771e4b70ac5	moneyhash	164678922395	keEmMdd	keEmMdd 1	\\xfd53919c5b44abbcd3358a67547c5a7113c38ee132a26435a63b24a07172324e	EUR	500	500	500	0	0	CAPTURED	\N	LOCAL	\N	0001	OTHER	t	f	1	\\x5fa8448d3a956d0cf791f04647550530f7a56b8d4d7e70a8517081855d25809968cc5d21e39943c0cd053c53b2b26f8617bb68aa46ede189cd	1	2026-11-28 21:51:41.791+00	\N	2026-11-28 21:51:42.662+00	2026-11-28 21:51:42.662+00	\N	\N	{"intent":"keEmMdd","made_at":[1795902701,468],"operation":"purchase","account":"1ZQD3bE","billing_data":{"phone_number":"+254 700 000001"},"custom_fields":null,"method":"M_PESA"}	t	\N	AUTHENTICATED	05	19
496160873888	22639a13-f598-4b3b-9358-c10c98fd71a6	cardpointe	081043155837	order-2	\N	\N	EUR	400	400	0	0	0	AUTHORIZED	\N	680970	\N	9423	VISA	f	f	0	\\xaf7c9d7932eb6c5db83c397bb610be9bb7626bff96056ad1a11119838a046c64ec1526813bc932e16cb2cd4026210996a36771270bfb32afec5e9632f93a3e473d07e882cae2d28f38e4c13ddd9ef678	1	2026-11-28 21:54:48.161+00	\N	2026-11-28 21:54:48.25+00	\N	\N	2026-12-04 21:54:48.25+00	{"token":"9473275729789423","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":false}	f	\N	\N	\N	21
496160873888	29c4695a-f4cc-4275-817e-99a13321d7e9	cardpointe	929786393395	\N	\N	\N	EUR	400	0	0	0	0	DECLINED	WRONG_CVV2	\N	\N	9423	VISA	f	f	0	\\x66bcf7f9a5550c0caaf051b9e28de91fbf8b912550aab3dc568a7bbfcfcde83341dba4728a63ce1e6a06a843f342411cec270dec993c41a3a18866621c55d361d2e5e9f610fbaa4fae6ed8d2222f9006	1	2026-11-28 21:54:48.307+00	\N	\N	\N	\N	\N	{"token":"9473275729789423","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	22
496160873888	41e72690-20f0-4632-b803-ccbdfafe1fd6	cardpointe	540471744013	order-2	\N	\N	EUR	400	400	0	0	0	AUTHORIZED	\N	030020	\N	1142	VISA	f	f	0	\\x8149ae0286ac07745315c5fbafe99c2f28090e557cd89c254019d2624b8e938bae2dd78b37e8c91d51c5250888ff0deafef943cc39733050e6619ff6ab6d70189922d9af28c45098d52e16cd0633081d	1	2026-11-28 22:05:23.547+00	\N	2026-11-28 22:05:23.575+00	\N	\N	2026-12-04 22:05:23.575+00	{"token":"9471418363271142","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":false}	f	\N	\N	\N	25
496160873888	2f9005f1-ddbb-4cf1-91e3-865a2bbda1e6	cardpointe	819620417985	order-1-30000010	\N	\N	EUR	500	500	500	0	0	CAPTURED	\N	436693	\N	1142	VISA	t	f	1	\\xf485638aaf2fe393d3651c6bbd9c9fef6c7d6c8fde8e1a61fa6f7d629b996a62a03899a016da68ab3657a1509d08af9352f875888a8ab5746d0d0a795a0fd6b308bc0290505d24fddc4b8742cb2dba09	1	2026-11-28 22:05:23.503+00	\N	2026-11-28 22:05:23.524+00	2026-11-28 22:05:23.524+00	2026-11-29 23:05:47.505+00	\N	{"token":"9471418363271142","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	24
496160873888	edd8a682-fd54-4f16-bc0e-8b5132cde963	moneyhash	913397600258	AJ3Kaj9	AJ3Kaj9 1	\\xb3354e67ab0e55a0c6455ce2c2942e1211b807a271743fbc6342277b58c7147e	EUR	500	500	500	0	0	CAPTURED	\N	310145	\N	5569	VISA	t	f	1	\\x7b1e93e3551a200fb12e66e6d8fc2a6172658915fb13d6066f573ec93aa7e4bb3734552a84a87e21c7dac3351038fc3b0c2081cc3600d9181af033721225476d3cd2454a7c9b89ad653a1f515d96f269	1	2026-11-28 21:51:13.18+00	\N	2026-11-28 21:51:13.186+00	2026-11-28 21:51:13.186+00	2026-11-29 23:05:47.662+00	\N	{"intent":"AJ3Kaj9","made_at":[1795902668,370],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"method":"BANK_INSTALLMENTS","plan_months":6}	f	\N	\N	\N	12
496160873888	246ea351-4034-4cb1-9a8b-7f3da4a5097f	moneyhash	696745485528	5xPSgBa	5xPSgBa 1	\\x17fc84b7cc865fa1ba98f5966f050c7f01d90c0cb057079a66c4aee530957f20	EUR	500	500	500	0	0	CAPTURED	\N	446700	\N	5569	VISA	t	f	1	\\x336aa62321fcbfe591bb5c46a62146083374381869466bf2f23b1d1df42e44dd07a4dbf6ce9f8c18d270648a75128a6d93f8f574cf0ab9d159bab889a1244e13025c7f0418866acac0ea77a4b7ed0331	1	2026-11-28 21:51:00.219+00	\N	2026-11-28 21:51:04.97+00	2026-11-28 21:51:04.97+00	2026-11-29 23:05:47.672+00	\N	{"intent":"5xPSgBa","made_at":[1795902659,399],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"saves_card":true}	f	\N	AUTHENTICATED	05	9
496160873888	9e6c8f8a-5e7a-4982-ac39-95ecc2b8b301	cardpointe	297435981832	\N	\N	\N	EUR	400	0	0	0	0	DECLINED	WRONG_CVV2	\N	\N	1142	VISA	f	f	0	\\xeb110d4a0974456c9223a82cdeb7b0ea2db020c18be4f8c952ef5b838291a774431bc69cde3a9bff40bbba9616c9232a786a51df8b6172a58825bf085cb79dd3f2589c600d63909f0a7a11e0a7efc975	1	2026-11-28 22:05:23.65+00	\N	\N	\N	\N	\N	{"token":"9471418363271142","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	26
496160873888	e213adcf-5d5b-4500-a38a-39891be51366	stitch	319350742591	order-9	n30000011	\\x98fcdd749b1f531603c7c2323d036a1f1943160cd9dcdff7d2c0ed537907f835	EUR	600	600	0	0	0	AUTHORIZED	\N	858728	APPLE	5662	VISA	f	f	0	\\x2aed4815eae1b7906656486c57f752f63214f85394465eb6133362dbbb3a82819f9f97e0721b4d7db3703ee603d02439b781b1dd8aec6b9148f5d0d3d042f0adf0571c4f6ccf4210acee5df2b9951f5a10ffba0fd6edfd8e18f1d91df273f8d6fd4dc18d6a19eedc348462357e3ff2d868c10b8f87b8587de1318c3fddf9380fb1a7db80f031b7171b132f8cae00a96b	1	2026-11-28 22:05:47.16+00	\N	2026-11-28 22:05:47.183+00	\N	\N	2026-12-04 22:05:47.183+00	\N	f	\N	\N	07	30
496160873888	de34f829-5cc5-4dd3-b3a7-852f26b140b8	cardpointe	069717857330	order-1-30000011	\N	\N	EUR	500	500	500	0	0	CAPTURED	\N	670749	\N	8448	VISA	t	f	1	\\x0efd11d4e3900625e32f9a4796c9857465b8349eba8c7e9330e975124602d0e3fe014d6a283b90f2c8bd2d60500089026850de2b5e30cf00d180288a4075b9ca561929d71745bc1e5d180dc853023f22	1	2026-11-28 22:05:46.699+00	\N	2026-11-28 22:05:46.735+00	2026-11-28 22:05:46.735+00	2026-11-29 23:05:47.541+00	\N	{"token":"9473108352098448","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	27
496160873888	01343d83-3199-4bb5-9ac7-715314768e51	cardpointe	126442886300	order-3	\N	\N	EUR	700	700	700	0	0	CAPTURED	\N	340450	APPLE	5662	VISA	t	f	1	\\xc8576b4d0743c13b3bcd768df56b22498c9c5302c63dd899f5249a03be121d5e54b5cba7297f44e1b65b3c60ec2c30b840e2bc386946bc93278d776817be6e88ae811bea4ba56cf78d0a90e0521b185d6d2ebb5336a5b548a248601c5996d0dee009780fd17c0afe0f782abfe010ab23d124da4f954fe78dae2b515a9a3863339697dc23562f45ec7db6f0f8cd4b617f	1	2026-11-28 22:05:47.343+00	\N	2026-11-28 22:05:47.371+00	2026-11-28 22:05:47.371+00	2026-11-29 23:05:47.602+00	\N	{"token":"9486079695625662","expiry":"1130","entryMode":"Digital Wallet","processor":"RPCT","sendsSecurityCode":false}	f	\N	\N	07	31
496160873888	6f12e2c3-d029-4f0d-a593-b66822eb1e0f	cardpointe	186326064572	order-2	\N	\N	EUR	400	400	0	0	0	AUTHORIZED	\N	393246	\N	8448	VISA	f	f	0	\\x8b4522f0302b471df009121633af0ddabfa9ddeaa83565f0e63ec75931ce5b5ddaa7d307a1d475119ef71cd4956a6942d82d5ffca5a2e4a3128960a09941f494265f26a64e56aa64e6299e34324a1265	1	2026-11-28 22:05:46.755+00	\N	2026-11-28 22:05:46.775+00	\N	\N	2026-12-04 22:05:46.775+00	{"token":"9473108352098448","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":false}	f	\N	\N	\N	28
496160873888	f7452e0c-894f-42a5-a0ab-e0d0fb68a6a4	cardpointe	143038788610	\N	\N	\N	EUR	400	0	0	0	0	DECLINED	WRONG_CVV2	\N	\N	8448	VISA	f	f	0	\\x60462e532bb2a11af023a67ab1809fa42f16f613ba0d9a70abae99863b0a2e9bf8a89df38bd78c055b7b8c38422d1e3afbacc0ea171df94995bb35998bfb9e867cec3e1cbda1f9f6f5b4e599381d1f1f	1	2026-11-28 22:05:46.795+00	\N	\N	\N	\N	\N	{"token":"9473108352098448","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	29
496160873888	4181c9dc-a21a-4315-ad4d-f62e82b4ae03	cardpointe	431153205440	order-1-30000009	\N	\N	EUR	500	500	500	0	0	CAPTURED	\N	322273	\N	9423	VISA	t	f	1	\\x94fd3ada1f071130b593b06854e15daa05b793dd8657b12c86db4a22acb307f5e13261dee76d25628b25dd59097803e1ebfdfb6506129135dfe3aaac4745e375efad770bc1f47e73c88abc19ad4df68e	1	2026-11-28 21:54:47.991+00	\N	2026-11-28 21:54:48.111+00	2026-11-28 21:54:48.111+00	2026-11-29 23:05:47.51+00	\N	{"token":"9473275729789423","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	20
496160873888	c2c3374a-b585-478e-b98c-10b5d28302f9	moneyhash	197074476355	RWgZ7fY	RWgZ7fY 1	\\xdff84cd878e48d8965ebf758765040ba0c2eabda67619d71cb661785b89acff3	EUR	500	500	500	0	0	CAPTURED	\N	705700	\N	5569	VISA	t	f	1	\\x4c9d48958b8106b7f6ff828a2d378321fdf76bddc28b0704220c0c6fe62160d5ff43b1f97105b2cce3f6c66acbab962d42afa28e2a76c5a31f241f93eadaefbb6e8a00a8d364ed9d5f1c989c9eec906b	1	2026-11-28 21:51:06.782+00	\N	2026-11-28 21:51:06.8+00	2026-11-28 21:51:06.8+00	2026-11-29 23:05:47.526+00	\N	{"intent":"RWgZ7fY","made_at":[1795902665,496],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"card":{"id":"ac2d6cc5-89fd-46a1-9f33-0e4dca9865a9","hashid":"h1hMaaC","brand":"Visa","card_holder_name":null,"bin":"476173","last_4":"5569","issuer":null,"expiry_month":"11","expiry_year":"29","country":null,"type":null,"custom_fields":null,"provider_token_data":[],"requires_cvv":true,"fingerprint":"7c5e71e3a84f8f71fab244bc9e0220984327a7c896261db87440461239539518","vault_region":"default"}}	f	\N	\N	\N	11
496160873888	a93dd653-5685-46e8-a782-28e380ffe92e	moneyhash	047185077962	Su3PWzR	Su3PWzR 1	\\xa9413e0ebc287d2026ee9cd6bfee1beaf4071805664ddfcc37fa80358023073e	EUR	500	500	500	0	0	CAPTURED	\N	178897	\N	9279	VISA	t	f	1	\\xa865a246478498d24a33653f939c887af0de65929a3c1bc188d92416e1d3acaa905d349f2d8c55a4c42b6b1434b5a4ce424a50591852a4b470bc81cb3464aa5fae63ed1bc4444393cc88e56eab608bba	1	2026-11-28 21:51:41.099+00	\N	2026-11-28 21:51:41.127+00	2026-11-28 21:51:41.127+00	2026-11-29 23:05:47.573+00	\N	{"intent":"Su3PWzR","made_at":[1795902700,113],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"method":"BANK_INSTALLMENTS","plan_months":6}	f	\N	\N	\N	18
496160873888	8d09beab-15ad-42b4-9d5a-ec7042bdb3b6	moneyhash	578876546724	2BHvz12	2BHvz12 1	\\x2d66842a67636eef5854119e5b9f1abe2f419de70142a31f954d6a78fdd99485	EUR	1234	1234	1234	0	0	CAPTURED	\N	208919	APPLE	9590	VISA	t	f	1	\\x0026963ac14a40d802935e79a6c1f26aaa85099d78238a8ba1d4da2abacc1d236f76e515a59ac014102fd187d551fedebd37430ffca9a07387ee45d688abb085ad6a8f500296528f257b6bd6d9089416ba69f3c6edfeb674d55149f39ca0918a7ee7f07523defa738871906ee215aca761efe5df6772342d3b4ee10bcb0f04642619e6dd6d1cc9b172091cf69dda4868bc	1	2026-11-28 21:51:36.484+00	\N	2026-11-28 21:51:36.536+00	2026-11-28 21:51:36.536+00	2026-11-29 23:05:47.618+00	\N	{"intent":"2BHvz12","made_at":[1795902695,288],"operation":"purchase","account":"1ZQD3bE","custom_fields":null}	f	\N	\N	07	14
496160873888	d5b79d35-c432-4ac9-af32-d820ae6ac837	moneyhash	753924456205	Tb1uSnJ	Tb1uSnJ 1	\\xd41723cdf2c4815530dd8211db95d21790c9d1fd1792dddc75a193307053201f	EUR	500	500	500	0	0	CAPTURED	\N	732044	\N	9279	VISA	t	f	1	\\x6dce07866ab685cba1ef59b0f81dda8ff5d3074ab24534ef81edcf263e438aa84cebf3fc12b10d35194a1b5d027839f3aad8e4fb6f9fc29983da718c8112645701432ec5405e3c1a499193429c63ff14	1	2026-11-28 21:51:37.679+00	\N	2026-11-28 21:51:38.739+00	2026-11-28 21:51:38.739+00	2026-11-29 23:05:47.625+00	\N	{"intent":"Tb1uSnJ","made_at":[1795902697,188],"operation":"purchase","account":"1ZQD3bE","custom_fields":null,"saves_card":true}	f	\N	AUTHENTICATED	05	15
496160873888	71d6f91f-8a34-427e-a7e2-d1d1c78c6ad1	cardpointe	993515617113	order-1-30000012	\N	\N	EUR	500	500	500	0	0	CAPTURED	\N	004635	\N	5534	VISA	t	f	1	\\xa37ebc516c75913ae15c4c57d0d4aaf238561e470e02c6a2017eee02aff6497e0b0bab5628ddcf3191f649b8a4bbcafcd5600d01bd1dd88d0e14fe709362f4144373424929fb715dea0734da898546e2	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	\N	\N	{"token":"9475762889205534","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	32
496160873888	d736b953-cf52-48bb-b125-ec7ea965e884	cardpointe	780665764082	order-2	\N	\N	EUR	400	400	0	0	0	AUTHORIZED	\N	739141	\N	5534	VISA	f	f	0	\\xda37d7234f3f1544dd45e2c363b80f4239672d3a66dcff2fefe464f976bbad04a0b50a76d9cd516d22fbf24ec011ae5926a3c74db3845c02a7855afb0b9ea6945cb427aa1c2c4065c0552c5b570e055b	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	\N	\N	2026-12-05 23:06:18.026+00	{"token":"9475762889205534","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":false}	f	\N	\N	\N	33
496160873888	c51478a1-091b-4127-8b8e-1894709b5dfb	cardpointe	690968061822	\N	\N	\N	EUR	400	0	0	0	0	DECLINED	WRONG_CVV2	\N	\N	5534	VISA	f	f	0	\\xd3d5e66ca5be714ea96cf430406e7880ed603275fd0b035086d97d6e0684656b0b3e744efaad80e182558b97c3778d0db7e5c49ce696fe023776e8ef5e4fe3a90bebc0412e6d4e3432b21349f3b9df33	1	2026-11-29 23:06:18.026+00	\N	\N	\N	\N	\N	{"token":"9475762889205534","expiry":"1129","entryMode":"Keyed","processor":"FNOR","sendsSecurityCode":true}	f	\N	\N	\N	34
496160873888	da6dd6e0-650b-4731-8507-d569357f9f7b	stitch	204796898630	order-9	n30000012	\\x787df8677797b6b3691dda696104876d8f60779607f95f010cd9b27c27b852ad	EUR	600	600	0	0	0	AUTHORIZED	\N	328827	APPLE	1538	VISA	f	f	0	\\x68ddd413b7fd50e30f73861fb3c0904f1cafd1755249dbd54020dcb0227057f3c89b552f29fcca2112362e91a8bc5cd12b4d853c4d12be1452585f6aad5f6d59e473305f67b23ccc2091f6f52331cb98aa2d0c5eb8ec82fc79688eb546cd81b435a76d10e3276fa68b8eefb8e3fbbb11dfc2d17c6e9fcf8a5e8787d4e267e47ff1788daa511489aeb4683c73d0b53e8c	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	\N	\N	2026-12-05 23:06:18.026+00	\N	f	\N	\N	07	35
496160873888	3b78bb12-6930-40de-8953-233a2f9c520d	cardpointe	440406525171	order-3	\N	\N	EUR	700	700	700	0	0	CAPTURED	\N	454961	APPLE	1538	VISA	t	f	1	\\xd769613040516e6b3bcdb27891816e6f16eda841b9ca11d4cb93cf22067c77ed154fabf5baba2c85703a79972f3ececf71cfb71139d396340eda46e3b7a1a6fc6e1e3d2df69503a417d29b6e0de011b2e5cc83fe55fbf4cbc7d0d90d8eda4253dbe5138dd9ea954378bebff6b9bf1fc19a9c53f7566e5cc3816fff4b662ed3b1bf24c8caa0f885edff0126fc1bcef8d7	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	\N	\N	{"token":"9481714092481538","expiry":"1130","entryMode":"Digital Wallet","processor":"RPCT","sendsSecurityCode":false}	f	\N	\N	07	36
496160873888	3316b86f-68ce-4ccb-9bdd-c6a970662a5e	dintero	109794555246	order-1	dcce3db5-fe02-46f0-a169-1a684748dee0 1	\\x9966fd7e6271e8a3f33436ca4e93bc96a4a390f98303b53a842a84354a43886f	EUR	1234	1234	1234	0	0	CAPTURED	\N	118954	APPLE	3091	VISA	f	f	1	\\xb8fdc867a8495eef3abd3833819d83b3e7e5750b4dea3f3fa69264aef6ec115efa6e9566d038358598a0178eae92668657b16f9d4b2efbb7edc81eaa3e17e82d1bbeec59b3a8e74a8fcfae5c4a68bd0ed55ac171159823acbe38aa2cf198f68c8cd92ac0e3351350df6a50c00a20a2be50ffac22c257286e315b92b435eebb9d00c78e6b0a7c93cad7d2b9aaa4ca95e13f	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	\N	\N	{"session":"T12345678.UGRtn8timpyDa83bFZkNqM"}	f	\N	\N	07	37
496160873888	c47885f0-c4af-4b68-a98c-1a3f82b92b7d	dintero	691686434866	order-1	d7b0a2e0-408d-4d08-8090-b46ddeee0230 1	\\xf94ddd74ef9bf6519a8c792e9e15553704a45ae8529219be471c8d8e31922717	EUR	500	500	0	0	0	AUTHORIZED	\N	234337	APPLE	3091	VISA	f	f	0	\\xf54a2ebd529c5a49c8a3bbc61a09bdf68e2d3da87d5c8445bf304837d99ec6166e48527ffc03ffaaa1330cf37d0f6e3c5ab5829b6f7e46ba9fddd74bd74ddba89b0a7b637089f911059f4b61b7964698845fdf881a70f31b610459c7e6cf0522c1ee43b5abd978abffaacca1764380c69696b336b5b220bb9589d8ec798d5a9264bdfb9b043982c4def8ee53e5f63fe5	1	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00	\N	\N	2026-12-05 23:06:18.026+00	{"session":"T12345678.TdnrEWpxaL3LXLRr1eM7tT"}	f	\N	\N	07	38
\.
COPY merchants.payment_reference (reference, merchant_id, payment_id, step_number) FROM stdin;
696745485528	496160873888	246ea351-4034-4cb1-9a8b-7f3da4a5097f	\N
268457556671	496160873888	246ea351-4034-4cb1-9a8b-7f3da4a5097f	1
197074476355	496160873888	c2c3374a-b585-478e-b98c-10b5d28302f9	\N
902946299208	496160873888	c2c3374a-b585-478e-b98c-10b5d28302f9	1
913397600258	496160873888	edd8a682-fd54-4f16-bc0e-8b5132cde963	\N
203408430853	496160873888	edd8a682-fd54-4f16-bc0e-8b5132cde963	1
607024253693	496160873888	c019b1bd-ad9f-4c0f-bd1b-14118d63ba18	\N
566621890755	496160873888	c019b1bd-ad9f-4c0f-bd1b-14118d63ba18	1
578876546724	496160873888	8d09beab-15ad-42b4-9d5a-ec7042bdb3b6	\N
621501612669	496160873888	8d09beab-15ad-42b4-9d5a-ec7042bdb3b6	1
753924456205	496160873888	d5b79d35-c432-4ac9-af32-d820ae6ac837	\N
198201111964	496160873888	d5b79d35-c432-4ac9-af32-d820ae6ac837	1
536640230832	496160873888	9e07ea89-7242-44f1-b719-3aeb9192dcc4	\N
047185077962	496160873888	a93dd653-5685-46e8-a782-28e380ffe92e	\N
364385189691	496160873888	a93dd653-5685-46e8-a782-28e380ffe92e	1
164678922395	496160873888	792b40f9-72bf-4e85-a856-1771e4b70ac5	\N
144730114626	496160873888	792b40f9-72bf-4e85-a856-1771e4b70ac5	1
431153205440	496160873888	4181c9dc-a21a-4315-ad4d-f62e82b4ae03	\N
662367705908	496160873888	4181c9dc-a21a-4315-ad4d-f62e82b4ae03	1
081043155837	496160873888	22639a13-f598-4b3b-9358-c10c98fd71a6	\N
929786393395	496160873888	29c4695a-f4cc-4275-817e-99a13321d7e9	\N
819620417985	496160873888	2f9005f1-ddbb-4cf1-91e3-865a2bbda1e6	\N
415095218296	496160873888	2f9005f1-ddbb-4cf1-91e3-865a2bbda1e6	1
540471744013	496160873888	41e72690-20f0-4632-b803-ccbdfafe1fd6	\N
297435981832	496160873888	9e6c8f8a-5e7a-4982-ac39-95ecc2b8b301	\N
069717857330	496160873888	de34f829-5cc5-4dd3-b3a7-852f26b140b8	\N
872847384058	496160873888	de34f829-5cc5-4dd3-b3a7-852f26b140b8	1
186326064572	496160873888	6f12e2c3-d029-4f0d-a593-b66822eb1e0f	\N
143038788610	496160873888	f7452e0c-894f-42a5-a0ab-e0d0fb68a6a4	\N
319350742591	496160873888	e213adcf-5d5b-4500-a38a-39891be51366	\N
126442886300	496160873888	01343d83-3199-4bb5-9ac7-715314768e51	\N
814568342757	496160873888	01343d83-3199-4bb5-9ac7-715314768e51	1
993515617113	496160873888	71d6f91f-8a34-427e-a7e2-d1d1c78c6ad1	\N
827048390135	496160873888	71d6f91f-8a34-427e-a7e2-d1d1c78c6ad1	1
780665764082	496160873888	d736b953-cf52-48bb-b125-ec7ea965e884	\N
690968061822	496160873888	c51478a1-091b-4127-8b8e-1894709b5dfb	\N
204796898630	496160873888	da6dd6e0-650b-4731-8507-d569357f9f7b	\N
440406525171	496160873888	3b78bb12-6930-40de-8953-233a2f9c520d	\N
543453761366	496160873888	3b78bb12-6930-40de-8953-233a2f9c520d	1
109794555246	496160873888	3316b86f-68ce-4ccb-9bdd-c6a970662a5e	\N
248073589024	496160873888	3316b86f-68ce-4ccb-9bdd-c6a970662a5e	1
691686434866	496160873888	c47885f0-c4af-4b68-a98c-1a3f82b92b7d	\N
\.
COPY merchants.payment_step (merchant_id, payment_id, step_number, gateway, kind, reference, currency, amount, is_final, nonce, nonce_digest, external_reference, metadata, made_at, settles_at, settled_at) FROM stdin;
496160873888	c019b1bd-ad9f-4c0f-bd1b-14118d63ba18	1	moneyhash	CAPTURE	566621890755	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:17.527+00	2026-11-29 00:00:00+00	\N
496160873888	792b40f9-72bf-4e85-a856-1771e4b70ac5	1	moneyhash	CAPTURE	144730114626	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:42.662+00	2026-11-29 00:00:00+00	\N
496160873888	2f9005f1-ddbb-4cf1-91e3-865a2bbda1e6	1	cardpointe	CAPTURE	415095218296	EUR	500	t	\N	\N	\N	\N	2026-11-28 22:05:23.524+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.505+00
496160873888	4181c9dc-a21a-4315-ad4d-f62e82b4ae03	1	cardpointe	CAPTURE	662367705908	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:54:48.111+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.51+00
496160873888	c2c3374a-b585-478e-b98c-10b5d28302f9	1	moneyhash	CAPTURE	902946299208	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:06.8+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.526+00
496160873888	de34f829-5cc5-4dd3-b3a7-852f26b140b8	1	cardpointe	CAPTURE	872847384058	EUR	500	t	\N	\N	\N	\N	2026-11-28 22:05:46.735+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.541+00
496160873888	a93dd653-5685-46e8-a782-28e380ffe92e	1	moneyhash	CAPTURE	364385189691	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:41.127+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.573+00
496160873888	01343d83-3199-4bb5-9ac7-715314768e51	1	cardpointe	CAPTURE	814568342757	EUR	700	t	\N	\N	\N	\N	2026-11-28 22:05:47.371+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.602+00
496160873888	8d09beab-15ad-42b4-9d5a-ec7042bdb3b6	1	moneyhash	CAPTURE	621501612669	EUR	1234	t	\N	\N	\N	\N	2026-11-28 21:51:36.536+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.618+00
496160873888	d5b79d35-c432-4ac9-af32-d820ae6ac837	1	moneyhash	CAPTURE	198201111964	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:38.739+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.625+00
496160873888	edd8a682-fd54-4f16-bc0e-8b5132cde963	1	moneyhash	CAPTURE	203408430853	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:13.186+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.662+00
496160873888	246ea351-4034-4cb1-9a8b-7f3da4a5097f	1	moneyhash	CAPTURE	268457556671	EUR	500	t	\N	\N	\N	\N	2026-11-28 21:51:04.97+00	2026-11-29 00:00:00+00	2026-11-29 23:05:47.672+00
496160873888	71d6f91f-8a34-427e-a7e2-d1d1c78c6ad1	1	cardpointe	CAPTURE	827048390135	EUR	500	t	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-30 00:00:00+00	\N
496160873888	3b78bb12-6930-40de-8953-233a2f9c520d	1	cardpointe	CAPTURE	543453761366	EUR	700	t	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-30 00:00:00+00	\N
496160873888	3316b86f-68ce-4ccb-9bdd-c6a970662a5e	1	dintero	CAPTURE	248073589024	EUR	1234	t	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-30 00:00:00+00	\N
\.
COPY merchants.stitch_assertion (client_id, id_digest, ends_at) FROM stdin;
\.
COPY merchants.stitch_client (client_id, merchant_id, secret_hash, assertion_key, scopes, redirect_uris, is_test, requires_secure_3d, requires_device_information, is_scope_strict) FROM stdin;
test-demo	496160873888	\\xee0fbddd51865f3ee41ad988f9593bb8951e15642fcdb3c8c797d421eece8348	\N	{client_disbursement,client_paymentrequest,client_refund,client_webhooks_dashboard,transaction_cancel,transaction_initiate}	{https://example.com/payment,http://127.0.0.1/returned,http://localhost/returned,https://127.0.0.1/returned,https://localhost/returned}	f	f	f	f
test-demo-test	496160873888	\\xee0fbddd51865f3ee41ad988f9593bb8951e15642fcdb3c8c797d421eece8348	\N	{client_disbursement,client_paymentrequest,client_refund,client_webhooks_dashboard,transaction_cancel,transaction_initiate}	{https://example.com/payment,http://127.0.0.1/returned,http://localhost/returned,https://127.0.0.1/returned,https://localhost/returned}	t	f	f	f
\.
COPY merchants.stitch_webhook (webhook_id, client_id, url, filter_types, subscription_ids, made_at, insertion) FROM stdin;
912989e4-bba6-4f25-b176-c02c2a2a785c	test-demo	http://127.0.0.1:9/stitch	{transaction}	{f189438e-1130-4f8e-a51a-b98c3baab67d}	2026-11-28 21:54:48.732+00	23
\.
COPY merchants.unsent_step (merchant_id, payment_id, step_number, kind, amount, due_at, attempts, free_at) FROM stdin;
496160873888	71d6f91f-8a34-427e-a7e2-d1d1c78c6ad1	1	CAPTURE	500	2026-11-30 00:00:00+00	0	\N
496160873888	3b78bb12-6930-40de-8953-233a2f9c520d	1	CAPTURE	700	2026-11-30 00:00:00+00	0	\N
496160873888	3316b86f-68ce-4ccb-9bdd-c6a970662a5e	1	CAPTURE	1234	2026-11-30 00:00:00+00	0	\N
\.
COPY merchants.wallet_token_claim (token_digest, ends_at) FROM stdin;
\\xeaf5a56d2c8d78c3caf436d17b6bc474575efe8a6f8aa8d42c24f5ee73b51478	2026-11-30 21:51:36.458+00
\\xc323cf6695301b11382e73038415595d0ee3d2e711f44f12c3db034aa77be0ad	2026-11-30 22:05:47.158+00
\\x9b2d16c7df050c7d05c7dfa8f26ae5167cfed2fca7d449224990a1338a78edcb	2026-11-30 22:05:47.324+00
\\x46ba5f2143ed50fd89683d9389be30f2d270a2e4ce0fd61f6da2131fcfab60c7	2026-12-01 23:06:18.026+00
\\xe1235f5a7bbb4fc2a271aca78c1791adf00c4dfd47f3c59c7443842717815a3c	2026-12-01 23:06:18.026+00
\\xd8ab7fb30871e337f5d3ba0a55af9e6a40628de7794d171cfeef3db3a8d0d545	2026-12-01 23:06:18.026+00
\\x2b1c82a962247d613a9142ce467f865f3ad44ea75974fe9a3fe9c24970f04868	2026-12-01 23:06:18.026+00
\.
COPY money.account (customer_id, account_id, currency, posted, held, version, opened_at) FROM stdin;
30000001	100000002	PLN	0	0	0	2026-11-28 21:48:04.485+00
30000003	100000005	USD	0	0	0	2026-11-28 21:48:05.189+00
10000002	100000007	EUR	10466	0	20	2026-11-28 21:50:46.668+00
30000012	100000015	EUR	21408	2653	14	2026-11-29 23:06:18.026+00
30000001	100000001	EUR	4200	0	1	2026-11-28 21:48:04.447+00
30000002	100000003	EUR	2166	0	10	2026-11-28 21:48:04.578+00
30000004	100000006	EUR	3000	0	6	2026-11-28 21:49:04.973+00
10000001	100000004	EUR	22700	1234	14	2026-11-28 21:48:04.9+00
30000005	100000008	EUR	22408	453	6	2026-11-28 21:53:32.261+00
30000006	100000009	EUR	20000	453	4	2026-11-28 21:54:00.652+00
30000007	100000010	EUR	21708	453	8	2026-11-28 21:54:18.31+00
30000014	100000016	EUR	20000	1734	3	2026-11-29 23:06:18.026+00
30000008	100000011	EUR	21408	453	10	2026-11-28 21:54:32.215+00
30000010	100000013	EUR	20908	853	13	2026-11-28 22:05:23.113+00
30000009	100000012	EUR	20908	853	13	2026-11-28 21:54:46.772+00
30000011	100000014	EUR	20208	1453	16	2026-11-28 22:05:46.37+00
\.
COPY money.account_number (account_id, customer_id) FROM stdin;
100000001	30000001
100000002	30000001
100000003	30000002
100000004	10000001
100000005	30000003
100000006	30000004
100000007	10000002
100000008	30000005
100000009	30000006
100000010	30000007
100000011	30000008
100000012	30000009
100000013	30000010
100000014	30000011
100000015	30000012
100000016	30000014
\.
COPY money."authorization" (customer_id, authorization_id, account_id, card_id, reference, lifecycle, authorization_type, status, is_refund, pays_at_once, currency, approved, reversed, released, cleared, refunded, merchant_amount, merchant_currency, converted, collected, collected_converted, returned, returned_converted, atm_fee, fx_fee, rate_numerator, rate_denominator, response_code, approval_code, decided_by, merchant_category, merchant_country, merchant_name, merchant_city, merchant_id, terminal_id, entry_mode, card_presence, wallet, challenge, channels, slip_id, changes, created_at, changed_at, insertion) FROM stdin;
30000002	9f8ac07c-d520-4ada-b182-2f428b1c26e7	100000003	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	SANDBOX-f38ee588-212e-4738-96bc-f8ecb2fefe0e	SANDBOX-f38ee588-212e-4738-96bc-f8ecb2fefe0e	PURCHASE	SETTLED	f	f	EUR	2000	0	0	2000	500	2000	EUR	2000	2000	2000	500	500	0	0	\N	\N	00	860896	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000006	3	2026-11-28 21:48:04.665+00	2026-11-28 21:48:04.736+00	2
30000002	b8aa2b35-cd19-413b-9c55-4d31b9366ce2	100000003	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	SANDBOX-f6d09270-8474-41f4-aede-fc09ce6533ce	SANDBOX-f6d09270-8474-41f4-aede-fc09ce6533ce	PURCHASE	REVERSED	f	f	EUR	1000	1000	0	0	0	1000	EUR	1000	0	0	0	0	0	0	\N	\N	00	900774	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	2	2026-11-28 21:48:04.751+00	2026-11-28 21:48:04.778+00	3
30000002	215b4fa9-f5e5-45cb-8c32-8271cf0384a2	100000003	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	SANDBOX-904a2da0-a474-42cd-b4f4-6a85a45b3674	SANDBOX-904a2da0-a474-42cd-b4f4-6a85a45b3674	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	99900	EUR	99900	0	0	0	0	0	0	\N	\N	51	\N	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:48:04.8+00	2026-11-28 21:48:04.8+00	4
30000002	0c783f37-7098-4ce9-b2e7-12ee91cf3c7c	100000003	ff372b37-779c-4ff3-9fd0-ba415ce39b54	SANDBOX-4e1c7bce-f21e-465c-a3a9-ca8bf17f1cb8	SANDBOX-4e1c7bce-f21e-465c-a3a9-ca8bf17f1cb8	PURCHASE	SETTLED	f	f	EUR	100	0	0	100	0	100	EUR	100	100	100	0	0	0	0	\N	\N	00	584365	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000008	2	2026-11-28 21:48:04.821+00	2026-11-28 21:48:04.863+00	5
30000004	c7258987-8b93-4595-95e4-f3d40ef1ccaf	100000006	4022d6ac-c137-429b-b7e8-6f0176b79b60	d1ddc95a-ef23-4a8e-bf93-8244f152d682	d1ddc95a-ef23-4a8e-bf93-8244f152d682	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	2000	EUR	2000	0	0	0	0	0	0	\N	\N	82	\N	NETWORK	4121	PL	Ride	Warszawa	\N	\N	ECOMMERCE	UNKNOWN	APPLE_PAY	UNKNOWN	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-28 21:49:09.169+00	2026-11-28 21:49:09.169+00	8
30000004	fe48175e-2982-49e9-9c26-7ace007b169a	100000006	4022d6ac-c137-429b-b7e8-6f0176b79b60	SANDBOX-cabe43fe-4e77-46ee-875e-2387499e58c4	SANDBOX-cabe43fe-4e77-46ee-875e-2387499e58c4	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	9999	EUR	9999	0	0	0	0	0	0	\N	\N	51	\N	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:49:09.573+00	2026-11-28 21:49:09.573+00	9
30000004	0d91d81c-a68a-482b-9561-88a5e40fa90a	100000006	4022d6ac-c137-429b-b7e8-6f0176b79b60	SANDBOX-82889cf6-33e6-4187-a0f5-787869719352	SANDBOX-82889cf6-33e6-4187-a0f5-787869719352	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	500	EUR	500	0	0	0	0	0	0	\N	\N	62	\N	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:49:09.993+00	2026-11-28 21:49:09.993+00	10
30000004	6cfbe288-31e0-47b6-aa40-478bd4669a70	100000006	4022d6ac-c137-429b-b7e8-6f0176b79b60	861e69c8-957f-4510-ba12-47c9e7c06d57	861e69c8-957f-4510-ba12-47c9e7c06d57	PURCHASE	SETTLED	f	f	EUR	2000	0	0	2000	0	2000	EUR	2000	2000	2000	0	0	0	0	\N	\N	00	226189	ISSUER	4121	PL	Ride	Warszawa	\N	\N	ECOMMERCE	UNKNOWN	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	5000000026	2	2026-11-28 21:49:08.643+00	2026-11-28 21:50:20.159+00	7
30000004	1e876be9-291f-480d-9e6c-56eaf0e68ed8	100000006	4022d6ac-c137-429b-b7e8-6f0176b79b60	SANDBOX-8113c735-5cd1-4ff8-8d97-9bbdd0bfb1a9	SANDBOX-8113c735-5cd1-4ff8-8d97-9bbdd0bfb1a9	PURCHASE	SETTLED	f	f	EUR	1234	0	0	1234	1234	1234	EUR	1234	1234	1234	1234	1234	0	0	\N	\N	00	644504	ISSUER	5814	PL	Kawiarnia	Warszawa	\N	\N	CONTACTLESS	PRESENT	APPLE_PAY	BIOMETRIC	{MOBILE_WALLET,POS}	5000000014	3	2026-11-28 21:49:06.901+00	2026-11-28 21:49:10.041+00	6
10000001	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	100000004	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	SANDBOX-ae8f1322-6cc4-4ca6-91a8-eb1669b7afed	SANDBOX-ae8f1322-6cc4-4ca6-91a8-eb1669b7afed	PURCHASE	SETTLED	f	f	EUR	1234	0	0	1234	234	1234	EUR	1234	1234	1234	234	234	0	0	\N	\N	00	492412	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000022	3	2026-11-28 21:50:07.045+00	2026-11-28 21:50:09.167+00	11
30000002	d0e64503-8213-46a4-94a8-462e5604e6f9	100000003	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	SANDBOX-812c2fd3-aa7c-4a17-a88c-35488ddb2f0c	SANDBOX-812c2fd3-aa7c-4a17-a88c-35488ddb2f0c	PURCHASE	SETTLED	f	f	EUR	1234	0	0	1234	0	1234	EUR	1234	1234	1234	0	0	0	0	\N	\N	00	496481	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000024	2	2026-11-28 21:48:04.595+00	2026-11-28 21:50:20.039+00	1
10000001	473d79e6-650f-8ddb-b3fb-7ebf44879f0a	100000004	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	SANDBOX-845652ea-d56a-4926-80f9-8a48ceab5e49	SANDBOX-845652ea-d56a-4926-80f9-8a48ceab5e49	PURCHASE	SETTLED	f	f	EUR	100	0	0	100	0	100	EUR	100	100	100	0	0	0	0	\N	\N	00	479296	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000028	2	2026-11-28 21:50:12.607+00	2026-11-28 21:50:20.208+00	12
10000001	235ff687-9ed8-407e-8921-b23c4499fc27	100000004	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	SANDBOX-a0c84093-9a80-4b9d-b9a9-5472b51f9f37	SANDBOX-a0c84093-9a80-4b9d-b9a9-5472b51f9f37	PURCHASE	SETTLED	f	f	EUR	1100	0	0	1100	0	1100	EUR	1100	1100	1100	0	0	0	0	\N	\N	00	727767	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000030	2	2026-11-28 21:50:17.6+00	2026-11-28 21:50:20.23+00	13
10000001	8863a984-77af-4745-aec1-8b673971b99e	100000004	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	VISA-0001	VISA-0001	PURCHASE	APPROVED	f	f	EUR	1234	0	0	0	0	1234	EUR	1234	0	0	0	0	0	0	\N	\N	00	173140	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:50:21.494+00	2026-11-28 21:50:21.494+00	14
10000001	f7752222-227f-41c2-9854-26a06ff3d965	100000004	3a6ad5f1-6c49-4096-90a4-d743253acdd6	VISA-0002	VISA-0002	ATM_WITHDRAWAL	SETTLED	f	t	EUR	100	0	0	100	0	100	EUR	100	100	100	0	0	0	0	\N	\N	00	844407	ISSUER	6011	DE	Bank	Berlin	\N	\N	CHIP	UNKNOWN	\N	PIN	{ATM}	5000000032	1	2026-11-28 21:50:33.715+00	2026-11-28 21:50:33.715+00	15
10000002	4e835399-32b6-489a-b0fb-a1b60dda36f7	100000007	a5cc9655-94fa-47a4-8b56-b724dc02eb99	merchants-536640230832	merchants-536640230832	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	500	EUR	500	0	0	0	0	0	0	\N	\N	N7	\N	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:51:39.615+00	2026-11-28 21:51:39.615+00	21
30000005	0a82dde3-0975-48db-854d-43f8b384d01f	100000008	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	SANDBOX-a985e202-bfdd-4666-86c4-8bd15c90836a	SANDBOX-a985e202-bfdd-4666-86c4-8bd15c90836a	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	543370	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:53:38.886+00	2026-11-28 21:53:38.886+00	23
30000005	d7106320-bd86-4142-b935-6b56a2ed0af7	100000008	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	SANDBOX-26805681-a362-481d-80f1-a960b9b51af3	SANDBOX-26805681-a362-481d-80f1-a960b9b51af3	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	904528	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:53:39.174+00	2026-11-28 21:53:39.174+00	24
30000005	0b510c46-75e4-47bd-9bd2-8cfca6dfb3e5	100000008	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	SANDBOX-e0d08126-ee15-48c5-b6b1-7d1e5b761533	SANDBOX-e0d08126-ee15-48c5-b6b1-7d1e5b761533	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	020085	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:53:39.613+00	2026-11-28 21:53:39.613+00	25
30000005	efcc3cec-0cde-4c63-86f8-ded974e27812	100000008	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	fx-1	fx-1	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	902161	ISSUER	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000046	1	2026-11-28 21:53:39.828+00	2026-11-28 21:53:39.828+00	26
30000006	0e88a53b-e36e-4cee-a491-cee14d801354	100000009	e166c63d-6c26-4946-a840-40f4d85b6d45	SANDBOX-f2923998-c115-4e13-b5f1-0ec3987241e1	SANDBOX-f2923998-c115-4e13-b5f1-0ec3987241e1	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	831424	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:02.665+00	2026-11-28 21:54:02.665+00	27
30000006	b8419cea-7ffb-40c9-ae6e-13b1d5205eb9	100000009	e166c63d-6c26-4946-a840-40f4d85b6d45	SANDBOX-89d3d0da-a060-4553-abfb-aea43a69874d	SANDBOX-89d3d0da-a060-4553-abfb-aea43a69874d	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	447107	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:02.771+00	2026-11-28 21:54:02.771+00	28
30000006	2a6070af-b8f2-42a8-985d-b01cf185d285	100000009	e166c63d-6c26-4946-a840-40f4d85b6d45	SANDBOX-1de4253c-7aff-441c-94fe-28d2fa963403	SANDBOX-1de4253c-7aff-441c-94fe-28d2fa963403	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	537629	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:02.913+00	2026-11-28 21:54:02.913+00	29
30000007	a7fc3703-65f4-485e-9863-86bd87a1de51	100000010	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	SANDBOX-39bbfc73-21f0-4443-bb41-dde5b96da70b	SANDBOX-39bbfc73-21f0-4443-bb41-dde5b96da70b	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	142674	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:18.562+00	2026-11-28 21:54:18.562+00	30
10000002	b3208c45-5585-4a0d-b550-af70c356ae16	100000007	a5cc9655-94fa-47a4-8b56-b724dc02eb99	merchants-197074476355	merchants-197074476355	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	705700	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000137	2	2026-11-28 21:51:06.789+00	2026-11-29 23:05:47.493+00	17
10000002	9aed2c01-d1b1-494e-b0c9-0c19a985e6b8	100000007	e75b3517-0da5-4554-83e5-6a7728be370b	merchants-047185077962	merchants-047185077962	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	178897	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000143	2	2026-11-28 21:51:41.111+00	2026-11-29 23:05:47.493+00	22
10000002	09492275-44ff-4c6e-87a8-aadf8275db70	100000007	a5cc9655-94fa-47a4-8b56-b724dc02eb99	merchants-696745485528	merchants-696745485528	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	446700	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	3DS	{ECOMMERCE}	5000000153	2	2026-11-28 21:51:04.939+00	2026-11-29 23:05:47.492+00	16
30000007	db27a5e5-f3a7-453d-9298-790ae3466d00	100000010	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	SANDBOX-941f4f55-5a96-4f9d-b78f-f2a9b229d871	SANDBOX-941f4f55-5a96-4f9d-b78f-f2a9b229d871	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	090101	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:18.575+00	2026-11-28 21:54:18.575+00	31
30000007	d8f868a6-8bb8-466d-9737-80303e617e66	100000010	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	SANDBOX-2ff85ca7-096a-4a8f-a6b8-47047531f50d	SANDBOX-2ff85ca7-096a-4a8f-a6b8-47047531f50d	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	747041	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:18.595+00	2026-11-28 21:54:18.595+00	32
30000007	c57e661c-7893-46ea-8fdd-3db03fb822d7	100000010	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	fx-30000007	fx-30000007	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	415550	ISSUER	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000056	1	2026-11-28 21:54:18.625+00	2026-11-28 21:54:18.625+00	33
30000008	5a47b5b7-a575-42a8-87a5-3e9fd7bd09aa	100000011	b020afe0-b07c-4f50-8d1f-8c40595156ef	SANDBOX-0643c89e-b8f5-4655-9b60-ebc3aaa67312	SANDBOX-0643c89e-b8f5-4655-9b60-ebc3aaa67312	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	102277	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:34.42+00	2026-11-28 21:54:34.42+00	34
30000008	685352f6-255e-4235-9623-c21fb8bda364	100000011	b020afe0-b07c-4f50-8d1f-8c40595156ef	SANDBOX-8172b673-61e6-4b05-9259-16b0fea3895f	SANDBOX-8172b673-61e6-4b05-9259-16b0fea3895f	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	627366	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:34.446+00	2026-11-28 21:54:34.446+00	35
30000008	ee850c0a-e818-4417-a904-7ad9c83f48db	100000011	b020afe0-b07c-4f50-8d1f-8c40595156ef	SANDBOX-fb0c5ff4-ce4c-4b31-a613-fd874a6240f1	SANDBOX-fb0c5ff4-ce4c-4b31-a613-fd874a6240f1	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	418800	ISSUER	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:34.665+00	2026-11-28 21:54:34.665+00	36
30000008	061491b5-05ce-4a5a-a6ec-30144f0f8fdb	100000011	b020afe0-b07c-4f50-8d1f-8c40595156ef	fx-30000008	fx-30000008	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	250051	ISSUER	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000069	1	2026-11-28 21:54:35.195+00	2026-11-28 21:54:35.195+00	37
30000009	4226adf3-470a-8923-b41c-59d5f322e948	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	SANDBOX-caafc05e-0308-41a9-b4e9-b043aec71d7f	SANDBOX-caafc05e-0308-41a9-b4e9-b043aec71d7f	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	396563	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:47.317+00	2026-11-28 21:54:47.317+00	38
30000009	938b156a-d42f-8fb2-b41e-e38f949b39d9	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	SANDBOX-58fc5fe8-d4e3-4b99-ae52-564e90c28f2b	SANDBOX-58fc5fe8-d4e3-4b99-ae52-564e90c28f2b	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	035311	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:47.361+00	2026-11-28 21:54:47.361+00	39
30000009	9fed3379-b68a-85fb-aefd-27a023ce59de	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	SANDBOX-b31a57e7-2cc1-4ca8-933b-36be6be4923d	SANDBOX-b31a57e7-2cc1-4ca8-933b-36be6be4923d	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	012323	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:47.452+00	2026-11-28 21:54:47.452+00	40
30000009	ac2e04c7-e5e2-87f4-95c3-8e5ba8a5e0e1	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	fx-30000009	fx-30000009	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	014545	STAND_IN	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000086	1	2026-11-28 21:54:47.596+00	2026-11-28 21:54:47.596+00	41
30000009	d504d816-8f3b-8742-a041-a2c4754e39a9	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	merchants-081043155837	merchants-081043155837	PURCHASE	APPROVED	f	f	EUR	400	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	00	680970	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:48.196+00	2026-11-28 21:54:48.196+00	43
30000009	d911110d-9d16-48d4-895a-7242ca11879d	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	merchants-929786393395	merchants-929786393395	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	N7	\N	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 21:54:48.336+00	2026-11-28 21:54:48.336+00	44
30000010	3a8eb424-af18-85da-8c2c-84d77a3a9311	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	SANDBOX-1b5d61d3-61fc-40f6-be71-a791eae3ab9e	SANDBOX-1b5d61d3-61fc-40f6-be71-a791eae3ab9e	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	912079	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:23.247+00	2026-11-28 22:05:23.247+00	45
30000010	97815b8d-8283-8e43-b420-3429d54689d6	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	SANDBOX-90009bcb-c76e-4273-831a-3ff9fc70620c	SANDBOX-90009bcb-c76e-4273-831a-3ff9fc70620c	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	374482	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:23.268+00	2026-11-28 22:05:23.268+00	46
30000010	9f7f9f54-2568-837c-8651-b88c469b3410	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	SANDBOX-d81013e2-69e4-47ce-9ce5-37371a13b9d6	SANDBOX-d81013e2-69e4-47ce-9ce5-37371a13b9d6	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	541847	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:23.283+00	2026-11-28 22:05:23.283+00	47
30000010	131010d4-6f6b-8ea6-8d61-6d52b83c88a1	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	fx-30000010	fx-30000010	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	653467	STAND_IN	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000103	1	2026-11-28 22:05:23.309+00	2026-11-28 22:05:23.309+00	48
30000010	f5cac8cc-b570-803b-9788-42a39ec0baaf	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	merchants-540471744013	merchants-540471744013	PURCHASE	APPROVED	f	f	EUR	400	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	00	030020	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:23.564+00	2026-11-28 22:05:23.564+00	50
30000010	78d3d052-0480-4e5d-bdf9-6cebbebb94db	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	merchants-297435981832	merchants-297435981832	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	N7	\N	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:23.659+00	2026-11-28 22:05:23.659+00	51
30000011	4372cbc1-b607-8c3b-b6c0-6385c9229934	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	SANDBOX-d0a49438-57b6-4a55-b587-cd3429244cb0	SANDBOX-d0a49438-57b6-4a55-b587-cd3429244cb0	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	804549	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:46.473+00	2026-11-28 22:05:46.473+00	52
30000011	43e33cc4-6505-8d6f-9339-b9370d4951b2	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	SANDBOX-23dc91ff-de55-4a2e-bea3-b61e637d9f98	SANDBOX-23dc91ff-de55-4a2e-bea3-b61e637d9f98	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	830915	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:46.498+00	2026-11-28 22:05:46.498+00	53
30000011	bde169aa-4ea8-8c4c-b30e-fb3136eafe26	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	SANDBOX-9822c233-3d62-42ba-9c71-d3273ebaf1e8	SANDBOX-9822c233-3d62-42ba-9c71-d3273ebaf1e8	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	920978	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:46.516+00	2026-11-28 22:05:46.516+00	54
30000011	23067d42-e840-8772-9af6-6f615797011c	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	fx-30000011	fx-30000011	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	646188	STAND_IN	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000120	1	2026-11-28 22:05:46.54+00	2026-11-28 22:05:46.54+00	55
30000011	0dee5a0f-68db-853b-82b8-c93a11a6dd3e	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	merchants-186326064572	merchants-186326064572	PURCHASE	APPROVED	f	f	EUR	400	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	00	393246	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:46.764+00	2026-11-28 22:05:46.764+00	57
30000010	c7893295-c31c-8486-979a-8a5c68471d1e	100000013	4058451c-3b15-4f6a-af15-23afa5e49403	merchants-819620417985	merchants-819620417985	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	436693	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000135	2	2026-11-28 22:05:23.519+00	2026-11-29 23:05:47.497+00	49
30000009	0230d71d-8ccb-88e4-9050-ed50aa8cee23	100000012	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	merchants-431153205440	merchants-431153205440	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	322273	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000139	2	2026-11-28 21:54:48.09+00	2026-11-29 23:05:47.496+00	42
30000011	82a0d43e-3394-44eb-a69f-a81526886c5f	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	merchants-143038788610	merchants-143038788610	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	N7	\N	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-28 22:05:46.796+00	2026-11-28 22:05:46.796+00	58
30000011	d149166e-d590-8fb0-a014-dd52f1d49a9d	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	merchants-319350742591	merchants-319350742591	PURCHASE	APPROVED	f	f	EUR	600	0	0	0	0	600	EUR	600	0	0	0	0	0	0	\N	\N	00	858728	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-28 22:05:47.176+00	2026-11-28 22:05:47.176+00	59
30000011	998f5678-0544-8b6c-8278-c9bd912a8dd6	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	merchants-069717857330	merchants-069717857330	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	670749	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000141	2	2026-11-28 22:05:46.721+00	2026-11-29 23:05:47.526+00	56
30000011	16dccfbe-2881-8ae8-96ab-a8dcf87a49b0	100000014	3e960292-7ed7-4592-bfe1-8abd0dde89b6	merchants-126442886300	merchants-126442886300	PURCHASE	SETTLED	f	f	EUR	700	0	0	700	0	700	EUR	700	700	700	0	0	0	0	\N	\N	00	340450	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	5000000145	2	2026-11-28 22:05:47.36+00	2026-11-29 23:05:47.535+00	60
10000002	ed41ee24-a6d0-4dab-ba39-3a60c9a01b5e	100000007	e75b3517-0da5-4554-83e5-6a7728be370b	merchants-578876546724	merchants-578876546724	PURCHASE	SETTLED	f	f	EUR	1234	0	0	1234	0	1234	EUR	1234	1234	1234	0	0	0	0	\N	\N	00	208919	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	5000000147	2	2026-11-28 21:51:36.527+00	2026-11-29 23:05:47.504+00	19
10000002	d2d485b0-3311-4747-90e1-b721cb920de9	100000007	e75b3517-0da5-4554-83e5-6a7728be370b	merchants-753924456205	merchants-753924456205	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	732044	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	3DS	{ECOMMERCE}	5000000149	2	2026-11-28 21:51:38.733+00	2026-11-29 23:05:47.493+00	20
10000002	2288396b-11cc-403c-aea3-159ca9753ed1	100000007	a5cc9655-94fa-47a4-8b56-b724dc02eb99	merchants-913397600258	merchants-913397600258	PURCHASE	SETTLED	f	f	EUR	500	0	0	500	0	500	EUR	500	500	500	0	0	0	0	\N	\N	00	310145	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	5000000151	2	2026-11-28 21:51:13.181+00	2026-11-29 23:05:47.493+00	18
30000012	3330b660-9976-8c27-900a-9b76f97f94f9	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	SANDBOX-c83dec5a-6ddf-447f-b18a-57d5f2ebdc17	SANDBOX-c83dec5a-6ddf-447f-b18a-57d5f2ebdc17	PURCHASE	APPROVED	f	f	EUR	150	0	0	0	0	150	EUR	150	0	0	0	0	0	0	\N	\N	00	018363	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	61
30000012	64648594-a363-8f2f-90cc-9ed9dd0b0e38	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	SANDBOX-5eb3ba16-22c0-412b-954d-c61fbc719506	SANDBOX-5eb3ba16-22c0-412b-954d-c61fbc719506	PURCHASE	APPROVED	f	f	EUR	151	0	0	0	0	151	EUR	151	0	0	0	0	0	0	\N	\N	00	156605	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	62
30000012	92be2d23-96b1-8a75-a57e-db3fa0deccd5	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	SANDBOX-1e4f217a-fcbf-46ab-afa9-192e6f1872c0	SANDBOX-1e4f217a-fcbf-46ab-afa9-192e6f1872c0	PURCHASE	APPROVED	f	f	EUR	152	0	0	0	0	152	EUR	152	0	0	0	0	0	0	\N	\N	00	060083	STAND_IN	5812	DE	Café	Berlin	\N	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	63
30000012	5a6f3737-a569-8d7f-857f-755d644baaad	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	fx-30000012	fx-30000012	PURCHASE	SETTLED	f	t	EUR	92	0	0	92	0	100	USD	92	100	92	0	0	0	0	92	100	00	623223	STAND_IN	5411	DE	Shop	\N	\N	\N	ECOMMERCE	UNKNOWN	\N	UNKNOWN	{ECOMMERCE}	5000000157	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	64
30000012	7c1d05a9-4c5b-8403-9d31-95a49b379e75	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	merchants-993515617113	merchants-993515617113	PURCHASE	APPROVED	f	f	EUR	500	0	0	0	0	500	EUR	500	0	0	0	0	0	0	\N	\N	00	004635	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	65
30000012	c2a1cda9-f49d-8b25-9678-369e4cb1c191	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	merchants-780665764082	merchants-780665764082	PURCHASE	APPROVED	f	f	EUR	400	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	00	739141	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	66
30000012	89333fa9-5576-4ed5-a04f-5960be4c1b98	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	merchants-690968061822	merchants-690968061822	PURCHASE	DECLINED	f	f	EUR	0	0	0	0	0	400	EUR	400	0	0	0	0	0	0	\N	\N	N7	\N	ISSUER	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	\N	UNKNOWN	{ECOMMERCE}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	67
30000012	28005837-f156-88e0-8a1d-7121708e48e8	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	merchants-204796898630	merchants-204796898630	PURCHASE	APPROVED	f	f	EUR	600	0	0	0	0	600	EUR	600	0	0	0	0	0	0	\N	\N	00	328827	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	68
30000012	4dc32990-c5eb-8ffd-9fdf-8d6553562580	100000015	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	merchants-440406525171	merchants-440406525171	PURCHASE	APPROVED	f	f	EUR	700	0	0	0	0	700	EUR	700	0	0	0	0	0	0	\N	\N	00	454961	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	69
30000014	a0f7cee1-ae26-8961-ae40-7af21bc4051a	100000016	0fe279f1-ff51-4369-95d2-59a3219daf0f	merchants-109794555246	merchants-109794555246	PURCHASE	APPROVED	f	f	EUR	1234	0	0	0	0	1234	EUR	1234	0	0	0	0	0	0	\N	\N	00	118954	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	70
30000014	2f3b3601-6093-8301-aa89-7113abf0570e	100000016	0fe279f1-ff51-4369-95d2-59a3219daf0f	merchants-691686434866	merchants-691686434866	PURCHASE	APPROVED	f	f	EUR	500	0	0	0	0	500	EUR	500	0	0	0	0	0	0	\N	\N	00	234337	STAND_IN	5411	DE	Corner Shop	Berlin	496160873888	\N	ECOMMERCE	NOT_PRESENT	APPLE_PAY	BIOMETRIC	{ECOMMERCE,MOBILE_WALLET}	\N	1	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00	71
\.
COPY money.card_controls (customer_id, card_id, switched_off, allowed_countries, blocked_countries, allowed_categories, blocked_categories, limit_windows, limit_channels, limit_amounts, limit_counts, version, changed_at) FROM stdin;
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 21:54:02.377+00
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 21:54:18.551+00
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 21:54:33.911+00
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 21:54:47.211+00
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 22:05:23.221+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-28 22:05:46.445+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	{}	\N	{}	\N	{}	{DAY}	{ALL}	{100000}	{-1}	1	2026-11-29 23:06:18.026+00
\.
COPY money.early_reversal (customer_id, card_id, lifecycle, received_at) FROM stdin;
30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	early-1	2026-11-28 21:53:39.774+00
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	early-30000007	2026-11-28 21:54:18.615+00
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	early-30000008	2026-11-28 21:54:35.076+00
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	early-30000009	2026-11-28 21:54:47.524+00
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	early-30000010	2026-11-28 22:05:23.294+00
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	early-30000011	2026-11-28 22:05:46.526+00
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	early-30000012	2026-11-29 23:06:18.026+00
\.
COPY money.exchange_rate (from_currency, to_currency, numerator, denominator) FROM stdin;
USD	EUR	92	100
GBP	EUR	117	100
CHF	EUR	104	100
JPY	EUR	62	10000
PLN	EUR	23	100
RON	EUR	20	100
KWD	EUR	300	100
EUR	USD	108	100
GBP	USD	127	100
CAD	USD	73	100
JPY	USD	67	10000
MXN	USD	5	100
NOK	EUR	85	1000
ZAR	EUR	50	1000
AED	EUR	25	100
\.
COPY money.fold (shard, folded_to) FROM stdin;
0	97
1	97
2	97
3	97
4	97
5	97
6	97
7	97
8	97
9	97
10	97
11	97
12	97
13	97
14	97
15	97
\.
COPY money.hold (customer_id, hold_id, account_id, status, held, posted, placed_at, expires_at, ended_at) FROM stdin;
30000002	9f8ac07c-d520-4ada-b182-2f428b1c26e7	100000003	POSTED	0	2000	2026-11-28 21:48:04.665+00	2026-12-05 21:48:04.665+00	2026-11-28 21:48:04.688+00
30000002	b8aa2b35-cd19-413b-9c55-4d31b9366ce2	100000003	VOIDED	0	0	2026-11-28 21:48:04.751+00	2026-12-05 21:48:04.751+00	2026-11-28 21:48:04.778+00
30000002	0c783f37-7098-4ce9-b2e7-12ee91cf3c7c	100000003	POSTED	0	100	2026-11-28 21:48:04.821+00	2026-12-05 21:48:04.821+00	2026-11-28 21:48:04.863+00
30000004	1e876be9-291f-480d-9e6c-56eaf0e68ed8	100000006	POSTED	0	1234	2026-11-28 21:49:06.901+00	2026-12-05 21:49:06.901+00	2026-11-28 21:49:10.025+00
10000001	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	100000004	POSTED	0	1234	2026-11-28 21:50:07.045+00	2026-12-05 21:50:07.045+00	2026-11-28 21:50:08.551+00
30000002	d0e64503-8213-46a4-94a8-462e5604e6f9	100000003	POSTED	0	1234	2026-11-28 21:48:04.595+00	2026-12-05 21:48:04.595+00	2026-11-28 21:50:20.039+00
30000004	6cfbe288-31e0-47b6-aa40-478bd4669a70	100000006	POSTED	0	2000	2026-11-28 21:49:08.643+00	2026-12-05 21:49:08.643+00	2026-11-28 21:50:20.159+00
10000001	473d79e6-650f-8ddb-b3fb-7ebf44879f0a	100000004	POSTED	0	100	2026-11-28 21:50:12.607+00	2026-12-05 21:50:12.607+00	2026-11-28 21:50:20.208+00
10000001	235ff687-9ed8-407e-8921-b23c4499fc27	100000004	POSTED	0	1100	2026-11-28 21:50:17.6+00	2026-12-05 21:50:17.6+00	2026-11-28 21:50:20.23+00
10000001	8863a984-77af-4745-aec1-8b673971b99e	100000004	PENDING	1234	0	2026-11-28 21:50:21.494+00	2026-12-05 21:50:21.494+00	\N
30000005	0a82dde3-0975-48db-854d-43f8b384d01f	100000008	PENDING	150	0	2026-11-28 21:53:38.886+00	2026-12-05 21:53:38.886+00	\N
30000005	d7106320-bd86-4142-b935-6b56a2ed0af7	100000008	PENDING	151	0	2026-11-28 21:53:39.174+00	2026-12-05 21:53:39.174+00	\N
30000005	0b510c46-75e4-47bd-9bd2-8cfca6dfb3e5	100000008	PENDING	152	0	2026-11-28 21:53:39.613+00	2026-12-05 21:53:39.613+00	\N
30000006	0e88a53b-e36e-4cee-a491-cee14d801354	100000009	PENDING	150	0	2026-11-28 21:54:02.665+00	2026-12-05 21:54:02.665+00	\N
30000006	b8419cea-7ffb-40c9-ae6e-13b1d5205eb9	100000009	PENDING	151	0	2026-11-28 21:54:02.771+00	2026-12-05 21:54:02.771+00	\N
30000006	2a6070af-b8f2-42a8-985d-b01cf185d285	100000009	PENDING	152	0	2026-11-28 21:54:02.913+00	2026-12-05 21:54:02.913+00	\N
30000007	a7fc3703-65f4-485e-9863-86bd87a1de51	100000010	PENDING	150	0	2026-11-28 21:54:18.562+00	2026-12-05 21:54:18.562+00	\N
30000007	db27a5e5-f3a7-453d-9298-790ae3466d00	100000010	PENDING	151	0	2026-11-28 21:54:18.575+00	2026-12-05 21:54:18.575+00	\N
30000007	d8f868a6-8bb8-466d-9737-80303e617e66	100000010	PENDING	152	0	2026-11-28 21:54:18.595+00	2026-12-05 21:54:18.595+00	\N
30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	100000010	POSTED	0	700	2026-11-28 21:54:18.668+00	\N	2026-11-28 21:54:21.512+00
30000008	5a47b5b7-a575-42a8-87a5-3e9fd7bd09aa	100000011	PENDING	150	0	2026-11-28 21:54:34.42+00	2026-12-05 21:54:34.42+00	\N
30000008	685352f6-255e-4235-9623-c21fb8bda364	100000011	PENDING	151	0	2026-11-28 21:54:34.446+00	2026-12-05 21:54:34.446+00	\N
30000008	ee850c0a-e818-4417-a904-7ad9c83f48db	100000011	PENDING	152	0	2026-11-28 21:54:34.665+00	2026-12-05 21:54:34.665+00	\N
30000008	f5da2292-867c-46bd-a602-42e86a0fe130	100000011	POSTED	0	700	2026-11-28 21:54:36.103+00	\N	2026-11-28 21:54:37.165+00
30000008	2dcecc68-1b37-4e91-b18a-515e36a36376	100000011	POSTED	0	300	2026-11-28 21:54:36.362+00	\N	2026-11-28 21:54:37.165+00
30000009	4226adf3-470a-8923-b41c-59d5f322e948	100000012	PENDING	150	0	2026-11-28 21:54:47.317+00	2026-12-03 21:54:47.317+00	\N
30000009	938b156a-d42f-8fb2-b41e-e38f949b39d9	100000012	PENDING	151	0	2026-11-28 21:54:47.361+00	2026-12-03 21:54:47.361+00	\N
30000009	9fed3379-b68a-85fb-aefd-27a023ce59de	100000012	PENDING	152	0	2026-11-28 21:54:47.452+00	2026-12-03 21:54:47.452+00	\N
30000009	d504d816-8f3b-8742-a041-a2c4754e39a9	100000012	PENDING	400	0	2026-11-28 21:54:48.196+00	2026-12-03 21:54:48.196+00	\N
30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	100000012	POSTED	0	700	2026-11-28 21:54:47.841+00	\N	2026-11-28 21:54:52.632+00
30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9	100000012	POSTED	0	300	2026-11-28 21:54:47.891+00	\N	2026-11-28 21:54:52.632+00
30000010	3a8eb424-af18-85da-8c2c-84d77a3a9311	100000013	PENDING	150	0	2026-11-28 22:05:23.247+00	2026-12-03 22:05:23.247+00	\N
30000010	97815b8d-8283-8e43-b420-3429d54689d6	100000013	PENDING	151	0	2026-11-28 22:05:23.268+00	2026-12-03 22:05:23.268+00	\N
30000010	9f7f9f54-2568-837c-8651-b88c469b3410	100000013	PENDING	152	0	2026-11-28 22:05:23.283+00	2026-12-03 22:05:23.283+00	\N
30000010	f5cac8cc-b570-803b-9788-42a39ec0baaf	100000013	PENDING	400	0	2026-11-28 22:05:23.564+00	2026-12-03 22:05:23.564+00	\N
30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	100000013	POSTED	0	700	2026-11-28 22:05:23.424+00	\N	2026-11-28 22:05:27.913+00
30000010	98bd6862-143b-4252-a9db-c1ca13680888	100000013	POSTED	0	300	2026-11-28 22:05:23.467+00	\N	2026-11-28 22:05:27.913+00
30000011	4372cbc1-b607-8c3b-b6c0-6385c9229934	100000014	PENDING	150	0	2026-11-28 22:05:46.473+00	2026-12-03 22:05:46.473+00	\N
30000011	43e33cc4-6505-8d6f-9339-b9370d4951b2	100000014	PENDING	151	0	2026-11-28 22:05:46.498+00	2026-12-03 22:05:46.498+00	\N
30000011	bde169aa-4ea8-8c4c-b30e-fb3136eafe26	100000014	PENDING	152	0	2026-11-28 22:05:46.516+00	2026-12-03 22:05:46.516+00	\N
30000010	c7893295-c31c-8486-979a-8a5c68471d1e	100000013	POSTED	0	500	2026-11-28 22:05:23.519+00	2026-12-03 22:05:23.519+00	2026-11-29 23:05:47.497+00
10000002	b3208c45-5585-4a0d-b550-af70c356ae16	100000007	POSTED	0	500	2026-11-28 21:51:06.789+00	2026-12-05 21:51:06.789+00	2026-11-29 23:05:47.493+00
30000009	0230d71d-8ccb-88e4-9050-ed50aa8cee23	100000012	POSTED	0	500	2026-11-28 21:54:48.09+00	2026-12-03 21:54:48.09+00	2026-11-29 23:05:47.496+00
10000002	9aed2c01-d1b1-494e-b0c9-0c19a985e6b8	100000007	POSTED	0	500	2026-11-28 21:51:41.111+00	2026-12-05 21:51:41.111+00	2026-11-29 23:05:47.493+00
10000002	ed41ee24-a6d0-4dab-ba39-3a60c9a01b5e	100000007	POSTED	0	1234	2026-11-28 21:51:36.527+00	2026-12-05 21:51:36.527+00	2026-11-29 23:05:47.504+00
10000002	d2d485b0-3311-4747-90e1-b721cb920de9	100000007	POSTED	0	500	2026-11-28 21:51:38.733+00	2026-12-05 21:51:38.733+00	2026-11-29 23:05:47.493+00
10000002	2288396b-11cc-403c-aea3-159ca9753ed1	100000007	POSTED	0	500	2026-11-28 21:51:13.181+00	2026-12-05 21:51:13.181+00	2026-11-29 23:05:47.493+00
10000002	09492275-44ff-4c6e-87a8-aadf8275db70	100000007	POSTED	0	500	2026-11-28 21:51:04.939+00	2026-12-05 21:51:04.939+00	2026-11-29 23:05:47.492+00
30000011	0dee5a0f-68db-853b-82b8-c93a11a6dd3e	100000014	PENDING	400	0	2026-11-28 22:05:46.764+00	2026-12-03 22:05:46.764+00	\N
30000011	d149166e-d590-8fb0-a014-dd52f1d49a9d	100000014	PENDING	600	0	2026-11-28 22:05:47.176+00	2026-12-03 22:05:47.176+00	\N
30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	100000014	POSTED	0	700	2026-11-28 22:05:46.597+00	\N	2026-11-29 23:05:47.413+00
30000011	ed302a08-c3b5-4684-8131-e82f6df61886	100000014	POSTED	0	300	2026-11-28 22:05:46.623+00	\N	2026-11-29 23:05:47.413+00
30000011	998f5678-0544-8b6c-8278-c9bd912a8dd6	100000014	POSTED	0	500	2026-11-28 22:05:46.721+00	2026-12-03 22:05:46.721+00	2026-11-29 23:05:47.526+00
30000011	16dccfbe-2881-8ae8-96ab-a8dcf87a49b0	100000014	POSTED	0	700	2026-11-28 22:05:47.36+00	2026-12-03 22:05:47.36+00	2026-11-29 23:05:47.535+00
30000012	3330b660-9976-8c27-900a-9b76f97f94f9	100000015	PENDING	150	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	64648594-a363-8f2f-90cc-9ed9dd0b0e38	100000015	PENDING	151	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	92be2d23-96b1-8a75-a57e-db3fa0deccd5	100000015	PENDING	152	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	7c1d05a9-4c5b-8403-9d31-95a49b379e75	100000015	PENDING	500	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	c2a1cda9-f49d-8b25-9678-369e4cb1c191	100000015	PENDING	400	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	5af42655-d62d-4835-8854-c2318b1fecfb	100000015	POSTED	0	700	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00
30000012	93cc4508-0af8-4374-96e8-e9fb93413903	100000015	POSTED	0	300	2026-11-29 23:06:18.026+00	\N	2026-11-29 23:06:18.026+00
30000012	28005837-f156-88e0-8a1d-7121708e48e8	100000015	PENDING	600	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000012	4dc32990-c5eb-8ffd-9fdf-8d6553562580	100000015	PENDING	700	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000014	a0f7cee1-ae26-8961-ae40-7af21bc4051a	100000016	PENDING	1234	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
30000014	2f3b3601-6093-8301-aa89-7113abf0570e	100000016	PENDING	500	0	2026-11-29 23:06:18.026+00	2026-12-04 23:06:18.026+00	\N
\.
COPY money.house_balance (shard, ledger_account, currency, balance) FROM stdin;
4	safeguarding	EUR	-5000
1	scheme:VISA	EUR	2300
2	scheme:MC	EUR	2734
4	scheme:VISA	EUR	2000
2	safeguarding	EUR	-15000
5	fx	EUR	92
5	fx	USD	-100
5	scheme:VISA	USD	100
5	safeguarding	EUR	-22500
6	safeguarding	EUR	-20000
7	fx	EUR	92
7	fx	USD	-100
7	safeguarding	EUR	-22500
7	scheme:VISA	USD	100
7	transfer	EUR	700
8	fx	EUR	92
8	fx	USD	-100
8	safeguarding	EUR	-22200
8	scheme:VISA	USD	100
8	transfer	EUR	700
9	fx	EUR	92
9	fx	USD	-100
9	safeguarding	EUR	-22200
9	scheme:VISA	USD	100
9	transfer	EUR	700
10	fx	EUR	92
10	fx	USD	-100
10	safeguarding	EUR	-22200
10	scheme:VISA	USD	100
10	transfer	EUR	700
11	fx	EUR	92
11	fx	USD	-100
11	scheme:VISA	USD	100
1	safeguarding	EUR	-29200
2	scheme:VISA	EUR	3834
2	transfer	EUR	-4200
9	scheme:VISA	EUR	500
10	scheme:VISA	EUR	500
11	safeguarding	EUR	-22200
11	scheme:VISA	EUR	1200
11	transfer	EUR	700
12	fx	EUR	92
12	fx	USD	-100
12	safeguarding	EUR	-22200
12	scheme:VISA	USD	100
12	transfer	EUR	700
\.
COPY money.journal (customer_id, journal_id, account_id, version, balance, hold_id, posted_at) FROM stdin;
30000002	2959403f-2af0-40bc-a1a1-fd40e5eb3f88	100000003	1	5000	\N	2026-11-28 21:48:04.578+00
30000002	9ac90aaf-9721-4459-9a0b-20c1bfa64876	100000003	4	3000	9f8ac07c-d520-4ada-b182-2f428b1c26e7	2026-11-28 21:48:04.688+00
30000002	4e3664cb-2879-418c-bf9f-2a14e40cb28b	100000003	5	3500	\N	2026-11-28 21:48:04.736+00
30000002	aa872275-d7fd-4860-88b7-4a7138d1c0fc	100000003	9	3400	0c783f37-7098-4ce9-b2e7-12ee91cf3c7c	2026-11-28 21:48:04.863+00
30000004	dea69de8-21ce-4ff0-bf27-b70ff76ef246	100000006	1	5000	\N	2026-11-28 21:49:06.576+00
30000004	5ae0978c-ceec-44d5-828c-923058d8a5d0	100000006	4	3766	1e876be9-291f-480d-9e6c-56eaf0e68ed8	2026-11-28 21:49:10.025+00
30000004	96273f1f-505c-4399-9a16-ed3fd3593211	100000006	5	5000	\N	2026-11-28 21:49:10.041+00
10000001	36ebcd6f-9a31-4f0a-aa50-fc219f04231d	100000004	1	5000	\N	2026-11-28 21:49:34.659+00
10000001	68c8be1e-d540-4f99-abd7-4fc4dc4e1841	100000004	2	10000	\N	2026-11-28 21:50:06.583+00
10000001	f8b589dc-1810-4775-9028-d473279215e6	100000004	4	8766	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	2026-11-28 21:50:08.551+00
10000001	0b7171ff-6229-41d8-8568-9d956c1a251d	100000004	5	9000	\N	2026-11-28 21:50:09.167+00
30000002	3ff12c5a-bc96-48a6-ba5d-e34d140e8707	100000003	10	2166	d0e64503-8213-46a4-94a8-462e5604e6f9	2026-11-28 21:50:20.039+00
30000004	966e6ad9-171e-4f4f-98d0-6600ed881b9c	100000006	6	3000	6cfbe288-31e0-47b6-aa40-478bd4669a70	2026-11-28 21:50:20.159+00
10000001	641b797d-ced7-4932-baee-dffb4d2d9e3d	100000004	8	8900	473d79e6-650f-8ddb-b3fb-7ebf44879f0a	2026-11-28 21:50:20.208+00
10000001	9e99d754-1ea1-40d2-b16c-d128adba3b32	100000004	9	7800	235ff687-9ed8-407e-8921-b23c4499fc27	2026-11-28 21:50:20.23+00
10000001	b28ad8a1-9048-48e2-b1dd-06c5a72d923d	100000004	11	7700	\N	2026-11-28 21:50:33.715+00
10000001	7e8a2993-ce5f-4481-871d-af1275d8a3ad	100000004	12	12700	\N	2026-11-28 21:50:35.368+00
10000002	27773665-c1ca-4ff2-a27b-1b27c43ac1a0	100000007	1	5000	\N	2026-11-28 21:50:46.763+00
10000001	3c03662c-e7fe-43ef-b303-ea2ad3c9210d	100000004	13	17700	\N	2026-11-28 21:51:30.693+00
10000002	890d51ca-4f3b-4a41-8e50-cdbcb2546ac6	100000007	5	10000	\N	2026-11-28 21:51:34.388+00
10000001	7d3eb1cf-8911-486b-874d-c1fcc4dc4c6d	100000004	14	22700	\N	2026-11-28 21:51:45.621+00
30000005	e7038161-7616-462f-9174-7d8466bc8e65	100000008	1	20000	\N	2026-11-28 21:53:32.448+00
30000005	29975891-6a6c-47c6-853d-e05b21c52a2d	100000008	5	19908	\N	2026-11-28 21:53:39.828+00
30000005	ffb8c255-ea4e-418a-81f3-a68db70059b0	100000008	6	22408	\N	2026-11-28 21:53:44.903+00
30000006	b29b191e-e8d6-402c-9b14-00e4c0573a6d	100000009	1	20000	\N	2026-11-28 21:54:00.887+00
30000007	6b430f56-8259-434f-9738-efa290176916	100000010	1	20000	\N	2026-11-28 21:54:18.33+00
30000007	2fd13b06-3044-4bf6-aa67-d5ecd05f9a47	100000010	5	19908	\N	2026-11-28 21:54:18.625+00
30000007	2e2d8cee-de5e-475a-8833-6256c06c21b7	100000010	7	22408	\N	2026-11-28 21:54:21.512+00
30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	100000010	8	21708	9981530d-4c5f-4ff7-b813-49513b7eb4ab	2026-11-28 21:54:21.512+00
10000002	9981530d-4c5f-4ff7-b813-49513b7eb4ab	100000007	9	10700	\N	2026-11-28 21:54:21.512+00
30000008	5136bc17-c90c-4eb3-b2d0-87c18bd67416	100000011	1	20000	\N	2026-11-28 21:54:32.3+00
30000008	d02c842d-9746-40c5-ac0e-35676421114b	100000011	5	19908	\N	2026-11-28 21:54:35.195+00
30000008	d872e1af-2a21-4ed7-92bb-1137c4d2832c	100000011	8	22408	\N	2026-11-28 21:54:37.165+00
30000008	f5da2292-867c-46bd-a602-42e86a0fe130	100000011	9	21708	f5da2292-867c-46bd-a602-42e86a0fe130	2026-11-28 21:54:37.165+00
10000002	f5da2292-867c-46bd-a602-42e86a0fe130	100000007	10	11400	\N	2026-11-28 21:54:37.165+00
30000008	2dcecc68-1b37-4e91-b18a-515e36a36376	100000011	10	21408	2dcecc68-1b37-4e91-b18a-515e36a36376	2026-11-28 21:54:37.165+00
30000009	0f228d82-cfd9-427a-b8ad-acdd1edad119	100000012	1	20000	\N	2026-11-28 21:54:46.783+00
30000009	42202bd2-568d-4e66-989b-54eb7fd354da	100000012	5	19908	\N	2026-11-28 21:54:47.596+00
30000009	1a6f3340-4b44-4895-89f7-8021f7140948	100000012	10	22408	\N	2026-11-28 21:54:52.632+00
30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	100000012	11	21708	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	2026-11-28 21:54:52.632+00
10000002	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	100000007	11	12100	\N	2026-11-28 21:54:52.632+00
30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9	100000012	12	21408	d8229f6f-3ada-4203-8935-686dcec6f0a9	2026-11-28 21:54:52.632+00
30000010	3e79e46c-3468-4192-b20e-d8f65c1fd981	100000013	1	20000	\N	2026-11-28 22:05:23.121+00
30000010	ea93637c-1ca3-4193-88eb-ad07f5989528	100000013	5	19908	\N	2026-11-28 22:05:23.309+00
30000010	1800e6e0-483d-460f-a860-4aaf23a76043	100000013	10	22408	\N	2026-11-28 22:05:27.913+00
30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	100000013	11	21708	f2cb2673-ac23-4090-b857-43aac3f753b4	2026-11-28 22:05:27.913+00
10000002	f2cb2673-ac23-4090-b857-43aac3f753b4	100000007	12	12800	\N	2026-11-28 22:05:27.913+00
30000010	98bd6862-143b-4252-a9db-c1ca13680888	100000013	12	21408	98bd6862-143b-4252-a9db-c1ca13680888	2026-11-28 22:05:27.913+00
30000011	93de1e64-55d0-4ac1-a523-1e25bf43a560	100000014	1	20000	\N	2026-11-28 22:05:46.377+00
30000011	66be42aa-dd50-4900-a651-062152b83b3d	100000014	5	19908	\N	2026-11-28 22:05:46.54+00
30000011	35c54ae9-03a7-454f-836c-c5a41a660fec	100000014	12	22408	\N	2026-11-29 23:05:47.413+00
30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	100000014	13	21708	66b94115-23b0-43f9-a88d-3e8eb0338b5b	2026-11-29 23:05:47.413+00
10000002	66b94115-23b0-43f9-a88d-3e8eb0338b5b	100000007	13	13500	\N	2026-11-29 23:05:47.413+00
30000011	ed302a08-c3b5-4684-8131-e82f6df61886	100000014	14	21408	ed302a08-c3b5-4684-8131-e82f6df61886	2026-11-29 23:05:47.413+00
30000010	cd556a67-9a9d-4dc3-a22f-42759e840cfb	100000013	13	20908	c7893295-c31c-8486-979a-8a5c68471d1e	2026-11-29 23:05:47.497+00
10000002	39947fc9-b494-420e-bf86-f543e7de4f6f	100000007	14	13000	b3208c45-5585-4a0d-b550-af70c356ae16	2026-11-29 23:05:47.493+00
30000009	8c58d3e9-733e-4ea7-a3d1-cc19f48a7e26	100000012	13	20908	0230d71d-8ccb-88e4-9050-ed50aa8cee23	2026-11-29 23:05:47.496+00
30000011	dcb8fc1c-7de3-4bf8-a18d-a7de281b88fd	100000014	15	20908	998f5678-0544-8b6c-8278-c9bd912a8dd6	2026-11-29 23:05:47.526+00
10000002	c39ee542-a90b-4024-b1f7-86c4cf8a0587	100000007	15	12500	9aed2c01-d1b1-494e-b0c9-0c19a985e6b8	2026-11-29 23:05:47.493+00
30000011	26ffa77b-79a5-4ff8-bfcb-7bbec559c844	100000014	16	20208	16dccfbe-2881-8ae8-96ab-a8dcf87a49b0	2026-11-29 23:05:47.535+00
10000002	382911c5-20e1-4504-9452-9f0fb70d3e45	100000007	16	11266	ed41ee24-a6d0-4dab-ba39-3a60c9a01b5e	2026-11-29 23:05:47.504+00
10000002	4f9a8ea1-94ca-4b22-a164-9da084d87663	100000007	17	10766	d2d485b0-3311-4747-90e1-b721cb920de9	2026-11-29 23:05:47.493+00
10000002	29aae39a-16c1-460e-8961-b33bf1cfdf1b	100000007	18	10266	2288396b-11cc-403c-aea3-159ca9753ed1	2026-11-29 23:05:47.493+00
10000002	a4b25cb2-8283-4944-8340-05b80b301a08	100000007	19	9766	09492275-44ff-4c6e-87a8-aadf8275db70	2026-11-29 23:05:47.492+00
30000012	680dc3a5-77d9-4b28-8994-4aca7c802141	100000015	1	20000	\N	2026-11-29 23:06:18.026+00
30000012	084226b2-08ca-4ea2-aa95-b44fdc30ca3c	100000015	5	19908	\N	2026-11-29 23:06:18.026+00
30000012	7fe2ff9a-bf80-4451-87cb-b428c782909c	100000015	10	22408	\N	2026-11-29 23:06:18.026+00
30000012	5af42655-d62d-4835-8854-c2318b1fecfb	100000015	11	21708	5af42655-d62d-4835-8854-c2318b1fecfb	2026-11-29 23:06:18.026+00
10000002	5af42655-d62d-4835-8854-c2318b1fecfb	100000007	20	10466	\N	2026-11-29 23:06:18.026+00
30000012	93cc4508-0af8-4374-96e8-e9fb93413903	100000015	12	21408	93cc4508-0af8-4374-96e8-e9fb93413903	2026-11-29 23:06:18.026+00
30000001	5cd625ce-0e06-408b-bc84-3f0aa0a8f7ee	100000001	1	4200	\N	2026-11-29 23:06:18.026+00
30000014	e93b7fc9-7c89-49bd-8d87-1c90f3426b25	100000016	1	20000	\N	2026-11-29 23:06:18.026+00
\.
COPY money.movement (customer_id, movement_id, kind, recipient_id, currency, amount, merchant_ref_num, reason, description, payment_option, instrument_type, instrument_id, status, status_reason, account_id, transaction_id, slip_id, created_at, changed_at) FROM stdin;
30000012	168f8878-f6b9-479c-b237-ea0ad94a2061	DEPOSIT	\N	EUR	2600	deposit2-30000012	\N	\N	\N	\N	\N	PREVIEW	\N	\N	\N	\N	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000005	ffb8c255-ea4e-418a-81f3-a68db70059b0	DEPOSIT	\N	EUR	2500	deposit-1	\N	\N	\N	\N	\N	COMPLETED	\N	100000008	5000000047	5000000048	2026-11-28 21:53:40.159+00	2026-11-28 21:53:44.903+00
30000012	7fe2ff9a-bf80-4451-87cb-b428c782909c	DEPOSIT	\N	EUR	2500	deposit-30000012	\N	\N	\N	\N	\N	COMPLETED	\N	100000015	5000000158	5000000159	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000007	2e2d8cee-de5e-475a-8833-6256c06c21b7	DEPOSIT	\N	EUR	2500	deposit-30000007	\N	\N	\N	\N	\N	COMPLETED	\N	100000010	5000000057	5000000058	2026-11-28 21:54:18.632+00	2026-11-28 21:54:21.512+00
30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	TRANSFER	10000002	EUR	700	transfer-30000007	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000010	5000000060	5000000061	2026-11-28 21:54:18.657+00	2026-11-28 21:54:21.512+00
30000012	5af42655-d62d-4835-8854-c2318b1fecfb	TRANSFER	10000002	EUR	700	transfer-30000012	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000015	5000000161	5000000162	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000012	93cc4508-0af8-4374-96e8-e9fb93413903	WITHDRAWAL	\N	EUR	300	withdrawal-30000012	\N	\N	BANK_TRANSFER	SEPA_BANK_ACCOUNT	bank-1	COMPLETED	\N	100000015	5000000164	5000000165	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000008	d872e1af-2a21-4ed7-92bb-1137c4d2832c	DEPOSIT	\N	EUR	2500	deposit-30000008	\N	\N	\N	\N	\N	COMPLETED	\N	100000011	5000000070	5000000071	2026-11-28 21:54:35.413+00	2026-11-28 21:54:37.165+00
30000008	f5da2292-867c-46bd-a602-42e86a0fe130	TRANSFER	10000002	EUR	700	transfer-30000008	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000011	5000000073	5000000074	2026-11-28 21:54:35.843+00	2026-11-28 21:54:37.165+00
30000008	2dcecc68-1b37-4e91-b18a-515e36a36376	WITHDRAWAL	\N	EUR	300	withdrawal-30000008	\N	\N	BANK_TRANSFER	SEPA_BANK_ACCOUNT	bank-1	COMPLETED	\N	100000011	5000000076	5000000077	2026-11-28 21:54:36.224+00	2026-11-28 21:54:37.165+00
30000009	1a6f3340-4b44-4895-89f7-8021f7140948	DEPOSIT	\N	EUR	2500	deposit-30000009	\N	\N	\N	\N	\N	COMPLETED	\N	100000012	5000000087	5000000088	2026-11-28 21:54:47.69+00	2026-11-28 21:54:52.632+00
30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	TRANSFER	10000002	EUR	700	transfer-30000009	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000012	5000000090	5000000091	2026-11-28 21:54:47.811+00	2026-11-28 21:54:52.632+00
30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9	WITHDRAWAL	\N	EUR	300	withdrawal-30000009	\N	\N	BANK_TRANSFER	SEPA_BANK_ACCOUNT	bank-1	COMPLETED	\N	100000012	5000000093	5000000094	2026-11-28 21:54:47.86+00	2026-11-28 21:54:52.632+00
30000010	1800e6e0-483d-460f-a860-4aaf23a76043	DEPOSIT	\N	EUR	2500	deposit-30000010	\N	\N	\N	\N	\N	COMPLETED	\N	100000013	5000000104	5000000105	2026-11-28 22:05:23.322+00	2026-11-28 22:05:27.913+00
30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	TRANSFER	10000002	EUR	700	transfer-30000010	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000013	5000000107	5000000108	2026-11-28 22:05:23.352+00	2026-11-28 22:05:27.913+00
30000010	98bd6862-143b-4252-a9db-c1ca13680888	WITHDRAWAL	\N	EUR	300	withdrawal-30000010	\N	\N	BANK_TRANSFER	SEPA_BANK_ACCOUNT	bank-1	COMPLETED	\N	100000013	5000000110	5000000111	2026-11-28 22:05:23.439+00	2026-11-28 22:05:27.913+00
30000011	35c54ae9-03a7-454f-836c-c5a41a660fec	DEPOSIT	\N	EUR	2500	deposit-30000011	\N	\N	\N	\N	\N	COMPLETED	\N	100000014	5000000121	5000000122	2026-11-28 22:05:46.549+00	2026-11-29 23:05:47.413+00
30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	TRANSFER	10000002	EUR	700	transfer-30000011	PEER_TRANSFER	For lunch	\N	\N	\N	COMPLETED	\N	100000014	5000000124	5000000125	2026-11-28 22:05:46.58+00	2026-11-29 23:05:47.413+00
30000011	ed302a08-c3b5-4684-8131-e82f6df61886	WITHDRAWAL	\N	EUR	300	withdrawal-30000011	\N	\N	BANK_TRANSFER	SEPA_BANK_ACCOUNT	bank-1	COMPLETED	\N	100000014	5000000127	5000000128	2026-11-28 22:05:46.604+00	2026-11-29 23:05:47.413+00
\.
COPY money.network_message (reference, digest, kind, customer_id, card_id, authorization_id, response_code, currency, approved, available, approval_code, security_code_result, findings, received_at) FROM stdin;
SANDBOX-812c2fd3-aa7c-4a17-a88c-35488ddb2f0c	\\x5730ddf65be00696a63072a523e2368bf08059e4445015263219b6d5e71383ed	AUTHORIZATION	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	d0e64503-8213-46a4-94a8-462e5604e6f9	00	EUR	1234	\N	496481	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:48:04.595+00
SANDBOX-f38ee588-212e-4738-96bc-f8ecb2fefe0e	\\xb05f348ec2ff66e50ee05b544deaa1e54f60e454065514e9a95420ee1b4368d3	AUTHORIZATION	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	9f8ac07c-d520-4ada-b182-2f428b1c26e7	00	EUR	2000	\N	860896	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:48:04.665+00
SANDBOX-4b8b2b21-cd8f-4156-a04b-36aeced19029	\\x8f7a1b3a3f4937fc63360780543fb8e3a56d90a25f1fa63e155312bdf3bebd4e	CLEARING	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	9f8ac07c-d520-4ada-b182-2f428b1c26e7	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:48:04.688+00
SANDBOX-00c03c7b-9fb2-46bc-97e2-47dd26909de4	\\x238bf1409e7eea7e4b70e36079d4c4b4222e4c35ea540dc20f47a8574ffd2787	REFUND	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	9f8ac07c-d520-4ada-b182-2f428b1c26e7	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:48:04.736+00
SANDBOX-f6d09270-8474-41f4-aede-fc09ce6533ce	\\x6d0c010e421efeb6df75beefd78ea916edb218e15fb670711b936326b9bb0ae6	AUTHORIZATION	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	b8aa2b35-cd19-413b-9c55-4d31b9366ce2	00	EUR	1000	\N	900774	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:48:04.751+00
SANDBOX-1be9db8a-d2a1-4018-a73c-6f9a14d11eff	\\xa61c3ddbeed12e7ce00dff096340dd3c1cb3d5572ac3ae91333b802a43610fe1	REVERSAL	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	b8aa2b35-cd19-413b-9c55-4d31b9366ce2	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:48:04.778+00
SANDBOX-904a2da0-a474-42cd-b4f4-6a85a45b3674	\\x559a1cd8614a40852357c9ccb8f153b1209d8bda7cdd6e20d29bb1fb896f04d3	AUTHORIZATION	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	215b4fa9-f5e5-45cb-8c32-8271cf0384a2	51	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","MONEY FAILED 51 NOT_ENOUGH_MONEY","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:48:04.8+00
SANDBOX-4e1c7bce-f21e-465c-a3a9-ca8bf17f1cb8	\\x8b5647845085a37eb9f619848206f185f491a75ec169eb7bab309872b624d351	AUTHORIZATION	30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54	0c783f37-7098-4ce9-b2e7-12ee91cf3c7c	00	EUR	100	\N	584365	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:48:04.821+00
SANDBOX-2b533c96-5041-4f6e-9700-e90053700922	\\xa27d4d95d93a54cb59895d3ac66d41c5f451f94d742f39827d3d3a81c2aefbf2	CLEARING	30000002	ff372b37-779c-4ff3-9fd0-ba415ce39b54	0c783f37-7098-4ce9-b2e7-12ee91cf3c7c	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:48:04.863+00
SANDBOX-8113c735-5cd1-4ff8-8d97-9bbdd0bfb1a9	\\x42878333382fc3ba972a29ca62d447017681f15cc0b6fb6b988ae833fc3d796e	AUTHORIZATION	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	1e876be9-291f-480d-9e6c-56eaf0e68ed8	00	EUR	1234	\N	644504	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:49:06.901+00
861e69c8-957f-4510-ba12-47c9e7c06d57	\\x707a83fbcc2f19f603e5cf1e7988cb318a8da3a0eb9b606b8ea825e896613f82	AUTHORIZATION	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	6cfbe288-31e0-47b6-aa40-478bd4669a70	00	EUR	2000	\N	226189	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:49:08.643+00
d1ddc95a-ef23-4a8e-bf93-8244f152d682	\\x707a83fbcc2f19f603e5cf1e7988cb318a8da3a0eb9b606b8ea825e896613f82	AUTHORIZATION	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	c7258987-8b93-4595-95e4-f3d40ef1ccaf	82	\N	\N	\N	\N	\N	{"CRYPTOGRAM FAILED 82 CRYPTOGRAM_REPLAYED","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","MONEY FAILED 51 NOT_ENOUGH_MONEY","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:49:09.169+00
SANDBOX-cabe43fe-4e77-46ee-875e-2387499e58c4	\\x06082472485f26d6ed2a948e360dc7e7996c7e868e7d6eaeb7151539c240dc12	AUTHORIZATION	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	fe48175e-2982-49e9-9c26-7ace007b169a	51	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","MONEY FAILED 51 NOT_ENOUGH_MONEY","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:49:09.573+00
SANDBOX-82889cf6-33e6-4187-a0f5-787869719352	\\x20108db9340a59cafc8dfe523846e74b032d1e7553a6a23626577df3f3a5eb11	AUTHORIZATION	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	0d91d81c-a68a-482b-9561-88a5e40fa90a	62	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NO_TOKEN","CARD_STATUS FAILED 62 CARD_STATUS","CRYPTOGRAM SKIPPED - EARLIER_CHECK_FAILED","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:49:09.993+00
SANDBOX-d8fa1a59-7f20-4485-bb32-7f13537ea9d8	\\x74d121bec55f1b9991dfd798c85e0d80bffede1475042b73fb627fd88830ef30	CLEARING	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	1e876be9-291f-480d-9e6c-56eaf0e68ed8	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:49:10.025+00
SANDBOX-f055f8c6-f447-48be-833e-9361bf2ebd30	\\x9af74c74b53e88b8ef53ed1d5a2131789a81f0ced21655e90c1e9d248bedc4f6	REFUND	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	1e876be9-291f-480d-9e6c-56eaf0e68ed8	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:49:10.041+00
merchants-431153205440	\\x97ec04fda40746a25b22c473716e8e2428ef63a5be1d57bb7e787c592da8a961	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0230d71d-8ccb-88e4-9050-ed50aa8cee23	00	EUR	500	\N	322273	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:48.09+00
SANDBOX-ae8f1322-6cc4-4ca6-91a8-eb1669b7afed	\\x76321279fd81dd5a87f85177e6008dd8bbba3ddadb171bb1b255184a270299a5	AUTHORIZATION	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	00	EUR	1234	\N	492412	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:50:07.045+00
SANDBOX-7bf7fcc1-70d2-4934-b04f-2202e26c536b	\\x5728c7240561a7e5a839f85ed3d800a60d0d319b8ae0569fc477a9280ab7ac4b	CLEARING	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:08.551+00
SANDBOX-8511e5ca-37ef-43ed-b1d8-638fb4386a23	\\x32e6ee9c7feb8bb1350431307a809139682dc0e086aecbe4501308310ecc4770	REFUND	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	5c4794aa-07c6-4547-bae0-ea8c0c17c64e	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:09.167+00
SANDBOX-845652ea-d56a-4926-80f9-8a48ceab5e49	\\xc894e77667b5cc153d42ade705bf83713bea7016852b85ee541b6eed14caa305	AUTHORIZATION	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	473d79e6-650f-8ddb-b3fb-7ebf44879f0a	00	EUR	100	\N	479296	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:50:12.607+00
SANDBOX-a0c84093-9a80-4b9d-b9a9-5472b51f9f37	\\xbff52c62da43e743b292d5f53e5793e1f8b2314bf9783dc70cea759ded905147	AUTHORIZATION	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	235ff687-9ed8-407e-8921-b23c4499fc27	00	EUR	1100	\N	727767	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:50:17.6+00
CLEARING-d0e64503-8213-46a4-94a8-462e5604e6f9	\\x31eb8eb94752b8efdb30c4c697bc52ddaecd9649ff5ba9daaa822c0d3778cf6a	CLEARING	30000002	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	d0e64503-8213-46a4-94a8-462e5604e6f9	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:20.039+00
CLEARING-6cfbe288-31e0-47b6-aa40-478bd4669a70	\\xeb1804dd07c6038c4321ac7e72243b5da2c45d8b0eceb54acc721d1a9dc29a4e	CLEARING	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	6cfbe288-31e0-47b6-aa40-478bd4669a70	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:20.159+00
CLEARING-473d79e6-650f-8ddb-b3fb-7ebf44879f0a	\\x97a726b5bf1f80e02d35e9ca7392d33087bf52f730bf86bfa53c8b7421c4c731	CLEARING	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	473d79e6-650f-8ddb-b3fb-7ebf44879f0a	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:20.208+00
CLEARING-235ff687-9ed8-407e-8921-b23c4499fc27	\\x95a6213ce6ed36e83f1fb8b37d7a1e3a54f55c99e4619e5706d07ed0a1263879	CLEARING	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	235ff687-9ed8-407e-8921-b23c4499fc27	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:50:20.23+00
VISA-0001	\\x2166f9e534453b4b65b9ad5e5d4c6fc3e7ce323ec93f7c9cccdc43930a139155	AUTHORIZATION	10000001	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	8863a984-77af-4745-aec1-8b673971b99e	00	EUR	1234	\N	173140	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:50:21.494+00
VISA-0002	\\x176d03a6edc8cc182a97fa2cb736dddc9a97fac25bb293915d7591dc45c89755	FINANCIAL	10000001	3a6ad5f1-6c49-4096-90a4-d743253acdd6	f7752222-227f-41c2-9854-26a06ff3d965	00	EUR	100	\N	844407	\N	{"TOKEN SKIPPED - NO_TOKEN","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:50:33.715+00
merchants-696745485528	\\xcf52a33f7c8498a6cc7be41036c66ad8e9746819ec496f5580137dfe7c907283	AUTHORIZATION	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	09492275-44ff-4c6e-87a8-aadf8275db70	00	EUR	500	\N	446700	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:04.939+00
merchants-197074476355	\\xcf52a33f7c8498a6cc7be41036c66ad8e9746819ec496f5580137dfe7c907283	AUTHORIZATION	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	b3208c45-5585-4a0d-b550-af70c356ae16	00	EUR	500	\N	705700	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:06.789+00
merchants-913397600258	\\xcf52a33f7c8498a6cc7be41036c66ad8e9746819ec496f5580137dfe7c907283	AUTHORIZATION	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	2288396b-11cc-403c-aea3-159ca9753ed1	00	EUR	500	\N	310145	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:13.181+00
merchants-578876546724	\\xc55b55cb6ca0d0b15860d268b37ce96a55929b0dcc3e145386931264b47cd890	AUTHORIZATION	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	ed41ee24-a6d0-4dab-ba39-3a60c9a01b5e	00	EUR	1234	\N	208919	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:36.527+00
merchants-753924456205	\\xd3896dad9a34acbacdafc0cb5a931f6488904e420f3fb2da0ede7578e109a3ad	AUTHORIZATION	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	d2d485b0-3311-4747-90e1-b721cb920de9	00	EUR	500	\N	732044	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:38.733+00
merchants-536640230832	\\xcf52a33f7c8498a6cc7be41036c66ad8e9746819ec496f5580137dfe7c907283	AUTHORIZATION	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	4e835399-32b6-489a-b0fb-a1b60dda36f7	N7	\N	\N	\N	\N	N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM FAILED N7 SECURITY_CODE_WRONG","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:51:39.615+00
merchants-047185077962	\\xd3896dad9a34acbacdafc0cb5a931f6488904e420f3fb2da0ede7578e109a3ad	AUTHORIZATION	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	9aed2c01-d1b1-494e-b0c9-0c19a985e6b8	00	EUR	500	\N	178897	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:51:41.111+00
SANDBOX-a985e202-bfdd-4666-86c4-8bd15c90836a	\\x8dbbfccb94dd53b949c1c328e641780b93bbbb968c1e64f285e689fca65ee8e0	AUTHORIZATION	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	0a82dde3-0975-48db-854d-43f8b384d01f	00	EUR	150	\N	543370	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:53:38.886+00
SANDBOX-26805681-a362-481d-80f1-a960b9b51af3	\\x8359b253a33ba733b8e8055bb5deb41395ecc439acf8eeb059f035a7b49460e4	AUTHORIZATION	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	d7106320-bd86-4142-b935-6b56a2ed0af7	00	EUR	151	\N	904528	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:53:39.174+00
SANDBOX-e0d08126-ee15-48c5-b6b1-7d1e5b761533	\\x6432769b1e5d409a9c0df1a997a0843fe4bf2b2cb10a0753e54ee5a8cbd43ae9	AUTHORIZATION	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	0b510c46-75e4-47bd-9bd2-8cfca6dfb3e5	00	EUR	152	\N	020085	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:53:39.613+00
rev-early	\\xe79570b3c1f19f1af047ecb5119309c8b49b5b938c457777912173c3b6cd9fb7	REVERSAL	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:53:39.774+00
fx-1	\\x3b6666cd000b913f5e9820c3da307ec87ab73f76277c3ca7dac4c0a9806940f4	FINANCIAL	30000005	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	efcc3cec-0cde-4c63-86f8-ded974e27812	00	USD	100	\N	902161	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:53:39.828+00
SANDBOX-f2923998-c115-4e13-b5f1-0ec3987241e1	\\x050366ca40e40eec36fe457f934a2dca0a1cb089497024afbb65e80a461baae4	AUTHORIZATION	30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	0e88a53b-e36e-4cee-a491-cee14d801354	00	EUR	150	\N	831424	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:02.665+00
SANDBOX-89d3d0da-a060-4553-abfb-aea43a69874d	\\x5e81ac7f6b115bac92dd9a6fe4785991cb1e08fae16cabff327a7b04e92a966c	AUTHORIZATION	30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	b8419cea-7ffb-40c9-ae6e-13b1d5205eb9	00	EUR	151	\N	447107	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:02.771+00
SANDBOX-1de4253c-7aff-441c-94fe-28d2fa963403	\\xf7424f0dc046cafac3736abf02a6524469f1a7dd323314b76cabe1475d64e0fe	AUTHORIZATION	30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	2a6070af-b8f2-42a8-985d-b01cf185d285	00	EUR	152	\N	537629	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:02.913+00
SANDBOX-39bbfc73-21f0-4443-bb41-dde5b96da70b	\\x494b6d4e40537257e67ae8037a5aac46b564c37283926d8f8d8f47d9e38ce5f9	AUTHORIZATION	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	a7fc3703-65f4-485e-9863-86bd87a1de51	00	EUR	150	\N	142674	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:18.562+00
SANDBOX-941f4f55-5a96-4f9d-b78f-f2a9b229d871	\\x4e8346265b3748eacdfb3ac80d135cc6f5bdf94a7306ce6ec89eddc5da6b28cf	AUTHORIZATION	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	db27a5e5-f3a7-453d-9298-790ae3466d00	00	EUR	151	\N	090101	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:18.575+00
SANDBOX-2ff85ca7-096a-4a8f-a6b8-47047531f50d	\\x0f2b8304d9202909c15498b8ed7a97c6190b00ad15ace169cf57e1f09f9c49a1	AUTHORIZATION	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	d8f868a6-8bb8-466d-9737-80303e617e66	00	EUR	152	\N	747041	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:18.595+00
rev-30000007	\\x4ecf6542427b7c37544eb1eaa9b1109a93607be42519436efb38ba7903e7aa6f	REVERSAL	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:54:18.615+00
fx-30000007	\\x64ac20169f4439e570c2ddb49f3c93bda57d7272f993d5d3b9238c7568365169	FINANCIAL	30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	c57e661c-7893-46ea-8fdd-3db03fb822d7	00	USD	100	\N	415550	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:18.625+00
SANDBOX-0643c89e-b8f5-4655-9b60-ebc3aaa67312	\\xae8f111e5e3e46111f44ef68f3c7942fead0799a143c5d2f8994cc327112f167	AUTHORIZATION	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	5a47b5b7-a575-42a8-87a5-3e9fd7bd09aa	00	EUR	150	\N	102277	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:34.42+00
SANDBOX-8172b673-61e6-4b05-9259-16b0fea3895f	\\x3d374447175ba644cd877cbc6578d35cee579110007d33875528261db59dd67a	AUTHORIZATION	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	685352f6-255e-4235-9623-c21fb8bda364	00	EUR	151	\N	627366	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:34.446+00
SANDBOX-fb0c5ff4-ce4c-4b31-a613-fd874a6240f1	\\x04e2dc3b769fe4de46eea743e7c96c39ae8bf59e740b50a5194d470db466d06d	AUTHORIZATION	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	ee850c0a-e818-4417-a904-7ad9c83f48db	00	EUR	152	\N	418800	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:34.665+00
rev-30000008	\\xbd16234668c13d262e4087a031e849cacd83252114707b63373bb350e153e043	REVERSAL	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:54:35.076+00
fx-30000008	\\x65c0fef19c73bad630b342d6f0ab7f129ba1295fe5f62569c479609275a83c0e	FINANCIAL	30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	061491b5-05ce-4a5a-a6ec-30144f0f8fdb	00	USD	100	\N	250051	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - NO_PARTNER"}	2026-11-28 21:54:35.195+00
SANDBOX-caafc05e-0308-41a9-b4e9-b043aec71d7f	\\x529333914ffa272554186e750c9f67fb62a7ad1fc32e34043d57dfdd589b0760	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	4226adf3-470a-8923-b41c-59d5f322e948	00	EUR	150	\N	396563	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:47.317+00
SANDBOX-58fc5fe8-d4e3-4b99-ae52-564e90c28f2b	\\x13a0f5ffa480328baeca9eeaaa8514ba5cf2ba35973ba7545ece0a2baa4d7bc7	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	938b156a-d42f-8fb2-b41e-e38f949b39d9	00	EUR	151	\N	035311	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:47.361+00
SANDBOX-b31a57e7-2cc1-4ca8-933b-36be6be4923d	\\xfd447f81ef534facd5a6561c895cc31df9b28875f1738748d36daa9f27c68d00	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	9fed3379-b68a-85fb-aefd-27a023ce59de	00	EUR	152	\N	012323	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:47.452+00
rev-30000009	\\x490a79d74058a39264abcbcd14856222d8facd4fc5a448cc97f8a319b2be2f85	REVERSAL	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 21:54:47.524+00
fx-30000009	\\x7e9061eda4d0fee8d13c34c66651376f2eb1059a21c15024b462056f07f909b1	FINANCIAL	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	ac2e04c7-e5e2-87f4-95c3-8e5ba8a5e0e1	00	USD	100	\N	014545	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:47.596+00
merchants-081043155837	\\x1b1700372be3639e4de2d60f15163c14c3b2a72ace7b95d0b3efb4a54c447532	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	d504d816-8f3b-8742-a041-a2c4754e39a9	00	EUR	400	\N	680970	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 21:54:48.196+00
merchants-929786393395	\\x1b1700372be3639e4de2d60f15163c14c3b2a72ace7b95d0b3efb4a54c447532	AUTHORIZATION	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	d911110d-9d16-48d4-895a-7242ca11879d	N7	\N	\N	\N	\N	N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM FAILED N7 SECURITY_CODE_WRONG","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 21:54:48.336+00
SANDBOX-1b5d61d3-61fc-40f6-be71-a791eae3ab9e	\\xf3da432bd2c668fd436d93b326cad7f85ec3ae4d089beb3f4765db0a30a45b83	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	3a8eb424-af18-85da-8c2c-84d77a3a9311	00	EUR	150	\N	912079	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.247+00
SANDBOX-90009bcb-c76e-4273-831a-3ff9fc70620c	\\x644cfab395fd62b417b0d12a3eca04e139a7e0e29e1179a30898f9852aa76f79	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	97815b8d-8283-8e43-b420-3429d54689d6	00	EUR	151	\N	374482	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.268+00
SANDBOX-d81013e2-69e4-47ce-9ce5-37371a13b9d6	\\x95c61d963de52f15725c53801360a4fa10d9f48f6559e971d6a877114d222185	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	9f7f9f54-2568-837c-8651-b88c469b3410	00	EUR	152	\N	541847	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.283+00
rev-30000010	\\xdafa010df2fbc0a8bfed50750f40694986a4dda7eda5dc9354a618a8447cd465	REVERSAL	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 22:05:23.294+00
fx-30000010	\\x4be53a9c23f6dbc618f70d72f54ea451c0e2953e69d233bc14b8c1ae513c3f49	FINANCIAL	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	131010d4-6f6b-8ea6-8d61-6d52b83c88a1	00	USD	100	\N	653467	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.309+00
merchants-819620417985	\\xf5cc0b6275efc019b858405f7b17f9913d36450eb678daed385ed2505e63418e	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	c7893295-c31c-8486-979a-8a5c68471d1e	00	EUR	500	\N	436693	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.519+00
merchants-540471744013	\\xc9d80ec27c2d06e8e07f03897ea198f85ed2ef8c58221f9671ec29ecd1187f4f	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	f5cac8cc-b570-803b-9788-42a39ec0baaf	00	EUR	400	\N	030020	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:23.564+00
merchants-297435981832	\\xc9d80ec27c2d06e8e07f03897ea198f85ed2ef8c58221f9671ec29ecd1187f4f	AUTHORIZATION	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	78d3d052-0480-4e5d-bdf9-6cebbebb94db	N7	\N	\N	\N	\N	N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM FAILED N7 SECURITY_CODE_WRONG","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 22:05:23.659+00
SANDBOX-d0a49438-57b6-4a55-b587-cd3429244cb0	\\x9b054326f341b6a225c79408f944d3ae72ff216b129b278e21b315da9006fafe	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	4372cbc1-b607-8c3b-b6c0-6385c9229934	00	EUR	150	\N	804549	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.473+00
SANDBOX-23dc91ff-de55-4a2e-bea3-b61e637d9f98	\\x6cd021ce5a1c8ebc222dfa56d8be50a99b5b3f5e97412d054877ee99278e1e90	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	43e33cc4-6505-8d6f-9339-b9370d4951b2	00	EUR	151	\N	830915	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.498+00
SANDBOX-9822c233-3d62-42ba-9c71-d3273ebaf1e8	\\x0f969c829f0d6da6c326fe66f97ba6ed61c5942e83ea60002a9c4c690e609cd0	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	bde169aa-4ea8-8c4c-b30e-fb3136eafe26	00	EUR	152	\N	920978	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.516+00
rev-30000011	\\x8283e95ded123925d947a2d964bd66c1d54f35ed8e96a5cc12cae8255ac278af	REVERSAL	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-28 22:05:46.526+00
fx-30000011	\\x045e6ebe648d739f38398ef6bafa934e103c93fa22756c87570180ad71e3070a	FINANCIAL	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	23067d42-e840-8772-9af6-6f615797011c	00	USD	100	\N	646188	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.54+00
merchants-069717857330	\\xaaab5e321a7ed3b0365b1503b6ac23816c1ef4b886d4cc7e100e773fde51ae91	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	998f5678-0544-8b6c-8278-c9bd912a8dd6	00	EUR	500	\N	670749	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.721+00
merchants-186326064572	\\xbf366df2e3817c5f3075a8d2f4f4075e52bf7b32aa9cf10fdcba00d7b979d7e4	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	0dee5a0f-68db-853b-82b8-c93a11a6dd3e	00	EUR	400	\N	393246	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:46.764+00
merchants-143038788610	\\xbf366df2e3817c5f3075a8d2f4f4075e52bf7b32aa9cf10fdcba00d7b979d7e4	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	82a0d43e-3394-44eb-a69f-a81526886c5f	N7	\N	\N	\N	\N	N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM FAILED N7 SECURITY_CODE_WRONG","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-28 22:05:46.796+00
merchants-319350742591	\\xa17cde3c97b351f03a16e520c29762639b58d2517fabcd2e99930bda647cf2ce	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	d149166e-d590-8fb0-a014-dd52f1d49a9d	00	EUR	600	\N	858728	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:47.176+00
merchants-126442886300	\\xe615e2d9a2db491998700e4298ae2962f0969960025d6c30797def0b504673e4	AUTHORIZATION	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	16dccfbe-2881-8ae8-96ab-a8dcf87a49b0	00	EUR	700	\N	340450	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-28 22:05:47.36+00
merchants-415095218296	\\x5b460641bf7fc8e3371981f3f9fa44c01a62091a641b7d881c8492d9be494031	CLEARING	30000010	4058451c-3b15-4f6a-af15-23afa5e49403	c7893295-c31c-8486-979a-8a5c68471d1e	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.497+00
merchants-662367705908	\\x0022709fb3df6cc5c7450299f9c43c82967c21374a48c36a84d7fc046c0a966b	CLEARING	30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	0230d71d-8ccb-88e4-9050-ed50aa8cee23	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.496+00
merchants-814568342757	\\xf006610282cb0f412054028159c39be37bb0c7c8fef3e4dbba914593cdf40ad5	CLEARING	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	16dccfbe-2881-8ae8-96ab-a8dcf87a49b0	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.535+00
merchants-902946299208	\\x61377ee1de5f73c803cc821663b00c0f938601f34b671ed21c2cb0a7fc58b52e	CLEARING	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	b3208c45-5585-4a0d-b550-af70c356ae16	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.493+00
merchants-872847384058	\\x6f2f240d1cfafe26a0629eb937a9ececf1c6c39a2a434961d746749ad249e23c	CLEARING	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	998f5678-0544-8b6c-8278-c9bd912a8dd6	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.526+00
merchants-364385189691	\\x9f7697bc3144f3e407927a6b39956557973142f79e498f089fa9df78c28f8521	CLEARING	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	9aed2c01-d1b1-494e-b0c9-0c19a985e6b8	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.493+00
merchants-621501612669	\\x2ddcdde36f78299f185fefad4e78922e567c24d17d5fa414abf81e15152827e0	CLEARING	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	ed41ee24-a6d0-4dab-ba39-3a60c9a01b5e	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.504+00
merchants-198201111964	\\xbdb87cc615772f87da46687fb0872c63b6d2af8cd7d65db140ce609b3b6b7abd	CLEARING	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	d2d485b0-3311-4747-90e1-b721cb920de9	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.493+00
merchants-203408430853	\\xb3009ba680a9be21aac7f997fb9b5d42f6c2c0e9e294d65e5a7d3d58065f7e21	CLEARING	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	2288396b-11cc-403c-aea3-159ca9753ed1	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.493+00
SANDBOX-c83dec5a-6ddf-447f-b18a-57d5f2ebdc17	\\x34afb387f9b7d6dfe91e196676a9d3ae0e97d66db97a092be5438a3e92af5474	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	3330b660-9976-8c27-900a-9b76f97f94f9	00	EUR	150	\N	018363	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
SANDBOX-5eb3ba16-22c0-412b-954d-c61fbc719506	\\x2252c2a7db0e9aefa33fc61890c55c3a6ebbe0d388f20e4dd57a87f2dd86798b	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	64648594-a363-8f2f-90cc-9ed9dd0b0e38	00	EUR	151	\N	156605	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
SANDBOX-1e4f217a-fcbf-46ab-afa9-192e6f1872c0	\\x7ac1ee608dc336bef70c18271b4cd4e33df7b8a067da70fc2082c8043094fb47	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	92be2d23-96b1-8a75-a57e-db3fa0deccd5	00	EUR	152	\N	060083	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
rev-30000012	\\xedffa50c1d9800cae00e6a425d2abfdd663f4c94d466498923a1a888323994a5	REVERSAL	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	\N	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:06:18.026+00
fx-30000012	\\x1a0339e1a1a216651da56987d1a0a491ee1b5f79d0cde182c5d3ebf9e50c91b0	FINANCIAL	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	5a6f3737-a569-8d7f-857f-755d644baaad	00	USD	100	\N	623223	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-993515617113	\\xf4ade3612cdc3cb83e9f88c25a72a25a38d134a63a161436da3a6d5dca62b225	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	7c1d05a9-4c5b-8403-9d31-95a49b379e75	00	EUR	500	\N	004635	M	{"TOKEN SKIPPED - NO_TOKEN","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-780665764082	\\xb743fa22d508c7d96618e16edb86a868429d5cebe4a5b1cf009161f2fc4cdde3	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	c2a1cda9-f49d-8b25-9678-369e4cb1c191	00	EUR	400	\N	739141	\N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM SKIPPED - NOT_SENT","PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-690968061822	\\xb743fa22d508c7d96618e16edb86a868429d5cebe4a5b1cf009161f2fc4cdde3	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	89333fa9-5576-4ed5-a04f-5960be4c1b98	N7	\N	\N	\N	\N	N	{"TOKEN SKIPPED - NO_TOKEN","CRYPTOGRAM FAILED N7 SECURITY_CODE_WRONG","PIN SKIPPED - EARLIER_CHECK_FAILED","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER SKIPPED - EARLIER_CHECK_FAILED"}	2026-11-29 23:06:18.026+00
merchants-204796898630	\\x419fd768a8fd8ef495fecef73061750d9f5fa9f9629b7b50ec6dbc4f80662191	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	28005837-f156-88e0-8a1d-7121708e48e8	00	EUR	600	\N	328827	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-440406525171	\\x5cb94488be6cd9d31f63bdec12aa057b853c757643791b22f85f9a60d4514108	AUTHORIZATION	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	4dc32990-c5eb-8ffd-9fdf-8d6553562580	00	EUR	700	\N	454961	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-268457556671	\\x6d96125f6aa91173fdbbe272319d7c5b78be081d7735758c98c191cc9f6c4908	CLEARING	10000002	a5cc9655-94fa-47a4-8b56-b724dc02eb99	09492275-44ff-4c6e-87a8-aadf8275db70	00	\N	\N	\N	\N	\N	{"TOKEN SKIPPED - NOT_A_REQUEST","CARD SKIPPED - NOT_A_REQUEST","CARD_STATUS SKIPPED - NOT_A_REQUEST","EXPIRY SKIPPED - NOT_A_REQUEST","CRYPTOGRAM SKIPPED - NOT_A_REQUEST","PIN SKIPPED - NOT_A_REQUEST","AUTHENTICATION SKIPPED - NOT_A_REQUEST","PERMISSION SKIPPED - NOT_A_REQUEST","LIMITS SKIPPED - NOT_A_REQUEST","ACCOUNT SKIPPED - NOT_A_REQUEST","MONEY SKIPPED - NOT_A_REQUEST","PARTNER SKIPPED - NOT_A_REQUEST"}	2026-11-29 23:05:47.492+00
merchants-109794555246	\\xd8bfab2a28160b65c687c55967dbd65e98b86a2fd02b5157f32b1699267680d7	AUTHORIZATION	30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	a0f7cee1-ae26-8961-ae40-7af21bc4051a	00	EUR	1234	\N	118954	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
merchants-691686434866	\\x253db1061d9cf5ae4595b8061f1fc527a2e02ec488ff8d3edcdd4cdcfab00139	AUTHORIZATION	30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	2f3b3601-6093-8301-aa89-7113abf0570e	00	EUR	500	\N	234337	\N	{"PIN SKIPPED - NOT_SENT","AUTHENTICATION SKIPPED - NOT_NEEDED","PARTNER PASSED - PARTNER_NOT_REACHED"}	2026-11-29 23:06:18.026+00
\.
COPY money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount, fold_number) FROM stdin;
30000002	2959403f-2af0-40bc-a1a1-fd40e5eb3f88	1	safeguarding	customer	EUR	5000	1
30000002	9ac90aaf-9721-4459-9a0b-20c1bfa64876	1	customer	scheme:MC	EUR	2000	2
30000002	4e3664cb-2879-418c-bf9f-2a14e40cb28b	1	scheme:MC	customer	EUR	500	3
30000002	aa872275-d7fd-4860-88b7-4a7138d1c0fc	1	customer	scheme:VISA	EUR	100	4
30000004	dea69de8-21ce-4ff0-bf27-b70ff76ef246	1	safeguarding	customer	EUR	5000	6
30000004	5ae0978c-ceec-44d5-828c-923058d8a5d0	1	customer	scheme:VISA	EUR	1234	7
30000004	96273f1f-505c-4399-9a16-ed3fd3593211	1	scheme:VISA	customer	EUR	1234	8
10000001	36ebcd6f-9a31-4f0a-aa50-fc219f04231d	1	safeguarding	customer	EUR	5000	9
10000001	68c8be1e-d540-4f99-abd7-4fc4dc4e1841	1	safeguarding	customer	EUR	5000	11
10000001	f8b589dc-1810-4775-9028-d473279215e6	1	customer	scheme:VISA	EUR	1234	12
10000001	0b7171ff-6229-41d8-8568-9d956c1a251d	1	scheme:VISA	customer	EUR	234	13
30000002	3ff12c5a-bc96-48a6-ba5d-e34d140e8707	1	customer	scheme:MC	EUR	1234	14
30000004	966e6ad9-171e-4f4f-98d0-6600ed881b9c	1	customer	scheme:VISA	EUR	2000	15
10000001	641b797d-ced7-4932-baee-dffb4d2d9e3d	1	customer	scheme:VISA	EUR	100	16
10000001	9e99d754-1ea1-40d2-b16c-d128adba3b32	1	customer	scheme:VISA	EUR	1100	17
10000001	b28ad8a1-9048-48e2-b1dd-06c5a72d923d	1	customer	scheme:VISA	EUR	100	18
10000001	7e8a2993-ce5f-4481-871d-af1275d8a3ad	1	safeguarding	customer	EUR	5000	19
10000002	27773665-c1ca-4ff2-a27b-1b27c43ac1a0	1	safeguarding	customer	EUR	5000	21
10000001	3c03662c-e7fe-43ef-b303-ea2ad3c9210d	1	safeguarding	customer	EUR	5000	22
10000002	890d51ca-4f3b-4a41-8e50-cdbcb2546ac6	1	safeguarding	customer	EUR	5000	23
10000001	7d3eb1cf-8911-486b-874d-c1fcc4dc4c6d	1	safeguarding	customer	EUR	5000	25
30000005	e7038161-7616-462f-9174-7d8466bc8e65	1	safeguarding	customer	EUR	20000	27
30000005	29975891-6a6c-47c6-853d-e05b21c52a2d	1	customer	fx	EUR	92	28
30000005	29975891-6a6c-47c6-853d-e05b21c52a2d	2	fx	scheme:VISA	USD	100	29
30000005	ffb8c255-ea4e-418a-81f3-a68db70059b0	1	safeguarding	customer	EUR	2500	31
30000006	b29b191e-e8d6-402c-9b14-00e4c0573a6d	1	safeguarding	customer	EUR	20000	32
30000007	6b430f56-8259-434f-9738-efa290176916	1	safeguarding	customer	EUR	20000	33
30000007	2fd13b06-3044-4bf6-aa67-d5ecd05f9a47	1	customer	fx	EUR	92	34
30000007	2fd13b06-3044-4bf6-aa67-d5ecd05f9a47	2	fx	scheme:VISA	USD	100	35
30000007	2e2d8cee-de5e-475a-8833-6256c06c21b7	1	safeguarding	customer	EUR	2500	36
30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	1	customer	transfer	EUR	700	37
10000002	9981530d-4c5f-4ff7-b813-49513b7eb4ab	1	transfer	customer	EUR	700	38
30000008	5136bc17-c90c-4eb3-b2d0-87c18bd67416	1	safeguarding	customer	EUR	20000	39
30000008	d02c842d-9746-40c5-ac0e-35676421114b	1	customer	fx	EUR	92	40
30000008	d02c842d-9746-40c5-ac0e-35676421114b	2	fx	scheme:VISA	USD	100	41
30000008	d872e1af-2a21-4ed7-92bb-1137c4d2832c	1	safeguarding	customer	EUR	2500	42
30000008	f5da2292-867c-46bd-a602-42e86a0fe130	1	customer	transfer	EUR	700	43
10000002	f5da2292-867c-46bd-a602-42e86a0fe130	1	transfer	customer	EUR	700	44
30000008	2dcecc68-1b37-4e91-b18a-515e36a36376	1	customer	safeguarding	EUR	300	45
30000009	0f228d82-cfd9-427a-b8ad-acdd1edad119	1	safeguarding	customer	EUR	20000	47
30000009	42202bd2-568d-4e66-989b-54eb7fd354da	1	customer	fx	EUR	92	48
30000009	42202bd2-568d-4e66-989b-54eb7fd354da	2	fx	scheme:VISA	USD	100	49
30000009	1a6f3340-4b44-4895-89f7-8021f7140948	1	safeguarding	customer	EUR	2500	50
30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	1	customer	transfer	EUR	700	51
10000002	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	1	transfer	customer	EUR	700	52
30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9	1	customer	safeguarding	EUR	300	53
30000010	3e79e46c-3468-4192-b20e-d8f65c1fd981	1	safeguarding	customer	EUR	20000	64
30000010	ea93637c-1ca3-4193-88eb-ad07f5989528	1	customer	fx	EUR	92	65
30000010	ea93637c-1ca3-4193-88eb-ad07f5989528	2	fx	scheme:VISA	USD	100	66
30000010	1800e6e0-483d-460f-a860-4aaf23a76043	1	safeguarding	customer	EUR	2500	67
30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	1	customer	transfer	EUR	700	68
10000002	f2cb2673-ac23-4090-b857-43aac3f753b4	1	transfer	customer	EUR	700	69
30000010	98bd6862-143b-4252-a9db-c1ca13680888	1	customer	safeguarding	EUR	300	70
30000011	93de1e64-55d0-4ac1-a523-1e25bf43a560	1	safeguarding	customer	EUR	20000	71
30000011	66be42aa-dd50-4900-a651-062152b83b3d	1	customer	fx	EUR	92	72
30000011	66be42aa-dd50-4900-a651-062152b83b3d	2	fx	scheme:VISA	USD	100	73
30000011	35c54ae9-03a7-454f-836c-c5a41a660fec	1	safeguarding	customer	EUR	2500	75
30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	1	customer	transfer	EUR	700	76
10000002	66b94115-23b0-43f9-a88d-3e8eb0338b5b	1	transfer	customer	EUR	700	77
30000011	ed302a08-c3b5-4684-8131-e82f6df61886	1	customer	safeguarding	EUR	300	78
30000010	cd556a67-9a9d-4dc3-a22f-42759e840cfb	1	customer	scheme:VISA	EUR	500	79
10000002	39947fc9-b494-420e-bf86-f543e7de4f6f	1	customer	scheme:VISA	EUR	500	80
30000009	8c58d3e9-733e-4ea7-a3d1-cc19f48a7e26	1	customer	scheme:VISA	EUR	500	81
30000011	dcb8fc1c-7de3-4bf8-a18d-a7de281b88fd	1	customer	scheme:VISA	EUR	500	82
10000002	c39ee542-a90b-4024-b1f7-86c4cf8a0587	1	customer	scheme:VISA	EUR	500	83
30000011	26ffa77b-79a5-4ff8-bfcb-7bbec559c844	1	customer	scheme:VISA	EUR	700	84
10000002	382911c5-20e1-4504-9452-9f0fb70d3e45	1	customer	scheme:VISA	EUR	1234	85
10000002	4f9a8ea1-94ca-4b22-a164-9da084d87663	1	customer	scheme:VISA	EUR	500	86
10000002	29aae39a-16c1-460e-8961-b33bf1cfdf1b	1	customer	scheme:VISA	EUR	500	87
10000002	a4b25cb2-8283-4944-8340-05b80b301a08	1	customer	scheme:VISA	EUR	500	88
30000012	680dc3a5-77d9-4b28-8994-4aca7c802141	1	safeguarding	customer	EUR	20000	89
30000012	084226b2-08ca-4ea2-aa95-b44fdc30ca3c	1	customer	fx	EUR	92	90
30000012	084226b2-08ca-4ea2-aa95-b44fdc30ca3c	2	fx	scheme:VISA	USD	100	91
30000012	7fe2ff9a-bf80-4451-87cb-b428c782909c	1	safeguarding	customer	EUR	2500	92
30000012	5af42655-d62d-4835-8854-c2318b1fecfb	1	customer	transfer	EUR	700	93
10000002	5af42655-d62d-4835-8854-c2318b1fecfb	1	transfer	customer	EUR	700	94
30000012	93cc4508-0af8-4374-96e8-e9fb93413903	1	customer	safeguarding	EUR	300	95
30000001	5cd625ce-0e06-408b-bc84-3f0aa0a8f7ee	1	safeguarding	customer	EUR	4200	96
30000014	e93b7fc9-7c89-49bd-8d87-1c90f3426b25	1	safeguarding	customer	EUR	20000	99
\.
COPY money.program_controls (program_name, switched_off, allowed_countries, blocked_countries, allowed_categories, blocked_categories, limit_windows, limit_channels, limit_amounts, limit_counts, version, changed_at) FROM stdin;
DEMO-VIRTUAL-VISA-EEA	{}	\N	{}	\N	{}	{DAY}	{ALL}	{900000}	{-1}	7	2026-11-29 23:06:18.026+00
\.
COPY money.spent (customer_id, card_id, spending_window, channel, first_day, controls_version, amount, count) FROM stdin;
30000006	e166c63d-6c26-4946-a840-40f4d85b6d45	DAY	ALL	20785	2	453	3
30000007	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	DAY	ALL	20785	3	545	4
30000008	b020afe0-b07c-4f50-8d1f-8c40595156ef	DAY	ALL	20785	4	545	4
30000009	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	DAY	ALL	20785	5	1445	6
30000010	4058451c-3b15-4f6a-af15-23afa5e49403	DAY	ALL	20785	6	1445	6
30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	DAY	ALL	20785	7	2745	8
30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	DAY	ALL	20786	8	2745	8
30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	DAY	ALL	20786	7	1734	2
\.
COPY money.transaction (customer_id, transaction_id, slip_id, account_id, transaction_type, direction, amount, status, status_reason, card_id, merchant_ref_num, journal_id, created_at, changed_at) FROM stdin;
30000002	5000000001	5000000002	100000003	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	2959403f-2af0-40bc-a1a1-fd40e5eb3f88	2026-11-28 21:48:04.578+00	2026-11-28 21:48:04.578+00
30000002	5000000003	5000000004	100000003	PREPAID_CARD	DEBIT	2000	COMPLETED	\N	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	\N	9ac90aaf-9721-4459-9a0b-20c1bfa64876	2026-11-28 21:48:04.688+00	2026-11-28 21:48:04.688+00
30000002	5000000005	5000000006	100000003	PREPAID_CARD	CREDIT	500	COMPLETED	\N	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	\N	4e3664cb-2879-418c-bf9f-2a14e40cb28b	2026-11-28 21:48:04.736+00	2026-11-28 21:48:04.736+00
30000002	5000000007	5000000008	100000003	PREPAID_CARD	DEBIT	100	COMPLETED	\N	ff372b37-779c-4ff3-9fd0-ba415ce39b54	\N	aa872275-d7fd-4860-88b7-4a7138d1c0fc	2026-11-28 21:48:04.863+00	2026-11-28 21:48:04.863+00
30000004	5000000009	5000000010	100000006	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	dea69de8-21ce-4ff0-bf27-b70ff76ef246	2026-11-28 21:49:06.576+00	2026-11-28 21:49:06.576+00
30000004	5000000011	5000000012	100000006	PREPAID_CARD	DEBIT	1234	COMPLETED	\N	4022d6ac-c137-429b-b7e8-6f0176b79b60	\N	5ae0978c-ceec-44d5-828c-923058d8a5d0	2026-11-28 21:49:10.025+00	2026-11-28 21:49:10.025+00
30000004	5000000013	5000000014	100000006	PREPAID_CARD	CREDIT	1234	COMPLETED	\N	4022d6ac-c137-429b-b7e8-6f0176b79b60	\N	96273f1f-505c-4399-9a16-ed3fd3593211	2026-11-28 21:49:10.041+00	2026-11-28 21:49:10.041+00
10000001	5000000015	5000000016	100000004	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	36ebcd6f-9a31-4f0a-aa50-fc219f04231d	2026-11-28 21:49:34.659+00	2026-11-28 21:49:34.659+00
10000001	5000000017	5000000018	100000004	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	68c8be1e-d540-4f99-abd7-4fc4dc4e1841	2026-11-28 21:50:06.583+00	2026-11-28 21:50:06.583+00
10000001	5000000019	5000000020	100000004	PREPAID_CARD	DEBIT	1234	COMPLETED	\N	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	\N	f8b589dc-1810-4775-9028-d473279215e6	2026-11-28 21:50:08.551+00	2026-11-28 21:50:08.551+00
10000001	5000000021	5000000022	100000004	PREPAID_CARD	CREDIT	234	COMPLETED	\N	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	\N	0b7171ff-6229-41d8-8568-9d956c1a251d	2026-11-28 21:50:09.167+00	2026-11-28 21:50:09.167+00
30000002	5000000023	5000000024	100000003	PREPAID_CARD	DEBIT	1234	COMPLETED	\N	5b9b8020-5c61-4ab9-aba3-c495fc7ed27f	\N	3ff12c5a-bc96-48a6-ba5d-e34d140e8707	2026-11-28 21:50:20.039+00	2026-11-28 21:50:20.039+00
30000004	5000000025	5000000026	100000006	PREPAID_CARD	DEBIT	2000	COMPLETED	\N	4022d6ac-c137-429b-b7e8-6f0176b79b60	\N	966e6ad9-171e-4f4f-98d0-6600ed881b9c	2026-11-28 21:50:20.159+00	2026-11-28 21:50:20.159+00
10000001	5000000027	5000000028	100000004	PREPAID_CARD	DEBIT	100	COMPLETED	\N	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	\N	641b797d-ced7-4932-baee-dffb4d2d9e3d	2026-11-28 21:50:20.208+00	2026-11-28 21:50:20.208+00
10000001	5000000029	5000000030	100000004	PREPAID_CARD	DEBIT	1100	COMPLETED	\N	d8994f57-f87a-4cf9-b0ce-aa4ea2873fdd	\N	9e99d754-1ea1-40d2-b16c-d128adba3b32	2026-11-28 21:50:20.23+00	2026-11-28 21:50:20.23+00
10000001	5000000031	5000000032	100000004	PREPAID_CARD	DEBIT	100	COMPLETED	\N	3a6ad5f1-6c49-4096-90a4-d743253acdd6	\N	b28ad8a1-9048-48e2-b1dd-06c5a72d923d	2026-11-28 21:50:33.715+00	2026-11-28 21:50:33.715+00
10000001	5000000033	5000000034	100000004	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	7e8a2993-ce5f-4481-871d-af1275d8a3ad	2026-11-28 21:50:35.368+00	2026-11-28 21:50:35.368+00
10000002	5000000035	5000000036	100000007	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	27773665-c1ca-4ff2-a27b-1b27c43ac1a0	2026-11-28 21:50:46.763+00	2026-11-28 21:50:46.763+00
10000001	5000000037	5000000038	100000004	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	3c03662c-e7fe-43ef-b303-ea2ad3c9210d	2026-11-28 21:51:30.693+00	2026-11-28 21:51:30.693+00
10000002	5000000039	5000000040	100000007	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	890d51ca-4f3b-4a41-8e50-cdbcb2546ac6	2026-11-28 21:51:34.388+00	2026-11-28 21:51:34.388+00
10000001	5000000041	5000000042	100000004	DEPOSIT	CREDIT	5000	COMPLETED	\N	\N	\N	7d3eb1cf-8911-486b-874d-c1fcc4dc4c6d	2026-11-28 21:51:45.621+00	2026-11-28 21:51:45.621+00
30000005	5000000043	5000000044	100000008	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	e7038161-7616-462f-9174-7d8466bc8e65	2026-11-28 21:53:32.448+00	2026-11-28 21:53:32.448+00
30000005	5000000045	5000000046	100000008	PREPAID_CARD	DEBIT	92	COMPLETED	\N	cf0c9a10-c9d3-4b9f-b3f0-ffea3b322dd4	\N	29975891-6a6c-47c6-853d-e05b21c52a2d	2026-11-28 21:53:39.828+00	2026-11-28 21:53:39.828+00
30000005	5000000047	5000000048	100000008	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-1	ffb8c255-ea4e-418a-81f3-a68db70059b0	2026-11-28 21:53:40.603+00	2026-11-28 21:53:44.903+00
30000006	5000000051	5000000052	100000009	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	b29b191e-e8d6-402c-9b14-00e4c0573a6d	2026-11-28 21:54:00.887+00	2026-11-28 21:54:00.887+00
30000007	5000000053	5000000054	100000010	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	6b430f56-8259-434f-9738-efa290176916	2026-11-28 21:54:18.33+00	2026-11-28 21:54:18.33+00
30000007	5000000055	5000000056	100000010	PREPAID_CARD	DEBIT	92	COMPLETED	\N	bb34ed18-2cc0-4f11-ac6c-003eacc4c3d5	\N	2fd13b06-3044-4bf6-aa67-d5ecd05f9a47	2026-11-28 21:54:18.625+00	2026-11-28 21:54:18.625+00
30000007	5000000057	5000000058	100000010	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000007	2e2d8cee-de5e-475a-8833-6256c06c21b7	2026-11-28 21:54:18.641+00	2026-11-28 21:54:21.512+00
30000007	5000000060	5000000061	100000010	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	2026-11-28 21:54:18.664+00	2026-11-28 21:54:21.512+00
10000002	5000000065	5000000061	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab	2026-11-28 21:54:21.512+00	2026-11-28 21:54:21.512+00
30000008	5000000066	5000000067	100000011	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	5136bc17-c90c-4eb3-b2d0-87c18bd67416	2026-11-28 21:54:32.3+00	2026-11-28 21:54:32.3+00
30000008	5000000068	5000000069	100000011	PREPAID_CARD	DEBIT	92	COMPLETED	\N	b020afe0-b07c-4f50-8d1f-8c40595156ef	\N	d02c842d-9746-40c5-ac0e-35676421114b	2026-11-28 21:54:35.195+00	2026-11-28 21:54:35.195+00
30000008	5000000070	5000000071	100000011	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000008	d872e1af-2a21-4ed7-92bb-1137c4d2832c	2026-11-28 21:54:35.519+00	2026-11-28 21:54:37.165+00
30000008	5000000073	5000000074	100000011	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000008	f5da2292-867c-46bd-a602-42e86a0fe130	2026-11-28 21:54:35.993+00	2026-11-28 21:54:37.165+00
10000002	5000000081	5000000074	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000008	f5da2292-867c-46bd-a602-42e86a0fe130	2026-11-28 21:54:37.165+00	2026-11-28 21:54:37.165+00
30000008	5000000076	5000000077	100000011	WITHDRAWAL	DEBIT	300	COMPLETED	\N	\N	withdrawal-30000008	2dcecc68-1b37-4e91-b18a-515e36a36376	2026-11-28 21:54:36.251+00	2026-11-28 21:54:37.165+00
30000009	5000000083	5000000084	100000012	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	0f228d82-cfd9-427a-b8ad-acdd1edad119	2026-11-28 21:54:46.783+00	2026-11-28 21:54:46.783+00
30000009	5000000085	5000000086	100000012	PREPAID_CARD	DEBIT	92	COMPLETED	\N	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	\N	42202bd2-568d-4e66-989b-54eb7fd354da	2026-11-28 21:54:47.596+00	2026-11-28 21:54:47.596+00
30000009	5000000090	5000000091	100000012	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	2026-11-28 21:54:47.833+00	2026-11-28 21:54:52.632+00
30000009	5000000093	5000000094	100000012	WITHDRAWAL	DEBIT	300	COMPLETED	\N	\N	withdrawal-30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9	2026-11-28 21:54:47.874+00	2026-11-28 21:54:52.632+00
30000012	5000000164	5000000165	100000015	WITHDRAWAL	DEBIT	300	COMPLETED	\N	\N	withdrawal-30000012	93cc4508-0af8-4374-96e8-e9fb93413903	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000009	5000000087	5000000088	100000012	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000009	1a6f3340-4b44-4895-89f7-8021f7140948	2026-11-28 21:54:47.722+00	2026-11-28 21:54:52.632+00
10000002	5000000098	5000000091	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744	2026-11-28 21:54:52.632+00	2026-11-28 21:54:52.632+00
30000010	5000000100	5000000101	100000013	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	3e79e46c-3468-4192-b20e-d8f65c1fd981	2026-11-28 22:05:23.121+00	2026-11-28 22:05:23.121+00
30000010	5000000102	5000000103	100000013	PREPAID_CARD	DEBIT	92	COMPLETED	\N	4058451c-3b15-4f6a-af15-23afa5e49403	\N	ea93637c-1ca3-4193-88eb-ad07f5989528	2026-11-28 22:05:23.309+00	2026-11-28 22:05:23.309+00
30000010	5000000104	5000000105	100000013	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000010	1800e6e0-483d-460f-a860-4aaf23a76043	2026-11-28 22:05:23.33+00	2026-11-28 22:05:27.913+00
30000010	5000000107	5000000108	100000013	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	2026-11-28 22:05:23.372+00	2026-11-28 22:05:27.913+00
10000002	5000000115	5000000108	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000010	f2cb2673-ac23-4090-b857-43aac3f753b4	2026-11-28 22:05:27.913+00	2026-11-28 22:05:27.913+00
30000010	5000000110	5000000111	100000013	WITHDRAWAL	DEBIT	300	COMPLETED	\N	\N	withdrawal-30000010	98bd6862-143b-4252-a9db-c1ca13680888	2026-11-28 22:05:23.462+00	2026-11-28 22:05:27.913+00
30000011	5000000117	5000000118	100000014	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	93de1e64-55d0-4ac1-a523-1e25bf43a560	2026-11-28 22:05:46.377+00	2026-11-28 22:05:46.377+00
30000011	5000000119	5000000120	100000014	PREPAID_CARD	DEBIT	92	COMPLETED	\N	3e960292-7ed7-4592-bfe1-8abd0dde89b6	\N	66be42aa-dd50-4900-a651-062152b83b3d	2026-11-28 22:05:46.54+00	2026-11-28 22:05:46.54+00
30000011	5000000121	5000000122	100000014	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000011	35c54ae9-03a7-454f-836c-c5a41a660fec	2026-11-28 22:05:46.558+00	2026-11-29 23:05:47.413+00
30000011	5000000124	5000000125	100000014	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	2026-11-28 22:05:46.588+00	2026-11-29 23:05:47.413+00
10000002	5000000132	5000000125	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b	2026-11-29 23:05:47.413+00	2026-11-29 23:05:47.413+00
30000011	5000000127	5000000128	100000014	WITHDRAWAL	DEBIT	300	COMPLETED	\N	\N	withdrawal-30000011	ed302a08-c3b5-4684-8131-e82f6df61886	2026-11-28 22:05:46.618+00	2026-11-29 23:05:47.413+00
30000010	5000000134	5000000135	100000013	PREPAID_CARD	DEBIT	500	COMPLETED	\N	4058451c-3b15-4f6a-af15-23afa5e49403	\N	cd556a67-9a9d-4dc3-a22f-42759e840cfb	2026-11-29 23:05:47.497+00	2026-11-29 23:05:47.497+00
30000009	5000000138	5000000139	100000012	PREPAID_CARD	DEBIT	500	COMPLETED	\N	a8e5bbf4-53d6-4d0e-a526-a3c63b949a73	\N	8c58d3e9-733e-4ea7-a3d1-cc19f48a7e26	2026-11-29 23:05:47.496+00	2026-11-29 23:05:47.496+00
10000002	5000000136	5000000137	100000007	PREPAID_CARD	DEBIT	500	COMPLETED	\N	a5cc9655-94fa-47a4-8b56-b724dc02eb99	\N	39947fc9-b494-420e-bf86-f543e7de4f6f	2026-11-29 23:05:47.493+00	2026-11-29 23:05:47.493+00
30000011	5000000140	5000000141	100000014	PREPAID_CARD	DEBIT	500	COMPLETED	\N	3e960292-7ed7-4592-bfe1-8abd0dde89b6	\N	dcb8fc1c-7de3-4bf8-a18d-a7de281b88fd	2026-11-29 23:05:47.526+00	2026-11-29 23:05:47.526+00
10000002	5000000142	5000000143	100000007	PREPAID_CARD	DEBIT	500	COMPLETED	\N	e75b3517-0da5-4554-83e5-6a7728be370b	\N	c39ee542-a90b-4024-b1f7-86c4cf8a0587	2026-11-29 23:05:47.493+00	2026-11-29 23:05:47.493+00
30000011	5000000144	5000000145	100000014	PREPAID_CARD	DEBIT	700	COMPLETED	\N	3e960292-7ed7-4592-bfe1-8abd0dde89b6	\N	26ffa77b-79a5-4ff8-bfcb-7bbec559c844	2026-11-29 23:05:47.535+00	2026-11-29 23:05:47.535+00
10000002	5000000146	5000000147	100000007	PREPAID_CARD	DEBIT	1234	COMPLETED	\N	e75b3517-0da5-4554-83e5-6a7728be370b	\N	382911c5-20e1-4504-9452-9f0fb70d3e45	2026-11-29 23:05:47.504+00	2026-11-29 23:05:47.504+00
10000002	5000000148	5000000149	100000007	PREPAID_CARD	DEBIT	500	COMPLETED	\N	e75b3517-0da5-4554-83e5-6a7728be370b	\N	4f9a8ea1-94ca-4b22-a164-9da084d87663	2026-11-29 23:05:47.493+00	2026-11-29 23:05:47.493+00
10000002	5000000150	5000000151	100000007	PREPAID_CARD	DEBIT	500	COMPLETED	\N	a5cc9655-94fa-47a4-8b56-b724dc02eb99	\N	29aae39a-16c1-460e-8961-b33bf1cfdf1b	2026-11-29 23:05:47.493+00	2026-11-29 23:05:47.493+00
10000002	5000000152	5000000153	100000007	PREPAID_CARD	DEBIT	500	COMPLETED	\N	a5cc9655-94fa-47a4-8b56-b724dc02eb99	\N	a4b25cb2-8283-4944-8340-05b80b301a08	2026-11-29 23:05:47.492+00	2026-11-29 23:05:47.492+00
30000012	5000000154	5000000155	100000015	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	680dc3a5-77d9-4b28-8994-4aca7c802141	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000012	5000000156	5000000157	100000015	PREPAID_CARD	DEBIT	92	COMPLETED	\N	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	\N	084226b2-08ca-4ea2-aa95-b44fdc30ca3c	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000012	5000000158	5000000159	100000015	DEPOSIT	CREDIT	2500	COMPLETED	\N	\N	deposit-30000012	7fe2ff9a-bf80-4451-87cb-b428c782909c	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000012	5000000161	5000000162	100000015	TRANSFER_OUT	DEBIT	700	COMPLETED	\N	\N	transfer-30000012	5af42655-d62d-4835-8854-c2318b1fecfb	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
10000002	5000000169	5000000162	100000007	TRANSFER_IN	CREDIT	700	COMPLETED	\N	\N	transfer-30000012	5af42655-d62d-4835-8854-c2318b1fecfb	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000001	5000000171	5000000172	100000001	DEPOSIT	CREDIT	4200	COMPLETED	\N	\N	\N	5cd625ce-0e06-408b-bc84-3f0aa0a8f7ee	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
30000014	5000000173	5000000174	100000016	DEPOSIT	CREDIT	20000	COMPLETED	\N	\N	\N	e93b7fc9-7c89-49bd-8d87-1c90f3426b25	2026-11-29 23:06:18.026+00	2026-11-29 23:06:18.026+00
\.
COPY money.used_merchant_reference (brand, asked_by, merchant_ref_num, customer_id, movement_id) FROM stdin;
demo	0	deposit-1	30000005	ffb8c255-ea4e-418a-81f3-a68db70059b0
demo	0	deposit-30000007	30000007	2e2d8cee-de5e-475a-8833-6256c06c21b7
demo	0	transfer-30000007	30000007	9981530d-4c5f-4ff7-b813-49513b7eb4ab
demo	0	deposit-30000008	30000008	d872e1af-2a21-4ed7-92bb-1137c4d2832c
demo	0	transfer-30000008	30000008	f5da2292-867c-46bd-a602-42e86a0fe130
demo	30000008	withdrawal-30000008	30000008	2dcecc68-1b37-4e91-b18a-515e36a36376
demo	0	deposit-30000009	30000009	1a6f3340-4b44-4895-89f7-8021f7140948
demo	0	transfer-30000009	30000009	2a7c4b32-9c4b-46c8-9c98-38e5819a6744
demo	30000009	withdrawal-30000009	30000009	d8229f6f-3ada-4203-8935-686dcec6f0a9
demo	0	deposit-30000010	30000010	1800e6e0-483d-460f-a860-4aaf23a76043
demo	0	transfer-30000010	30000010	f2cb2673-ac23-4090-b857-43aac3f753b4
demo	30000010	withdrawal-30000010	30000010	98bd6862-143b-4252-a9db-c1ca13680888
demo	0	deposit-30000011	30000011	35c54ae9-03a7-454f-836c-c5a41a660fec
demo	0	transfer-30000011	30000011	66b94115-23b0-43f9-a88d-3e8eb0338b5b
demo	30000011	withdrawal-30000011	30000011	ed302a08-c3b5-4684-8131-e82f6df61886
demo	0	deposit-30000012	30000012	7fe2ff9a-bf80-4451-87cb-b428c782909c
demo	0	deposit2-30000012	30000012	168f8878-f6b9-479c-b237-ea0ad94a2061
demo	0	transfer-30000012	30000012	5af42655-d62d-4835-8854-c2318b1fecfb
demo	30000012	withdrawal-30000012	30000012	93cc4508-0af8-4374-96e8-e9fb93413903
\.
COPY public.schema_migration (version, name, applied_at) FROM stdin;
26	baseline	2026-11-28 21:47:55.819327+00
\.
COPY sandbox.change (changed, log_position, key, before) FROM stdin;
issuing.customer	2	{"customer_id": 30000013}	\N
money.account	3	{"account_id": 100000001, "customer_id": 30000001}	{"held": 0, "posted": 0, "version": 0, "currency": "EUR", "opened_at": "2026-11-28T21:48:04.447+00:00", "account_id": 100000001, "customer_id": 30000001}
money.journal	4	{"journal_id": "5cd625ce-0e06-408b-bc84-3f0aa0a8f7ee", "customer_id": 30000001}	\N
money.posting	5	{"journal_id": "5cd625ce-0e06-408b-bc84-3f0aa0a8f7ee", "customer_id": 30000001, "posting_number": 1}	\N
money.transaction	6	{"customer_id": 30000001, "transaction_id": 5000000171}	\N
issuing.webhook_line	7	{"subject": "30000001/100000001", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	\N
issuing.webhook_delivery	8	{"subject": "30000001/100000001", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724"}	\N
issuing.webhook_line	9	{"subject": "30000001/100000001", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	{"subject": "30000001/100000001", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_delivery	10	{"subject": "30000001/100000001", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724"}	{"url": null, "body": "\\\\x7b226964223a2237333061653133312d613965622d383862302d613738612d396662656437666363646266222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313731222c22736c69704964223a2235303030303030313732222c22637573746f6d65724964223a223330303030303031222c226163636f756e744964223a22313030303030303031222c2274797065223a224445504f534954222c22616d6f756e74223a343230302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a343230302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d", "status": "PENDING", "subject": "30000001/100000001", "attempts": 0, "event_id": "730ae131-a9eb-88b0-a78a-9fbed7fccdbf", "insertion": 277, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724", "event_number": 5000000171, "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_line	11	{"subject": "30000001/100000001", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	{"subject": "30000001/100000001", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:07:09.693+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_delivery	12	{"subject": "30000001/100000001", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724"}	{"url": null, "body": "\\\\x7b226964223a2237333061653133312d613965622d383862302d613738612d396662656437666363646266222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313731222c22736c69704964223a2235303030303030313732222c22637573746f6d65724964223a223330303030303031222c226163636f756e744964223a22313030303030303031222c2274797065223a224445504f534954222c22616d6f756e74223a343230302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a343230302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d", "status": "PENDING", "subject": "30000001/100000001", "attempts": 1, "event_id": "730ae131-a9eb-88b0-a78a-9fbed7fccdbf", "insertion": 277, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724", "event_number": 5000000171, "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_attempt	13	{"subject": "30000001/100000001", "delivery_id": "cd0277f7-a98c-8338-a453-a83759948724", "attempt_number": 1}	\N
money.fold	14	{"shard": 0}	{"shard": 0, "folded_to": 63}
money.fold	15	{"shard": 0}	{"shard": 0, "folded_to": 63}
money.fold	16	{"shard": 1}	{"shard": 1, "folded_to": 63}
money.fold	17	{"shard": 1}	{"shard": 1, "folded_to": 63}
money.fold	18	{"shard": 2}	{"shard": 2, "folded_to": 63}
money.fold	19	{"shard": 2}	{"shard": 2, "folded_to": 63}
money.house_balance	20	{"shard": 2, "currency": "EUR", "ledger_account": "transfer"}	{"shard": 2, "balance": -2100, "currency": "EUR", "ledger_account": "transfer"}
money.fold	21	{"shard": 3}	{"shard": 3, "folded_to": 63}
money.fold	22	{"shard": 3}	{"shard": 3, "folded_to": 63}
money.fold	23	{"shard": 4}	{"shard": 4, "folded_to": 63}
money.fold	24	{"shard": 4}	{"shard": 4, "folded_to": 63}
money.fold	25	{"shard": 5}	{"shard": 5, "folded_to": 63}
money.fold	26	{"shard": 5}	{"shard": 5, "folded_to": 63}
money.fold	27	{"shard": 6}	{"shard": 6, "folded_to": 63}
money.fold	28	{"shard": 6}	{"shard": 6, "folded_to": 63}
money.fold	29	{"shard": 7}	{"shard": 7, "folded_to": 63}
money.fold	30	{"shard": 7}	{"shard": 7, "folded_to": 63}
money.fold	31	{"shard": 8}	{"shard": 8, "folded_to": 63}
money.fold	32	{"shard": 8}	{"shard": 8, "folded_to": 63}
money.fold	33	{"shard": 9}	{"shard": 9, "folded_to": 63}
money.fold	34	{"shard": 9}	{"shard": 9, "folded_to": 63}
money.fold	35	{"shard": 10}	{"shard": 10, "folded_to": 63}
money.fold	36	{"shard": 10}	{"shard": 10, "folded_to": 63}
money.house_balance	37	{"shard": 10, "currency": "EUR", "ledger_account": "fx"}	\N
money.house_balance	38	{"shard": 10, "currency": "USD", "ledger_account": "fx"}	\N
money.house_balance	39	{"shard": 10, "currency": "EUR", "ledger_account": "safeguarding"}	\N
money.house_balance	40	{"shard": 10, "currency": "USD", "ledger_account": "scheme:VISA"}	\N
money.house_balance	41	{"shard": 10, "currency": "EUR", "ledger_account": "transfer"}	\N
money.fold	42	{"shard": 11}	{"shard": 11, "folded_to": 63}
money.fold	43	{"shard": 11}	{"shard": 11, "folded_to": 63}
money.house_balance	44	{"shard": 11, "currency": "EUR", "ledger_account": "fx"}	\N
money.house_balance	45	{"shard": 11, "currency": "USD", "ledger_account": "fx"}	\N
money.house_balance	46	{"shard": 11, "currency": "EUR", "ledger_account": "safeguarding"}	\N
money.house_balance	47	{"shard": 11, "currency": "USD", "ledger_account": "scheme:VISA"}	\N
money.fold	48	{"shard": 12}	{"shard": 12, "folded_to": 63}
money.fold	49	{"shard": 12}	{"shard": 12, "folded_to": 63}
money.fold	50	{"shard": 13}	{"shard": 13, "folded_to": 63}
money.fold	51	{"shard": 13}	{"shard": 13, "folded_to": 63}
money.fold	52	{"shard": 14}	{"shard": 14, "folded_to": 63}
money.fold	53	{"shard": 14}	{"shard": 14, "folded_to": 63}
money.fold	54	{"shard": 15}	{"shard": 15, "folded_to": 63}
money.fold	55	{"shard": 15}	{"shard": 15, "folded_to": 63}
issuing.refresh_family	58	{"family_id": "1c969f92-22b7-42ab-b5f6-c01492d77e92"}	\N
issuing.refresh_family	59	{"family_id": "57f401c3-385d-495f-8008-f603e0883ee2"}	\N
issuing.refresh_family	60	{"family_id": "e57e15d6-3157-4f0e-85ef-0252f0864f80"}	\N
issuing.refresh_family	61	{"family_id": "ab2eab6a-f086-4b14-8ff7-2c6b242f8a25"}	\N
issuing.refresh_family	62	{"family_id": "3f67cf92-4f13-480d-a7a6-9ee6fa18ae6b"}	\N
issuing.refresh_family	63	{"family_id": "a4c3eeb9-f6a0-4b87-881d-f87acafdb671"}	\N
issuing.refresh_family	64	{"family_id": "8d5b30ac-26e6-4814-9b28-ab6921271d97"}	\N
issuing.refresh_family	65	{"family_id": "913b1ab3-ea8e-4915-94a8-ce5e9cff5ff9"}	\N
issuing.refresh_family	66	{"family_id": "3fed12f7-9517-4145-879d-6f953e7bca79"}	\N
issuing.refresh_family	67	{"family_id": "c4dab80b-e09b-4ae2-8499-cc18845eaac3"}	\N
issuing.refresh_family	68	{"family_id": "72a35c7d-1ac8-40b5-9ea3-c6b348d134fc"}	\N
issuing.refresh_family	69	{"family_id": "6ad9d36f-a36d-4f3c-bae4-21024661ccb3"}	\N
issuing.refresh_family	70	{"family_id": "d43a386a-2b50-4c3d-81e9-3ed7ec77ee46"}	\N
issuing.refresh_family	71	{"family_id": "cfeed1d1-e4dc-4313-aee5-08fa091f6e51"}	\N
issuing.refresh_family	72	{"family_id": "6834ff75-b810-46b3-b8f1-05c61ba0cea5"}	\N
issuing.refresh_family	73	{"family_id": "2b59c809-7cd6-459c-9219-ccb5629f1bb0"}	\N
issuing.refresh_family	56	{"family_id": "0fd5b549-eb79-484b-824a-1db44de1a4f3"}	\N
issuing.refresh_family	57	{"family_id": "14a523a8-edac-4ffe-a1f7-4a79785a4e4f"}	\N
money.fold	74	{"shard": 0}	{"shard": 0, "folded_to": 74}
money.fold	75	{"shard": 0}	{"shard": 0, "folded_to": 74}
money.fold	76	{"shard": 1}	{"shard": 1, "folded_to": 74}
money.fold	77	{"shard": 1}	{"shard": 1, "folded_to": 74}
money.house_balance	78	{"shard": 1, "currency": "EUR", "ledger_account": "safeguarding"}	{"shard": 1, "balance": -25000, "currency": "EUR", "ledger_account": "safeguarding"}
money.fold	79	{"shard": 2}	{"shard": 2, "folded_to": 74}
money.fold	80	{"shard": 2}	{"shard": 2, "folded_to": 74}
money.house_balance	81	{"shard": 2, "currency": "EUR", "ledger_account": "scheme:VISA"}	{"shard": 2, "balance": 100, "currency": "EUR", "ledger_account": "scheme:VISA"}
money.house_balance	82	{"shard": 2, "currency": "EUR", "ledger_account": "transfer"}	{"shard": 2, "balance": -2800, "currency": "EUR", "ledger_account": "transfer"}
money.fold	83	{"shard": 3}	{"shard": 3, "folded_to": 74}
money.fold	84	{"shard": 3}	{"shard": 3, "folded_to": 74}
money.fold	85	{"shard": 4}	{"shard": 4, "folded_to": 74}
money.fold	86	{"shard": 4}	{"shard": 4, "folded_to": 74}
money.fold	87	{"shard": 5}	{"shard": 5, "folded_to": 74}
money.fold	88	{"shard": 5}	{"shard": 5, "folded_to": 74}
money.fold	89	{"shard": 6}	{"shard": 6, "folded_to": 74}
money.fold	90	{"shard": 6}	{"shard": 6, "folded_to": 74}
money.fold	91	{"shard": 7}	{"shard": 7, "folded_to": 74}
money.fold	92	{"shard": 7}	{"shard": 7, "folded_to": 74}
money.fold	93	{"shard": 8}	{"shard": 8, "folded_to": 74}
money.fold	94	{"shard": 8}	{"shard": 8, "folded_to": 74}
money.fold	95	{"shard": 9}	{"shard": 9, "folded_to": 74}
money.fold	96	{"shard": 9}	{"shard": 9, "folded_to": 74}
money.house_balance	97	{"shard": 9, "currency": "EUR", "ledger_account": "scheme:VISA"}	\N
money.fold	98	{"shard": 10}	{"shard": 10, "folded_to": 74}
money.fold	99	{"shard": 10}	{"shard": 10, "folded_to": 74}
money.house_balance	100	{"shard": 10, "currency": "EUR", "ledger_account": "scheme:VISA"}	\N
money.fold	101	{"shard": 11}	{"shard": 11, "folded_to": 74}
money.fold	102	{"shard": 11}	{"shard": 11, "folded_to": 74}
money.house_balance	103	{"shard": 11, "currency": "EUR", "ledger_account": "safeguarding"}	{"shard": 11, "balance": -20000, "currency": "EUR", "ledger_account": "safeguarding"}
money.house_balance	104	{"shard": 11, "currency": "EUR", "ledger_account": "scheme:VISA"}	\N
money.house_balance	105	{"shard": 11, "currency": "EUR", "ledger_account": "transfer"}	\N
money.fold	106	{"shard": 12}	{"shard": 12, "folded_to": 74}
money.fold	107	{"shard": 12}	{"shard": 12, "folded_to": 74}
money.house_balance	108	{"shard": 12, "currency": "EUR", "ledger_account": "fx"}	\N
money.house_balance	109	{"shard": 12, "currency": "USD", "ledger_account": "fx"}	\N
money.house_balance	110	{"shard": 12, "currency": "EUR", "ledger_account": "safeguarding"}	\N
money.house_balance	111	{"shard": 12, "currency": "USD", "ledger_account": "scheme:VISA"}	\N
money.house_balance	112	{"shard": 12, "currency": "EUR", "ledger_account": "transfer"}	\N
money.fold	113	{"shard": 13}	{"shard": 13, "folded_to": 74}
money.fold	114	{"shard": 13}	{"shard": 13, "folded_to": 74}
money.fold	115	{"shard": 14}	{"shard": 14, "folded_to": 74}
money.fold	116	{"shard": 14}	{"shard": 14, "folded_to": 74}
money.fold	117	{"shard": 15}	{"shard": 15, "folded_to": 74}
money.fold	118	{"shard": 15}	{"shard": 15, "folded_to": 74}
issuing.refresh_family	119	{"family_id": "a9fc6f64-e0ca-43ba-a1f7-598c26a5b1fe"}	\N
issuing.customer	120	{"customer_id": 30000014}	\N
issuing.refresh_family	121	{"family_id": "1f4ab628-b569-4d2e-a7cf-9709aee64740"}	\N
issuing.card_allowance	122	{"customer_id": 30000014, "program_name": "DEMO-VIRTUAL-VISA-EEA"}	\N
money.account	123	{"account_id": 100000016, "customer_id": 30000014}	\N
money.account_number	124	{"account_id": 100000016}	\N
issuing.issued_pan	125	{"pan_hash": "\\\\x27db5e947a4f6d560ce009ce469e6e9eaa943571329c6a4030e9cf7a0abe8b56"}	\N
issuing.card	126	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014}	\N
issuing.card_status_history	127	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014, "change_number": 1}	\N
money.account	128	{"account_id": 100000016, "customer_id": 30000014}	{"held": 0, "posted": 0, "version": 0, "currency": "EUR", "opened_at": "2026-11-29T23:06:18.026+00:00", "account_id": 100000016, "customer_id": 30000014}
money.journal	129	{"journal_id": "e93b7fc9-7c89-49bd-8d87-1c90f3426b25", "customer_id": 30000014}	\N
money.posting	130	{"journal_id": "e93b7fc9-7c89-49bd-8d87-1c90f3426b25", "customer_id": 30000014, "posting_number": 1}	\N
money.transaction	131	{"customer_id": 30000014, "transaction_id": 5000000173}	\N
issuing.webhook_line	132	{"subject": "30000014/100000016", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	\N
issuing.webhook_delivery	133	{"subject": "30000014/100000016", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8"}	\N
issuing.refresh_family	136	{"family_id": "e8b0969e-2e71-4e23-9c5f-54a64447677c"}	\N
issuing.secure_view	137	{"token_hash": "\\\\x67c2996a9dd1010eab36216df34f57cdc802b0c3e97ab88f6eae5bb482e95196"}	\N
issuing.refresh_family	138	{"family_id": "e1efea31-a29e-418e-9caf-f5f41b934a0d"}	\N
issuing.tokenization	139	{"customer_id": 30000014, "tokenization_id": "e6749870-5518-470f-bbe5-101cbbf582dc"}	\N
issuing.card	140	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014}	{"bin": "476173", "city": null, "state": null, "mobile": "+49 15112345670", "scheme": "VISA", "status": "ACTIVE", "card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "changes": 1, "address1": null, "address2": null, "address3": null, "currency": "EUR", "replaces": null, "card_type": "VIRTUAL", "insertion": 67, "last_four": "3033", "pin_block": null, "account_id": 100000016, "can_expire": true, "created_at": "2026-11-29T23:06:18.026+00:00", "returns_to": null, "sealed_pan": "\\\\xa815a569e19dd79119929e38d8076d494f101c262456adeb24463bb7a881e6a311e1198a70cfc60434be1ade", "wrong_pins": 0, "customer_id": 30000014, "expiry_year": 2029, "external_id": null, "postal_code": null, "activated_at": null, "country_code": null, "delivered_at": null, "expiry_month": 11, "program_name": "DEMO-VIRTUAL-VISA-EEA", "dispatched_at": null, "pan_key_version": 1, "pin_key_version": null, "wrong_activations": 0, "wrong_tries_in_all": 0, "tokenization_changes": 0}
issuing.webhook_line	141	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	\N
issuing.webhook_delivery	142	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d"}	\N
issuing.tokenization_history	143	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014, "change_number": 1}	\N
issuing.apple_nonce	144	{"nonce": "\\\\xf91406ee", "card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014}	\N
issuing.idempotent_answer	145	{"owner": "customer 30000014", "idempotency_key": "D55DE8C3-C1F3-4208-901F-6B7FBBB6EC74"}	\N
sandbox.phone	146	{"phone_id": "0cafd69f-5709-403c-9713-47ebb869d070"}	\N
sandbox.phone_token	147	{"reference": "DNITHE60906333846948976221743671"}	\N
sandbox.network_token	148	{"dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	\N
issuing.tokenization	149	{"customer_id": 30000014, "tokenization_id": "e6749870-5518-470f-bbe5-101cbbf582dc"}	{"wallet": "APPLE_PAY", "card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "device_id": null, "failed_at": null, "insertion": 68, "wallet_id": null, "profile_id": null, "customer_id": 30000014, "completed_at": null, "initiated_at": "2026-11-29T23:06:18.026+00:00", "token_status": null, "dpan_reference": null, "tokenization_id": "e6749870-5518-470f-bbe5-101cbbf582dc", "suspended_by_card": false}
issuing.card	150	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014}	{"bin": "476173", "city": null, "state": null, "mobile": "+49 15112345670", "scheme": "VISA", "status": "ACTIVE", "card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "changes": 1, "address1": null, "address2": null, "address3": null, "currency": "EUR", "replaces": null, "card_type": "VIRTUAL", "insertion": 67, "last_four": "3033", "pin_block": null, "account_id": 100000016, "can_expire": true, "created_at": "2026-11-29T23:06:18.026+00:00", "returns_to": null, "sealed_pan": "\\\\xa815a569e19dd79119929e38d8076d494f101c262456adeb24463bb7a881e6a311e1198a70cfc60434be1ade", "wrong_pins": 0, "customer_id": 30000014, "expiry_year": 2029, "external_id": null, "postal_code": null, "activated_at": null, "country_code": null, "delivered_at": null, "expiry_month": 11, "program_name": "DEMO-VIRTUAL-VISA-EEA", "dispatched_at": null, "pan_key_version": 1, "pin_key_version": null, "wrong_activations": 0, "wrong_tries_in_all": 0, "tokenization_changes": 1}
issuing.webhook_line	151	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_delivery	152	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724"}	\N
issuing.tokenization_history	153	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "customer_id": 30000014, "change_number": 2}	\N
issuing.dpan_reference	154	{"reference": "DNITHE60906333846948976221743671"}	\N
issuing.webhook_line	156	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 2, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_delivery	158	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d"}	{"url": null, "body": "\\\\x7b226964223a2239356565643731342d383234382d386265632d613166322d653539626138336435656338222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22544f4b454e495a4154494f4e5f494e49544941544544227d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 0, "event_id": "95eed714-8248-8bec-a1f2-e59ba83d5ec8", "insertion": 279, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d", "event_number": 1, "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.refresh_family	171	{"family_id": "4389d327-a5ad-4bda-b608-6a34d2cc4ff3"}	\N
sandbox.network_token	172	{"dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	{"sealed": "\\\\x3ca75f3928d63907df530e5b4dffe48928195c71a06d5e3dd347fe66282f71dd2a99d0fcb17c15a08f38e0d85ced92617ed3bd4b5aa1fd89a234ad6bd46bff3f1daacf950aefe064cd2dcb487f9c0ec1", "wallet": "APPLE_PAY", "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3", "reference": "DNITHE60906333846948976221743671", "expiry_year": 2030, "key_version": 1, "expiry_month": 11, "phone_counter": 0, "highest_counter": 0}
merchants.payment	176	{"payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "merchant_id": "496160873888"}	\N
merchants.payment_reference	177	{"reference": "109794555246"}	\N
issuing.brand_secure_view	134	{"brand": "demo"}	{"brand": "demo", "frame_ancestors": ["https://wallet.example"]}
issuing.authentication_policy	135	{"brand": "demo"}	{"mode": "EMBEDDED", "brand": "demo", "origins": ["https://wallet.example"], "operations": ["TRUST_DEVICE"], "cooldown_seconds": 900, "relying_party_id": "wallet.example", "refuses_weak_pins": false, "allowable_attempts": 5, "challenges_per_hour": 100, "allowable_challenges": 5, "event_lifetime_seconds": 900, "accepts_trusted_devices": true, "challenge_lifetime_seconds": 300, "wrong_attempts_before_lock_out": 10}
merchants.dintero_session	155	{"session_id": "dcce3db5-fe02-46f0-a169-1a684748dee0"}	\N
issuing.webhook_line	157	{"subject": "30000014/100000016", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	{"subject": "30000014/100000016", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_delivery	159	{"subject": "30000014/100000016", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8"}	{"url": null, "body": "\\\\x7b226964223a2235626434313933622d336634662d383264382d613838352d326237383565373433633539222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313733222c22736c69704964223a2235303030303030313734222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c2274797065223a224445504f534954222c22616d6f756e74223a32303030302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a32303030302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d", "status": "PENDING", "subject": "30000014/100000016", "attempts": 0, "event_id": "5bd4193b-3f4f-82d8-a885-2b785e743c59", "insertion": 278, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8", "event_number": 5000000173, "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_line	160	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 2, "failures": 0, "leased_until": "2026-11-28T22:08:18.591+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_delivery	161	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d"}	{"url": null, "body": "\\\\x7b226964223a2239356565643731342d383234382d386265632d613166322d653539626138336435656338222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22544f4b454e495a4154494f4e5f494e49544941544544227d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 1, "event_id": "95eed714-8248-8bec-a1f2-e59ba83d5ec8", "insertion": 279, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d", "event_number": 1, "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_attempt	162	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "a677dffc-8255-8309-a52d-86c1561ede5d", "attempt_number": 1}	\N
issuing.webhook_line	163	{"subject": "30000014/100000016", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}	{"subject": "30000014/100000016", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:08:18.591+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_delivery	164	{"subject": "30000014/100000016", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8"}	{"url": null, "body": "\\\\x7b226964223a2235626434313933622d336634662d383264382d613838352d326237383565373433633539222c2274696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c226f7065726174696f6e54797065223a22437265617465222c227472616e73616374696f6e223a7b226964223a2235303030303030313733222c22736c69704964223a2235303030303030313734222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c2274797065223a224445504f534954222c22616d6f756e74223a32303030302c2263757272656e6379436f6465223a22455552222c22646972656374696f6e223a22435245444954222c227061796d656e7454797065223a2242414e4b5f5452414e53464552222c22737461747573223a22434f4d504c45544544222c2262616c616e6365223a32303030302c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c226c6173744368616e676544617465223a22323032362d31312d32395432333a30363a31385a227d7d", "status": "PENDING", "subject": "30000014/100000016", "attempts": 1, "event_id": "5bd4193b-3f4f-82d8-a885-2b785e743c59", "insertion": 278, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8", "event_number": 5000000173, "subscription_id": "60e3f35c-f283-41af-ae7a-02c0c7394ed3"}
issuing.webhook_attempt	165	{"subject": "30000014/100000016", "delivery_id": "de115ca3-e291-867b-aca5-2097fd4ccad8", "attempt_number": 1}	\N
issuing.webhook_line	166	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_delivery	167	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724"}	{"url": null, "body": "\\\\x7b226964223a2233643033333338342d333764612d383931642d616634322d663639306133363164396637222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22454e524f4c4c4d454e545f5355434345535346554c227d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 0, "event_id": "3d033384-37da-891d-af42-f690a361d9f7", "insertion": 280, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724", "event_number": 2, "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_line	168	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:08:18.607+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_delivery	169	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724"}	{"url": null, "body": "\\\\x7b226964223a2233643033333338342d333764612d383931642d616634322d663639306133363164396637222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c2277616c6c657454797065223a224150504c45222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c22656e726f6c6c6d656e74537461747573223a22454e524f4c4c4d454e545f5355434345535346554c227d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 1, "event_id": "3d033384-37da-891d-af42-f690a361d9f7", "insertion": 280, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724", "event_number": 2, "subscription_id": "8899c8d6-174a-443f-9cec-eb0820753e19"}
issuing.webhook_attempt	170	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "67a5bd87-ffec-8100-a19b-3323073d2724", "attempt_number": 1}	\N
issuing.webhook_line	204	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:08:18.892+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_delivery	205	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d"}	{"url": null, "body": "\\\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 1, "event_id": "06289e1f-ec8a-4228-8465-42e264cd9b06", "insertion": 281, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d", "event_number": 1, "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_attempt	206	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d", "attempt_number": 1}	\N
merchants.wallet_token_claim	207	{"token_digest": "\\\\x2b1c82a962247d613a9142ce467f865f3ad44ea75974fe9a3fe9c24970f04868"}	\N
merchants.dintero_session	208	{"session_id": "d7b0a2e0-408d-4d08-8090-b46ddeee0230"}	{"amount": 500, "attempt": 1, "made_at": "2026-11-29T23:06:18.026+00:00", "request": "{\\"url\\":{\\"return_url\\":\\"yourapp://redirect?initial_recipient=merchant\\"},\\"order\\":{\\"amount\\":500,\\"currency\\":\\"EUR\\",\\"merchant_reference\\":\\"order-1\\",\\"items\\":[{\\"id\\":\\"chair-1\\",\\"line_id\\":\\"1\\",\\"amount\\":500}]},\\"configuration\\":{\\"channel\\":\\"in_app\\",\\"dintero_psp\\":{\\"applepay\\":{\\"enabled\\":true}}}}", "currency": "EUR", "account_id": "T12345678", "changed_at": "2026-11-29T23:06:18.026+00:00", "expires_at": "2026-11-30T23:06:18.026+00:00", "payment_id": "a61c412f-f96d-4caf-9b4c-e4a40fa732cf", "session_id": "d7b0a2e0-408d-4d08-8090-b46ddeee0230", "key_version": null, "merchant_id": "496160873888", "cancelled_at": null, "gives_back_at": null, "sealed_instrument": null, "instrument_ends_at": null, "wallet_transaction_id": null}
merchants.dintero_session	209	{"session_id": "d7b0a2e0-408d-4d08-8090-b46ddeee0230"}	{"amount": 500, "attempt": 1, "made_at": "2026-11-29T23:06:18.026+00:00", "request": "{\\"url\\":{\\"return_url\\":\\"yourapp://redirect?initial_recipient=merchant\\"},\\"order\\":{\\"amount\\":500,\\"currency\\":\\"EUR\\",\\"merchant_reference\\":\\"order-1\\",\\"items\\":[{\\"id\\":\\"chair-1\\",\\"line_id\\":\\"1\\",\\"amount\\":500}]},\\"configuration\\":{\\"channel\\":\\"in_app\\",\\"dintero_psp\\":{\\"applepay\\":{\\"enabled\\":true}}}}", "currency": "EUR", "account_id": "T12345678", "changed_at": "2026-11-29T23:06:18.026+00:00", "expires_at": "2026-11-30T23:06:18.026+00:00", "payment_id": "a61c412f-f96d-4caf-9b4c-e4a40fa732cf", "session_id": "d7b0a2e0-408d-4d08-8090-b46ddeee0230", "key_version": 1, "merchant_id": "496160873888", "cancelled_at": null, "gives_back_at": null, "sealed_instrument": "\\\\x038f7c2bb10ec86400781f1d9268047362a00f2cd7c3f7f26523435efd578d72e51e726b3d48ccf78237af3d16fecf256108c2b9cf23f97a25735f1475cec8896d9016b7f903ce8b7fcab95d60c1e1d7d0c0ade8e25335d9b634e949549183abf78ed024f5355c4ecd895fb5231ddb462752fd133f05b7907627d83245f9a807bd6f3d75d2d20612a61a15f8b48cac3c2fc7412e43f98b378cf4f895b2462494b354f7aea7ebc992db86e705fc38b82a8d9a303c9613703c11e81b34", "instrument_ends_at": "2026-11-29T23:11:18.026+00:00", "wallet_transaction_id": "e832cefe-2fc1-4c5c-b14d-b1540a7384a2"}
issuing.authentication_policy	224	{"brand": "demo"}	{"mode": "EMBEDDED", "brand": "demo", "origins": ["https://wallet.example"], "operations": ["TRUST_DEVICE"], "cooldown_seconds": 900, "relying_party_id": "wallet.example", "refuses_weak_pins": false, "allowable_attempts": 5, "challenges_per_hour": 100, "allowable_challenges": 5, "event_lifetime_seconds": 900, "accepts_trusted_devices": true, "challenge_lifetime_seconds": 300, "wrong_attempts_before_lock_out": 10}
issuing.webhook_line	227	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:08:19.193+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_delivery	228	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5"}	{"url": null, "body": "\\\\x7b226964223a2262646638333466352d353331392d346266352d393765312d356264646438306235373232222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3530302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3530302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3530302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3530302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 1, "event_id": "bdf834f5-5319-4bf5-97e1-5bddd80b5722", "insertion": 283, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5", "event_number": 2, "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
merchants.wallet_token_claim	173	{"token_digest": "\\\\xd8ab7fb30871e337f5d3ba0a55af9e6a40628de7794d171cfeef3db3a8d0d545"}	\N
merchants.dintero_session	174	{"session_id": "dcce3db5-fe02-46f0-a169-1a684748dee0"}	{"amount": 1234, "attempt": 1, "made_at": "2026-11-29T23:06:18.026+00:00", "request": "{\\"url\\":{\\"return_url\\":\\"yourapp://redirect?initial_recipient=merchant\\"},\\"order\\":{\\"amount\\":1234,\\"currency\\":\\"EUR\\",\\"merchant_reference\\":\\"order-1\\",\\"items\\":[{\\"id\\":\\"chair-1\\",\\"line_id\\":\\"1\\",\\"amount\\":1234}]},\\"configuration\\":{\\"channel\\":\\"in_app\\",\\"dintero_psp\\":{\\"applepay\\":{\\"enabled\\":true}}}}", "currency": "EUR", "account_id": "T12345678", "changed_at": "2026-11-29T23:06:18.026+00:00", "expires_at": "2026-11-30T23:06:18.026+00:00", "payment_id": "731381ba-faf1-4298-bd28-82f2a1da8062", "session_id": "dcce3db5-fe02-46f0-a169-1a684748dee0", "key_version": null, "merchant_id": "496160873888", "cancelled_at": null, "gives_back_at": null, "sealed_instrument": null, "instrument_ends_at": null, "wallet_transaction_id": null}
merchants.dintero_session	175	{"session_id": "dcce3db5-fe02-46f0-a169-1a684748dee0"}	{"amount": 1234, "attempt": 1, "made_at": "2026-11-29T23:06:18.026+00:00", "request": "{\\"url\\":{\\"return_url\\":\\"yourapp://redirect?initial_recipient=merchant\\"},\\"order\\":{\\"amount\\":1234,\\"currency\\":\\"EUR\\",\\"merchant_reference\\":\\"order-1\\",\\"items\\":[{\\"id\\":\\"chair-1\\",\\"line_id\\":\\"1\\",\\"amount\\":1234}]},\\"configuration\\":{\\"channel\\":\\"in_app\\",\\"dintero_psp\\":{\\"applepay\\":{\\"enabled\\":true}}}}", "currency": "EUR", "account_id": "T12345678", "changed_at": "2026-11-29T23:06:18.026+00:00", "expires_at": "2026-11-30T23:06:18.026+00:00", "payment_id": "731381ba-faf1-4298-bd28-82f2a1da8062", "session_id": "dcce3db5-fe02-46f0-a169-1a684748dee0", "key_version": 1, "merchant_id": "496160873888", "cancelled_at": null, "gives_back_at": null, "sealed_instrument": "\\\\x3c4eb8206c94e7110f021134e3915a2153bf28d575af99f083d213e0a1568d6e4e58fc789d2df91c6c588edd8028c772b6580e85236aedf7f5af65ca07c5cad837bbc98a69cbb7e98e5f593ce81c64e3f719bd22792a02849624652a6389b6f121454f676e6c83522ffb5f8f73b650bdede35e0656e2fbaff4d3cf2233219a80632eba680e2dbc398b90088cd6f4298c1b81afca0d9576d46f9ebe6e5a786d0f093b33f9b5c2b9c51b910987ed83d7c3b1302c4425de0b7708632f68de", "instrument_ends_at": "2026-11-29T23:11:18.026+00:00", "wallet_transaction_id": "26a187e3-16f5-4aa9-95d3-a68508f86186"}
merchants.dintero_session	194	{"session_id": "d7b0a2e0-408d-4d08-8090-b46ddeee0230"}	\N
issuing.webhook_line	201	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": "2026-11-28T22:08:18.892+00:00", "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}
issuing.webhook_delivery	202	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf"}	{"url": null, "body": "\\\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 1, "event_id": "06289e1f-ec8a-4228-8465-42e264cd9b06", "insertion": 282, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf", "event_number": 1, "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}
issuing.webhook_attempt	203	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf", "attempt_number": 1}	\N
sandbox.network_token	178	{"dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	{"sealed": "\\\\x3ca75f3928d63907df530e5b4dffe48928195c71a06d5e3dd347fe66282f71dd2a99d0fcb17c15a08f38e0d85ced92617ed3bd4b5aa1fd89a234ad6bd46bff3f1daacf950aefe064cd2dcb487f9c0ec1", "wallet": "APPLE_PAY", "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3", "reference": "DNITHE60906333846948976221743671", "expiry_year": 2030, "key_version": 1, "expiry_month": 11, "phone_counter": 1, "highest_counter": 0}
sandbox.used_counter	179	{"counter": 1, "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	\N
money.account	180	{"account_id": 100000016, "customer_id": 30000014}	{"held": 0, "posted": 20000, "version": 1, "currency": "EUR", "opened_at": "2026-11-29T23:06:18.026+00:00", "account_id": 100000016, "customer_id": 30000014}
money.hold	181	{"hold_id": "a0f7cee1-ae26-8961-ae40-7af21bc4051a", "customer_id": 30000014}	\N
money.spent	182	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "channel": "ALL", "customer_id": 30000014, "spending_window": "DAY"}	\N
money."authorization"	183	{"customer_id": 30000014, "authorization_id": "a0f7cee1-ae26-8961-ae40-7af21bc4051a"}	\N
money.network_message	184	{"reference": "merchants-109794555246"}	\N
issuing.webhook_line	185	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	\N
issuing.webhook_delivery	186	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d"}	\N
issuing.webhook_line	187	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}	\N
issuing.webhook_delivery	188	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf"}	\N
merchants.payment	189	{"payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "merchant_id": "496160873888"}	{"eci": "07", "nonce": "dcce3db5-fe02-46f0-a169-1a684748dee0 1", "amount": 1234, "scheme": "VISA", "status": "CREATED", "voided": 0, "wallet": "APPLE", "gateway": "dintero", "captured": 0, "currency": "EUR", "is_trial": false, "metadata": "{\\"session\\":\\"T12345678.UGRtn8timpyDa83bFZkNqM\\"}", "refunded": 0, "insertion": 37, "last_four": "3091", "reference": "109794555246", "authorized": 0, "created_at": "2026-11-29T23:06:18.026+00:00", "expires_at": null, "payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "settled_at": null, "step_count": 0, "captured_at": null, "captured_by": null, "merchant_id": "496160873888", "nonce_digest": "\\\\x9966fd7e6271e8a3f33436ca4e93bc96a4a390f98303b53a842a84354a43886f", "answer_due_at": "2026-11-28T22:08:48.699+00:00", "approval_code": null, "authorized_at": null, "authentication": null, "decline_reason": null, "captures_at_once": false, "sealed_instrument": "\\\\xb8fdc867a8495eef3abd3833819d83b3e7e5750b4dea3f3fa69264aef6ec115efa6e9566d038358598a0178eae92668657b16f9d4b2efbb7edc81eaa3e17e82d1bbeec59b3a8e74a8fcfae5c4a68bd0ed55ac171159823acbe38aa2cf198f68c8cd92ac0e3351350df6a50c00a20a2be50ffac22c257286e315b92b435eebb9d00c78e6b0a7c93cad7d2b9aaa4ca95e13f", "external_reference": "order-1", "can_approve_in_part": false, "instrument_key_version": 1}
merchants.payment	190	{"payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "merchant_id": "496160873888"}	{"eci": "07", "nonce": "dcce3db5-fe02-46f0-a169-1a684748dee0 1", "amount": 1234, "scheme": "VISA", "status": "AUTHORIZED", "voided": 0, "wallet": "APPLE", "gateway": "dintero", "captured": 0, "currency": "EUR", "is_trial": false, "metadata": "{\\"session\\":\\"T12345678.UGRtn8timpyDa83bFZkNqM\\"}", "refunded": 0, "insertion": 37, "last_four": "3091", "reference": "109794555246", "authorized": 1234, "created_at": "2026-11-29T23:06:18.026+00:00", "expires_at": "2026-12-05T23:06:18.026+00:00", "payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "settled_at": null, "step_count": 0, "captured_at": null, "captured_by": null, "merchant_id": "496160873888", "nonce_digest": "\\\\x9966fd7e6271e8a3f33436ca4e93bc96a4a390f98303b53a842a84354a43886f", "answer_due_at": null, "approval_code": "118954", "authorized_at": "2026-11-29T23:06:18.026+00:00", "authentication": null, "decline_reason": null, "captures_at_once": false, "sealed_instrument": "\\\\xb8fdc867a8495eef3abd3833819d83b3e7e5750b4dea3f3fa69264aef6ec115efa6e9566d038358598a0178eae92668657b16f9d4b2efbb7edc81eaa3e17e82d1bbeec59b3a8e74a8fcfae5c4a68bd0ed55ac171159823acbe38aa2cf198f68c8cd92ac0e3351350df6a50c00a20a2be50ffac22c257286e315b92b435eebb9d00c78e6b0a7c93cad7d2b9aaa4ca95e13f", "external_reference": "order-1", "can_approve_in_part": false, "instrument_key_version": 1}
merchants.unsent_step	191	{"payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "merchant_id": "496160873888", "step_number": 1}	\N
merchants.payment_step	192	{"payment_id": "3316b86f-68ce-4ccb-9bdd-c6a970662a5e", "merchant_id": "496160873888", "step_number": 1}	\N
merchants.payment_reference	193	{"reference": "248073589024"}	\N
issuing.refresh_family	195	{"family_id": "9f3cd74b-1cae-4f59-9d24-7accb411639f"}	\N
issuing.webhook_line	196	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_delivery	199	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d"}	{"url": null, "body": "\\\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 0, "event_id": "06289e1f-ec8a-4228-8465-42e264cd9b06", "insertion": 281, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "5ca1cfd8-8a91-8ffc-a3f3-a34f8028549d", "event_number": 1, "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_attempt	229	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5", "attempt_number": 1}	\N
issuing.refresh_family	230	{"family_id": "ab824f0f-7f20-4715-aa34-c598792b060e"}	\N
issuing.refresh_family	231	{"family_id": "227099b4-84f4-477c-b900-683b84bcbe30"}	\N
issuing.webhook_line	197	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}
issuing.webhook_delivery	198	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf"}	{"url": null, "body": "\\\\x7b226964223a2230363238396531662d656338612d343232382d383436352d343265323634636439623036222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2261306637636565312d616532362d383936312d616534302d376166323162633430353161222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a313233342c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a313233342c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a313233342c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a313233342c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 0, "event_id": "06289e1f-ec8a-4228-8465-42e264cd9b06", "insertion": 282, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "d121cad4-f1e1-8dd4-ad09-447322930daf", "event_number": 1, "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}
sandbox.network_token	200	{"dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	{"sealed": "\\\\x3ca75f3928d63907df530e5b4dffe48928195c71a06d5e3dd347fe66282f71dd2a99d0fcb17c15a08f38e0d85ced92617ed3bd4b5aa1fd89a234ad6bd46bff3f1daacf950aefe064cd2dcb487f9c0ec1", "wallet": "APPLE_PAY", "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3", "reference": "DNITHE60906333846948976221743671", "expiry_year": 2030, "key_version": 1, "expiry_month": 11, "phone_counter": 1, "highest_counter": 1}
merchants.payment	210	{"payment_id": "c47885f0-c4af-4b68-a98c-1a3f82b92b7d", "merchant_id": "496160873888"}	\N
merchants.payment_reference	211	{"reference": "691686434866"}	\N
sandbox.network_token	212	{"dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	{"sealed": "\\\\x3ca75f3928d63907df530e5b4dffe48928195c71a06d5e3dd347fe66282f71dd2a99d0fcb17c15a08f38e0d85ced92617ed3bd4b5aa1fd89a234ad6bd46bff3f1daacf950aefe064cd2dcb487f9c0ec1", "wallet": "APPLE_PAY", "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3", "reference": "DNITHE60906333846948976221743671", "expiry_year": 2030, "key_version": 1, "expiry_month": 11, "phone_counter": 2, "highest_counter": 1}
sandbox.used_counter	213	{"counter": 2, "dpan_hash": "\\\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3"}	\N
money.account	214	{"account_id": 100000016, "customer_id": 30000014}	{"held": 1234, "posted": 20000, "version": 2, "currency": "EUR", "opened_at": "2026-11-29T23:06:18.026+00:00", "account_id": 100000016, "customer_id": 30000014}
money.hold	215	{"hold_id": "2f3b3601-6093-8301-aa89-7113abf0570e", "customer_id": 30000014}	\N
money.spent	216	{"card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "channel": "ALL", "customer_id": 30000014, "spending_window": "DAY"}	{"count": 1, "amount": 1234, "card_id": "0fe279f1-ff51-4369-95d2-59a3219daf0f", "channel": "ALL", "first_day": 20786, "customer_id": 30000014, "spending_window": "DAY", "controls_version": 7}
money."authorization"	217	{"customer_id": 30000014, "authorization_id": "2f3b3601-6093-8301-aa89-7113abf0570e"}	\N
money.network_message	218	{"reference": "merchants-691686434866"}	\N
issuing.webhook_line	219	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	\N
issuing.webhook_delivery	220	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5"}	\N
issuing.webhook_line	221	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 1, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:19.026+00:00", "subscription_id": "f960833f-3cfb-4078-ac3b-174e25363530"}
issuing.webhook_delivery	222	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "00d75270-cb3f-8a27-ab95-554cb1721c9c"}	\N
merchants.payment	223	{"payment_id": "c47885f0-c4af-4b68-a98c-1a3f82b92b7d", "merchant_id": "496160873888"}	{"eci": "07", "nonce": "d7b0a2e0-408d-4d08-8090-b46ddeee0230 1", "amount": 500, "scheme": "VISA", "status": "CREATED", "voided": 0, "wallet": "APPLE", "gateway": "dintero", "captured": 0, "currency": "EUR", "is_trial": false, "metadata": "{\\"session\\":\\"T12345678.TdnrEWpxaL3LXLRr1eM7tT\\"}", "refunded": 0, "insertion": 38, "last_four": "3091", "reference": "691686434866", "authorized": 0, "created_at": "2026-11-29T23:06:18.026+00:00", "expires_at": null, "payment_id": "c47885f0-c4af-4b68-a98c-1a3f82b92b7d", "settled_at": null, "step_count": 0, "captured_at": null, "captured_by": null, "merchant_id": "496160873888", "nonce_digest": "\\\\xf94ddd74ef9bf6519a8c792e9e15553704a45ae8529219be471c8d8e31922717", "answer_due_at": "2026-11-28T22:08:48.935+00:00", "approval_code": null, "authorized_at": null, "authentication": null, "decline_reason": null, "captures_at_once": false, "sealed_instrument": "\\\\xf54a2ebd529c5a49c8a3bbc61a09bdf68e2d3da87d5c8445bf304837d99ec6166e48527ffc03ffaaa1330cf37d0f6e3c5ab5829b6f7e46ba9fddd74bd74ddba89b0a7b637089f911059f4b61b7964698845fdf881a70f31b610459c7e6cf0522c1ee43b5abd978abffaacca1764380c69696b336b5b220bb9589d8ec798d5a9264bdfb9b043982c4def8ee53e5f63fe5", "external_reference": "order-1", "can_approve_in_part": false, "instrument_key_version": 1}
issuing.webhook_line	225	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "waiting": 1, "failures": 0, "leased_until": null, "next_attempt_at": "2026-11-29T23:06:18.026+00:00", "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.webhook_delivery	226	{"subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5"}	{"url": null, "body": "\\\\x7b226964223a2262646638333466352d353331392d346266352d393765312d356264646438306235373232222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c22637573746f6d65724964223a223330303030303134222c226576656e7454696d657374616d70223a22323032362d31312d32395432333a30363a31385a222c227175657374696f6e4964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22706172746e6572416e73776572223a224e4f545f52454143484544222c22646563696465644279223a225354414e445f494e222c22726573706f6e7365436f6465223a223030222c22617574686f72697a6174696f6e223a7b226964223a2232663362333630312d363039332d383330312d616138392d373131336162663035373065222c22637573746f6d65724964223a223330303030303134222c226163636f756e744964223a22313030303030303136222c22636172644964223a2230666532373966312d666635312d343336392d393564322d353961333231396461663066222c226372656174696f6e54696d65223a22323032362d31312d32395432333a30363a31385a222c22737461747573223a22415050524f564544222c22646972656374696f6e223a224445424954222c2274797065223a225055524348415345222c227472616e73616374696f6e416d6f756e74223a3530302c227472616e73616374696f6e43757272656e6379223a22455552222c2263617264416d6f756e74223a3530302c226361726443757272656e6379223a22455552222c226e6574416d6f756e74223a3530302c226e657443757272656e6379223a22455552222c22637573746f6d6572416d6f756e74223a3530302c22637573746f6d657243757272656e6379223a22455552222c226d6363223a353431312c226d65726368616e744e616d65223a22436f726e65722053686f70222c226d65726368616e7443697479223a224265726c696e222c226d65726368616e74436f756e747279223a224445222c226361726450726573656e6365223a224e4f545f50524553454e54222c2263617264686f6c64657250726573656e6365223a224e4f545f50524553454e545f45434f4d4d45524345222c226368616c6c656e6765223a2242494f4d4554524943222c2270616e456e7472794d6574686f64223a2245434f4d4d45524345222c226d6f62696c6557616c6c6574223a224150504c455f504159222c22726573706f6e7365436f6465223a223030227d7d", "status": "PENDING", "subject": "30000014/0fe279f1-ff51-4369-95d2-59a3219daf0f", "attempts": 0, "event_id": "bdf834f5-5319-4bf5-97e1-5bddd80b5722", "insertion": 283, "queued_at": "2026-11-29T23:06:18.026+00:00", "delivery_id": "2e2cf165-6a14-8b55-a678-383550701ba5", "event_number": 2, "subscription_id": "7440f474-509e-4b78-bacc-aaf34b5a5ec9"}
issuing.refresh_family	232	{"family_id": "328a4213-d0a9-436c-a0e2-9d619d7370e3"}	\N
issuing.refresh_family	233	{"family_id": "c31fad73-47f5-4d63-9285-cda8d9d405ff"}	\N
issuing.refresh_family	234	{"family_id": "54e36ad0-4e5a-426a-ac67-257717cf2cbd"}	\N
issuing.refresh_family	235	{"family_id": "759d5928-d2dd-4c78-ba43-a9a981dfe209"}	\N
issuing.refresh_family	236	{"family_id": "5d04854b-b147-42a6-b900-7e887113b916"}	\N
issuing.refresh_family	237	{"family_id": "e273f39d-78e8-40b7-9e24-3c12a14e3315"}	\N
issuing.refresh_family	238	{"family_id": "538a779d-449a-4660-868b-f5230cef017d"}	\N
issuing.refresh_family	239	{"family_id": "69b97cf7-ca8c-47b6-8ed8-9a2593b77ad9"}	\N
issuing.refresh_family	240	{"family_id": "9db91906-479c-4adb-9dfa-cf6effc52d39"}	\N
issuing.refresh_family	241	{"family_id": "ba84def1-5d89-4b33-aed0-4b38a48f4707"}	\N
issuing.refresh_family	242	{"family_id": "b9296916-c0d2-4bf8-a47a-e1bf446d8618"}	\N
issuing.refresh_family	243	{"family_id": "d249cef3-94cd-4e10-952a-e6322a497d3d"}	\N
issuing.refresh_family	244	{"family_id": "4b482451-2365-4a1d-a1ed-3476dcc4510d"}	\N
issuing.refresh_family	245	{"family_id": "4851abb0-0c27-4610-a90a-53c3c89c60ea"}	\N
issuing.refresh_family	246	{"family_id": "0f1bf20e-a0a8-4b9a-9b82-de7c9b77b200"}	\N
issuing.refresh_family	247	{"family_id": "e630d6c4-15a6-4823-9f1b-114d869ac141"}	\N
issuing.refresh_family	248	{"family_id": "b92caee1-8730-4be8-b827-6fa8a8d68962"}	\N
issuing.refresh_family	251	{"family_id": "6d2d67aa-1b48-48c3-9485-1baf51223a81"}	\N
issuing.refresh_family	252	{"family_id": "3d0ca54f-6552-4282-82a5-1bfc215f0f84"}	\N
issuing.refresh_family	253	{"family_id": "d56e752c-994e-466e-a2f9-5c95d14a5345"}	\N
issuing.refresh_family	254	{"family_id": "f904abec-01dd-4fdb-be74-924dc4535dd7"}	\N
issuing.refresh_family	255	{"family_id": "43cb53f1-b574-40a0-a27d-d1bcd34bff9e"}	\N
issuing.refresh_family	256	{"family_id": "7ed3b941-396b-4618-a348-fcfe8f1acd4c"}	\N
issuing.refresh_family	257	{"family_id": "b178e027-95e5-4b46-b62b-ba0fc479e611"}	\N
issuing.refresh_family	258	{"family_id": "77e3350a-48c2-453e-b610-cfa6773b3dc5"}	\N
issuing.refresh_family	259	{"family_id": "452e4304-e7fe-44d3-b744-7eec432cd87e"}	\N
issuing.refresh_family	260	{"family_id": "a032383c-627b-4b99-95c3-1fa83b6b0fb9"}	\N
issuing.refresh_family	261	{"family_id": "d37b3eac-09fd-49b2-a74b-cf14cdf931c5"}	\N
issuing.refresh_family	262	{"family_id": "983ff350-7a58-4911-8c49-690593479e5d"}	\N
issuing.refresh_family	263	{"family_id": "ae9d494b-4042-4488-9873-15731abfd904"}	\N
issuing.refresh_family	264	{"family_id": "de6852e4-da63-41c8-b4a1-302a4e0443f2"}	\N
issuing.refresh_family	265	{"family_id": "b3837e29-6639-4b16-87e5-4de6df3e0662"}	\N
issuing.refresh_family	266	{"family_id": "a0e90ea1-6f65-4169-a594-2cdc5c1399f7"}	\N
issuing.refresh_family	267	{"family_id": "499e7c31-1764-4bfd-9bb4-400de9e0d9cb"}	\N
issuing.refresh_family	249	{"family_id": "8f0c8df6-5435-4483-9af5-52e355db0356"}	\N
issuing.refresh_family	250	{"family_id": "c7ae90ab-e9c9-489d-9483-9d24f2801b81"}	\N
\.
COPY sandbox.clock (only_row, frozen_at, offset_milliseconds) FROM stdin;
t	2026-11-29 23:06:18.026+00	0
\.
COPY sandbox.mark  FROM stdin;
\.
COPY sandbox.network_keys (scheme, sealed, key_version, created_at) FROM stdin;
VISA	\\x692e244898c8cf6d47ddc3870f8cd143589202b68c263dd842f7789654bdfe0cf344c471f0147d5bab8df978f7373bf61141cd10c6dccffe520cd4bbfbfcf0b3db33a2b9376750adacfbea518cffe9834b037223c0e427dd0a4d191e42b129dda87878e6124997accd8c5629382d885fbb5af91c016b95207539f08e0982fe44dc2b5f6c121f127d5ed49de6ef41c865	1	2026-11-28 21:47:58.792+00
MC	\\xba51dc86dce4b4dc7443abb858de3109ba1e6744e1817fec3127d44062d289bbb8c0294f1642a8887011fef71defa5fbcfc069864475e4063bdd0b4d54439aa3a7a96eb6b8d307a8317fe51fe3c5e7a58e0eca24f9cedda8d9ec6152e872f7241d06493d73d31eeaa7f81c191c4622cab168e1faba6f9b9bc9bd469b79672b1a97e144f9ffff0696c15171c90cf2cdf6082030823b4867669f960ff2d401a11c3263b02a2dc130e4a80a8ec1c07b8cdd82b7928d56d8896718669daaad9e7e0144c30e4d66c9c88baed85a6bba3a10ceffaae2fe9ac460b13b5ea119c27f0aef2e0f6e21afb2415966c237aa343b1935a4c3b3f31c8228bf7cc9fc643ff3758a91f5833dde98b63decfbbcab91138c2016a89880a0ac5420ea94b7f8cafa8c5971da892925de9e4f35bf543f053ad62a41c9dcf363ee09eda9c27ae79ad04742f2434b614171899b4be403ba9427de35ff6a1859b8ee618067ad7886a627c65c58a7d91b16c20033ac2654a86b8ae3d650cd7071af26f4e41841dddaec09f2eb24ee69f71e02dba43e49205290b34ab2e4575693081ef83fe6c28bce316c26dad77f1531a3bf5022945197351d644d345973563b397581756b2f38356b00ba75c2478a9bdd51870536299c23ba125e98ded7b73de10c67d3b959d81d288e78c311f601e2b2f129d56942286924e0b253d71ea25ed60a29c6d649428a2c4f92f93ef704be4d0b9fb25a1a91a1f4c3a73a1293bdb883acbbc40ae6067ab202cdcc9cc5911f3d9ce16973a19e14d69f148a405a97299dd59a350ea729ef3bdf37b47229c65feda1398e860d3481206920a5a0ce29d58715b39fafe6d911850b26c71163183d3955200c6c510fd7376b151c2e3941a9b271abff0053d6137a8fcfe9452fc24134e35b536976b41d56beedaa37dc2442e2ac2e904c99c7d1fbecd5a1f32902a8e9c1ed647901a897810ba486a3a2259304711cc7790d07af826df627d9961c81542a618230debcba25a0c1b155d82e4d506d517bc5179e8f649bc669966d783391a23ca87e0243698ea1daadbd2bf212873ac2cf4ea71dd53ec2607db99b2c53e2cf6bcf439274f113b585138677b799122b0cf16e6736afb36ef7c074535bed9c29f1ecd01c507c68f8c1a0ae673b8cdeccfe235e8c70b34774b7ca68df6dca61ebfccdd8d224fa6c078820aeef4095333bbd41f9d8ccedc8330185f4bdead69ca0626a34803482bd219511b7224665b1ac0a776f62c0b96dd05e164ec27074e238e2482c1e2150bb6e7d1c352c953de50bd17660ff2f5aa7100886ab3e0495eee45123b84a1cdfb2cd3fa27154f7583aa1ddeaa5b8be33fd334e4295f584a7ef049eeb26e2118c2c99a979556d62fe53ab64ccfb40540b1367dd34347c5302a18ef905c87a77673c8cad359b541926004184ddc4f062c4023f1bee0a62c63eaa3b9d52eef44c299158a7fd682f589e93b8ab73740ecedf9f6bc5bfbe371165a938889f1551d712ab1d1c71108191bb894e3a64ba7dd4f5e2e4739ef6e433127060b33c0d7ee664cb55b9644465c0238cb2c89bcd222a1cb714fa8d4cdf7fc75bbbcbf72cfadfbef085c7a1499f60ef167ea933ca32ed6ce7c3a6eab958242addc9a56098a8ffa38819a1cfaff182dc1b433b38068b32612768ec78aa58c42ed003f9a7b5b712a08a8e8fe58a20c6594862dd8720c89dafc41a5d7c45b757c035888d223b66f233f50a3eace6172dc4b79008cc79768d514bef88b2ed8cf76cfaa2e943b3233f0fc70e9fec1d16f4d65d8c3af704d504ce644270cb0f56b9d41872397cee4e2a4670f731a75acd3ed82a660dd00b6aa0a0cbfec3a91574b01e3df3e1956f53e1398d78fa1c788589e54f29a0907c6e8fd969a8422e57b1e83138695334947e99a03b5a1e2155f4b8844a9e1ba19c6f588a680a67b8d4d30d4923175fcc74b617c3526cf65aca14e38967a4895fb0fc69db28792f6a655d5dbbf2b3a2cc6bec08335cd14ff9e188411dd3ce71c98e200f61a9d48a535046b22fc9635767ee873d000a53d1b8a70a1c42457058a47b37fee83a6df97ef8bd7c0781eb0a07bcf512aa1a2774020fa3337836ff41ac794fd2439f9e582524a6af629d38a9899d1c1d8938e2279401c4b3f76382602c130a8359aaf679175d5b71bea2c2ba6adf9f1b0c61d442bf1ed0ab79d355d144a6c668376df0b238d28d03178d9bc44727e5adc18d4c5f054a9dc42a010c73eac5d0b9bfde65c52f00ce76aced024b9f09a73735eda2bf18da8e11d50d8649906b9bfc52ce7dc6c16a800cae796242e13de69a434c3429e0f5088d6698193b1e6edf29c0e3c99fd3175adbc5dc9bd7fcfa8612f61ca924eda42e6843aaea29c7d5848f3abf9681ccb8d9cbcd71284958d904a872ee552fe4c825bc7405f1c412cbf659127d6792213e3d0f4a17dae88d5932a8c77760be581a8df9324de58a1294415a3a80d26a1ded7073ab9fb2246409b977b43c30da12a40b3819a7bcb669c970b9921cdf20dd7a6f3bc905a9178b235c987e8c347c68de5c26730ff7033097d8ba9a2aeb40c963c0b2c47d1fc6a85379bb5485f76a5fd1582cea214e3c7f07490ad636a40fc03e06efd235a6942d885c75dec2f589fec2f3e5db7dcc050ba6de0d4902e0b918620f1faee64e6bceceef1fb7af96683678b81d56700bce523af24a3bdb16bd1aab766f4ee624f8df9e4a1db1087e30397c2798fb195eb3f795832f9a7bf1d07f43dc7ff24cc4e9ba73e872ceecf5777e94141e1bce2b7d1fce2626d8a32d85b84db29b4c6ba415297dc2a93915ef77a32d1272a1988dbd26cd94aeb32ef951e4889ac02d7cd0b76652c43231673371e26ffaf6e0230fb5c68826fcee2af2f0f7eb7af658e2d6b9dcda969fd81dacbebcba3ee2b5e80e9a2e0d0950cd87a83cad4a575868cd2c4452e652c3d91925645ba5cf937bdceab8edf0fdbecab2aa3f34b124229c126703d9a376e609c82a9838caa6357177870955d9e4d68fb68480f4aeee36fa0ddc0760cdaf64f1014811f094e0c42899dca2368ee35b70ebea5b680c22bd4d891e15de52755c5e91f7a02de42a9b8c2b31e21bf0e63e42c8ced980f8108bf684f1b1c6a18c55bbf01057638a6348d7f796a403c5d82e05122b314bcac0aceaf4521505ed9952879ac3d9c1f5af767956bc8e3c596318cf897dcedad976dfcd6e002102ef7ffaf3f2cc69be266da38c86badcdfa5a549570e2be77f4203f19a1f9c579c5ddd9ca0eec6043c1bd72e98f59f30de2d58e3f385eb7e74d65bbdc4c5097239c4b3f9af2338e4929445ae9273276460367652219cf295e0c7ac63d45ea3a165cbf5aa97c94e30492d61d36d64f23a2d39345ca7facbe23d9add8a7f0be35975607150ad16d4c492a178233b860ba84cb8d606a483ba8bffc7b0a5f41ca05f70bf8737bdbebf86f60c1a651370c071cb3c04f77ea4c95943b8	1	2026-11-28 21:48:04.231+00
\.
COPY sandbox.network_token (dpan_hash, reference, wallet, sealed, key_version, expiry_month, expiry_year, phone_counter, highest_counter) FROM stdin;
\\xe0d7a9509f2dfca4c36ffd73b4de06f1176960d021e316d248ec3b43a8ba87da	DNITHE96045794042602676776204323	GOOGLE_PAY	\\xed81dc4a9840bd5e84d19db86bea5c7a8271d53d550ec7357a4d1d6ca05ed5f7baa14263c24592c47de5b5369155bfe98265a5a559cd934d4103ffc3258136ddc2112ea022aed6bf0b0ab3a577c0f072	1	11	2030	0	0
\\x913f64520b0cd6602ad60f466a7f3f829485d74ef2bec003765adff20c691d99	DNITHE43931086177475299062088827	SAMSUNG_PAY	\\x5a1db8e66f508b70231419ff1c5d2f19f291ed0c9255947d8fee0656c5373cf8555a170459f50422dcb70878ab174ee4e08cdeb47d9839dce65df2857b9a8b26b8c9aebccbd68033b29b77210792c4f6	1	11	2030	0	0
\\x7118e02581843771b53c3fb0d08d6b982d365686324a7ca75bef04a0dfc3e532	DWSPMC00000000010739837f1dd25f38d90bee3e37ecc0ca	APPLE_PAY	\\x3177ec555cab9c0477066417cb3f3daa56f820eb165367043914d2d0433d2079adc8b7a89ec9b2fb51550ed3d072680b453fcc397879339396d3a6041fa9b02d8ea9eae42486574ef1a7799d2ecdda3a	1	11	2030	0	0
\\x804cb1a1962e0923744bf107883460591691e42b704d01b907d9d4b9998d153e	DWSPMC0000000001ad7d5074717bc76938aed394bec2a461	GOOGLE_PAY	\\x37516f014c3f4851cc612fcbd1ad5a416108a032622af4f8047da8e693c9537a4272a9b3086a4f203e43aaf7db3292511e64fc3768d2b0460bf6f6c38324af8ebba9ddaf1e27160a3b9dc3601867af2e	1	11	2030	0	0
\\xa1e1443658903736fded68c0380e1e44611854e662e362ea17fa23fba85958ee	DWSPMC000000000118d294712aedf79e85210cff522a04f1	SAMSUNG_PAY	\\x1f3fa58aeb275b38580bddcc7d491f93ae115f7b4e5de7b1ec86019d6cacafa07999f0c1d167d40b5f7b843e803235e5092827b24015a2dfd1772d3f7c51385b70abf825d0b13ba5cef3d8d88cc3334e	1	11	2030	0	0
\\x797556bd88037a83696779d78554484fe3023bff32bbf8c82b35efb749c90d0f	DNITHE53685847635489277629600841	APPLE_PAY	\\x521b220e227738fa181927173600d9dd3f26c00bc983d92cb1a59530b4cea24d35bca748788d5be4aabe44cec697d577b768f35fdd5406fccc49b0db75dd001bb016096c76a88879af8be37e3980ea51	1	11	2030	2	2
\\xc55899ceb42157ebf0475c9a5909d4c2ae0e2ead4565dc0d270c31b7c004fe99	DNITHE99918199448198099234359421	GOOGLE_PAY	\\x21e9639d392b9cccee0ae0ff2790db5d205ad499848c4e72a03b2e6973954c9a019f7e2113e547485de5f1b24d491d423e0533e0e934579ddba48805ff309ca97c95affffdebc3cbf5705ef705b5fce3	1	11	2030	1	0
\\xd6bf97fe17f2f93e7478add701c9ec5451d860757390adfbf097a152eaebd019	DNITHE18772343702570474984623595	APPLE_PAY	\\xa589e23f49cbf05cc541d58fbcc1bf3aca404562e29494c196d32d259758fdb005a477baab57db014fef42dfa833d68a1d658071722d2e842c12b18157e87040293a0c1f2baf32edc5b591f7928cb83e	1	11	2030	1	1
\\xbd15442b1d4855233bc87d4e0423b9ba449ce6b187848b3e69ed8a805e613d17	DNITHE80997433776038614410244736	APPLE_PAY	\\x43e1d83632324de91c588980672823fffada8891e213b401df5389aa95b0a0a4b17496e924973ab4813e9d379d883ccac9df717c7e7031740bcc845250b8873177eb75afa3db625d4db246151d41d565	1	11	2030	2	2
\\x79415a4466a7fcbfa8b7508afb347c5fa8438e32414bec866fa57d77647a1911	DNITHE62286724713315410598784342	APPLE_PAY	\\xb7994c151f95863e9d6acb3b83aed5639e6a6178fb5dde5fd0757ee95cfebaf9589e7f546d28ab2f583d00a03bd4aa96870d87e3e4c39317df3ee7354b1f723b35594ed9aeb66e862d9079b3a7898424	1	11	2030	2	2
\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3	DNITHE60906333846948976221743671	APPLE_PAY	\\x3ca75f3928d63907df530e5b4dffe48928195c71a06d5e3dd347fe66282f71dd2a99d0fcb17c15a08f38e0d85ced92617ed3bd4b5aa1fd89a234ad6bd46bff3f1daacf950aefe064cd2dcb487f9c0ec1	1	11	2030	2	2
\.
COPY sandbox.phone (phone_id, customer_id, kind, hardware_id, wallet_id, created_at, insertion) FROM stdin;
a08e3328-8e4b-4635-b76b-04b2370180f4	30000004	IPHONE	VfyvS7THSM88t-BqOu8QLk5C	nXMlkjiEypX02luS6u4eHfUu	2026-11-28 21:49:05.877+00	1
887e26c5-d082-4a28-8d69-a90e632e531a	30000004	PIXEL	6Dn8SSpaCibkeBv_s6-64JWb	p9qRBH5uxmGab9v7af4zd_0r	2026-11-28 21:49:06.073+00	3
c5325d1c-8f80-4af0-9f6f-f28f2ceac343	30000004	GALAXY	pLxcGCZoBBDfvho8XGbdYQlc	UxG7QSNHJ5oOfjkG53ZHHMa_	2026-11-28 21:49:06.311+00	5
ed8306b4-ab32-49ea-9b39-9655b29f86ce	30000004	IPHONE	nbITkBlMKnuTPHfuqQnFywK4	fsTjTz6TDNa7Zxp4xT0eg958	2026-11-28 21:49:06.438+00	7
b2f36ab2-efeb-4ef9-8ee4-4668a8ef2dfe	30000004	PIXEL	TPOBcpw2BxJ77yD3EAwo3TTi	eGIb6UjEt92Wp1LIv5HkD-9v	2026-11-28 21:49:06.479+00	9
417c73eb-4072-4f92-af24-89ef0016f219	30000004	GALAXY	uEknQ8hTQO_AqQcKeAu6_SOq	TutaZHFV7Y-FRB7KM93QZued	2026-11-28 21:49:06.532+00	11
248c3dbc-1539-4be3-a730-2a0086546f17	10000001	PIXEL	qp1x-RjjNxlco_tQ7u-nXl7c	xl5_zPO9uOUtRtBVXwxSGHfK	2026-11-28 21:49:20.319+00	13
fda6ede1-4222-4b74-829f-8a01538de3f5	10000002	IPHONE	eo3l_4YPg5G_P5CvmMRnCrym	KZ95GrC6KhphGSwZGKpXoBls	2026-11-28 21:51:34.958+00	15
66398bac-0d35-48ad-a575-e3cacf320eee	10000001	PIXEL	hR-UWDs7lF_SL7QWDpBOnxe9	837CAA26seA5f_G-4ddWt8Ua	2026-11-28 21:51:44.588+00	17
65c09cc8-59cd-4cdc-9445-7efa819febbb	30000011	IPHONE	K0UHnkJiC0ICIpCTx3Nty4Do	sB47PM_9JdFyrIkyVM2uCsbo	2026-11-28 22:05:46.94+00	18
2d33f823-fe80-40c9-984a-4a08600b6b93	30000012	IPHONE	qVC5NOGJBqIxPgAQeL8BLNaa	p2weTJ6okSukk6P1LnnoAS2W	2026-11-29 23:06:18.026+00	20
0cafd69f-5709-403c-9713-47ebb869d070	30000014	IPHONE	D7N7KbwfLl6E8_kfByfnvKdj	RzmkgpDM3lXtd51RI2BwTrKe	2026-11-29 23:06:18.026+00	22
\.
COPY sandbox.phone_token (reference, phone_id, customer_id, card_id, dpan_last_four, message_digest, waits, message_id, message_number, sealed_code, code_key_version, wrong_codes, created_at, deleted_at, insertion) FROM stdin;
DNITHE53685847635489277629600841	a08e3328-8e4b-4635-b76b-04b2370180f4	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	0257	\\x57c96f835764b600baf79ada8e44e1caa90b65041c66f100855a018bf0d3a244	f	\N	\N	\N	\N	0	2026-11-28 21:49:05.918+00	\N	2
DNITHE96045794042602676776204323	887e26c5-d082-4a28-8d69-a90e632e531a	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	4910	\\xc8cd9a2f4b7a1ee7801c9e7e7b33fc69df2a049603046255919ee2043b5b9006	f	\N	\N	\N	\N	0	2026-11-28 21:49:06.272+00	\N	4
DNITHE43931086177475299062088827	c5325d1c-8f80-4af0-9f6f-f28f2ceac343	30000004	4022d6ac-c137-429b-b7e8-6f0176b79b60	2788	\\xcbc658afd6518e1a6a35e100b3e83189e61df2dce703d07bf5cf2f45fe25533e	f	\N	\N	\N	\N	0	2026-11-28 21:49:06.403+00	\N	6
DWSPMC00000000010739837f1dd25f38d90bee3e37ecc0ca	ed8306b4-ab32-49ea-9b39-9655b29f86ce	30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	8486	\\x0cc3fc396f3e61db9f3cf9919cc424a719c0eccb4b3558d995201b2c8754a808	f	\N	\N	\N	\N	0	2026-11-28 21:49:06.447+00	\N	8
DWSPMC0000000001ad7d5074717bc76938aed394bec2a461	b2f36ab2-efeb-4ef9-8ee4-4668a8ef2dfe	30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	6130	\\x81caf55dcd53d653114a4806ce43fdef196280e2ed66ce143b760cf00ed24218	f	\N	\N	\N	\N	0	2026-11-28 21:49:06.515+00	\N	10
DWSPMC000000000118d294712aedf79e85210cff522a04f1	417c73eb-4072-4f92-af24-89ef0016f219	30000004	9d68cf8d-bc42-4ce2-bc12-3e60d0e8fb7e	0485	\\x9ae6f9b8edde07ef782a270e646840e7f8c46e24d5152a490aad99a61441eeec	f	\N	\N	\N	\N	0	2026-11-28 21:49:06.555+00	\N	12
DNITHE99918199448198099234359421	248c3dbc-1539-4be3-a730-2a0086546f17	10000001	18348fd6-d83c-4d4d-91e3-176ff70c8f0b	7799	\N	f	c63d8608-6d0f-4d66-a9f5-02c05ae7a196	6	\\xa0b48ae8a9c676b1654d7689b1f0fd807b0792dc75ca0cdcca5919cf165ca6c1fa70	1	0	2026-11-28 21:49:23.884+00	\N	14
DNITHE18772343702570474984623595	fda6ede1-4222-4b74-829f-8a01538de3f5	10000002	e75b3517-0da5-4554-83e5-6a7728be370b	9590	\\x4931ab57f239bb108ab9f976c9677f54c93218d7b3eeb1c0b9b88fae41f6c02c	f	\N	\N	\N	\N	0	2026-11-28 21:51:34.984+00	\N	16
DNITHE80997433776038614410244736	65c09cc8-59cd-4cdc-9445-7efa819febbb	30000011	3e960292-7ed7-4592-bfe1-8abd0dde89b6	5662	\\x0e834f5ab1bab11323777546923885e1fb812d801a7809d38d498f1e3c7711cc	f	\N	\N	\N	\N	0	2026-11-28 22:05:46.946+00	\N	19
DNITHE62286724713315410598784342	2d33f823-fe80-40c9-984a-4a08600b6b93	30000012	1b2e0d9e-ad67-4951-bdb7-ed82667dccd2	1538	\\x1d50367386a577f2552c77f60c3c94d7e7be3b630349c10286eec4ed1c12f7d4	f	\N	\N	\N	\N	0	2026-11-29 23:06:18.026+00	\N	21
DNITHE60906333846948976221743671	0cafd69f-5709-403c-9713-47ebb869d070	30000014	0fe279f1-ff51-4369-95d2-59a3219daf0f	3091	\\x02ed3cbb0aa410cbf117dc632226807213fd34236d42862df6b6ab34625064bf	f	\N	\N	\N	\N	0	2026-11-29 23:06:18.026+00	\N	23
\.
COPY sandbox.snapshot (name, log_position, numbers, taken_at) FROM stdin;
before	1	{"card_insertion": 66, "message_number": 11, "customer_number": 30000012, "phone_insertion": 21, "next_fold_number": 95, "payment_insertion": 36, "webhook_insertion": 276, "next_account_number": 100000015, "authorization_insertion": 69, "next_transaction_number": 5000000170}	2026-11-29 23:06:18.026+00
\.
COPY sandbox.used_counter (dpan_hash, counter, message, used_at) FROM stdin;
\\x797556bd88037a83696779d78554484fe3023bff32bbf8c82b35efb749c90d0f	1	SANDBOX-8113c735-5cd1-4ff8-8d97-9bbdd0bfb1a9	2026-11-28 21:49:06.735+00
\\x797556bd88037a83696779d78554484fe3023bff32bbf8c82b35efb749c90d0f	2	861e69c8-957f-4510-ba12-47c9e7c06d57	2026-11-28 21:49:08.627+00
\\xd6bf97fe17f2f93e7478add701c9ec5451d860757390adfbf097a152eaebd019	1	merchants-578876546724	2026-11-28 21:51:36.516+00
\\xbd15442b1d4855233bc87d4e0423b9ba449ce6b187848b3e69ed8a805e613d17	1	merchants-319350742591	2026-11-28 22:05:47.163+00
\\xbd15442b1d4855233bc87d4e0423b9ba449ce6b187848b3e69ed8a805e613d17	2	merchants-126442886300	2026-11-28 22:05:47.345+00
\\x79415a4466a7fcbfa8b7508afb347c5fa8438e32414bec866fa57d77647a1911	1	merchants-204796898630	2026-11-29 23:06:18.026+00
\\x79415a4466a7fcbfa8b7508afb347c5fa8438e32414bec866fa57d77647a1911	2	merchants-440406525171	2026-11-29 23:06:18.026+00
\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3	1	merchants-109794555246	2026-11-29 23:06:18.026+00
\\x8da1662e8969c89e21ebfdc786a96f5cef32559a1801197f76167ade042f2ed3	2	merchants-691686434866	2026-11-29 23:06:18.026+00
\.
SELECT pg_catalog.setval('issuing.card_insertion', 68, true);
SELECT pg_catalog.setval('issuing.customer_number', 30000014, true);
SELECT pg_catalog.setval('issuing.message_number', 11, true);
SELECT pg_catalog.setval('issuing.webhook_insertion', 284, true);
SELECT pg_catalog.setval('merchants.payment_insertion', 38, true);
SELECT pg_catalog.setval('money.authorization_insertion', 71, true);
SELECT pg_catalog.setval('money.next_account_number', 100000016, true);
SELECT pg_catalog.setval('money.next_fold_number', 99, true);
SELECT pg_catalog.setval('money.next_transaction_number', 5000000174, true);
SELECT pg_catalog.setval('sandbox.log_position', 267, true);
SELECT pg_catalog.setval('sandbox.phone_insertion', 23, true);
ALTER TABLE ONLY issuing.apple_nonce
    ADD CONSTRAINT apple_nonce_is_used_once PRIMARY KEY (customer_id, card_id, nonce);
ALTER TABLE ONLY issuing.webhook_attempt
    ADD CONSTRAINT attempt_is_logged_once PRIMARY KEY (subject, delivery_id, attempt_number);
ALTER TABLE ONLY issuing.authentication_event
    ADD CONSTRAINT authentication_event_is_known_once PRIMARY KEY (customer_id, event_id);
ALTER TABLE ONLY issuing.partner_decision
    ADD CONSTRAINT brand_decides_at_one_place PRIMARY KEY (brand);
ALTER TABLE ONLY issuing.authentication_policy
    ADD CONSTRAINT brand_has_one_authentication_policy PRIMARY KEY (brand);
ALTER TABLE ONLY issuing.brand_secure_view
    ADD CONSTRAINT brand_has_one_list_of_frame_ancestors PRIMARY KEY (brand);
ALTER TABLE ONLY issuing.brand
    ADD CONSTRAINT brand_is_known_once PRIMARY KEY (brand);
ALTER TABLE ONLY issuing.bulk_order
    ADD CONSTRAINT bulk_order_is_known_once PRIMARY KEY (order_id);
ALTER TABLE ONLY issuing.card_allowance
    ADD CONSTRAINT card_allowance_is_counted_once PRIMARY KEY (customer_id, program_name);
ALTER TABLE ONLY issuing.card_status_history
    ADD CONSTRAINT card_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number);
ALTER TABLE ONLY issuing.card
    ADD CONSTRAINT card_is_issued_once PRIMARY KEY (customer_id, card_id);
ALTER TABLE ONLY issuing.authentication_challenge
    ADD CONSTRAINT challenge_is_sent_once PRIMARY KEY (customer_id, event_id, challenge_number);
ALTER TABLE ONLY issuing.client
    ADD CONSTRAINT client_is_known_once PRIMARY KEY (brand, client_id);
ALTER TABLE ONLY issuing.card_code_tries
    ADD CONSTRAINT code_tries_are_counted_once PRIMARY KEY (customer_id, card_id);
ALTER TABLE ONLY issuing.authentication_means
    ADD CONSTRAINT customer_has_means_once PRIMARY KEY (customer_id);
ALTER TABLE ONLY issuing.customer
    ADD CONSTRAINT customer_is_known_once PRIMARY KEY (customer_id);
ALTER TABLE ONLY issuing.data_key
    ADD CONSTRAINT data_key_is_made_once PRIMARY KEY (purpose, version);
ALTER TABLE ONLY issuing.webhook_delivery
    ADD CONSTRAINT delivery_is_known_once PRIMARY KEY (subject, delivery_id);
ALTER TABLE ONLY issuing.trusted_device
    ADD CONSTRAINT device_is_trusted_once PRIMARY KEY (customer_id, device_id);
ALTER TABLE ONLY issuing.dpan_reference
    ADD CONSTRAINT dpan_reference_is_of_one_token PRIMARY KEY (reference);
ALTER TABLE ONLY issuing.authentication_owner
    ADD CONSTRAINT event_has_one_owner PRIMARY KEY (event_id);
ALTER TABLE ONLY issuing.webhook_delivery
    ADD CONSTRAINT event_is_told_once UNIQUE (subject, subscription_id, event_number);
ALTER TABLE ONLY issuing.authentication_factor
    ADD CONSTRAINT factor_is_counted_once PRIMARY KEY (customer_id, verification);
ALTER TABLE ONLY issuing.webhook_line
    ADD CONSTRAINT line_is_one PRIMARY KEY (subject, subscription_id);
ALTER TABLE ONLY issuing.merchant_code_tries
    ADD CONSTRAINT merchant_code_tries_are_counted_once PRIMARY KEY (merchant);
ALTER TABLE ONLY issuing.message
    ADD CONSTRAINT message_is_sent_once PRIMARY KEY (customer_id, message_id);
ALTER TABLE ONLY issuing.issued_pan
    ADD CONSTRAINT pan_is_issued_once PRIMARY KEY (pan_hash);
ALTER TABLE ONLY issuing.passkey
    ADD CONSTRAINT passkey_is_known_once PRIMARY KEY (customer_id, credential_id);
ALTER TABLE ONLY issuing.payment_terms
    ADD CONSTRAINT program_has_one_set_of_payment_terms PRIMARY KEY (program_name);
ALTER TABLE ONLY issuing.program
    ADD CONSTRAINT program_is_known_once PRIMARY KEY (program_name);
ALTER TABLE ONLY issuing.program
    ADD CONSTRAINT program_is_of_one_type_and_scheme UNIQUE (program_name, card_type, scheme);
ALTER TABLE ONLY issuing.refresh_family
    ADD CONSTRAINT refresh_family_is_known_once PRIMARY KEY (family_id);
ALTER TABLE ONLY issuing.idempotent_answer
    ADD CONSTRAINT request_is_answered_once PRIMARY KEY (owner, idempotency_key);
ALTER TABLE ONLY issuing.secure_view
    ADD CONSTRAINT secure_view_is_opened_once PRIMARY KEY (token_hash);
ALTER TABLE ONLY issuing.webhook_subscription
    ADD CONSTRAINT subscription_is_known_once PRIMARY KEY (subscription_id);
ALTER TABLE ONLY issuing.tokenization_history
    ADD CONSTRAINT tokenization_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number);
ALTER TABLE ONLY issuing.tokenization
    ADD CONSTRAINT tokenization_is_known_once PRIMARY KEY (customer_id, tokenization_id);
ALTER TABLE ONLY issuing.card_transition
    ADD CONSTRAINT transition_is_listed_once PRIMARY KEY (actor, occasion, from_status, to_status);
ALTER TABLE ONLY merchants.cardpointe_account
    ADD CONSTRAINT cardpointe_account_is_known_once PRIMARY KEY (merchant_id);
ALTER TABLE ONLY merchants.cardpointe_login
    ADD CONSTRAINT cardpointe_login_is_known_once PRIMARY KEY (username);
ALTER TABLE ONLY merchants.cardpointe_profile
    ADD CONSTRAINT cardpointe_profile_is_known_once PRIMARY KEY (merchant_id, profile_id, account_number);
ALTER TABLE ONLY merchants.cardpointe_rate
    ADD CONSTRAINT cardpointe_rate_is_counted_once PRIMARY KEY (merchant_id, service);
ALTER TABLE ONLY merchants.cardpointe_report
    ADD CONSTRAINT cardpointe_report_is_kept_once PRIMARY KEY (merchant_id, service);
ALTER TABLE ONLY merchants.cardpointe_signature
    ADD CONSTRAINT cardpointe_signature_is_kept_once PRIMARY KEY (merchant_id, reference);
ALTER TABLE ONLY merchants.cardpointe_token
    ADD CONSTRAINT cardpointe_token_is_given_once PRIMARY KEY (token);
ALTER TABLE ONLY merchants.dintero_client
    ADD CONSTRAINT dintero_client_is_known_once PRIMARY KEY (client_id);
ALTER TABLE ONLY merchants.dintero_session
    ADD CONSTRAINT dintero_session_is_known_once PRIMARY KEY (session_id);
ALTER TABLE ONLY merchants.merchant
    ADD CONSTRAINT merchant_is_known_once PRIMARY KEY (merchant_id);
ALTER TABLE ONLY merchants.merchant_key
    ADD CONSTRAINT merchant_key_is_known_once PRIMARY KEY (merchant_id, gateway, wallet, key_id);
ALTER TABLE ONLY merchants.moneyhash_card
    ADD CONSTRAINT moneyhash_card_has_a_short_id_of_its_own UNIQUE (merchant_id, is_live, short_id);
ALTER TABLE ONLY merchants.moneyhash_card
    ADD CONSTRAINT moneyhash_card_is_known_once PRIMARY KEY (merchant_id, is_live, card_id);
ALTER TABLE ONLY merchants.moneyhash_customer
    ADD CONSTRAINT moneyhash_customer_is_known_once PRIMARY KEY (customer_id);
ALTER TABLE ONLY merchants.moneyhash_card
    ADD CONSTRAINT moneyhash_customer_saves_a_card_once UNIQUE (merchant_id, is_live, customer, number_hash);
ALTER TABLE ONLY merchants.moneyhash_intent
    ADD CONSTRAINT moneyhash_intent_is_known_once PRIMARY KEY (intent_id);
ALTER TABLE ONLY merchants.moneyhash_key
    ADD CONSTRAINT moneyhash_key_is_known_once PRIMARY KEY (key_hash);
ALTER TABLE ONLY merchants.moneyhash_key
    ADD CONSTRAINT moneyhash_merchant_has_one_key_of_a_kind UNIQUE (merchant_id, is_live);
ALTER TABLE ONLY merchants.moneyhash_provider
    ADD CONSTRAINT moneyhash_provider_ends_in_one_way PRIMARY KEY (merchant_id, method);
ALTER TABLE ONLY merchants.moneyhash_answer
    ADD CONSTRAINT moneyhash_request_is_answered_once PRIMARY KEY (merchant_id, is_live, idempotency_key);
ALTER TABLE ONLY merchants.payment
    ADD CONSTRAINT payment_is_known_once PRIMARY KEY (merchant_id, payment_id);
ALTER TABLE ONLY merchants.payment
    ADD CONSTRAINT payment_nonce_is_used_once UNIQUE (merchant_id, gateway, nonce_digest);
ALTER TABLE ONLY merchants.payment_reference
    ADD CONSTRAINT payment_reference_is_used_once PRIMARY KEY (reference);
ALTER TABLE ONLY merchants.payment_step
    ADD CONSTRAINT payment_step_is_known_once PRIMARY KEY (merchant_id, payment_id, step_number);
ALTER TABLE ONLY merchants.payment_step
    ADD CONSTRAINT step_nonce_is_used_once UNIQUE (merchant_id, gateway, nonce_digest);
ALTER TABLE ONLY merchants.stitch_assertion
    ADD CONSTRAINT stitch_assertion_is_used_once PRIMARY KEY (client_id, id_digest);
ALTER TABLE ONLY merchants.stitch_client
    ADD CONSTRAINT stitch_client_is_known_once PRIMARY KEY (client_id);
ALTER TABLE ONLY merchants.stitch_webhook
    ADD CONSTRAINT stitch_webhook_is_known_once PRIMARY KEY (webhook_id);
ALTER TABLE ONLY merchants.unsent_step
    ADD CONSTRAINT unsent_step_waits_once PRIMARY KEY (merchant_id, payment_id, step_number);
ALTER TABLE ONLY merchants.wallet_token_claim
    ADD CONSTRAINT wallet_token_is_claimed_once PRIMARY KEY (token_digest);
ALTER TABLE ONLY money.account
    ADD CONSTRAINT account_has_one_currency UNIQUE (customer_id, account_id, currency);
ALTER TABLE ONLY money.account
    ADD CONSTRAINT account_is_opened_once PRIMARY KEY (customer_id, account_id);
ALTER TABLE ONLY money.account_number
    ADD CONSTRAINT account_number_is_given_once PRIMARY KEY (account_id);
ALTER TABLE ONLY money."authorization"
    ADD CONSTRAINT authorization_is_known_once PRIMARY KEY (customer_id, authorization_id);
ALTER TABLE ONLY money.card_controls
    ADD CONSTRAINT card_has_one_set_of_controls PRIMARY KEY (customer_id, card_id);
ALTER TABLE ONLY money.account
    ADD CONSTRAINT customer_has_one_account_for_each_currency UNIQUE (customer_id, currency);
ALTER TABLE ONLY money.early_reversal
    ADD CONSTRAINT early_reversal_is_kept_once PRIMARY KEY (customer_id, card_id, lifecycle);
ALTER TABLE ONLY money.exchange_rate
    ADD CONSTRAINT exchange_rate_is_set_once PRIMARY KEY (from_currency, to_currency);
ALTER TABLE ONLY money.hold
    ADD CONSTRAINT hold_is_placed_once PRIMARY KEY (customer_id, hold_id);
ALTER TABLE ONLY money.house_balance
    ADD CONSTRAINT house_balance_is_folded_once PRIMARY KEY (shard, ledger_account, currency);
ALTER TABLE ONLY money.journal
    ADD CONSTRAINT journal_has_its_place_in_the_account UNIQUE (customer_id, account_id, version);
ALTER TABLE ONLY money.transaction
    ADD CONSTRAINT journal_has_one_transaction UNIQUE (customer_id, journal_id);
ALTER TABLE ONLY money.journal
    ADD CONSTRAINT journal_is_posted_once PRIMARY KEY (customer_id, journal_id);
ALTER TABLE ONLY money.used_merchant_reference
    ADD CONSTRAINT merchant_reference_is_used_once PRIMARY KEY (brand, merchant_ref_num, asked_by);
ALTER TABLE ONLY money.movement
    ADD CONSTRAINT movement_is_asked_for_once PRIMARY KEY (customer_id, movement_id);
ALTER TABLE ONLY money.network_message
    ADD CONSTRAINT network_message_is_answered_once PRIMARY KEY (reference);
ALTER TABLE ONLY money.posting
    ADD CONSTRAINT posting_is_written_once PRIMARY KEY (customer_id, journal_id, posting_number);
ALTER TABLE ONLY money.program_controls
    ADD CONSTRAINT program_has_one_set_of_controls PRIMARY KEY (program_name);
ALTER TABLE ONLY money.fold
    ADD CONSTRAINT shard_is_folded_once PRIMARY KEY (shard);
ALTER TABLE ONLY money.spent
    ADD CONSTRAINT spending_is_counted_once PRIMARY KEY (customer_id, card_id, spending_window, channel);
ALTER TABLE ONLY money.transaction
    ADD CONSTRAINT transaction_is_numbered_once PRIMARY KEY (customer_id, transaction_id);
ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (version);
ALTER TABLE ONLY sandbox.change
    ADD CONSTRAINT change_is_logged_once PRIMARY KEY (changed, log_position);
ALTER TABLE ONLY sandbox.clock
    ADD CONSTRAINT clock_is_one PRIMARY KEY (only_row);
ALTER TABLE ONLY sandbox.used_counter
    ADD CONSTRAINT counter_is_used_once PRIMARY KEY (dpan_hash, counter);
ALTER TABLE ONLY sandbox.network_token
    ADD CONSTRAINT dpan_is_issued_once PRIMARY KEY (dpan_hash);
ALTER TABLE ONLY sandbox.network_keys
    ADD CONSTRAINT network_has_its_keys_once PRIMARY KEY (scheme);
ALTER TABLE ONLY sandbox.phone
    ADD CONSTRAINT phone_is_known_once PRIMARY KEY (phone_id);
ALTER TABLE ONLY sandbox.phone_token
    ADD CONSTRAINT phone_token_is_issued_once PRIMARY KEY (reference);
ALTER TABLE ONLY sandbox.snapshot
    ADD CONSTRAINT snapshot_is_named_once PRIMARY KEY (name);
ALTER TABLE ONLY sandbox.network_token
    ADD CONSTRAINT token_has_one_dpan UNIQUE (reference);
ALTER TABLE ONLY sandbox.phone_token
    ADD CONSTRAINT wallet_message_is_accepted_once UNIQUE (message_digest);
CREATE INDEX apple_nonce_by_end ON issuing.apple_nonce USING btree (good_until);
CREATE INDEX authentication_event_by_age ON issuing.authentication_event USING btree (customer_id, created_at);
CREATE INDEX authentication_event_by_end ON issuing.authentication_event USING btree (expires_at);
CREATE INDEX authentication_owner_by_end ON issuing.authentication_owner USING btree (expires_at);
CREATE INDEX bulk_order_by_turn ON issuing.bulk_order USING btree (tries, created_at, insertion) WHERE (status = ANY (ARRAY['ACCEPTED'::text, 'PROCESSING'::text]));
CREATE INDEX card_by_age ON issuing.card USING btree (customer_id, created_at DESC, insertion DESC);
CREATE INDEX card_by_expiry ON issuing.card USING btree (expiry_year, expiry_month) WHERE can_expire;
CREATE INDEX card_by_id ON issuing.card USING btree (card_id);
CREATE INDEX card_by_last_four ON issuing.card USING btree (last_four, customer_id DESC);
CREATE INDEX customer_by_brand ON issuing.customer USING btree (brand, customer_id);
CREATE INDEX customer_by_first_name ON issuing.customer USING btree (lower(first_name) COLLATE "C");
CREATE INDEX customer_by_last_name ON issuing.customer USING btree (lower(last_name) COLLATE "C");
CREATE INDEX idempotent_answer_by_age ON issuing.idempotent_answer USING btree (answered_at);
CREATE INDEX message_by_age ON issuing.message USING btree (customer_id, message_number DESC);
CREATE INDEX message_by_end ON issuing.message USING btree (created_at);
CREATE INDEX message_by_id ON issuing.message USING btree (message_id);
CREATE INDEX message_by_number ON issuing.message USING btree (message_number DESC);
CREATE UNIQUE INDEX place_has_one_token ON issuing.tokenization USING btree (customer_id, card_id, wallet, device_id, profile_id) NULLS NOT DISTINCT WHERE (((token_status)::text <> 'DELETED'::text) AND ((device_id IS NOT NULL) OR (profile_id IS NOT NULL)));
CREATE UNIQUE INDEX place_is_initiated_once ON issuing.tokenization USING btree (customer_id, card_id, wallet, device_id, profile_id) NULLS NOT DISTINCT WHERE ((token_status IS NULL) AND ((dpan_reference IS NULL) OR (device_id IS NOT NULL) OR (profile_id IS NOT NULL)));
CREATE INDEX refresh_family_by_end ON issuing.refresh_family USING btree (expires_at);
CREATE INDEX secure_view_by_customer ON issuing.secure_view USING btree (customer_id, expires_at);
CREATE INDEX secure_view_by_end ON issuing.secure_view USING btree (expires_at);
CREATE UNIQUE INDEX subscription_is_made_once ON issuing.webhook_subscription USING btree (owner, event_type, url) NULLS NOT DISTINCT WHERE (ended_at IS NULL);
CREATE INDEX tokenization_abandoned ON issuing.tokenization USING btree (initiated_at) WHERE (token_status IS NULL);
CREATE INDEX tokenization_by_age ON issuing.tokenization USING btree (customer_id, card_id, initiated_at DESC, insertion DESC);
CREATE INDEX webhook_delivery_by_age ON issuing.webhook_delivery USING btree (subscription_id, status, queued_at DESC, insertion DESC);
CREATE INDEX webhook_delivery_by_id ON issuing.webhook_delivery USING btree (delivery_id);
CREATE INDEX webhook_line_by_turn ON issuing.webhook_line USING btree (subscription_id, next_attempt_at);
CREATE INDEX cardpointe_account_by_login ON merchants.cardpointe_account USING btree (username, merchant_id);
CREATE INDEX cardpointe_account_by_site ON merchants.cardpointe_account USING gin (sites);
CREATE INDEX cardpointe_profile_by_content ON merchants.cardpointe_profile USING btree (merchant_id, content_digest);
CREATE UNIQUE INDEX cardpointe_profile_has_one_default ON merchants.cardpointe_profile USING btree (merchant_id, profile_id) WHERE is_default;
CREATE INDEX cardpointe_token_of_wallet_by_age ON merchants.cardpointe_token USING btree (made_at) WHERE (wallet IS NOT NULL);
CREATE INDEX dintero_client_by_merchant ON merchants.dintero_client USING btree (merchant_id);
CREATE INDEX dintero_session_by_giving_back ON merchants.dintero_session USING btree (gives_back_at) WHERE (gives_back_at IS NOT NULL);
CREATE INDEX dintero_session_by_instrument ON merchants.dintero_session USING btree (instrument_ends_at) WHERE (sealed_instrument IS NOT NULL);
CREATE UNIQUE INDEX merchant_has_one_active_key ON merchants.merchant_key USING btree (merchant_id, gateway, wallet) WHERE (status = 'ACTIVE'::text);
CREATE INDEX moneyhash_answer_by_end ON merchants.moneyhash_answer USING btree (ends_at);
CREATE INDEX moneyhash_intent_by_app ON merchants.moneyhash_intent USING btree (intent_id) WHERE waits_for_app;
CREATE INDEX moneyhash_intent_by_expiry ON merchants.moneyhash_intent USING btree (expires_at) WHERE (status = 'UNPROCESSED'::text);
CREATE INDEX moneyhash_intent_by_instrument ON merchants.moneyhash_intent USING btree (instrument_ends_at) WHERE (instrument_ends_at IS NOT NULL);
CREATE INDEX moneyhash_intent_by_payment ON merchants.moneyhash_intent USING btree (paying_until) WHERE (paying_until IS NOT NULL);
CREATE INDEX payment_by_age ON merchants.payment USING btree (merchant_id, gateway, created_at DESC, insertion DESC);
CREATE INDEX payment_by_answer ON merchants.payment USING btree (answer_due_at) WHERE (answer_due_at IS NOT NULL);
CREATE INDEX payment_by_end ON merchants.payment USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX payment_by_external_reference ON merchants.payment USING btree (merchant_id, gateway, md5(external_reference), created_at DESC, insertion DESC) WHERE (external_reference IS NOT NULL);
CREATE INDEX payment_by_id ON merchants.payment USING btree (payment_id);
CREATE INDEX payment_by_status ON merchants.payment USING btree (merchant_id, gateway, status, created_at DESC, insertion DESC);
CREATE INDEX payment_step_by_settlement ON merchants.payment_step USING btree (merchant_id, gateway, settles_at, payment_id, step_number) WHERE (settles_at IS NOT NULL);
CREATE INDEX payment_step_by_taking ON merchants.payment_step USING btree (merchant_id, gateway, settled_at, payment_id, step_number) WHERE ((settles_at IS NOT NULL) AND (settled_at IS NOT NULL));
CREATE INDEX stitch_assertion_by_end ON merchants.stitch_assertion USING btree (ends_at);
CREATE INDEX stitch_client_by_merchant ON merchants.stitch_client USING btree (merchant_id);
CREATE INDEX stitch_webhook_by_client ON merchants.stitch_webhook USING btree (client_id, made_at, insertion);
CREATE INDEX unsent_step_by_retry ON merchants.unsent_step USING btree (free_at) WHERE (attempts > 0);
CREATE INDEX unsent_step_by_turn ON merchants.unsent_step USING btree (merchant_id, due_at) WHERE (attempts = 0);
CREATE INDEX wallet_token_claim_by_end ON merchants.wallet_token_claim USING btree (ends_at);
CREATE INDEX authorization_by_age ON money."authorization" USING btree (customer_id, created_at DESC, insertion DESC);
CREATE INDEX authorization_by_id ON money."authorization" USING btree (authorization_id);
CREATE INDEX authorization_by_lifecycle ON money."authorization" USING btree (lifecycle, customer_id);
CREATE INDEX authorization_by_reference ON money."authorization" USING btree (reference, customer_id);
CREATE INDEX hold_by_expiry ON money.hold USING btree (expires_at, hold_id) WHERE ((status)::text = 'PENDING'::text);
CREATE INDEX hold_pending ON money.hold USING btree (customer_id, account_id, expires_at, hold_id) WHERE ((status)::text = 'PENDING'::text);
CREATE INDEX journal_by_hold ON money.journal USING btree (customer_id, hold_id) WHERE (hold_id IS NOT NULL);
CREATE INDEX movement_preview ON money.movement USING btree (created_at) WHERE ((status)::text = 'PREVIEW'::text);
CREATE INDEX movement_processing ON money.movement USING btree (kind, changed_at, movement_id) WHERE ((status)::text = 'PROCESSING'::text);
CREATE INDEX network_message_by_card ON money.network_message USING btree (customer_id, card_id, received_at DESC);
CREATE INDEX posting_by_fold_number ON money.posting USING btree (shard, fold_number);
CREATE INDEX transaction_by_number ON money.transaction USING btree (transaction_id);
CREATE INDEX used_merchant_reference_by_movement ON money.used_merchant_reference USING btree (customer_id, movement_id);
CREATE INDEX phone_by_age ON sandbox.phone USING btree (created_at DESC, insertion DESC);
CREATE INDEX phone_by_customer ON sandbox.phone USING btree (customer_id);
CREATE INDEX phone_token_by_customer ON sandbox.phone_token USING btree (customer_id);
CREATE INDEX phone_token_by_message ON sandbox.phone_token USING btree (message_number DESC) WHERE (message_number IS NOT NULL);
CREATE INDEX phone_token_by_phone ON sandbox.phone_token USING btree (phone_id);
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.apple_nonce FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id', 'nonce');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_challenge FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'event_id', 'challenge_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_event FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'event_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_factor FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'verification');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_means FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_owner FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('event_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.authentication_policy FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.brand FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.brand_secure_view FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.bulk_order FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('order_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.card FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.card_allowance FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'program_name');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.card_code_tries FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.card_status_history FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id', 'change_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.client FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand', 'client_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.customer FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.dpan_reference FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('reference');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.idempotent_answer FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('owner', 'idempotency_key');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.issued_pan FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('pan_hash');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.merchant_code_tries FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.message FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'message_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.partner_decision FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.passkey FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'credential_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.payment_terms FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('program_name');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.program FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('program_name');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.refresh_family FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('family_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.secure_view FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('token_hash');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.tokenization FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'tokenization_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.tokenization_history FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id', 'change_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.trusted_device FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'device_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.webhook_attempt FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('subject', 'delivery_id', 'attempt_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.webhook_delivery FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('subject', 'delivery_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.webhook_line FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('subject', 'subscription_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON issuing.webhook_subscription FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('subscription_id');
CREATE TRIGGER history_is_append_only BEFORE DELETE OR UPDATE ON issuing.card_status_history FOR EACH ROW EXECUTE FUNCTION issuing.refuse_rewriting_history();
CREATE TRIGGER history_is_append_only BEFORE UPDATE ON issuing.tokenization_history FOR EACH ROW EXECUTE FUNCTION issuing.refuse_rewriting_history();
CREATE TRIGGER history_of_tokens_is_never_removed BEFORE DELETE ON issuing.tokenization_history FOR EACH ROW WHEN (((old.change)::text <> ALL (ARRAY['TOKENIZATION_INITIATED'::text, 'TOKENIZATION_FAILED'::text]))) EXECUTE FUNCTION issuing.refuse_rewriting_history();
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_account FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_login FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('username');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_profile FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'profile_id', 'account_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_rate FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'service');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_report FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'service');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_signature FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'reference');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.cardpointe_token FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('token');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.dintero_client FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('client_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.dintero_session FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('session_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.merchant FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.merchant_key FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'gateway', 'wallet', 'key_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_answer FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'is_live', 'idempotency_key');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_card FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'is_live', 'card_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_customer FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_intent FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('intent_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_key FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('key_hash');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.moneyhash_provider FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'method');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.payment FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'payment_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.payment_reference FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('reference');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.payment_step FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'payment_id', 'step_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.stitch_assertion FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('client_id', 'id_digest');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.stitch_client FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('client_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.stitch_webhook FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('webhook_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.unsent_step FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('merchant_id', 'payment_id', 'step_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON merchants.wallet_token_claim FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('token_digest');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.account FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'account_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.account_number FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('account_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money."authorization" FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'authorization_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.card_controls FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.early_reversal FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id', 'lifecycle');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.exchange_rate FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('from_currency', 'to_currency');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.fold FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('shard');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.hold FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'hold_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.house_balance FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('shard', 'ledger_account', 'currency');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.journal FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'journal_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.movement FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'movement_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.network_message FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('reference');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.posting FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'journal_id', 'posting_number');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.program_controls FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('program_name');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.spent FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'card_id', 'spending_window', 'channel');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.transaction FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('customer_id', 'transaction_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON money.used_merchant_reference FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('brand', 'merchant_ref_num', 'asked_by');
CREATE TRIGGER journals_are_append_only BEFORE DELETE OR UPDATE ON money.journal FOR EACH ROW EXECUTE FUNCTION money.refuse_rewriting_journals();
CREATE TRIGGER journals_are_append_only BEFORE DELETE OR UPDATE ON money.posting FOR EACH ROW EXECUTE FUNCTION money.refuse_rewriting_journals();
CREATE TRIGGER new_transaction_is_told AFTER INSERT ON money.transaction FOR EACH ROW EXECUTE FUNCTION issuing.tell_transaction();
CREATE TRIGGER status_of_a_transaction_is_told AFTER UPDATE ON money.transaction FOR EACH ROW WHEN (((old.status)::text <> (new.status)::text)) EXECUTE FUNCTION issuing.tell_transaction();
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON sandbox.clock FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('only_row');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON sandbox.network_token FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('dpan_hash');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON sandbox.phone FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('phone_id');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON sandbox.phone_token FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('reference');
CREATE TRIGGER change_is_logged AFTER INSERT OR DELETE OR UPDATE ON sandbox.used_counter FOR EACH ROW EXECUTE FUNCTION sandbox.log_change('dpan_hash', 'counter');
ALTER TABLE ONLY issuing.apple_nonce
    ADD CONSTRAINT apple_nonce_is_for_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.webhook_attempt
    ADD CONSTRAINT attempt_is_of_a_delivery FOREIGN KEY (subject, delivery_id) REFERENCES issuing.webhook_delivery(subject, delivery_id) ON DELETE CASCADE;
ALTER TABLE ONLY issuing.authentication_event
    ADD CONSTRAINT authentication_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.authentication_policy
    ADD CONSTRAINT authentication_policy_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.bulk_order
    ADD CONSTRAINT bulk_order_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.card_allowance
    ADD CONSTRAINT card_allowance_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.card_allowance
    ADD CONSTRAINT card_allowance_is_of_a_program FOREIGN KEY (program_name) REFERENCES issuing.program(program_name);
ALTER TABLE ONLY issuing.card
    ADD CONSTRAINT card_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.card
    ADD CONSTRAINT card_is_of_an_account_in_its_currency FOREIGN KEY (customer_id, account_id, currency) REFERENCES money.account(customer_id, account_id, currency);
ALTER TABLE ONLY issuing.card
    ADD CONSTRAINT card_is_of_its_program FOREIGN KEY (program_name, card_type, scheme) REFERENCES issuing.program(program_name, card_type, scheme);
ALTER TABLE ONLY issuing.card
    ADD CONSTRAINT card_replaces_one_of_the_same_customer FOREIGN KEY (customer_id, replaces) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.authentication_challenge
    ADD CONSTRAINT challenge_is_of_an_event FOREIGN KEY (customer_id, event_id) REFERENCES issuing.authentication_event(customer_id, event_id) ON DELETE CASCADE;
ALTER TABLE ONLY issuing.client
    ADD CONSTRAINT client_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.card_code_tries
    ADD CONSTRAINT code_tries_are_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.customer
    ADD CONSTRAINT customer_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.webhook_delivery
    ADD CONSTRAINT delivery_is_for_a_subscription FOREIGN KEY (subscription_id) REFERENCES issuing.webhook_subscription(subscription_id) DEFERRABLE;
ALTER TABLE ONLY issuing.authentication_factor
    ADD CONSTRAINT factor_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.brand_secure_view
    ADD CONSTRAINT frame_ancestors_are_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.card_status_history
    ADD CONSTRAINT history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.webhook_line
    ADD CONSTRAINT line_leads_to_a_subscription FOREIGN KEY (subscription_id) REFERENCES issuing.webhook_subscription(subscription_id) DEFERRABLE;
ALTER TABLE ONLY issuing.authentication_means
    ADD CONSTRAINT means_are_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.message
    ADD CONSTRAINT message_is_to_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.partner_decision
    ADD CONSTRAINT partner_decision_is_asked_at_a_subscription FOREIGN KEY (subscription_id) REFERENCES issuing.webhook_subscription(subscription_id) DEFERRABLE;
ALTER TABLE ONLY issuing.partner_decision
    ADD CONSTRAINT partner_decision_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.passkey
    ADD CONSTRAINT passkey_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY issuing.payment_terms
    ADD CONSTRAINT payment_terms_are_of_a_program FOREIGN KEY (program_name) REFERENCES issuing.program(program_name);
ALTER TABLE ONLY issuing.program
    ADD CONSTRAINT program_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.refresh_family
    ADD CONSTRAINT refresh_family_is_of_a_client FOREIGN KEY (brand, client_id) REFERENCES issuing.client(brand, client_id);
ALTER TABLE ONLY issuing.secure_view
    ADD CONSTRAINT secure_view_is_of_a_brand FOREIGN KEY (brand) REFERENCES issuing.brand(brand);
ALTER TABLE ONLY issuing.tokenization_history
    ADD CONSTRAINT tokenization_history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.tokenization_history
    ADD CONSTRAINT tokenization_history_is_of_a_tokenization FOREIGN KEY (customer_id, tokenization_id) REFERENCES issuing.tokenization(customer_id, tokenization_id) DEFERRABLE;
ALTER TABLE ONLY issuing.tokenization
    ADD CONSTRAINT tokenization_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY issuing.card_status_history
    ADD CONSTRAINT transition_is_in_the_matrix FOREIGN KEY (actor, occasion, from_status, to_status) REFERENCES issuing.card_transition(actor, occasion, from_status, to_status);
ALTER TABLE ONLY issuing.trusted_device
    ADD CONSTRAINT trusted_device_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY merchants.cardpointe_account
    ADD CONSTRAINT cardpointe_account_has_a_login FOREIGN KEY (username) REFERENCES merchants.cardpointe_login(username);
ALTER TABLE ONLY merchants.cardpointe_account
    ADD CONSTRAINT cardpointe_account_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.cardpointe_profile
    ADD CONSTRAINT cardpointe_profile_has_a_token FOREIGN KEY (token) REFERENCES merchants.cardpointe_token(token);
ALTER TABLE ONLY merchants.dintero_client
    ADD CONSTRAINT dintero_client_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.dintero_session
    ADD CONSTRAINT dintero_session_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.merchant_key
    ADD CONSTRAINT merchant_key_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_answer
    ADD CONSTRAINT moneyhash_answer_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_card
    ADD CONSTRAINT moneyhash_card_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_customer
    ADD CONSTRAINT moneyhash_customer_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_intent
    ADD CONSTRAINT moneyhash_intent_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_key
    ADD CONSTRAINT moneyhash_key_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.moneyhash_provider
    ADD CONSTRAINT moneyhash_provider_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.payment
    ADD CONSTRAINT payment_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.payment_step
    ADD CONSTRAINT payment_step_is_of_a_payment FOREIGN KEY (merchant_id, payment_id) REFERENCES merchants.payment(merchant_id, payment_id);
ALTER TABLE ONLY merchants.stitch_client
    ADD CONSTRAINT stitch_client_is_of_a_merchant FOREIGN KEY (merchant_id) REFERENCES merchants.merchant(merchant_id);
ALTER TABLE ONLY merchants.stitch_webhook
    ADD CONSTRAINT stitch_webhook_is_of_a_client FOREIGN KEY (client_id) REFERENCES merchants.stitch_client(client_id);
ALTER TABLE ONLY merchants.unsent_step
    ADD CONSTRAINT unsent_step_is_of_a_payment FOREIGN KEY (merchant_id, payment_id, step_number) REFERENCES merchants.payment_step(merchant_id, payment_id, step_number);
ALTER TABLE ONLY money."authorization"
    ADD CONSTRAINT authorization_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account(customer_id, account_id);
ALTER TABLE ONLY money.hold
    ADD CONSTRAINT hold_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account(customer_id, account_id);
ALTER TABLE ONLY money.house_balance
    ADD CONSTRAINT house_balance_is_of_a_shard FOREIGN KEY (shard) REFERENCES money.fold(shard);
ALTER TABLE ONLY money.journal
    ADD CONSTRAINT journal_clears_a_hold FOREIGN KEY (customer_id, hold_id) REFERENCES money.hold(customer_id, hold_id);
ALTER TABLE ONLY money.journal
    ADD CONSTRAINT journal_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account(customer_id, account_id);
ALTER TABLE ONLY money.movement
    ADD CONSTRAINT movement_is_of_a_transaction FOREIGN KEY (customer_id, transaction_id) REFERENCES money.transaction(customer_id, transaction_id);
ALTER TABLE ONLY money.movement
    ADD CONSTRAINT movement_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account(customer_id, account_id);
ALTER TABLE ONLY money.posting
    ADD CONSTRAINT posting_is_of_a_journal FOREIGN KEY (customer_id, journal_id) REFERENCES money.journal(customer_id, journal_id);
ALTER TABLE ONLY money.transaction
    ADD CONSTRAINT transaction_is_of_a_journal FOREIGN KEY (customer_id, journal_id) REFERENCES money.journal(customer_id, journal_id);
ALTER TABLE ONLY money.transaction
    ADD CONSTRAINT transaction_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account(customer_id, account_id);
ALTER TABLE ONLY sandbox.network_token
    ADD CONSTRAINT dpan_is_of_a_token FOREIGN KEY (reference) REFERENCES sandbox.phone_token(reference);
ALTER TABLE ONLY sandbox.phone
    ADD CONSTRAINT phone_is_of_a_customer FOREIGN KEY (customer_id) REFERENCES issuing.customer(customer_id);
ALTER TABLE ONLY sandbox.phone_token
    ADD CONSTRAINT phone_token_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card(customer_id, card_id);
ALTER TABLE ONLY sandbox.phone_token
    ADD CONSTRAINT phone_token_is_on_a_phone FOREIGN KEY (phone_id) REFERENCES sandbox.phone(phone_id);
ALTER TABLE ONLY sandbox.used_counter
    ADD CONSTRAINT used_counter_is_of_a_dpan FOREIGN KEY (dpan_hash) REFERENCES sandbox.network_token(dpan_hash);
