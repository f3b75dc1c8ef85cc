-- schema: audit -------------------------------------------------------------------------------------------------------

-- Who did what, when, and from where. An event is written in the transaction of the act that it tells. Only the code
-- that writes events understands their texts, so this table references no other one. Names include the schema here;
-- statements find them by the session's search path.

CREATE SCHEMA audit;

CREATE DOMAIN audit.audit_outcome AS text CONSTRAINT audit_outcome_is_known CHECK (VALUE IN ('DONE', 'REFUSED'));

CREATE SEQUENCE audit.audit_number;

-- An event waits until a worker gives it its place in the chain: the day of the chain, its position on that day, and a
-- hash of the event and of the hash before it. Waiting events have no order, so acts do not wait for each other.
CREATE TABLE audit.audit_event (
    number      bigint      NOT NULL DEFAULT nextval('audit.audit_number')
                CONSTRAINT audit_event_is_written_once PRIMARY KEY,
    happened_at timestamptz NOT NULL,
    act         text        NOT NULL,
    outcome     audit.audit_outcome NOT NULL,
    subject     text,       -- the object of the act, such as a card
    detail      text,
    operator    text,       -- the person, for an act of an operator
    client      text,
    brand       text,
    customer    text,
    token_id    text,       -- the `jti` of the caller's token
    request_id  text,
    address     text,
    operation   text,
    day         date,
    position    bigint,     -- on that day, from 1
    hash        bytea,
    CONSTRAINT audit_event_waits_or_has_a_place CHECK (
        (day IS NULL) = (position IS NULL) AND (day IS NULL) = (hash IS NULL)),
    CONSTRAINT audit_event_has_one_place UNIQUE (day, position)
);

CREATE INDEX audit_event_waiting ON audit.audit_event (number) WHERE day IS NULL;

-- An event is written once, gets its place once, and stays for at least a year (PCI DSS 4.0, requirement 10.5.1).
CREATE FUNCTION audit.keep_the_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.day IS NULL THEN RETURN NEW; END IF;
    ELSIF TG_OP = 'UPDATE' THEN
        IF OLD.day IS NULL THEN
            OLD.day := NEW.day;
            OLD.position := NEW.position;
            OLD.hash := NEW.hash;
            IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NEW; END IF;
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF OLD.happened_at < now() - interval '1 year' THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'audit_is_append_only';
END
$$;

CREATE TRIGGER audit_is_append_only BEFORE INSERT OR UPDATE OR DELETE ON audit.audit_event
    FOR EACH ROW EXECUTE FUNCTION audit.keep_the_trail();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit.audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION audit.keep_the_trail();
