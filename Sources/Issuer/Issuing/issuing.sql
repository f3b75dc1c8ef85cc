-- The values of a status, a card type and so on ----------------------------------------------------------------------

CREATE DOMAIN card_status AS text CONSTRAINT card_status_is_known CHECK (VALUE IN (
    'ACTIVE', 'PENDING', 'APPLIED', 'REJECTED', 'ISSUED', 'DIGITAL',
    'LOCKED', 'SUSPENDED', 'EXPIRED', 'CANCELLED', 'DAMAGED', 'LOST'));

CREATE DOMAIN card_type AS text CONSTRAINT card_type_is_known CHECK (VALUE IN ('PHYSICAL', 'VIRTUAL'));
CREATE DOMAIN card_scheme AS text CONSTRAINT card_scheme_is_known CHECK (VALUE IN ('VISA', 'MC'));

-- Parts of a card that have a rule of their own. As domains they are checked only when they are written; a table's
-- constraints are all checked at every change of any column.
CREATE DOMAIN card_bin AS text CONSTRAINT bin_is_6_digits CHECK (VALUE ~ '^[0-9]{6}$');
CREATE DOMAIN last_four AS text CONSTRAINT last_four_are_4_digits CHECK (VALUE ~ '^[0-9]{4}$');
CREATE DOMAIN expiry_month AS integer CONSTRAINT expiry_month_is_1_to_12 CHECK (VALUE BETWEEN 1 AND 12);
CREATE DOMAIN activation_tries AS integer CONSTRAINT activation_tries_are_0_to_3 CHECK (VALUE BETWEEN 0 AND 3);
CREATE DOMAIN pin_tries AS integer CONSTRAINT pin_tries_are_0_to_3 CHECK (VALUE BETWEEN 0 AND 3);

CREATE DOMAIN actor AS text CONSTRAINT actor_is_known CHECK (VALUE IN ('CUSTOMER', 'BUSINESS', 'ISSUER'));
CREATE DOMAIN occasion AS text
    CONSTRAINT occasion_is_known CHECK (VALUE IN ('UPDATE', 'ACTIVATION', 'REPLACEMENT', 'EVENT'));

CREATE DOMAIN wallet_type AS text
    CONSTRAINT wallet_type_is_known CHECK (VALUE IN ('APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'));
CREATE DOMAIN token_status AS text
    CONSTRAINT token_status_is_known CHECK (VALUE IN ('ACTIVE', 'SUSPENDED', 'DELETED'));
CREATE DOMAIN tokenization_change AS text CONSTRAINT tokenization_change_is_known CHECK (VALUE IN (
    'TOKENIZATION_INITIATED', 'TOKENIZATION_FAILED', 'ENROLLMENT_SUCCESSFUL',
    'TOKEN_FROZEN', 'TOKEN_UNFROZEN', 'TOKEN_CANCELLED', 'TOKEN_REISSUED'));

CREATE DOMAIN verification AS text CONSTRAINT verification_is_known CHECK (VALUE IN (
    'PASSWORD', 'PIN', 'SMS', 'EMAIL', 'AUTHENTICATOR', 'PUSH_NOTIFICATION', 'PASSKEYS', 'BIOMETRIC'));


-- Reference tables: small, the same on every machine -----------------------------------------------------------------

CREATE TABLE brand (
    brand text CONSTRAINT brand_is_known_once PRIMARY KEY
);

-- The clients that can get tokens. Only a keyed hash of the secret is stored. The key is not in the database, so nobody
-- can test guessed secrets against a dump.
CREATE TABLE client (
    brand           text    NOT NULL CONSTRAINT client_is_of_a_brand REFERENCES brand,
    client_id       text    NOT NULL,
    secret_hash     bytea   NOT NULL,
    may_exchange    boolean NOT NULL,   -- may turn a customer id into that customer's token
    is_business     boolean NOT NULL,   -- its own tokens permit the business operations
    earlier_secret_hash     bytea,          -- of the secret before, while both are accepted
    earlier_secret_ends_at  timestamptz,
    disabled_at             timestamptz,    -- it gets no token any more
    tokens_revoked_at       timestamptz,    -- grants from before cannot be renewed
    secret_hash_key_version         integer NOT NULL DEFAULT 1,
    earlier_secret_hash_key_version integer NOT NULL DEFAULT 1,
    CONSTRAINT client_is_known_once PRIMARY KEY (brand, client_id),
    CONSTRAINT earlier_secret_ends CHECK ((earlier_secret_hash IS NULL) = (earlier_secret_ends_at IS NULL))
);

-- What a brand requires of its customers before an operation that could harm them.
CREATE TABLE authentication_policy (
    brand                       text    CONSTRAINT brand_has_one_authentication_policy PRIMARY KEY
                                        CONSTRAINT authentication_policy_is_of_a_brand REFERENCES brand,
    mode                        text    NOT NULL,
    operations                  text[]  NOT NULL,   -- those that need authentication
    event_lifetime_seconds      integer NOT NULL,
    challenge_lifetime_seconds  integer NOT NULL,
    allowable_challenges        integer NOT NULL,
    cooldown_seconds            integer NOT NULL,
    allowable_attempts          integer NOT NULL,
    challenges_per_hour         integer NOT NULL,   -- to one customer by one method, over all events
    wrong_attempts_before_lock_out integer NOT NULL,    -- in a row with one method, over all events
    refuses_weak_pins           boolean NOT NULL,   -- card PINs such as 1234
    accepts_trusted_devices     boolean NOT NULL,
    relying_party_id            text    NOT NULL,
    origins                     text[]  NOT NULL,
    CONSTRAINT authentication_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT protected_operations_are_known CHECK (operations <@ ARRAY[
        'ISSUE_TOKEN', 'CREATE_CARD', 'UPDATE_CARD', 'ACTIVATE_CARD', 'REPLACE_CARD', 'SET_PIN', 'RESET_RETRIES',
        'CARD_DETAILS', 'SECURE_DETAILS', 'TOKENIZE_CARD', 'COMPLETE_TOKENIZATION', 'CARD_CONTROLS', 'CREATE_TRANSFER',
        'CREATE_WITHDRAWAL', 'TRUST_DEVICE', 'DISPUTE_PAYMENT']),
    -- A trusted device can authenticate its customer, so trusting a device is protected too.
    CONSTRAINT what_a_device_can_answer_for_protects_trusting_it CHECK (
        'TRUST_DEVICE' = ANY (operations) OR (operations = '{}' AND NOT accepts_trusted_devices)),
    CONSTRAINT authentication_limits_are_positive CHECK (
        least(event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds,
              allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out) > 0)
);

CREATE TABLE program (
    program_name        text        CONSTRAINT program_is_known_once PRIMARY KEY,
    brand               text        NOT NULL CONSTRAINT program_is_of_a_brand REFERENCES brand,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    region              text        NOT NULL,
    currencies          text[]      NOT NULL,
    is_digital          boolean     NOT NULL,
    requires_approval   boolean     NOT NULL,   -- a new card is APPLIED until the issuer decides on the application
    cards_per_customer  integer     NOT NULL,
    pan_prefix          text        NOT NULL,   -- the leading digits of every PAN, the BIN first
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

-- What a program charges for payments, how it decides about them, and when it renews cards. A program without a row has
-- the standard terms.
CREATE TABLE payment_terms (
    program_name            text    CONSTRAINT program_has_one_set_of_payment_terms PRIMARY KEY
                                    CONSTRAINT payment_terms_are_of_a_program REFERENCES program,
    atm_fee                 bigint  NOT NULL,   -- for each withdrawal, in minor units of the account's currency
    fx_fee_basis_points     integer NOT NULL,   -- of a converted amount
    hold_days               integer NOT NULL,
    hold_days_if_paid_later integer NOT NULL,   -- hotels, cruises, rented vehicles
    needs_security_code     boolean NOT NULL,   -- on the internet without a token
    needs_authentication    boolean NOT NULL,   -- on the internet
    wrong_codes_in_a_row    integer NOT NULL,   -- until a card's tries pause
    wrong_codes_on_a_day    integer NOT NULL,
    gives_provisional_credit boolean NOT NULL DEFAULT false,    -- while a dispute is not decided
    bears_lost_disputes     boolean NOT NULL DEFAULT false,     -- instead of the customer
    wallet_provisioning     text    NOT NULL DEFAULT 'ALLOWED', -- of its cards, at the request of a network
    renewal_days            integer NOT NULL DEFAULT 0,     -- before the end of a card's expiry month; 0 for never
    renewal_keeps_number    boolean NOT NULL DEFAULT false, -- and the PIN
    wallet_metadata         text[]  NOT NULL DEFAULT '{}',  -- how wallets show its cards: issuerName=Acme Bank
    CONSTRAINT renewal_is_0_to_90_days_before_the_expiry CHECK (renewal_days BETWEEN 0 AND 90),
    CONSTRAINT wallet_provisioning_is_known CHECK (wallet_provisioning IN ('ALLOWED', 'IDENTIFIED', 'REFUSED')),
    CONSTRAINT atm_fee_is_0_to_12_digits CHECK (atm_fee BETWEEN 0 AND 999999999999),
    CONSTRAINT fx_fee_is_0_to_100_percent CHECK (fx_fee_basis_points BETWEEN 0 AND 10000),
    CONSTRAINT hold_lasts_1_to_365_days CHECK (
        hold_days BETWEEN 1 AND 365 AND hold_days_if_paid_later BETWEEN 1 AND 365),
    CONSTRAINT wrong_codes_are_allowed_1_to_100_times CHECK (
        wrong_codes_in_a_row BETWEEN 1 AND 100 AND wrong_codes_on_a_day BETWEEN 1 AND 100)
);

-- The transition matrix, with the same rows as the program's own matrix; a test compares the two. A card can make only
-- the transitions in this table: the statement that changes a status joins it, and the history references it.
CREATE TABLE card_transition (
    actor       actor       NOT NULL,
    occasion    occasion    NOT NULL,
    from_status card_status NOT NULL,
    to_status   card_status NOT NULL,
    only_back   boolean     NOT NULL,   -- only to the status before the lock or suspension
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

-- The keys that protect card secrets and sign tokens. Each is wrapped by the key-encryption key, which is never stored
-- in the database. A sealed value names the version of its key, so an old version stays until no value names it.
CREATE TABLE data_key (
    purpose     text        NOT NULL,
    version     integer     NOT NULL,
    wrapped     bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    CONSTRAINT data_key_is_made_once PRIMARY KEY (purpose, version)
);

-- The web pages that may show a brand's secure views in a frame. Without a row, no page may.
CREATE TABLE brand_secure_view (
    brand           text    CONSTRAINT brand_has_one_list_of_frame_ancestors PRIMARY KEY
                            CONSTRAINT frame_ancestors_are_of_a_brand REFERENCES brand,
    frame_ancestors text[]  NOT NULL
);

-- How many calls a brand accepts in a minute: any number where it sets none. It does not reference the brand, so that a
-- program that does not know this table can still empty a sandbox.
CREATE TABLE call_rates (
    brand           text        CONSTRAINT brand_has_one_set_of_call_rates PRIMARY KEY,
    of_client       integer,                -- of one, to all operations
    of_customer     integer,                -- of one, to all operations
    operations      text[]      NOT NULL,
    of_operations   bigint[]    NOT NULL,   -- of one client, to each of them
    CONSTRAINT call_rates_are_1_to_1000000 CHECK (
        of_client >= 1 AND of_client <= 1000000 AND of_customer >= 1 AND of_customer <= 1000000
        AND 1 <= ALL (of_operations) AND 1000000 >= ALL (of_operations)),
    CONSTRAINT each_limited_operation_has_a_rate CHECK (cardinality(operations) = cardinality(of_operations))
);

-- A file that orders the plastic of some cards from a bureau. Small, the same on every machine. A card names its file
-- before the file is written, so a card is in one file, and a file can be written again.
CREATE TABLE bureau_file (
    file_number     integer     CONSTRAINT bureau_file_is_made_once PRIMARY KEY,
    cards           integer     NOT NULL,   -- that name it
    made_at         timestamptz NOT NULL,
    written_at      timestamptz,            -- the last time
    written_cards   integer,                -- those of them that still waited for plastic then
    digest          bytea,                  -- SHA-256 of the bytes that were written, which are sealed for the bureau
    CONSTRAINT bureau_file_has_1_to_10000_cards CHECK (cards BETWEEN 1 AND 10000),
    CONSTRAINT written_bureau_file_has_a_digest CHECK (num_nonnulls(written_at, written_cards, digest) IN (0, 3)),
    CONSTRAINT bureau_file_is_written_with_its_cards CHECK (written_cards >= 0 AND written_cards <= cards)
);

CREATE INDEX bureau_file_unwritten ON bureau_file (file_number) WHERE written_at IS NULL;


-- Customers and their cards: spread by customer_id -------------------------------------------------------------------

-- Numbers for customers without a given number.
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
    email           text,
    restrictions    text[]      NOT NULL DEFAULT '{}',  -- that the brand has placed, the first one first
    -- The rest is only of a customer whose wallet the brand has created. A customer who has none is not asked for it.
    external_id     text,
    title           text,
    birth_date      text,
    nationality     text,
    occupation      text,
    registration_ip text,
    registered_at   timestamptz,
    lacks_nationality boolean   NOT NULL GENERATED ALWAYS AS (
        external_id IS NOT NULL AND nationality IS NULL) STORED,
    erased_at       timestamptz,    -- when the personal data was removed; since then, the brand has no such customer
    CONSTRAINT customer_restrictions_are_known CHECK (restrictions <@ ARRAY[
        'ALL_TRANSACTIONS', 'OUTGOING_TRANSACTIONS', 'INCOMING_TRANSACTIONS', 'SEND_MONEY',
        'INCOMING_TRANSACTIONS_AND_SEND_MONEY', 'CARD_DEPOSITS', 'CARD_AND_ACH_DEPOSITS', 'DEPOSITS',
        'OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS', 'OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS',
        'DEPOSITS_AND_WITHDRAWALS', 'CRYPTO_TRANSACTIONS', 'LOGIN', 'OTHER']),
    CONSTRAINT customer_country_is_two_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT customer_address_is_whole CHECK (
        num_nulls(address1, city, country_code, postal_code) = 0
        OR num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0)
);

-- What a brand knows the customers of its wallets by. Spread by the value.
CREATE TABLE customer_identifier (
    brand       text    NOT NULL,
    kind        text    NOT NULL CONSTRAINT identifier_kind_is_known CHECK (kind IN ('EXTERNAL_ID', 'EMAIL')),
    value       text    NOT NULL,   -- an e-mail address in lower case
    customer_id bigint  NOT NULL,
    CONSTRAINT identifier_is_of_one_customer PRIMARY KEY (value, brand, kind)
);

-- The order in which the rows of cards, tokenizations and trusted devices were written. Lists that begin with the
-- newest need it, because many may have the same time.
CREATE SEQUENCE card_insertion;

CREATE TABLE card (
    customer_id         bigint      NOT NULL CONSTRAINT card_is_of_a_customer REFERENCES customer,
    card_id             uuid        NOT NULL,
    program_name        text        NOT NULL,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    status              card_status NOT NULL,
    returns_to          card_status,            -- the status before the lock or suspension
    changes             integer     NOT NULL,   -- the number of rows in its history
    tokenization_changes integer    NOT NULL DEFAULT 0,     -- of its tokenizations, removed ones too
    currency            money.currency NOT NULL,
    bin                 card_bin    NOT NULL,
    last_four           last_four   NOT NULL,
    expiry_month        expiry_month NOT NULL,
    expiry_year         integer     NOT NULL,
    account_id          money.account_id NOT NULL,      -- the customer's account in its currency
    replaces            uuid,                   -- the card that it replaces
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
    wrong_activations   activation_tries NOT NULL DEFAULT 0,
    wrong_pins          pin_tries   NOT NULL DEFAULT 0,
    wrong_tries_in_all  integer     NOT NULL DEFAULT 0,     -- of both kinds, until the issuer clears them
    sealed_pan          bytea       NOT NULL,
    pan_key_version     integer     NOT NULL,
    pin_block           bytea,
    pin_key_version     integer,
    insertion           bigint      NOT NULL DEFAULT nextval('card_insertion'),
    -- Whether it becomes EXPIRED at the end of its month. It is a column because an index that named the status itself
    -- would make each change of status write a new entry into every index of the table.
    can_expire          boolean     NOT NULL GENERATED ALWAYS AS (
        status IN ('ACTIVE', 'ISSUED', 'DIGITAL', 'LOCKED', 'SUSPENDED', 'DAMAGED')) STORED,
    cvv_key_version     integer     NOT NULL DEFAULT 1,     -- of the key that has made its security code
    bureau_file         integer,                -- the number of the file with which its plastic was ordered
    returned_at         timestamptz,            -- when the bureau reported that the post had brought the plastic back
    destroyed_at        timestamptz,            -- when the bureau reported that it had destroyed the plastic
    renewed_by          uuid,                   -- the card that its program has issued before it expires
    takes_over          boolean     NOT NULL DEFAULT false, -- once activated, from the card that it renews
    CONSTRAINT card_is_issued_once PRIMARY KEY (customer_id, card_id),
    CONSTRAINT card_is_of_its_program FOREIGN KEY (program_name, card_type, scheme)
        REFERENCES program (program_name, card_type, scheme),
    CONSTRAINT card_is_of_an_account_in_its_currency FOREIGN KEY (customer_id, account_id, currency)
        REFERENCES money.account (customer_id, account_id, currency),
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
    CONSTRAINT tries_in_all_are_counted_up CHECK (wrong_tries_in_all >= greatest(wrong_activations, wrong_pins)),
    CONSTRAINT pin_block_names_its_key CHECK ((pin_block IS NULL) = (pin_key_version IS NULL)),
    CONSTRAINT pin_block_is_16_bytes CHECK (octet_length(pin_block) = 16)
) WITH (fillfactor = 85);   -- room on each page for the next version of its cards, which then needs no index entry

-- A customer's cards, newest first, page by page.
CREATE INDEX card_by_age ON card (customer_id, created_at DESC, insertion DESC);

-- Only the log of webhooks and the sandbox look up a card by its id alone.
CREATE INDEX card_by_id ON card (card_id);

-- For finding the cards that become EXPIRED at the end of a month. It contains only cards that can still expire.
CREATE INDEX card_by_expiry ON card (expiry_year, expiry_month) WHERE can_expire;

-- The cards whose plastic was not dispatched: those of no file, and those of each file. The status is not named, for
-- the reason that `can_expire` has.
CREATE INDEX card_awaiting_plastic ON card (bureau_file, insertion)
    WHERE can_expire AND card_type = 'PHYSICAL' AND dispatched_at IS NULL AND activated_at IS NULL;

-- For finding the cards of a program that are renewed. It contains only cards that can still expire.
CREATE INDEX card_renewable ON card (program_name, expiry_year, expiry_month)
    WHERE can_expire AND renewed_by IS NULL;

-- The cards that were renewed and have not ended.
CREATE INDEX card_renewed ON card (expiry_year, expiry_month) WHERE can_expire AND renewed_by IS NOT NULL;

-- The activated cards that have not yet taken over from the card that they renew.
CREATE INDEX card_taking_over ON card (customer_id, card_id) WHERE takes_over AND activated_at IS NOT NULL;

-- The wrong security codes and expiry dates that were sent for a card. There is a row once there was one. While the
-- tries pause, no answer tells whether such a value is right.
CREATE TABLE card_code_tries (
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    wrong_in_a_row  integer     NOT NULL,   -- since the last right code
    wrong_on_day    integer     NOT NULL,
    day             integer     NOT NULL,   -- in days since 1 January 1970
    paused_until    timestamptz,
    CONSTRAINT code_tries_are_counted_once PRIMARY KEY (customer_id, card_id),
    CONSTRAINT code_tries_are_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT wrong_codes_are_counted_up CHECK (wrong_in_a_row >= 0 AND wrong_on_day > 0)
);

-- The same over all cards, for a merchant that sends many wrong ones without a right one between: it tries numbers.
CREATE TABLE merchant_code_tries (
    merchant        text        CONSTRAINT merchant_code_tries_are_counted_once PRIMARY KEY, -- country, id or name
    wrong_in_a_row  integer     NOT NULL,
    paused_until    timestamptz,
    CONSTRAINT wrong_codes_of_a_merchant_are_counted_up CHECK (wrong_in_a_row > 0)
);

-- How many cards of a program a customer has, and the limit. The limit is copied from the program with each card, so
-- the row enforces it alone, even if many requests arrive at once.
CREATE TABLE card_allowance (
    customer_id         bigint  NOT NULL CONSTRAINT card_allowance_is_of_a_customer REFERENCES customer,
    program_name        text    NOT NULL CONSTRAINT card_allowance_is_of_a_program REFERENCES program,
    issued_cards        integer NOT NULL,
    cards_per_customer  integer NOT NULL,
    CONSTRAINT card_allowance_is_counted_once PRIMARY KEY (customer_id, program_name),
    CONSTRAINT customer_has_allowable_cards_left CHECK (issued_cards <= cards_per_customer)
);

-- Every status that a card ever had, with who changed it, on which occasion, why and when. Rows are never changed or
-- removed.
CREATE TABLE card_status_history (
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    change_number   integer     NOT NULL,   -- 1 when the card is issued
    actor           actor       NOT NULL,
    occasion        occasion    NOT NULL,
    from_status     card_status,            -- none when the card is issued
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
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'history_is_append_only';
END $$;

CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON card_status_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

-- A card on its way into a wallet. It is INITIATED until the wallet reports it as COMPLETED, and may have its token's
-- reference before. A token outlives its card: it moves to the replacement card. A device or account that was not sent
-- is NULL.
CREATE TABLE tokenization (
    customer_id         bigint      NOT NULL,
    tokenization_id     uuid        NOT NULL,
    card_id             uuid        NOT NULL,
    wallet              wallet_type NOT NULL,
    device_id           text,
    profile_id          text,       -- the account in the wallet
    wallet_id           text,       -- what the wallet called itself in a report, if that is not the account
    dpan_reference      text,
    token_status        token_status,
    suspended_by_card   boolean     NOT NULL DEFAULT false,     -- and resumed with it
    initiated_at        timestamptz NOT NULL,
    completed_at        timestamptz,
    failed_at           timestamptz,            -- since its network refused it, until it begins again
    insertion           bigint      NOT NULL DEFAULT nextval('card_insertion'),     -- or when it began again
    CONSTRAINT tokenization_is_known_once PRIMARY KEY (customer_id, tokenization_id),
    CONSTRAINT tokenization_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT completed_tokenization_has_dpan_ref CHECK (
        num_nulls(token_status, completed_at) IN (0, 2) AND (token_status IS NULL OR dpan_reference IS NOT NULL)),
    CONSTRAINT failed_tokenization_has_no_token CHECK (failed_at IS NULL OR dpan_reference IS NULL),
    CONSTRAINT only_a_suspended_token_is_suspended_by_its_card CHECK (
        NOT suspended_by_card OR coalesce(token_status = 'SUSPENDED', false))
);

-- A card's tokenizations, newest first, including deleted ones.
CREATE INDEX tokenization_by_age ON tokenization (customer_id, card_id, initiated_at DESC, insertion DESC);

-- A second start for the same wallet, device and account continues the same tokenization. A place without a device and
-- an account cannot be recognised: there, one tokenization waits for its token's reference, and each token that has a
-- reference is on another device.
CREATE UNIQUE INDEX place_is_initiated_once ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE token_status IS NULL
        AND (dpan_reference IS NULL OR device_id IS NOT NULL OR profile_id IS NOT NULL);

CREATE UNIQUE INDEX place_has_one_token ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE token_status <> 'DELETED' AND (device_id IS NOT NULL OR profile_id IS NOT NULL);

-- A tokenization that stays INITIATED is deleted after 30 days.
CREATE INDEX tokenization_abandoned ON tokenization (initiated_at) WHERE token_status IS NULL;

-- Everything that happened to a card's tokenizations, numbered for each card. Rows are never removed, except those of
-- abandoned tokenizations.
CREATE TABLE tokenization_history (
    customer_id     bigint              NOT NULL,
    card_id         uuid                NOT NULL,
    change_number   integer             NOT NULL,
    tokenization_id uuid                NOT NULL,
    change          tokenization_change NOT NULL,
    changed_at      timestamptz         NOT NULL,
    CONSTRAINT tokenization_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number),
    CONSTRAINT tokenization_history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT tokenization_history_is_of_a_tokenization FOREIGN KEY (customer_id, tokenization_id)
        REFERENCES tokenization DEFERRABLE
);

CREATE TRIGGER history_is_append_only BEFORE UPDATE ON tokenization_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

CREATE TRIGGER history_of_tokens_is_never_removed BEFORE DELETE ON tokenization_history
    FOR EACH ROW WHEN (OLD.change NOT IN ('TOKENIZATION_INITIATED', 'TOKENIZATION_FAILED'))
    EXECUTE FUNCTION refuse_rewriting_history();

-- Gives the tokens of a card the status that follows from the card's new one, and returns the lines that this adds to
-- their history. The caller has locked the card. A token that its network suspended stays suspended when its card is
-- unlocked. It is a function so that it sees tokens that were written while its caller's statement waited for the card,
-- and so that a statement calls it only for a card that has tokens.
CREATE FUNCTION follow_card(
    of_customer bigint, of_card uuid, new_status text, moment timestamptz, OUT lines tokenization_history[]
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

-- What the issuer has answered to networks that asked for tokens. If the cardholder must be identified, the network may
-- activate the token only then. A request beyond the limit of its card leaves no row. Rows end a day after the
-- tokenizations that were never completed.
CREATE TABLE token_request (
    customer_id     bigint      NOT NULL,
    request_id      uuid        NOT NULL,
    card_id         uuid        NOT NULL,
    dpan_reference  text        NOT NULL,
    wallet          wallet_type NOT NULL,
    decision        text        NOT NULL,
    reason          text,
    methods         text[]      NOT NULL,   -- by which the cardholder can be identified
    event_id        uuid,                   -- the event of the latest code
    identified_at   timestamptz,
    decided_at      timestamptz NOT NULL,
    insertion       bigint      NOT NULL DEFAULT nextval('card_insertion'),
    CONSTRAINT token_request_is_decided_once PRIMARY KEY (customer_id, request_id),
    CONSTRAINT token_decision_is_known CHECK (
        decision IN ('APPROVED', 'REQUIRE_ADDITIONAL_AUTHENTICATION', 'DECLINED')),
    CONSTRAINT only_an_approved_token_needs_no_reason CHECK ((decision = 'APPROVED') = (reason IS NULL)),
    CONSTRAINT only_a_doubtful_token_is_identified CHECK (
        (decision = 'REQUIRE_ADDITIONAL_AUTHENTICATION') = (methods <> '{}')
        AND (methods <> '{}' OR num_nonnulls(event_id, identified_at) = 0))
);

CREATE INDEX token_request_by_card ON token_request (customer_id, card_id, decided_at DESC, insertion DESC);
CREATE INDEX token_request_by_age ON token_request (decided_at);

-- Nonces of Apple's devices. If the service answered the same nonce twice, somebody who overheard the first exchange
-- could get a second pass. A row is kept as long as the nonce's certificate is valid, because nothing else makes a
-- nonce invalid.
CREATE TABLE apple_nonce (
    customer_id bigint      NOT NULL,
    card_id     uuid        NOT NULL,
    nonce       bytea       NOT NULL,
    used_at     timestamptz NOT NULL,
    good_until  timestamptz NOT NULL,
    CONSTRAINT apple_nonce_is_used_once PRIMARY KEY (customer_id, card_id, nonce),
    CONSTRAINT apple_nonce_is_for_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT apple_nonce_is_4_bytes CHECK (octet_length(nonce) = 4)
);

CREATE INDEX apple_nonce_by_end ON apple_nonce (good_until);


-- Who is asked about payments ----------------------------------------------------------------------------------------

-- The brands whose partner is asked about payments that would be approved, and who decides if it does not answer. It is
-- asked at the URL of a subscription to authorization events, with that subscription's key. So the receiver of the
-- questions also gets the events that tell it what was decided without its answer. A partner that ends the subscription
-- is not asked.
CREATE TABLE partner_decision (
    brand                   text    CONSTRAINT brand_decides_at_one_place PRIMARY KEY
                                    CONSTRAINT partner_decision_is_of_a_brand REFERENCES brand,
    subscription_id         uuid    NOT NULL CONSTRAINT partner_decision_is_asked_at_a_subscription
                                    REFERENCES webhooks.webhook_subscription DEFERRABLE,
    time_limit_milliseconds integer NOT NULL,   -- for an answer
    stand_in                text    NOT NULL,   -- what happens without one
    stand_in_limit          bigint,             -- approved up to this amount, in minor units of the account's currency
    stand_in_excludes       category_list NOT NULL,   -- but not at these merchants
    CONSTRAINT partner_has_200_to_5000_milliseconds CHECK (time_limit_milliseconds BETWEEN 200 AND 5000),
    CONSTRAINT stand_in_is_known CHECK (stand_in IN ('DECLINE', 'APPROVE', 'APPROVE_UP_TO')),
    CONSTRAINT only_a_limited_stand_in_has_a_limit CHECK (
        (stand_in = 'APPROVE_UP_TO') = (stand_in_limit IS NOT NULL) AND stand_in_limit >= 0
        AND (stand_in = 'APPROVE_UP_TO' OR stand_in_excludes = '{}'))
);


-- How a customer authenticates: spread by customer_id ----------------------------------------------------------------

-- What a customer authenticates with, apart from cards and devices. None of it can be used without a key from outside
-- the database: the password and the PIN are stored as a keyed hash of a slow hash, and the seed is sealed.
CREATE TABLE authentication_means (
    customer_id         bigint  CONSTRAINT customer_has_means_once PRIMARY KEY
                                CONSTRAINT means_are_of_a_customer REFERENCES customer,
    password_hash       bytea,
    pin_hash            bytea,                      -- of the wallet's PIN, not a card's
    sealed_seed         bytea,                      -- of an authenticator (RFC 6238)
    seed_key_version    integer,
    last_step           bigint,                     -- of the newest accepted code: no code works twice
    password_hash_key_version   integer NOT NULL DEFAULT 1,
    pin_hash_key_version        integer NOT NULL DEFAULT 1,
    CONSTRAINT seed_names_its_key CHECK ((sealed_seed IS NULL) = (seed_key_version IS NULL))
);

-- How often each method failed and how often it was requested, over all events. So a new event does not allow further
-- guesses, and new events cannot flood a customer with messages.
CREATE TABLE authentication_factor (
    customer_id         bigint       NOT NULL CONSTRAINT factor_is_of_a_customer REFERENCES customer,
    verification        verification NOT NULL,
    wrong_attempts      integer      NOT NULL DEFAULT 0,    -- until the business or the sandbox clears them
    wrong_in_a_row      integer      NOT NULL DEFAULT 0,    -- since the last right one
    locked_until        timestamptz,
    challenges          integer      NOT NULL DEFAULT 0,    -- in the hour since challenges_since
    challenges_since    timestamptz,
    CONSTRAINT factor_is_counted_once PRIMARY KEY (customer_id, verification),
    CONSTRAINT wrong_attempts_are_counted_up CHECK (wrong_in_a_row BETWEEN 0 AND wrong_attempts),
    CONSTRAINT counted_challenges_have_a_beginning CHECK ((challenges > 0) = (challenges_since IS NOT NULL))
);

CREATE TABLE passkey (
    customer_id     bigint  NOT NULL CONSTRAINT passkey_is_of_a_customer REFERENCES customer,
    credential_id   bytea   NOT NULL,
    public_key      bytea   NOT NULL,   -- P-256, X9.63
    sign_count      bigint  NOT NULL,
    CONSTRAINT passkey_is_known_once PRIMARY KEY (customer_id, credential_id),
    CONSTRAINT passkey_is_a_point CHECK (octet_length(public_key) = 65),
    CONSTRAINT credential_id_is_1_to_1023_bytes CHECK (octet_length(credential_id) BETWEEN 1 AND 1023)
);

CREATE TABLE trusted_device (
    customer_id     bigint      NOT NULL CONSTRAINT trusted_device_is_of_a_customer REFERENCES customer,
    device_id       uuid        NOT NULL,
    name            text        NOT NULL,
    public_key      bytea       NOT NULL,   -- P-256, X9.63
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,            -- time of its newest signed request; an older request is a copy
    insertion       bigint      NOT NULL DEFAULT nextval('card_insertion'),
    CONSTRAINT device_is_trusted_once PRIMARY KEY (customer_id, device_id),
    CONSTRAINT device_key_is_a_point CHECK (octet_length(public_key) = 65)
);

-- The limits are copied from the brand's policy when the event is opened, so that the row can enforce them alone.
CREATE TABLE authentication_event (
    customer_id             bigint      NOT NULL CONSTRAINT authentication_is_of_a_customer REFERENCES customer,
    event_id                uuid        NOT NULL,
    wallet_operation_id     uuid        NOT NULL,
    brand                   text        NOT NULL,
    operation               text,                   -- null for a payment by 3-D Secure
    card_id                 uuid,
    request_digest          bytea       NOT NULL,   -- keyed: a request may contain a PIN
    mode                    text        NOT NULL,
    status                  text        NOT NULL,
    challenges              integer     NOT NULL,   -- sent since the last cooldown
    allowable_challenges    integer     NOT NULL,
    attempts                integer     NOT NULL,   -- of the partner, if the partner decides
    allowable_attempts      integer     NOT NULL,
    created_at              timestamptz NOT NULL,
    expires_at              timestamptz NOT NULL,
    used_at                 timestamptz,            -- when it let its request through
    repeatable_until        timestamptz,            -- until then it lets the same request through again
    CONSTRAINT authentication_event_is_known_once PRIMARY KEY (customer_id, event_id),
    CONSTRAINT authentication_event_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT authentication_event_status_is_known CHECK (status IN ('OPEN', 'VERIFIED', 'FAILED', 'USED')),
    CONSTRAINT used_event_has_the_time_of_its_use CHECK ((status = 'USED') = (used_at IS NOT NULL)),
    CONSTRAINT only_a_used_event_is_repeatable CHECK (repeatable_until IS NULL OR status = 'USED'),
    CONSTRAINT event_is_repeatable_until_its_end_at_most CHECK (repeatable_until <= expires_at),
    CONSTRAINT challenges_are_limited CHECK (challenges BETWEEN 0 AND allowable_challenges),
    CONSTRAINT attempts_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts)
);

CREATE INDEX authentication_event_by_age ON authentication_event (customer_id, created_at);
CREATE INDEX authentication_event_by_end ON authentication_event (expires_at);

CREATE TABLE authentication_challenge (
    customer_id         bigint      NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,   -- only the highest can be answered
    verification        verification NOT NULL,
    secret_hash         bytea,                  -- of the code that was sent
    nonce               bytea,                  -- to be signed
    is_approved         boolean,                -- of a push: null until it is answered
    polls               integer     NOT NULL DEFAULT 0,     -- how often its approval was asked for
    attempts            integer     NOT NULL,
    allowable_attempts  integer     NOT NULL,
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz NOT NULL,
    CONSTRAINT challenge_is_sent_once PRIMARY KEY (customer_id, event_id, challenge_number),
    CONSTRAINT challenge_is_of_an_event FOREIGN KEY (customer_id, event_id)
        REFERENCES authentication_event ON DELETE CASCADE,
    CONSTRAINT attempts_at_a_challenge_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts),
    CONSTRAINT sent_code_is_kept_as_a_hash CHECK ((verification IN ('SMS', 'EMAIL')) = (secret_hash IS NOT NULL)),
    CONSTRAINT signed_challenge_has_a_nonce CHECK ((verification IN ('PASSKEYS', 'BIOMETRIC')) = (nonce IS NOT NULL)),
    CONSTRAINT only_a_push_is_approved CHECK (verification = 'PUSH_NOTIFICATION' OR is_approved IS NULL)
);

-- The newest message has the highest number, even if the clock stands still or was set back.
CREATE SEQUENCE message_number;

-- Every message that was "sent" to a customer. In the sandbox, this table replaces the phone that receives the message.
-- Here, too, the code is sealed.
CREATE TABLE message (
    customer_id         bigint      NOT NULL CONSTRAINT message_is_to_a_customer REFERENCES customer,
    message_id          uuid        NOT NULL,
    message_number      bigint      NOT NULL,
    channel             text        NOT NULL,
    target              text        NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,
    sealed_code         bytea,
    code_key_version    integer,
    about               text,                   -- the payment that it confirms
    created_at          timestamptz NOT NULL,
    CONSTRAINT message_is_sent_once PRIMARY KEY (customer_id, message_id),
    CONSTRAINT message_channel_is_known CHECK (channel IN ('SMS', 'EMAIL', 'PUSH_NOTIFICATION')),
    CONSTRAINT sent_code_names_its_key CHECK ((sealed_code IS NULL) = (code_key_version IS NULL)),
    CONSTRAINT a_push_carries_no_code CHECK ((channel = 'PUSH_NOTIFICATION') = (sealed_code IS NULL))
);

CREATE INDEX message_by_age ON message (customer_id, message_number DESC);
CREATE INDEX message_by_id ON message (message_id);
CREATE INDEX message_by_number ON message (message_number DESC);
CREATE INDEX message_by_end ON message (created_at);


-- Unique values over all customers: spread by the value itself -------------------------------------------------------

-- No two cards share a PAN, except a card and the one that renews it: the row leads to the one that pays. The PAN is
-- stored as a keyed hash, by which a card is also found. A new card claims the hashes of its PAN under all versions of
-- the key and keeps one, so no version hides a card of another one.
CREATE TABLE issued_pan (
    pan_hash            bytea   CONSTRAINT pan_is_issued_once PRIMARY KEY,
    customer_id         bigint  NOT NULL,
    card_id             uuid    NOT NULL,
    hash_key_version    integer NOT NULL DEFAULT 1
);

-- The customer of each token. No two cards share a token. A network that reports on a token does not name its customer,
-- so this table finds the customer.
CREATE TABLE dpan_reference (
    reference       text    CONSTRAINT dpan_reference_is_of_one_token PRIMARY KEY,
    customer_id     bigint  NOT NULL,
    tokenization_id uuid    NOT NULL
);

-- Every message of a network's token service and its answer. The same message always gets the same answer.
CREATE TABLE token_message (
    reference       text        CONSTRAINT token_message_is_answered_once PRIMARY KEY,
    digest          bytea       NOT NULL,   -- a keyed hash of the message without the security code
    kind            text        NOT NULL,
    customer_id     bigint,                 -- null if no card has the number
    card_id         uuid,
    decision        text        NOT NULL,
    reason          text,
    methods         text[]      NOT NULL,
    token_status    text,
    received_at     timestamptz NOT NULL,
    wallet_metadata text[]      NOT NULL DEFAULT '{}',  -- that the answer has
    CONSTRAINT token_message_has_a_printable_reference CHECK (reference ~ '^[!-~]{1,100}$')
);

-- All messages about a customer, for the export.
CREATE INDEX token_message_by_customer ON token_message (customer_id, received_at);

-- One row for all refresh tokens from one grant. A token names its generation. A token of an older generation counts as
-- a stolen copy and ends the family (RFC 9700, section 4.14.2).
CREATE TABLE refresh_family (
    family_id   uuid        CONSTRAINT refresh_family_is_known_once PRIMARY KEY,
    brand       text        NOT NULL,
    client_id   text        NOT NULL,
    customer_id bigint,
    scope       text        NOT NULL,
    generation  integer     NOT NULL,
    expires_at  timestamptz NOT NULL,   -- of the newest generation
    ends_at     timestamptz NOT NULL,   -- of the whole family; renewing does not extend it
    revoked_at  timestamptz,
    CONSTRAINT refresh_family_is_of_a_client FOREIGN KEY (brand, client_id) REFERENCES client
);

CREATE INDEX refresh_family_by_end ON refresh_family (expires_at);

-- Answers to requests that carried an Idempotency-Key, kept for 24 hours. A key belongs to its owner: a customer, a
-- brand, or a brand that acts for one of its customers. The digest of the request is keyed, because a request may
-- contain a PIN, and a plain digest of four digits is easy to reverse.
CREATE TABLE idempotent_answer (
    owner           text        NOT NULL,
    idempotency_key text        NOT NULL,
    request_digest  bytea       NOT NULL,
    status          integer     NOT NULL,
    body            bytea       NOT NULL,
    answered_at     timestamptz NOT NULL,
    CONSTRAINT request_is_answered_once PRIMARY KEY (owner, idempotency_key)
);

CREATE INDEX idempotent_answer_by_age ON idempotent_answer (answered_at);

-- The calls that count against the rates of brands, as the time that they use: a rate is used up if this is a minute
-- from now. Servers add up here what they count in memory. A row is of no use once its time has passed. The table is
-- not written to the WAL, because a crash may forget it.
CREATE UNLOGGED TABLE call_use (
    owner       text    NOT NULL,   -- the id of a client or a customer
    brand       text    NOT NULL,
    rate        text    NOT NULL,   -- client, customer, or the name of an operation
    used_until  bigint  NOT NULL,   -- in microseconds since 1970
    CONSTRAINT calls_are_counted_once PRIMARY KEY (owner, brand, rate)
);

CREATE INDEX call_use_by_end ON call_use (used_until);

-- Orders of cards for many customers. A server locks an order's row while it works on the order. One transaction
-- creates all the cards and completes the order, so a server that dies in the middle leaves the order unchanged.
-- Applications are sealed, and deleted once the order is finished.
CREATE TABLE bulk_order (
    order_id                    uuid        CONSTRAINT bulk_order_is_known_once PRIMARY KEY,
    brand                       text        NOT NULL CONSTRAINT bulk_order_is_of_a_brand REFERENCES brand,
    status                      text        NOT NULL,
    number_of_cards             integer     NOT NULL,
    created_at                  timestamptz NOT NULL,
    insertion                   bigint      NOT NULL DEFAULT nextval('card_insertion'),
    started_at                  timestamptz,
    completed_at                timestamptz,
    tries                       integer     NOT NULL DEFAULT 0,     -- failures that what is stored has caused
    sealed_applications         bytea,                              -- they may contain PINs
    applications_key_version    integer,
    customer_ids                bigint[],
    card_ids                    uuid[],
    failure_reason              text,
    failed_fields               text[],
    field_errors                text[],
    CONSTRAINT bulk_order_status_is_known CHECK (status IN ('ACCEPTED', 'PROCESSING', 'COMPLETED', 'FAILED')),
    CONSTRAINT bulk_order_has_1_to_1000_cards CHECK (number_of_cards BETWEEN 1 AND 1000),
    CONSTRAINT bulk_order_waits_until_it_is_started CHECK ((status <> 'ACCEPTED') = (started_at IS NOT NULL)),
    CONSTRAINT finished_bulk_order_says_when CHECK (
        (status IN ('COMPLETED', 'FAILED')) = (completed_at IS NOT NULL)),
    CONSTRAINT only_an_unfinished_bulk_order_keeps_its_applications CHECK (
        num_nonnulls(sealed_applications, applications_key_version)
        = CASE WHEN status IN ('ACCEPTED', 'PROCESSING') THEN 2 ELSE 0 END),
    CONSTRAINT completed_bulk_order_names_every_card CHECK (
        coalesce(cardinality(card_ids), 0) = CASE status WHEN 'COMPLETED' THEN number_of_cards ELSE 0 END
        AND coalesce(cardinality(customer_ids), 0) = coalesce(cardinality(card_ids), 0)),
    CONSTRAINT failed_bulk_order_says_why CHECK (
        (status = 'FAILED') = (failure_reason IS NOT NULL)
        AND (status = 'FAILED' OR failed_fields IS NULL)
        AND coalesce(cardinality(failed_fields), 0) = coalesce(cardinality(field_errors), 0))
);

CREATE INDEX bulk_order_by_turn ON bulk_order (tries, created_at, insertion) WHERE status IN ('ACCEPTED', 'PROCESSING');

-- The customer of each event: a partner that decides about it, and a client that answers it, do not name the customer.
CREATE TABLE authentication_owner (
    event_id    uuid        CONSTRAINT event_has_one_owner PRIMARY KEY,
    customer_id bigint      NOT NULL,
    expires_at  timestamptz NOT NULL
);

CREATE INDEX authentication_owner_by_end ON authentication_owner (expires_at);

-- Pages that wait to be opened. Each page can be opened once, within a minute. A row contains the card's id, but no
-- card data; the data is decrypted when the page is opened. The token in the page's address is stored as a keyed hash,
-- so nobody can open a page with data from a dump.
CREATE TABLE secure_view (
    token_hash      bytea       CONSTRAINT secure_view_is_opened_once PRIMARY KEY,
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    brand           text        NOT NULL CONSTRAINT secure_view_is_of_a_brand REFERENCES brand,
    content         text        NOT NULL,
    pan_separator   text        NOT NULL,
    has_copy_button boolean     NOT NULL,
    theme           text        NOT NULL,
    bare_text_size  integer,                -- null for a page with labels, as are the font and the colour
    bare_text_color text,
    bare_font       text,
    expires_at      timestamptz NOT NULL,
    CONSTRAINT secure_view_content_is_known CHECK (
        content IN ('DETAILS', 'PAN', 'CVV', 'EXPIRY', 'CARDHOLDER_NAME', 'PIN')),
    CONSTRAINT secure_view_theme_is_known CHECK (theme IN ('LIGHT', 'DARK', 'AUTO')),
    CONSTRAINT pan_separator_is_at_most_3_characters CHECK (char_length(pan_separator) <= 3),
    CONSTRAINT bare_text_size_is_readable CHECK (bare_text_size BETWEEN 8 AND 96),
    CONSTRAINT bare_text_color_is_hexadecimal CHECK (bare_text_color ~ '^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$'),
    CONSTRAINT bare_font_is_known CHECK (bare_font IN ('SANS_SERIF', 'SERIF', 'MONOSPACE')),
    CONSTRAINT bare_view_has_size_and_font CHECK (
        (bare_text_size IS NULL) = (bare_font IS NULL) AND (bare_font IS NOT NULL OR bare_text_color IS NULL))
);

-- For counting the pages that wait for a customer.
CREATE INDEX secure_view_by_customer ON secure_view (customer_id, expires_at);

CREATE INDEX secure_view_by_end ON secure_view (expires_at);

-- Changes that an operator proposes and a second one must approve. A row is removed when the change is made or
-- withdrawn, and the audit trail keeps both names. It never has a secret: those of new clients are made when the change
-- is approved.
CREATE TABLE waiting_change (
    change_id   uuid        CONSTRAINT change_is_proposed_once PRIMARY KEY,
    operation   text        NOT NULL,   -- of the administration's listener
    subject     text,                   -- such as a customer's number
    settings    text,                   -- the file, of a change of settings
    proposed_by text        NOT NULL,   -- the operator's name
    proposed_at timestamptz NOT NULL,
    ends_at     timestamptz NOT NULL,
    CONSTRAINT change_has_a_subject_or_settings CHECK (num_nonnulls(subject, settings) = 1),
    CONSTRAINT change_names_who_proposes_it CHECK (proposed_by <> ''),
    CONSTRAINT change_waits_for_some_time CHECK (ends_at > proposed_at)
);
