/// The step of the schema that adds the audit trail. Earlier programs write none.
///
/// It keeps the text of its time; the file that gives a new database the same may change.
enum AuditMigration {
    static let sql = """
        CREATE SCHEMA audit;
        CREATE DOMAIN audit.audit_outcome AS text
            CONSTRAINT audit_outcome_is_known CHECK (VALUE IN ('DONE', 'REFUSED'));
        CREATE SEQUENCE audit.audit_number;
        CREATE TABLE audit.audit_event (
            number      bigint      NOT NULL DEFAULT nextval('audit.audit_number')
                        CONSTRAINT audit_event_is_written_once PRIMARY KEY,
            happened_at timestamptz NOT NULL,
            act         text        NOT NULL,
            outcome     audit.audit_outcome NOT NULL,
            subject     text,
            detail      text,
            operator    text,
            client      text,
            brand       text,
            customer    text,
            token_id    text,
            request_id  text,
            address     text,
            operation   text,
            day         date,
            position    bigint,
            hash        bytea,
            CONSTRAINT audit_event_waits_or_has_a_place CHECK (
                (day IS NULL) = (position IS NULL) AND (day IS NULL) = (hash IS NULL)),
            CONSTRAINT audit_event_has_one_place UNIQUE (day, position)
        );
        CREATE INDEX audit_event_waiting ON audit.audit_event (number) WHERE day IS NULL;
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
        """
}
