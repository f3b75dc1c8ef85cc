-- Snapshots that hold --------------------------------------------------------------------------------------------------

ALTER TABLE tokenization_history ALTER CONSTRAINT tokenization_history_is_of_a_tokenization DEFERRABLE;
ALTER TABLE webhook_line ALTER CONSTRAINT line_leads_to_a_subscription DEFERRABLE;
ALTER TABLE webhook_delivery ALTER CONSTRAINT delivery_is_for_a_subscription DEFERRABLE;

-- They change what they take or return.
DROP FUNCTION watched_tables(), rows_changed_since(bigint, regclass, name[]), tables_changed_since(bigint),
    differences_since(bigint);

-- All that a snapshot is of, the columns of its primary key, and how deep it is under what it refers to. Left out are
-- the keys, which outlive everything, the matrix, which no one changes, and the log itself. A new table is in it by
-- itself.
CREATE FUNCTION watched_tables() RETURNS TABLE (watched regclass, keys text, depth integer)
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
           (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY array_position(p.conkey, a.attnum))
            FROM pg_attribute a WHERE a.attrelid = p.conrelid AND a.attnum = ANY (p.conkey)),
           max(found.depth)
    FROM found JOIN pg_constraint p ON p.conrelid = found.oid AND p.contype = 'p'
    GROUP BY p.conrelid, p.conkey
$$;

-- Holds all that is watched until the end of the transaction. Who writes takes tables in no common order, so two could
-- wait for each other: this one gives way, and tries again with more patience, for whoever comes meanwhile waits behind
-- it. At first that is little, which does for requests. It must exceed deadlock_timeout (1 s), for only then does
-- Postgres ask an autovacuum to give way, and the time that a part of a crowd takes, which holds customer first; but
-- not the 5 s that those behind it have.
CREATE OR REPLACE FUNCTION hold_watched_tables(mode text) RETURNS void LANGUAGE plpgsql SET lock_timeout = 0 AS $$
DECLARE
    tables text := (
        SELECT string_agg(watched::text, ', ' ORDER BY watched <> 'customer'::regclass, depth, watched::text)
        FROM watched_tables());
BEGIN
    FOR attempt IN 0..11 LOOP
        PERFORM set_config('lock_timeout', least(100 * 4 ^ attempt, 4500) || 'ms', true);
        BEGIN
            EXECUTE format('LOCK TABLE sandbox_snapshot, %s IN %s MODE', tables, mode);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 11 THEN RAISE; END IF;
        END;
    END LOOP;
END $$;

-- From here on every change is logged. Nobody is in the middle of writing while it returns, so a snapshot that is taken
-- in the same transaction has none of a transaction or all.
CREATE OR REPLACE FUNCTION watch_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    PERFORM hold_watched_tables('SHARE ROW EXCLUSIVE');
    FOR t IN SELECT * FROM watched_tables() WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged') LOOP
        EXECUTE format(
            'CREATE TRIGGER change_is_logged AFTER INSERT OR UPDATE OR DELETE ON %s
             FOR EACH ROW EXECUTE FUNCTION log_change(%s)',
            t.watched, t.keys);
    END LOOP;
END $$;

-- The query for the rows of a table that are not what they were at a place of the log, $1: what they were, and are. One
-- that was changed and changed back is none of them.
CREATE FUNCTION changed_rows(watched regclass, keys text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format(
        'SELECT c.key, c.before, to_jsonb(r) AS now
         FROM (SELECT DISTINCT ON (key) key, before FROM sandbox_change
               WHERE table_name = %1$L AND place > $1 ORDER BY key, place) c
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, c.key) k
         LEFT JOIN %1$s r USING (%2$s)
         WHERE c.before IS DISTINCT FROM to_jsonb(r)', watched, keys)
$$;

-- Those rows, or the first of them.
CREATE FUNCTION rows_changed_since(since bigint, watched regclass, keys text, most bigint DEFAULT NULL)
RETURNS TABLE (key jsonb, before jsonb, now jsonb) LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE changed_rows(watched, keys) || ' ORDER BY c.key LIMIT $2' USING since, most;
END $$;

-- The tables with such rows, and perhaps some that are what they were.
CREATE FUNCTION tables_changed_since(since bigint)
RETURNS TABLE (watched regclass, keys text, depth integer) LANGUAGE sql STABLE AS $$
    SELECT * FROM watched_tables() w
    WHERE EXISTS (SELECT FROM sandbox_change c WHERE c.table_name = w.watched::text AND c.place > since)
$$;

-- How everything differs from what it was at a place of the log: the first rows that do, with the values of the columns
-- that do, and how many rows there are in all.
CREATE FUNCTION differences_since(since bigint, most bigint)
RETURNS TABLE (total bigint, table_name text, change text, key jsonb, columns jsonb) LANGUAGE plpgsql STABLE AS $$
DECLARE
    t record;
    found bigint;
BEGIN
    total := 0;
    FOR t IN SELECT * FROM tables_changed_since(since) LOOP
        EXECUTE format('SELECT count(*) FROM (%s) r', changed_rows(t.watched, t.keys)) INTO found USING since;
        total := total + found;
    END LOOP;
    FOR t IN SELECT * FROM tables_changed_since(since) ORDER BY depth, watched::text LOOP
        RETURN QUERY
        SELECT total, t.watched::text,
               CASE WHEN r.before IS NULL THEN 'ADDED' WHEN r.now IS NULL THEN 'REMOVED' ELSE 'CHANGED' END,
               (SELECT jsonb_object_agg(attname, shown(r.key -> attname, atttypid)) FROM pg_attribute
                WHERE attrelid = t.watched AND r.key ? attname),
               (SELECT jsonb_object_agg(attname, jsonb_strip_nulls(jsonb_build_object(
                    'was', shown(r.before -> attname, atttypid), 'is', shown(r.now -> attname, atttypid))))
                FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped
                  AND coalesce(r.before -> attname, 'null') <> coalesce(r.now -> attname, 'null'))
        FROM rows_changed_since(since, t.watched, t.keys, most) r ORDER BY r.key;
        GET DIAGNOSTICS found = ROW_COUNT;
        most := most - found;
        EXIT WHEN most = 0;
    END LOOP;
END $$;

-- Puts back every row that is not what it was, and forgets what came later, other snapshots too; false if there is no
-- such snapshot. Nothing else happens meanwhile. Rows go before those they refer to and come after them. One that was
-- changed goes too and comes again: it may refer to what goes, or have what another had that only one can have. It is
-- changed where it is if others refer to it and do not wait. The owner of a table may put its triggers aside for a
-- transaction, so history that never was can go; nobody else's can.
CREATE OR REPLACE FUNCTION restore_snapshot(snapshot text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    target sandbox_snapshot;
    t record;
    names text;
BEGIN
    PERFORM hold_watched_tables('ACCESS EXCLUSIVE');
    SELECT * INTO target FROM sandbox_snapshot WHERE name = snapshot;
    IF NOT FOUND THEN RETURN false; END IF;
    SET CONSTRAINTS ALL DEFERRED;
    FOR t IN SELECT * FROM tables_changed_since(target.place) ORDER BY depth DESC LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
        EXECUTE format(
            'DELETE FROM %1$s WHERE (%2$s) IN (
                 SELECT %2$s FROM rows_changed_since($1, $2, $3) r
                 CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.key) k WHERE r.before IS NULL OR $4)',
            t.watched, t.keys)
        USING target.place, t.watched, t.keys,
              NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = t.watched AND NOT condeferrable);
    END LOOP;
    FOR t IN SELECT * FROM tables_changed_since(target.place) ORDER BY depth LOOP
        SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
        WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped;
        EXECUTE format(
            'INSERT INTO %1$s (%2$s)
             SELECT b.* FROM rows_changed_since($1, $2, $3) r
             CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.before) b WHERE r.before IS NOT NULL
             ON CONFLICT (%3$s) DO UPDATE SET (%2$s) = (SELECT excluded.*)',
            t.watched, names, t.keys)
        USING target.place, t.watched, t.keys;
    END LOOP;
    -- A table on which a check still waits is not altered.
    SET CONSTRAINTS ALL IMMEDIATE;
    FOR t IN SELECT * FROM tables_changed_since(target.place) LOOP
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

-- False if there is no such snapshot. What only it could have needed of the log goes with it, table by table, as the
-- log's key begins with the table. Whoever writes goes on meanwhile, unless it was the last one.
CREATE OR REPLACE FUNCTION drop_snapshot(snapshot text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    first bigint;
    t record;
BEGIN
    LOCK TABLE sandbox_snapshot IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM sandbox_snapshot WHERE name = snapshot;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT min(place) INTO first FROM sandbox_snapshot;
    IF first IS NULL THEN
        PERFORM hold_watched_tables('ACCESS EXCLUSIVE');
        PERFORM forget_changes();
        RETURN true;
    END IF;
    FOR t IN SELECT * FROM watched_tables() LOOP
        DELETE FROM sandbox_change WHERE table_name = t.watched::text AND place < first;
    END LOOP;
    RETURN true;
END $$;
