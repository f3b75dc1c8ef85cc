-- schema: sandbox -----------------------------------------------------------------------------------------------------

-- Everything below exists only in the database of a sandbox, which shows card numbers and can delete all data. A
-- production database has nothing of it. Names include their schemas, so that the functions work in every session.
CREATE SCHEMA sandbox;

-- A sandbox restores snapshots and deletes all data, so its owner has the right to change journals. The trigger still
-- refuses it.
GRANT UPDATE, DELETE, TRUNCATE ON money.journal, money.posting TO CURRENT_USER;
GRANT DELETE, TRUNCATE ON merchants.payment, merchants.payment_step, merchants.payment_reference TO CURRENT_USER;

-- Marks the database as a sandbox's. The mark is created only while no brand is stored. It survives every reset and
-- snapshot.
CREATE TABLE sandbox.mark ();

-- The setting of the clock: frozen at a time, or running with an offset from real time.
CREATE TABLE sandbox.clock (
    only_row            boolean CONSTRAINT clock_is_one PRIMARY KEY CONSTRAINT clock_is_the_only_one CHECK (only_row),
    frozen_at           timestamptz,
    offset_milliseconds bigint NOT NULL,
    CONSTRAINT frozen_clock_has_no_offset CHECK (frozen_at IS NULL OR offset_milliseconds = 0)
);

-- The keys that are shared with the simulated card networks, sealed; one row for each network. They survive resets and
-- snapshots.
CREATE TABLE sandbox.network_keys (
    scheme      issuing.card_scheme CONSTRAINT network_has_its_keys_once PRIMARY KEY,
    sealed      bytea               NOT NULL,
    key_version integer             NOT NULL,
    created_at  timestamptz         NOT NULL
);


-- Searching ----------------------------------------------------------------------------------------------------------

-- Whoever looks into a sandbox searches for people by brand and by the beginning of a name, and for cards by their last
-- digits, and lists the newest disputes of all customers. No operation of the card service does, so a production
-- database has none of these indexes.
CREATE INDEX customer_by_first_name ON issuing.customer (lower(first_name) COLLATE "C");
CREATE INDEX customer_by_last_name ON issuing.customer (lower(last_name) COLLATE "C");
CREATE INDEX customer_by_brand ON issuing.customer (brand, customer_id);
CREATE INDEX card_by_last_four ON issuing.card (last_four, customer_id DESC);
CREATE INDEX dispute_by_insertion ON issuing.dispute (insertion DESC);


-- Simulated phones ---------------------------------------------------------------------------------------------------

-- The order in which the rows of phones and their tokens were written.
CREATE SEQUENCE sandbox.phone_insertion;

-- A phone with a wallet, owned by a customer.
CREATE TABLE sandbox.phone (
    phone_id        uuid        CONSTRAINT phone_is_known_once PRIMARY KEY,
    customer_id     bigint      NOT NULL CONSTRAINT phone_is_of_a_customer REFERENCES issuing.customer,
    kind            text        NOT NULL,
    hardware_id     text        NOT NULL,
    wallet_id       text,       -- null until there is a wallet
    created_at      timestamptz NOT NULL,
    insertion       bigint      NOT NULL DEFAULT nextval('sandbox.phone_insertion'),
    CONSTRAINT phone_kind_is_known CHECK (kind IN ('IPHONE', 'PIXEL', 'GALAXY'))
);

CREATE INDEX phone_by_customer ON sandbox.phone (customer_id);
CREATE INDEX phone_by_age ON sandbox.phone (created_at DESC, insertion DESC);

-- A token on a phone, as its network knows it. The card is the one that the token was issued for, which may belong to
-- another customer than the phone. Deleted tokens stay, because each message is accepted only once; a token whose phone
-- was deleted has none.
CREATE TABLE sandbox.phone_token (
    reference           text        CONSTRAINT phone_token_is_issued_once PRIMARY KEY,
    phone_id            uuid        CONSTRAINT phone_token_is_on_a_phone REFERENCES sandbox.phone,
    customer_id         bigint      NOT NULL,
    card_id             uuid        NOT NULL,
    dpan_last_four      issuing.last_four NOT NULL,
    message_digest      bytea       CONSTRAINT wallet_message_is_accepted_once UNIQUE,  -- null if begun in the wallet
    waits               boolean     NOT NULL,   -- until the cardholder has been identified
    message_id          uuid,                   -- the message with the code; null if none was sent
    message_number      bigint,
    sealed_code         bytea,
    code_key_version    integer,
    wrong_codes         integer     NOT NULL DEFAULT 0,
    created_at          timestamptz NOT NULL,
    deleted_at          timestamptz,
    insertion           bigint      NOT NULL DEFAULT nextval('sandbox.phone_insertion'),
    CONSTRAINT wrong_codes_of_a_phone_token_are_limited CHECK (wrong_codes BETWEEN 0 AND 5),
    CONSTRAINT phone_token_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card,
    CONSTRAINT phone_token_code_is_sent CHECK (
        num_nulls(message_id, message_number, sealed_code, code_key_version) IN (0, 4)),
    CONSTRAINT phone_token_without_a_phone_is_deleted CHECK (phone_id IS NOT NULL OR deleted_at IS NOT NULL)
);

CREATE INDEX phone_token_by_phone ON sandbox.phone_token (phone_id);
CREATE INDEX phone_token_by_customer ON sandbox.phone_token (customer_id);

-- Whoever looks into a sandbox searches for tokens by their last digits, too.
CREATE INDEX phone_token_by_last_four ON sandbox.phone_token (dpan_last_four, insertion DESC);

-- The codes that networks have sent, newest first.
CREATE INDEX phone_token_by_message ON sandbox.phone_token (message_number DESC) WHERE message_number IS NOT NULL;

-- The number of a token (DPAN), as its network keeps it. It is found by its keyed hash, and sealed together with the
-- key that signs the token's payments. The row stays when the token or its phone is deleted, so the network answers for
-- a deleted token. Its card is not here: the Card service knows which card the token has now.
CREATE TABLE sandbox.network_token (
    dpan_hash       bytea       CONSTRAINT dpan_is_issued_once PRIMARY KEY,
    reference       text        NOT NULL CONSTRAINT token_has_one_dpan UNIQUE
                                CONSTRAINT dpan_is_of_a_token REFERENCES sandbox.phone_token,
    wallet          issuing.wallet_type NOT NULL,
    sealed          bytea       NOT NULL,
    key_version     integer     NOT NULL,
    expiry_month    issuing.expiry_month NOT NULL,
    expiry_year     integer     NOT NULL,
    phone_counter   integer     NOT NULL DEFAULT 0,     -- of the payments that the phone has made (ATC)
    highest_counter integer     NOT NULL DEFAULT 0,     -- that the network has seen
    CONSTRAINT counters_of_a_token_have_two_bytes CHECK (
        phone_counter BETWEEN 0 AND 65535 AND highest_counter BETWEEN 0 AND 65535)
);

-- The counters of all cryptograms that the network has accepted, each with the message that brought it. Rows are never
-- removed, so no cryptogram is accepted for a second message.
CREATE TABLE sandbox.used_counter (
    dpan_hash       bytea       CONSTRAINT used_counter_is_of_a_dpan REFERENCES sandbox.network_token,
    counter         integer     NOT NULL,
    message         text        NOT NULL,       -- the network's reference of the message
    used_at         timestamptz NOT NULL,
    CONSTRAINT counter_is_used_once PRIMARY KEY (dpan_hash, counter),
    CONSTRAINT used_counter_has_two_bytes CHECK (counter BETWEEN 0 AND 65535)
);


-- Snapshots ----------------------------------------------------------------------------------------------------------

-- Deletes all merchants with their payments, and what their gateways have. Only earlier programs call it.
CREATE FUNCTION sandbox.empty_merchants() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
             WHERE relnamespace = 'merchants'::regnamespace AND relkind = 'r');
END
$$;

-- Numbers snapshots and changes in one order: a higher number means later.
CREATE SEQUENCE sandbox.log_position;

-- A snapshot is a position in the log of changes. So taking one costs nothing, even with much data.
CREATE TABLE sandbox.snapshot (
    name            text        CONSTRAINT snapshot_is_named_once PRIMARY KEY,
    log_position    bigint      NOT NULL DEFAULT nextval('sandbox.log_position'),
    numbers         jsonb       NOT NULL,   -- the last of each sequence; null if none was drawn
    taken_at        timestamptz NOT NULL,
    CONSTRAINT snapshot_name_is_1_to_60_plain_characters CHECK (name ~ '^[A-Za-z0-9._-]{1,60}$')
);

-- The contents of a row before each of its changes; NULL if the row did not exist. Triggers write this log only while
-- there is a snapshot, so without a snapshot it costs nothing.
CREATE TABLE sandbox.change (
    changed      regclass NOT NULL,
    log_position bigint   NOT NULL DEFAULT nextval('sandbox.log_position'),
    key          jsonb    NOT NULL,
    before       jsonb,
    CONSTRAINT change_is_logged_once PRIMARY KEY (changed, log_position)
);

-- All tables in a snapshot, the columns of their primary keys, and how deep each is below the tables it references. A
-- snapshot does not include the keys and the mark, because they are never reset, the matrices, because they never
-- change, and the log itself. New tables are included automatically.
CREATE FUNCTION sandbox.watched_tables() RETURNS TABLE (watched regclass, keys text, depth integer)
LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found AS (
        SELECT oid, 0 AS depth FROM pg_class
        WHERE relnamespace IN (
              SELECT oid FROM pg_namespace
              WHERE nspname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox'))
          AND relkind = 'r'
          AND relname NOT IN (
              'card_transition', 'dispute_transition', 'data_key', 'network_keys', 'mark', 'snapshot', 'change')
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

-- The sequences of these tables.
CREATE FUNCTION sandbox.watched_numbers() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_object_agg(sequencename, last_value) FROM pg_sequences
    WHERE schemaname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox') AND sequencename <> 'log_position'
$$;

-- Sets these sequences as watched_numbers() has returned them. A failure later in the transaction undoes this, because
-- RESTART gives a sequence new storage, and setval writes only there.
CREATE FUNCTION sandbox.set_numbers(numbers jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s record;
BEGIN
    FOR s IN SELECT format('%I.%I', schemaname, sequencename) AS name, (numbers ->> sequencename)::bigint AS last
             FROM pg_sequences
             WHERE schemaname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox')
               AND sequencename <> 'log_position' LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', s.name);
        PERFORM setval(s.name::regclass, s.last) WHERE s.last IS NOT NULL;
    END LOOP;
END $$;

-- Locks all these tables until the end of the transaction, in an order that does not depend on the session: functions
-- that sort or return names of tables have a search path of their own.
--
-- Writers lock tables in different orders, so this function and a writer could wait for each other. If it cannot lock
-- all tables in time, it gives up and tries again with a longer timeout, because all later requests wait behind it. The
-- first timeout is short, but long enough for requests to finish. The longest must exceed deadlock_timeout (1 s),
-- because Postgres cancels an autovacuum that is in the way only after that time. It must also exceed the time that one
-- part of a crowd takes; a crowd locks customer first. It must be shorter than the 5 s that requests behind it may
-- wait.
CREATE FUNCTION sandbox.hold_watched_tables(mode text) RETURNS void
LANGUAGE plpgsql SET lock_timeout = 0 SET search_path = issuing, webhooks, pg_temp AS $$
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

-- Deletes the rows of all these tables, and restarts their sequences. TRUNCATE is allowed on history, because it does
-- not change rows but removes all of them.
CREATE FUNCTION sandbox.empty() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(watched::text, ', ') FROM sandbox.watched_tables());
    PERFORM sandbox.set_numbers('{}');
END
$$;

CREATE FUNCTION sandbox.key_of(changed jsonb, key_columns text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_object_agg(name, changed -> name) FROM unnest(key_columns) name
$$;

-- The trigger's arguments are the columns of the primary key. It logs a row before it changes or goes: a statement
-- may change a row and then call a function that changes it again, and triggers that follow a change would log the
-- second change first. It logs a row after it is inserted, because an insert may find that the row is there.
CREATE FUNCTION sandbox.log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key_before jsonb;
BEGIN
    IF TG_WHEN = 'BEFORE' THEN
        key_before := sandbox.key_of(to_jsonb(OLD), TG_ARGV);
        INSERT INTO sandbox.change (changed, key, before) VALUES (TG_RELID, key_before, to_jsonb(OLD));
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    IF sandbox.key_of(to_jsonb(NEW), TG_ARGV) IS DISTINCT FROM key_before THEN
        INSERT INTO sandbox.change (changed, key) VALUES (TG_RELID, sandbox.key_of(to_jsonb(NEW), TG_ARGV));
    END IF;
    RETURN NEW;
END $$;

-- Starts to log every change. No other transaction is writing when it returns, so a snapshot that is taken in the same
-- transaction contains each other transaction completely or not at all.
CREATE FUNCTION sandbox.watch_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    PERFORM sandbox.hold_watched_tables('SHARE ROW EXCLUSIVE');
    FOR t IN SELECT * FROM sandbox.watched_tables() WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged') LOOP
        EXECUTE format(
            'CREATE TRIGGER change_is_logged BEFORE UPDATE OR DELETE ON %1$s
             FOR EACH ROW EXECUTE FUNCTION sandbox.log_change(%2$s);
             CREATE TRIGGER insertion_is_logged AFTER INSERT ON %1$s
             FOR EACH ROW EXECUTE FUNCTION sandbox.log_change(%2$s)',
            t.watched, t.keys);
    END LOOP;
END $$;

-- Removes all snapshots, the log and its triggers.
CREATE FUNCTION sandbox.forget_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT tgname, tgrelid::regclass AS watched FROM pg_trigger
             WHERE tgfoid = 'sandbox.log_change'::regproc LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', t.tgname, t.watched);
    END LOOP;
    TRUNCATE sandbox.snapshot, sandbox.change;
    ALTER SEQUENCE sandbox.log_position RESTART;
END $$;

-- The query for the rows of a table that have changed since position $1 of the log, with their earlier and current
-- contents. It leaves out rows that were changed and then changed back.
CREATE FUNCTION sandbox.changed_rows(watched regclass, keys text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format(
        'SELECT c.key, c.before, to_jsonb(r) AS now
         FROM (SELECT DISTINCT ON (key) key, before FROM sandbox.change
               WHERE changed = %1$L::regclass AND log_position > $1 ORDER BY key, log_position) c
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, c.key) k
         LEFT JOIN %1$s r USING (%2$s)
         WHERE c.before IS DISTINCT FROM to_jsonb(r)', watched, keys)
$$;

-- The rows that this query finds, or only the first `most` of them.
CREATE FUNCTION sandbox.rows_changed_since(since bigint, watched regclass, keys text, most bigint DEFAULT NULL)
RETURNS TABLE (key jsonb, before jsonb, now jsonb) LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE sandbox.changed_rows(watched, keys) || ' ORDER BY c.key LIMIT $2' USING since, most;
END $$;

-- The tables that may have such rows. In some of them, every change may have been changed back.
CREATE FUNCTION sandbox.tables_changed_since(since bigint)
RETURNS TABLE (watched regclass, keys text, depth integer) LANGUAGE sql STABLE AS $$
    SELECT * FROM sandbox.watched_tables() w
    WHERE EXISTS (SELECT FROM sandbox.change c WHERE c.changed = w.watched AND c.log_position > since)
$$;

-- The form in which a value may be shown. Bytes are secret: they are sealed, hashed, or contain such values.
CREATE FUNCTION sandbox.shown(value jsonb, type oid) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN type = 'bytea'::regtype AND value <> 'null' THEN '"(sealed)"' ELSE value END
$$;

-- The differences between the data at a position of the log and the current data: the first rows that differ, with the
-- values of the columns that differ, and the total number of such rows.
CREATE FUNCTION sandbox.differences_since(since bigint, most bigint)
RETURNS TABLE (total bigint, table_name text, change text, key jsonb, columns jsonb)
LANGUAGE plpgsql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
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

-- Restores every row that differs, and deletes everything that came later, including later snapshots; false if there is
-- no such snapshot. The tables are locked meanwhile. Rows are deleted before the rows they reference, and inserted
-- after them. A changed row is deleted and inserted again, because it may reference a deleted row, or have a unique
-- value that another row has. It is updated in place if a foreign key that cannot be deferred references its table. The
-- owner of a table may disable its triggers for a transaction, so even append-only history can be restored. Only the
-- owner may do this.
CREATE FUNCTION sandbox.restore_snapshot(snapshot_name text) RETURNS boolean LANGUAGE plpgsql AS $$
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
END $$;

-- False if there is no such snapshot. The part of the log that only this snapshot needed is deleted with it, table by
-- table, because the log's key begins with the table. Writers continue meanwhile, unless this was the last snapshot.
CREATE FUNCTION sandbox.drop_snapshot(snapshot_name text) RETURNS boolean LANGUAGE plpgsql AS $$
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


-- Snapshots in files -------------------------------------------------------------------------------------------------

-- The form of all tables in a snapshot. A file fits only the form that it was made with.
CREATE FUNCTION sandbox.shape() RETURNS text LANGUAGE sql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
    SELECT encode(sha256(convert_to(string_agg(
               format('%s.%s %s', watched, attname, format_type(atttypid, atttypmod)), E'\n'
               ORDER BY watched::text, attnum), 'UTF8')), 'hex')
    FROM sandbox.watched_tables() JOIN pg_attribute ON attrelid = watched
    WHERE attnum > 0 AND NOT attisdropped
$$;

-- The keys that seal the values of this database, by name. Their digests tell nothing about them, because what is
-- digested is wrapped already.
CREATE FUNCTION sandbox.sealing_keys() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(jsonb_object_agg(purpose || ' ' || version, encode(sha256(wrapped), 'hex')), '{}')
    FROM issuing.data_key
$$;

-- The query for the rows that a table had at position $1 of the log.
CREATE FUNCTION sandbox.rows_at(watched regclass, keys text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format(
        'WITH changed AS (%s)
         SELECT before FROM changed WHERE before IS NOT NULL
         UNION ALL
         SELECT to_jsonb(r) FROM %s r
         WHERE NOT EXISTS (SELECT FROM changed WHERE key = sandbox.key_of(to_jsonb(r), %L::text[]))',
        sandbox.changed_rows(watched, keys), watched, string_to_array(keys, ', '))
$$;

-- A snapshot as a file: every row as it was then; NULL if there is no such snapshot. What is sealed stays sealed. It
-- fails with program_limit_exceeded as soon as it has more rows or bytes than it may have.
CREATE FUNCTION sandbox.snapshot_file(snapshot_name text, most_rows bigint, most_bytes bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
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

-- Replaces all data by the contents of a file, and takes a snapshot of it. All other snapshots are deleted, because the
-- deletion of all rows at once is not logged. Returns why nothing was changed, or READ. As in a restoration, triggers
-- are off, so that the history is that of the file.
CREATE FUNCTION sandbox.read_snapshot_file(snapshot_name text, file jsonb) RETURNS text
LANGUAGE plpgsql SET search_path = issuing, webhooks, pg_temp AS $$
DECLARE
    t record;
    names text;
    stray text;
    reading text;
    rule text;
BEGIN
    IF file ->> 'format' IS DISTINCT FROM 'tessera-snapshot' OR file ->> 'takenDate' IS NULL
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
END $$;
