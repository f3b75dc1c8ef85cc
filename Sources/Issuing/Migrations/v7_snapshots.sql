-- Moments the sandbox can go back to ---------------------------------------------------------------------------------

-- One line of places, for snapshots and changes alike: what has a higher one came later.
CREATE SEQUENCE sandbox_place;

-- A snapshot is a place in the log of changes. So it costs nothing to take, however much is stored.
CREATE TABLE sandbox_snapshot (
    name        text        CONSTRAINT snapshot_is_named_once PRIMARY KEY,
    place       bigint      NOT NULL DEFAULT nextval('sandbox_place'),
    numbers     jsonb       NOT NULL,   -- the last of each sequence; null where none was drawn
    taken_at    timestamptz NOT NULL,
    CONSTRAINT snapshot_name_is_1_to_60_plain_characters CHECK (name ~ '^[A-Za-z0-9._-]{1,60}$')
);

-- What a row was before each of its changes; NULL where there was none. It is written by triggers that are there while
-- there is a snapshot: a service without one pays nothing for it.
CREATE TABLE sandbox_change (
    table_name  text    NOT NULL,
    place       bigint  NOT NULL DEFAULT nextval('sandbox_place'),
    key         jsonb   NOT NULL,
    before      jsonb,
    CONSTRAINT change_is_logged_once PRIMARY KEY (table_name, place)
);

-- All that a snapshot is of, and how deep under what it refers to. Left out are the keys, which outlive everything,
-- the matrix, which no one changes, and the log itself. A new table is in it by itself.
CREATE FUNCTION watched_tables() RETURNS TABLE (watched regclass, key_columns name[], depth integer)
LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found AS (
        SELECT oid, 0 AS depth FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN (
            'schema_migration', 'card_transition', 'data_key', 'network_keys', 'sandbox_snapshot', 'sandbox_change')
        UNION
        SELECT f.conrelid, found.depth + 1
        FROM found JOIN pg_constraint f ON f.confrelid = found.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid
    )
    SELECT p.conrelid::regclass,
           (SELECT array_agg(a.attname ORDER BY array_position(p.conkey, a.attnum)) FROM pg_attribute a
            WHERE a.attrelid = p.conrelid AND a.attnum = ANY (p.conkey)),
           max(found.depth)
    FROM found JOIN pg_constraint p ON p.conrelid = found.oid AND p.contype = 'p'
    GROUP BY p.conrelid, p.conkey
$$;

-- The sequences behind what is watched.
CREATE FUNCTION watched_numbers() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_object_agg(sequencename, last_value) FROM pg_sequences
    WHERE schemaname = 'public' AND sequencename <> 'sandbox_place'
$$;

-- Holds all that is watched until the end of the transaction. Who writes takes tables in no common order, so two could
-- wait for each other: this one gives way, and tries again.
CREATE FUNCTION hold_watched_tables(mode text) RETURNS void LANGUAGE plpgsql SET lock_timeout = '100ms' AS $$
DECLARE
    tables text := (SELECT string_agg(watched::text, ', ' ORDER BY depth, watched::text) FROM watched_tables());
BEGIN
    FOR attempt IN 1..40 LOOP
        BEGIN
            EXECUTE format('LOCK TABLE sandbox_snapshot, %s IN %s MODE', tables, mode);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 40 THEN RAISE; END IF;
        END;
    END LOOP;
END $$;

CREATE FUNCTION key_of(changed jsonb, key_columns text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_object_agg(name, changed -> name) FROM unnest(key_columns) name
$$;

-- Its arguments are the columns of the primary key.
CREATE FUNCTION log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key_before jsonb;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        key_before := key_of(to_jsonb(OLD), TG_ARGV);
        INSERT INTO sandbox_change (table_name, key, before) VALUES (TG_RELID::regclass, key_before, to_jsonb(OLD));
    END IF;
    IF TG_OP <> 'DELETE' AND key_of(to_jsonb(NEW), TG_ARGV) IS DISTINCT FROM key_before THEN
        INSERT INTO sandbox_change (table_name, key) VALUES (TG_RELID::regclass, key_of(to_jsonb(NEW), TG_ARGV));
    END IF;
    RETURN NULL;
END $$;

-- From here on every change is logged. Nobody is in the middle of writing while it returns, so a snapshot that is taken
-- in the same transaction has none of a transaction or all.
CREATE FUNCTION watch_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    PERFORM hold_watched_tables('SHARE ROW EXCLUSIVE');
    FOR t IN SELECT * FROM watched_tables() WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged') LOOP
        EXECUTE format(
            'CREATE TRIGGER change_is_logged AFTER INSERT OR UPDATE OR DELETE ON %s
             FOR EACH ROW EXECUTE FUNCTION log_change(%s)',
            t.watched, (SELECT string_agg(quote_literal(name), ', ') FROM unnest(t.key_columns) name));
    END LOOP;
END $$;

-- Back to a database without snapshots.
CREATE FUNCTION forget_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT tgrelid::regclass AS watched FROM pg_trigger WHERE tgname = 'change_is_logged' LOOP
        EXECUTE format('DROP TRIGGER change_is_logged ON %s', t.watched);
    END LOOP;
    TRUNCATE sandbox_snapshot, sandbox_change;
    PERFORM setval('sandbox_place', 1, false);
END $$;

-- The rows of a table that are not what they were at a place of the log: what they were, and are. One that was changed
-- and changed back is none of them.
CREATE FUNCTION rows_changed_since(since bigint, watched regclass, key_columns name[])
RETURNS TABLE (key jsonb, before jsonb, now jsonb) LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE format(
        'SELECT c.key, c.before, to_jsonb(r)
         FROM (SELECT DISTINCT ON (key) key, before FROM sandbox_change
               WHERE table_name = $1 AND place > $2 ORDER BY key, place) c
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, c.key) k
         LEFT JOIN %1$s r ON (%2$s) = (%3$s)
         WHERE c.before IS DISTINCT FROM to_jsonb(r)',
        watched, (SELECT string_agg(format('r.%I', name), ', ') FROM unnest(key_columns) name),
        (SELECT string_agg(format('k.%I', name), ', ') FROM unnest(key_columns) name))
    USING watched::text, since;
END $$;

-- The tables with such rows, and perhaps some that are what they were.
CREATE FUNCTION tables_changed_since(since bigint)
RETURNS TABLE (watched regclass, key_columns name[], depth integer) LANGUAGE sql STABLE AS $$
    SELECT * FROM watched_tables() w
    WHERE EXISTS (SELECT FROM sandbox_change c WHERE c.table_name = w.watched::text AND c.place > since)
$$;

-- What a value may be shown as. Bytes are secrets, be they sealed or hashed, or quote some.
CREATE FUNCTION shown(value jsonb, type oid) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN type = 'bytea'::regtype AND value <> 'null' THEN '"(sealed)"' ELSE value END
$$;

-- How everything differs from what it was at a place of the log: row by row, with the values of the columns that do.
CREATE FUNCTION differences_since(since bigint)
RETURNS TABLE (table_name text, change text, key jsonb, columns jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT * FROM tables_changed_since(since) ORDER BY depth, watched::text LOOP
        RETURN QUERY
        SELECT t.watched::text,
               CASE WHEN r.before IS NULL THEN 'ADDED' WHEN r.now IS NULL THEN 'REMOVED' ELSE 'CHANGED' END,
               (SELECT jsonb_object_agg(attname, shown(r.key -> attname, atttypid)) FROM pg_attribute
                WHERE attrelid = t.watched AND attname = ANY (t.key_columns)),
               (SELECT jsonb_object_agg(attname, jsonb_strip_nulls(jsonb_build_object(
                    'was', shown(r.before -> attname, atttypid), 'is', shown(r.now -> attname, atttypid))))
                FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped
                  AND coalesce(r.before -> attname, 'null') <> coalesce(r.now -> attname, 'null'))
        FROM rows_changed_since(since, t.watched, t.key_columns) r ORDER BY r.key;
    END LOOP;
END $$;

-- Puts back every row that is not what it was, and forgets what came later, other snapshots too; false if there is no
-- such snapshot. Rows go before those they refer to and come after them. Nothing else happens meanwhile. The owner of
-- a table may put its triggers aside for a transaction, so history that never was can go; nobody else's can.
CREATE FUNCTION restore_snapshot(snapshot text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    target sandbox_snapshot;
    t record;
    names text;
BEGIN
    PERFORM hold_watched_tables('ACCESS EXCLUSIVE');
    SELECT * INTO target FROM sandbox_snapshot WHERE name = snapshot;
    IF NOT FOUND THEN RETURN false; END IF;
    FOR t IN SELECT * FROM tables_changed_since(target.place) ORDER BY depth DESC LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
        EXECUTE format(
            'DELETE FROM %1$s WHERE (%2$s) IN (
                 SELECT %2$s FROM rows_changed_since($1, $2, $3) r
                 CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.key) k WHERE r.before IS NULL)',
            t.watched, (SELECT string_agg(quote_ident(name), ', ') FROM unnest(t.key_columns) name))
        USING target.place, t.watched, t.key_columns;
    END LOOP;
    FOR t IN SELECT * FROM tables_changed_since(target.place) ORDER BY depth LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
        WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped;
        EXECUTE format(
            'INSERT INTO %1$s (%2$s)
             SELECT b.* FROM rows_changed_since($1, $2, $3) r
             CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.before) b WHERE r.before IS NOT NULL
             ON CONFLICT (%3$s) DO UPDATE SET (%2$s) = (SELECT excluded.*)',
            t.watched, names, (SELECT string_agg(quote_ident(name), ', ') FROM unnest(t.key_columns) name))
        USING target.place, t.watched, t.key_columns;
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t.watched);
    END LOOP;
    DELETE FROM sandbox_change WHERE place > target.place;
    DELETE FROM sandbox_snapshot WHERE place > target.place;
    PERFORM setval(
        sequencename::text::regclass, coalesce((target.numbers ->> sequencename)::bigint, start_value),
        target.numbers ->> sequencename IS NOT NULL)
    FROM pg_sequences WHERE schemaname = 'public' AND sequencename <> 'sandbox_place';
    RETURN true;
END $$;

-- False if there is no such snapshot. What only it could have needed of the log goes with it.
CREATE FUNCTION drop_snapshot(snapshot text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hold_watched_tables('ACCESS EXCLUSIVE');
    DELETE FROM sandbox_snapshot WHERE name = snapshot;
    IF NOT FOUND THEN RETURN false; END IF;
    IF EXISTS (SELECT FROM sandbox_snapshot) THEN
        DELETE FROM sandbox_change WHERE place < (SELECT min(place) FROM sandbox_snapshot);
    ELSE
        PERFORM forget_changes();
    END IF;
    RETURN true;
END $$;
