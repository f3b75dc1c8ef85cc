CREATE DOMAIN card_status AS text CONSTRAINT card_status_is_known CHECK (VALUE IN (
    'ACTIVE', 'PENDING', 'APPLIED', 'REJECTED', 'ISSUED', 'DIGITAL',
    'LOCKED', 'SUSPENDED', 'EXPIRED', 'CANCELLED', 'DAMAGED', 'LOST'));

CREATE DOMAIN card_type AS text CONSTRAINT card_type_is_known CHECK (VALUE IN ('PHYSICAL', 'VIRTUAL'));
CREATE DOMAIN card_scheme AS text CONSTRAINT card_scheme_is_known CHECK (VALUE IN ('VISA', 'MC'));
CREATE DOMAIN actor AS text CONSTRAINT actor_is_known CHECK (VALUE IN ('CUSTOMER', 'BUSINESS', 'ISSUER'));
CREATE DOMAIN occasion AS text
    CONSTRAINT occasion_is_known CHECK (VALUE IN ('UPDATE', 'ACTIVATION', 'REPLACEMENT', 'EVENT'));

CREATE TABLE brand (
    brand text CONSTRAINT brand_is_known_once PRIMARY KEY
);

CREATE TABLE client (
    brand           text    NOT NULL CONSTRAINT client_is_of_a_brand REFERENCES brand,
    client_id       text    NOT NULL,
    secret_hash     bytea   NOT NULL,
    may_exchange    boolean NOT NULL,
    is_business     boolean NOT NULL,
    CONSTRAINT client_is_known_once PRIMARY KEY (brand, client_id)
);

CREATE TABLE program (
    program_name        text        CONSTRAINT program_is_known_once PRIMARY KEY,
    brand               text        NOT NULL CONSTRAINT program_is_of_a_brand REFERENCES brand,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    region              text        NOT NULL,
    currencies          text[]      NOT NULL,
    is_digital          boolean     NOT NULL,
    cards_per_customer  integer     NOT NULL,
    pan_prefix          text        NOT NULL,
    validity_months     integer     NOT NULL,
    CONSTRAINT program_is_of_one_type_and_scheme UNIQUE (program_name, card_type, scheme),
    CONSTRAINT program_region_is_known CHECK (region IN ('EEA', 'US')),
    CONSTRAINT program_has_a_currency CHECK (cardinality(currencies) > 0),
    CONSTRAINT only_a_physical_program_is_digital CHECK (card_type = 'PHYSICAL' OR NOT is_digital),
    CONSTRAINT program_allows_a_card CHECK (cards_per_customer > 0),
    CONSTRAINT pan_prefix_is_6_to_8_digits CHECK (pan_prefix ~ '^[0-9]{6,8}$'),
    CONSTRAINT pan_prefix_belongs_to_the_scheme CHECK (
        CASE scheme WHEN 'VISA' THEN pan_prefix LIKE '4%'
        ELSE left(pan_prefix, 2) BETWEEN '51' AND '55' OR left(pan_prefix, 4) BETWEEN '2221' AND '2720' END),
    CONSTRAINT program_validity_is_1_to_120_months CHECK (validity_months BETWEEN 1 AND 120)
);

CREATE TABLE card_transition (
    actor       actor       NOT NULL,
    occasion    occasion    NOT NULL,
    from_status card_status NOT NULL,
    to_status   card_status NOT NULL,
    only_back   boolean     NOT NULL,
    CONSTRAINT transition_is_listed_once PRIMARY KEY (actor, occasion, from_status, to_status),
    CONSTRAINT transition_goes_somewhere CHECK (from_status <> to_status)
);

INSERT INTO card_transition (actor, occasion, from_status, to_status, only_back) VALUES
    ('CUSTOMER', 'UPDATE',      'ACTIVE',    'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'ACTIVE',    'LOCKED',    false),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'ACTIVE',    true),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'DIGITAL',   true),
    ('CUSTOMER', 'UPDATE',      'DIGITAL',   'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'DIGITAL',   'LOCKED',    false),

    ('CUSTOMER', 'ACTIVATION',  'ISSUED',    'ACTIVE',    false),
    ('CUSTOMER', 'ACTIVATION',  'DIGITAL',   'ACTIVE',    false),

    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'DAMAGED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'DAMAGED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'DAMAGED',   'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'ISSUED',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'DIGITAL',   'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'SUSPENDED', 'EXPIRED',   false),

    ('BUSINESS', 'UPDATE',      'ACTIVE',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'LOCKED',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'DIGITAL',   'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'ISSUED',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'DAMAGED',   'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'ACTIVE',    true),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'ISSUED',    true),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'DIGITAL',   true),

    ('ISSUER',   'EVENT',       'PENDING',   'ACTIVE',    false),
    ('ISSUER',   'EVENT',       'PENDING',   'ISSUED',    false),
    ('ISSUER',   'EVENT',       'PENDING',   'DIGITAL',   false),
    ('ISSUER',   'EVENT',       'PENDING',   'REJECTED',  false),
    ('ISSUER',   'EVENT',       'APPLIED',   'PENDING',   false),
    ('ISSUER',   'EVENT',       'APPLIED',   'REJECTED',  false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'ACTIVE',    false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'ISSUED',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'ISSUED',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'ACTIVE',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'ACTIVE',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'LOCKED',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'LOCKED',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'SUSPENDED', 'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'DAMAGED',   'EXPIRED',   false);

CREATE TABLE data_key (
    purpose     text        NOT NULL,
    version     integer     NOT NULL,
    wrapped     bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    CONSTRAINT data_key_is_made_once PRIMARY KEY (purpose, version)
);

CREATE TABLE sandbox_clock (
    only_row            boolean CONSTRAINT clock_is_one PRIMARY KEY CONSTRAINT clock_is_the_only_one CHECK (only_row),
    frozen_at           timestamptz,
    offset_milliseconds bigint NOT NULL,
    CONSTRAINT frozen_clock_has_no_offset CHECK (frozen_at IS NULL OR offset_milliseconds = 0)
);

CREATE SEQUENCE customer_number START 30000001;

CREATE TABLE customer (
    customer_id     bigint      CONSTRAINT customer_is_known_once PRIMARY KEY,
    brand           text        NOT NULL CONSTRAINT customer_is_of_a_brand REFERENCES brand,
    country         text        NOT NULL,
    first_name      text        NOT NULL,
    last_name       text        NOT NULL,
    mobile          text        NOT NULL,
    address1        text,
    address2        text,
    address3        text,
    city            text,
    country_code    text,
    state           text,
    postal_code     text,
    created_at      timestamptz NOT NULL,
    CONSTRAINT customer_country_is_two_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT customer_address_is_whole CHECK (
        num_nulls(address1, city, country_code, postal_code) = 0
        OR num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0)
);

CREATE TABLE card (
    customer_id         bigint      NOT NULL CONSTRAINT card_is_of_a_customer REFERENCES customer,
    card_id             uuid        NOT NULL,
    program_name        text        NOT NULL,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    status              card_status NOT NULL,
    returns_to          card_status,
    changes             integer     NOT NULL,
    currency            text        NOT NULL,
    bin                 text        NOT NULL,
    last_four           text        NOT NULL,
    expiry_month        integer     NOT NULL,
    expiry_year         integer     NOT NULL,
    account_id          uuid        NOT NULL,
    replaces            uuid,
    external_id         text,
    mobile              text        NOT NULL,
    address1            text,
    address2            text,
    address3            text,
    city                text,
    country_code        text,
    state               text,
    postal_code         text,
    created_at          timestamptz NOT NULL,
    activated_at        timestamptz,
    dispatched_at       timestamptz,
    delivered_at        timestamptz,
    wrong_activations   integer     NOT NULL DEFAULT 0,
    wrong_pins          integer     NOT NULL DEFAULT 0,
    sealed_pan          bytea       NOT NULL,
    pan_key_version     integer     NOT NULL,
    pin_block           bytea,
    pin_key_version     integer,
    CONSTRAINT card_is_issued_once PRIMARY KEY (customer_id, card_id),
    CONSTRAINT card_is_of_its_program FOREIGN KEY (program_name, card_type, scheme)
        REFERENCES program (program_name, card_type, scheme),
    CONSTRAINT card_replaces_one_of_the_same_customer FOREIGN KEY (customer_id, replaces) REFERENCES card,
    CONSTRAINT locked_or_suspended_card_knows_the_way_back CHECK (
        (status IN ('LOCKED', 'SUSPENDED')) = (returns_to IS NOT NULL)),
    CONSTRAINT active_physical_card_was_activated CHECK (
        card_type = 'VIRTUAL' OR status <> 'ACTIVE' OR activated_at IS NOT NULL),
    CONSTRAINT only_a_physical_card_is_issued_or_digital CHECK (
        card_type = 'PHYSICAL' OR status NOT IN ('ISSUED', 'DIGITAL')),
    CONSTRAINT only_a_physical_card_is_delivered CHECK (
        (card_type = 'PHYSICAL') = (address1 IS NOT NULL)
        AND (card_type = 'PHYSICAL' OR num_nonnulls(dispatched_at, delivered_at) = 0)),
    CONSTRAINT card_address_is_whole CHECK (
        num_nulls(address1, city, country_code, postal_code) = 0
        OR num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0),
    CONSTRAINT bin_is_6_digits CHECK (bin ~ '^[0-9]{6}$'),
    CONSTRAINT last_four_are_4_digits CHECK (last_four ~ '^[0-9]{4}$'),
    CONSTRAINT expiry_month_is_1_to_12 CHECK (expiry_month BETWEEN 1 AND 12),
    CONSTRAINT activation_tries_are_0_to_3 CHECK (wrong_activations BETWEEN 0 AND 3),
    CONSTRAINT pin_tries_are_0_to_3 CHECK (wrong_pins BETWEEN 0 AND 3),
    CONSTRAINT pin_block_names_its_key CHECK ((pin_block IS NULL) = (pin_key_version IS NULL)),
    CONSTRAINT pin_block_is_16_bytes CHECK (octet_length(pin_block) = 16)
);

CREATE INDEX card_by_age ON card (customer_id, created_at DESC, card_id DESC);

CREATE INDEX card_by_id ON card (card_id);

CREATE INDEX card_by_expiry ON card (expiry_year, expiry_month)
    WHERE status IN ('ACTIVE', 'ISSUED', 'DIGITAL', 'LOCKED', 'SUSPENDED', 'DAMAGED');

CREATE TABLE card_allowance (
    customer_id         bigint  NOT NULL CONSTRAINT card_allowance_is_of_a_customer REFERENCES customer,
    program_name        text    NOT NULL CONSTRAINT card_allowance_is_of_a_program REFERENCES program,
    issued_cards        integer NOT NULL,
    cards_per_customer  integer NOT NULL,
    CONSTRAINT card_allowance_is_counted_once PRIMARY KEY (customer_id, program_name),
    CONSTRAINT customer_has_allowable_cards_left CHECK (issued_cards <= cards_per_customer)
);

CREATE TABLE card_status_history (
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    change_number   integer     NOT NULL,
    actor           actor       NOT NULL,
    occasion        occasion    NOT NULL,
    from_status     card_status,
    to_status       card_status NOT NULL,
    reason          text,
    changed_at      timestamptz NOT NULL,
    CONSTRAINT card_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number),
    CONSTRAINT history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT transition_is_in_the_matrix FOREIGN KEY (actor, occasion, from_status, to_status)
        REFERENCES card_transition,
    CONSTRAINT only_the_first_change_comes_from_nowhere CHECK ((from_status IS NULL) = (change_number = 1))
);

CREATE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'card_status_history is only ever added to'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'history_is_append_only';
END $$;

CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON card_status_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

CREATE TABLE idempotent_answer (
    customer_id     bigint      NOT NULL CONSTRAINT answer_is_to_a_customer REFERENCES customer,
    idempotency_key text        NOT NULL,
    request_digest  bytea       NOT NULL,
    status          integer     NOT NULL,
    body            bytea       NOT NULL,
    answered_at     timestamptz NOT NULL,
    CONSTRAINT request_is_answered_once PRIMARY KEY (customer_id, idempotency_key)
);

CREATE INDEX idempotent_answer_by_age ON idempotent_answer (answered_at);

CREATE TABLE issued_pan (
    pan_hash    bytea   CONSTRAINT pan_is_issued_once PRIMARY KEY,
    customer_id bigint  NOT NULL,
    card_id     uuid    NOT NULL
);

CREATE TABLE refresh_family (
    family_id   uuid        CONSTRAINT refresh_family_is_known_once PRIMARY KEY,
    brand       text        NOT NULL,
    client_id   text        NOT NULL,
    customer_id bigint,
    scope       text        NOT NULL,
    generation  integer     NOT NULL,
    expires_at  timestamptz NOT NULL,
    revoked_at  timestamptz,
    CONSTRAINT refresh_family_is_of_a_client FOREIGN KEY (brand, client_id) REFERENCES client
);

CREATE INDEX refresh_family_by_end ON refresh_family (expires_at);
