import Audit
import Authorizing
import Ledger
import Postgres
import Webhooks

extension SchemaPart {
    /// The card service: brands, customers, cards, tokens, authentication.
    public static let issuing = SchemaPart(EmbeddedFiles.all["issuing.sql", default: ""])
}

/// The schema of the card service, and the steps that migrate an older database.
public enum IssuingSchema {
    /// The parts of the schema that the card service needs. A program in which merchants are paid adds their tables.
    public static let parts: [SchemaPart] = [.ledger, .webhooks, .audit, .authorizing, .clearing, .issuing]

    /// The schemas in which a session must look up names; see `DatabaseConfiguration.schemas`. So it finds a table that
    /// a step moves from one of them to another, before and after the step. Statements on the ledger's tables name
    /// `money`.
    public static let searchPath = ["issuing", "webhooks", "money", "audit"]

    /// Settings of each session: the trigger of version 28 leaves events about transactions to the program.
    public static let sessionSettings = ["tessera.queues_events": "on"]

    /// An older database than the baseline is refused, because no step leads from it to the baseline. The program
    /// before a step and the one after it both work on the database after the step, and `worksFrom` says so to the one
    /// before. A change that would break it takes several steps: expand, move the data, contract.
    public static let migrations = [
        Migration(version: 26, name: "baseline", sql: parts.script),
        Migration(version: 27, name: "wallets of businesses", sql: wallets, worksFrom: 26),
        Migration(version: 28, name: "events by programs", sql: eventsByPrograms, worksFrom: 26),
        Migration(version: 29, name: "a schema for webhooks", sql: webhooks, worksFrom: 28, contracts: true),
        Migration(
            version: 30, name: "authorizations of the issuer", sql: authorizing, worksFrom: 28, contracts: true),
        Migration(version: 31, name: "any dialect of webhooks", sql: dialects, worksFrom: 28, contracts: true),
        Migration(version: 32, name: "secrets of clients end", sql: clients, worksFrom: 28),
        Migration(version: 33, name: "an audit trail", sql: AuditMigration.sql, worksFrom: 28),
        Migration(version: 34, name: "secret webhooks", sql: secretWebhooks, worksFrom: 31),
        Migration(version: 35, name: "erased customers", sql: erasure, worksFrom: 31),
        Migration(version: 36, name: "changes that wait", sql: waitingChanges, worksFrom: 31),
        Migration(version: 37, name: "rates of calls", sql: rates, worksFrom: 31),
        Migration(version: hashVersions, name: "versions of keyed hashes", sql: hashes, worksFrom: 31),
        Migration(version: 39, name: "tokens follow in a function", sql: following, worksFrom: 31),
        Migration(version: 40, name: "disputes", sql: DisputesMigration.sql, worksFrom: 31),
        Migration(version: 41, name: "clearing files", sql: ClearingMigration.sql, worksFrom: 31),
        Migration(version: 42, name: "places by base types", sql: baseTypes, worksFrom: 31),
        Migration(version: 43, name: "checks of base types", sql: checkedBaseTypes, worksFrom: 31),
        Migration(
            version: 44, name: "files for a bureau", newTables: bureauFileTable, sql: plasticColumns, worksFrom: 31),
        Migration(
            version: 45, name: "token services", newTables: TokenServiceMigration.newTables,
            sql: TokenServiceMigration.sql, worksFrom: 31),
        Migration(
            version: 46, name: "drafts of rules", newTables: RulesDraftMigration.newTables,
            sql: RulesDraftMigration.sql, worksFrom: 31),
        Migration(version: 47, name: "renewal and metadata of cards", sql: RenewalMigration.sql, worksFrom: 31),
        Migration(version: 48, name: "open breaks by kind", sql: openBreaksByKind, worksFrom: 31),
        Migration(version: 49, name: "controls that drafts replace", sql: replacedControls, worksFrom: 31),
        Migration(
            version: 50, name: "losses by reference", newTables: ClearingLossMigration.newTables,
            sql: ClearingLossMigration.sql, worksFrom: 31),
    ]

    /// Earlier programs make drafts that do not know the controls they replace. They can be promoted as before.
    private static let replacedControls = "ALTER TABLE issuing.rules_draft ADD COLUMN replaced_version bigint"

    private static let openBreaksByKind = """
        CREATE INDEX clearing_break_open_by_kind ON issuing.clearing_break (kind, opened_at, break_id)
            WHERE resolved_at IS NULL
        """

    private static let bureauFileTable = """
        CREATE TABLE issuing.bureau_file (
            file_number integer CONSTRAINT bureau_file_is_made_once PRIMARY KEY,
            cards integer NOT NULL,
            made_at timestamptz NOT NULL,
            written_at timestamptz,
            written_cards integer,
            digest bytea,
            CONSTRAINT bureau_file_has_1_to_10000_cards CHECK (cards BETWEEN 1 AND 10000),
            CONSTRAINT written_bureau_file_has_a_digest CHECK (
                num_nonnulls(written_at, written_cards, digest) IN (0, 3)),
            CONSTRAINT bureau_file_is_written_with_its_cards CHECK (written_cards >= 0 AND written_cards <= cards)
        );
        CREATE INDEX bureau_file_unwritten ON issuing.bureau_file (file_number) WHERE written_at IS NULL;
        """

    /// Earlier programs order no plastic. Cards that they issue meanwhile wait like others, because a card is waiting
    /// without a value of its own. The index takes one look at all cards, and has only those without plastic.
    private static let plasticColumns = """
        ALTER TABLE issuing.card
            ADD COLUMN bureau_file integer,
            ADD COLUMN returned_at timestamptz,
            ADD COLUMN destroyed_at timestamptz;
        CREATE INDEX card_awaiting_plastic ON issuing.card (bureau_file, insertion)
            WHERE can_expire AND card_type = 'PHYSICAL' AND dispatched_at IS NULL AND activated_at IS NULL;
        """

    /// Citus finds no row by a column of a domain: it looks into no part of the table. The step rewrites no table and
    /// no index, and reads no rows.
    private static let baseTypes = """
        ALTER TABLE money.account_number
            ALTER COLUMN account_id TYPE bigint,
            ADD CONSTRAINT account_number_has_1_to_12_digits CHECK (account_id BETWEEN 1 AND 999999999999) NOT VALID;
        ALTER TABLE money.used_merchant_reference
            ALTER COLUMN merchant_ref_num TYPE text,
            ADD CONSTRAINT merchant_reference_is_1_to_50_characters
                CHECK (length(merchant_ref_num) BETWEEN 1 AND 50) NOT VALID;
        ALTER TABLE issuing.network_message
            ALTER COLUMN reference TYPE text,
            ADD CONSTRAINT network_reference_is_1_to_100_printable_characters
                CHECK (reference ~ '^[!-~]{1,100}$') NOT VALID;
        """

    /// The step before has only declared them: a look at all messages must not stop payments.
    private static let checkedBaseTypes = """
        ALTER TABLE money.account_number VALIDATE CONSTRAINT account_number_has_1_to_12_digits;
        ALTER TABLE money.used_merchant_reference VALIDATE CONSTRAINT merchant_reference_is_1_to_50_characters;
        ALTER TABLE issuing.network_message
            VALIDATE CONSTRAINT network_reference_is_1_to_100_printable_characters;
        """

    /// Earlier programs make the tokens of a card follow it by a statement of their own.
    private static let following = """
        CREATE FUNCTION issuing.follow_card(
            of_customer bigint, of_card uuid, new_status text, moment timestamptz,
            OUT lines issuing.tokenization_history[]
        ) LANGUAGE plpgsql AS $$
        DECLARE
            meant text := CASE
                WHEN new_status IN ('ACTIVE', 'DIGITAL', 'DAMAGED', 'ISSUED') THEN 'ACTIVE'
                WHEN new_status IN ('LOCKED', 'SUSPENDED', 'PENDING', 'APPLIED') THEN 'SUSPENDED'
                WHEN new_status IN ('EXPIRED', 'CANCELLED', 'LOST', 'REJECTED') THEN 'DELETED' END;
        BEGIN
            WITH moved AS (
                UPDATE tokenization SET token_status = meant, suspended_by_card = meant = 'SUSPENDED'
                WHERE customer_id = of_customer AND card_id = of_card
                  AND token_status <> 'DELETED' AND token_status <> meant AND (meant <> 'ACTIVE' OR suspended_by_card)
                RETURNING tokenization_id
            ), counted AS (
                UPDATE card SET tokenization_changes = tokenization_changes + due.changes
                FROM (SELECT count(*)::integer AS changes FROM moved) due
                WHERE customer_id = of_customer AND card_id = of_card AND due.changes > 0
                RETURNING tokenization_changes - due.changes AS changes_before
            ), recorded AS (
                INSERT INTO tokenization_history AS line
                    (customer_id, card_id, change_number, tokenization_id, change, changed_at)
                SELECT of_customer, of_card, changes_before + row_number() OVER (ORDER BY tokenization_id),
                       tokenization_id,
                       CASE meant WHEN 'ACTIVE' THEN 'TOKEN_UNFROZEN' WHEN 'SUSPENDED' THEN 'TOKEN_FROZEN'
                                  WHEN 'DELETED' THEN 'TOKEN_CANCELLED' END,
                       moment
                FROM moved CROSS JOIN counted
                RETURNING line
            )
            SELECT coalesce(array_agg(line), '{}') INTO lines FROM recorded;
        END $$;
        """

    /// Earlier programs make every change at once.
    private static let waitingChanges = """
        CREATE TABLE issuing.waiting_change (
            change_id   uuid        CONSTRAINT change_is_proposed_once PRIMARY KEY,
            operation   text        NOT NULL,
            subject     text,
            settings    text,
            proposed_by text        NOT NULL,
            proposed_at timestamptz NOT NULL,
            ends_at     timestamptz NOT NULL,
            CONSTRAINT change_has_a_subject_or_settings CHECK (num_nonnulls(subject, settings) = 1),
            CONSTRAINT change_names_who_proposes_it CHECK (proposed_by <> ''),
            CONSTRAINT change_waits_for_some_time CHECK (ends_at > proposed_at)
        );
        """

    /// Earlier programs count no calls, and limit none.
    private static let rates = """
        CREATE TABLE issuing.call_rates (
            brand text CONSTRAINT brand_has_one_set_of_call_rates PRIMARY KEY,
            of_client integer,
            of_customer integer,
            operations text[] NOT NULL,
            of_operations bigint[] NOT NULL,
            CONSTRAINT call_rates_are_1_to_1000000 CHECK (
                of_client >= 1 AND of_client <= 1000000 AND of_customer >= 1 AND of_customer <= 1000000
                AND 1 <= ALL (of_operations) AND 1000000 >= ALL (of_operations)),
            CONSTRAINT each_limited_operation_has_a_rate CHECK (cardinality(operations) = cardinality(of_operations))
        );
        CREATE UNLOGGED TABLE issuing.call_use (
            owner text NOT NULL,
            brand text NOT NULL,
            rate text NOT NULL,
            used_until bigint NOT NULL,
            CONSTRAINT calls_are_counted_once PRIMARY KEY (owner, brand, rate)
        );
        CREATE INDEX call_use_by_end ON issuing.call_use (used_until);
        """

    /// The migration that gives each hash the version of its key.
    public static let hashVersions = 38

    /// Earlier programs know one version of these keys, and name none. No key is rotated while one is connected, and
    /// after a rotation none of them works any more.
    private static let hashes = """
        ALTER TABLE issuing.issued_pan ADD COLUMN hash_key_version integer NOT NULL DEFAULT 1;
        ALTER TABLE issuing.card ADD COLUMN cvv_key_version integer NOT NULL DEFAULT 1;
        ALTER TABLE issuing.authentication_means
            ADD COLUMN password_hash_key_version integer NOT NULL DEFAULT 1,
            ADD COLUMN pin_hash_key_version integer NOT NULL DEFAULT 1;
        ALTER TABLE issuing.client
            ADD COLUMN secret_hash_key_version integer NOT NULL DEFAULT 1,
            ADD COLUMN earlier_secret_hash_key_version integer NOT NULL DEFAULT 1;
        """

    /// Earlier programs show a customer whose data was removed as one without a name. It also checks what the step
    /// before has only declared: a look at all deliveries must not stop those who queue them.
    private static let erasure = """
        ALTER TABLE issuing.customer ADD COLUMN erased_at timestamptz;
        ALTER TABLE webhooks.webhook_delivery
            VALIDATE CONSTRAINT a_secret_ends, VALIDATE CONSTRAINT a_secret_is_kept_while_it_waits;
        """

    /// Earlier programs leave subscriptions in the dialect of messages alone, so they send no sealed body. Those before
    /// version 31 stop at a dialect that they do not know.
    private static let secretWebhooks = """
        ALTER TABLE webhooks.webhook_delivery
            ADD COLUMN body_key_version integer,
            ADD COLUMN secret_until timestamptz,
            ADD CONSTRAINT a_secret_ends CHECK ((body_key_version IS NULL) = (secret_until IS NULL)) NOT VALID,
            ADD CONSTRAINT a_secret_is_kept_while_it_waits CHECK (
                body_key_version IS NULL OR (status = 'PENDING') = (body <> '')) NOT VALID;
        """

    /// Earlier programs accept only the newest secret, and also that of a client that is disabled.
    private static let clients = """
        ALTER TABLE issuing.client
            ADD COLUMN earlier_secret_hash bytea,
            ADD COLUMN earlier_secret_ends_at timestamptz,
            ADD COLUMN disabled_at timestamptz,
            ADD COLUMN tokens_revoked_at timestamptz,
            ADD CONSTRAINT earlier_secret_ends CHECK (
                (earlier_secret_hash IS NULL) = (earlier_secret_ends_at IS NULL));
        """

    /// Earlier programs stop at a dialect that they do not know, so the list stays as long as one of them may run. This
    /// program writes only names that are in the list, and always names one.
    private static let dialects = """
        ALTER TABLE webhooks.webhook_subscription ALTER COLUMN dialect DROP DEFAULT;
        ALTER DOMAIN webhooks.webhook_dialect DROP CONSTRAINT webhook_dialect_is_known;
        ALTER DOMAIN webhooks.webhook_dialect ADD CONSTRAINT webhook_dialect_is_a_name
            CHECK (VALUE ~ '^[A-Z][A-Z0-9_]{0,31}$');
        """

    /// Earlier programs look for them in `money`. This one finds them in both.
    private static let authorizing = """
        ALTER DOMAIN money.authorization_type SET SCHEMA issuing;
        ALTER DOMAIN money.authorization_status SET SCHEMA issuing;
        ALTER DOMAIN money.response_code SET SCHEMA issuing;
        ALTER DOMAIN money.network_reference SET SCHEMA issuing;
        ALTER DOMAIN money.channels SET SCHEMA issuing;
        ALTER DOMAIN money.country_list SET SCHEMA issuing;
        ALTER DOMAIN money.category_list SET SCHEMA issuing;
        ALTER DOMAIN money.limit_windows SET SCHEMA issuing;
        ALTER DOMAIN money.limit_channels SET SCHEMA issuing;
        ALTER DOMAIN money.limit_values SET SCHEMA issuing;
        ALTER SEQUENCE money.authorization_insertion SET SCHEMA issuing;
        ALTER TABLE money.authorization SET SCHEMA issuing;
        ALTER TABLE money.early_reversal SET SCHEMA issuing;
        ALTER TABLE money.network_message SET SCHEMA issuing;
        ALTER TABLE money.card_controls SET SCHEMA issuing;
        ALTER TABLE money.program_controls SET SCHEMA issuing;
        ALTER TABLE money.spent SET SCHEMA issuing;
        """

    private static let wallets = """
        ALTER TABLE issuing.customer
            ADD COLUMN restrictions text[] NOT NULL DEFAULT '{}',
            ADD COLUMN external_id text,
            ADD COLUMN title text,
            ADD COLUMN birth_date text,
            ADD COLUMN nationality text,
            ADD COLUMN occupation text,
            ADD COLUMN registration_ip text,
            ADD COLUMN registered_at timestamptz,
            ADD COLUMN lacks_nationality boolean NOT NULL GENERATED ALWAYS AS (
                external_id IS NOT NULL AND nationality IS NULL) STORED,
            ADD CONSTRAINT customer_restrictions_are_known CHECK (restrictions <@ ARRAY[
                'ALL_TRANSACTIONS', 'OUTGOING_TRANSACTIONS', 'INCOMING_TRANSACTIONS', 'SEND_MONEY',
                'INCOMING_TRANSACTIONS_AND_SEND_MONEY', 'CARD_DEPOSITS', 'CARD_AND_ACH_DEPOSITS', 'DEPOSITS',
                'OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS', 'OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS',
                'DEPOSITS_AND_WITHDRAWALS', 'CRYPTO_TRANSACTIONS', 'LOGIN', 'OTHER']);
        CREATE TABLE issuing.customer_identifier (
            brand text NOT NULL,
            kind text NOT NULL CONSTRAINT identifier_kind_is_known CHECK (kind IN ('EXTERNAL_ID', 'EMAIL')),
            value text NOT NULL,
            customer_id bigint NOT NULL,
            CONSTRAINT identifier_is_of_one_customer PRIMARY KEY (value, brand, kind)
        );
        """

    /// Events about transactions were made by a trigger. It leaves them to programs that say that they make them.
    private static let eventsByPrograms = """
        DO $step$ BEGIN
            EXECUTE replace(pg_get_functiondef('issuing.tell_transaction()'::regprocedure), E'\\nBEGIN\\n', $$
        BEGIN
            IF current_setting('tessera.queues_events', true) = 'on' THEN RETURN NULL; END IF;
        $$);
        END $step$;
        """

    private static let webhooks = """
        DROP TRIGGER new_transaction_is_told ON money.transaction;
        DROP TRIGGER status_of_a_transaction_is_told ON money.transaction;
        DROP FUNCTION issuing.tell_transaction();
        CREATE SCHEMA webhooks;
        ALTER DOMAIN issuing.webhook_status SET SCHEMA webhooks;
        ALTER DOMAIN issuing.webhook_outcome SET SCHEMA webhooks;
        ALTER DOMAIN issuing.webhook_dialect SET SCHEMA webhooks;
        ALTER SEQUENCE issuing.webhook_insertion SET SCHEMA webhooks;
        ALTER TABLE issuing.webhook_subscription SET SCHEMA webhooks;
        ALTER TABLE issuing.webhook_line SET SCHEMA webhooks;
        ALTER TABLE issuing.webhook_delivery SET SCHEMA webhooks;
        ALTER TABLE issuing.webhook_attempt SET SCHEMA webhooks;
        ALTER FUNCTION issuing.webhook_id(text) SET SCHEMA webhooks;
        """
}
