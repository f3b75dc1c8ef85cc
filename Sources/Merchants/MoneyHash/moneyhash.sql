-- MoneyHash -----------------------------------------------------------------------------------------------------------

-- A merchant's keys: one for tests, and a live one. Of a key only a keyed hash is kept.
CREATE TABLE merchants.moneyhash_key (
    key_hash    bytea   CONSTRAINT moneyhash_key_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_key_is_of_a_merchant REFERENCES merchants.merchant,
    is_live     boolean NOT NULL,
    CONSTRAINT moneyhash_merchant_has_one_key_of_a_kind UNIQUE (merchant_id, is_live)
);

-- How payments end at the simulated providers of the methods that need no card; without a row they wait.
CREATE TABLE merchants.moneyhash_provider (
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_provider_is_of_a_merchant REFERENCES merchants.merchant,
    method      text NOT NULL,
    outcome     text NOT NULL,
    CONSTRAINT moneyhash_provider_ends_in_one_way PRIMARY KEY (merchant_id, method),
    CONSTRAINT moneyhash_provider_has_a_method CHECK (method IN (
        'CASH_OUTLET', 'MOBILE_WALLET', 'PAYPAL', 'CASH_ON_DELIVERY', 'M_PESA', 'MOBILE_MONEY', 'CRYPTO_WALLET')),
    CONSTRAINT moneyhash_provider_outcome_is_known CHECK (outcome IN ('SUCCESS', 'PENDING', 'REFUSED', 'EXPIRED'))
);

-- What a merchant knows of its customers. An intent may also name somebody who is not here.
CREATE TABLE merchants.moneyhash_customer (
    customer_id uuid        CONSTRAINT moneyhash_customer_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_customer_is_of_a_merchant REFERENCES merchants.merchant,
    is_live     boolean     NOT NULL,   -- which of the merchant's keys made it
    details     text        NOT NULL,   -- JSON, as the merchant sent it
    made_at     timestamptz NOT NULL,
    CONSTRAINT moneyhash_customer_details_have_at_most_16384_bytes CHECK (octet_length(details) <= 16384)
);

-- What a merchant wants to be paid once. What was tried for it is among the payments.
CREATE TABLE merchants.moneyhash_intent (
    intent_id       text            CONSTRAINT moneyhash_intent_is_known_once PRIMARY KEY,
    merchant_id     merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_intent_is_of_a_merchant REFERENCES merchants.merchant,
    is_live         boolean         NOT NULL,   -- which of the merchant's keys made it
    request         text            NOT NULL,   -- JSON, what the merchant sees again
    operation       text            NOT NULL,
    amount          bigint          NOT NULL,
    currency        money.currency  NOT NULL,
    is_direct       boolean         NOT NULL,   -- the merchant's own app or page pays it
    method          text,
    card_id         uuid,                       -- the saved card that is selected, if it is still there
    attempt         integer         NOT NULL,   -- a declined payment allows a further one
    status          text            NOT NULL,
    waits_for_app   boolean         NOT NULL DEFAULT false, -- the customer is asked in the bank's app
    paying_until    timestamptz,                -- in real time; until then a server asks the issuer
    made_at         timestamptz     NOT NULL,
    expires_at      timestamptz,
    -- The card for which the customer chooses a plan of installments, without its security code.
    sealed_instrument       bytea,
    instrument_key_version  integer,
    instrument_ends_at      timestamptz,
    CONSTRAINT moneyhash_intent_id_has_7_characters CHECK (intent_id ~ '^[0-9A-Za-z]{7}$'),
    CONSTRAINT moneyhash_intent_asks_for_money CHECK (amount > 0),
    CONSTRAINT moneyhash_operation_is_known CHECK (operation IN ('purchase', 'authorize')),
    CONSTRAINT moneyhash_method_is_known CHECK (method IN (
        'CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'BANK_INSTALLMENTS', 'CASH_OUTLET', 'MOBILE_WALLET', 'PAYPAL',
        'CASH_ON_DELIVERY', 'M_PESA', 'MOBILE_MONEY', 'CRYPTO_WALLET')),
    CONSTRAINT only_a_card_is_a_saved_moneyhash_card CHECK (card_id IS NULL OR (method = 'CARD') IS TRUE),
    CONSTRAINT moneyhash_intent_is_tried_1_to_10_times CHECK (attempt BETWEEN 1 AND 10),
    CONSTRAINT moneyhash_status_is_known CHECK (status IN ('UNPROCESSED', 'PROCESSED', 'CLOSED', 'TIME_EXPIRED')),
    CONSTRAINT moneyhash_intent_that_has_ended_is_not_paid CHECK (status = 'UNPROCESSED' OR paying_until IS NULL),
    CONSTRAINT moneyhash_intent_that_has_ended_waits_for_no_app CHECK (status = 'UNPROCESSED' OR NOT waits_for_app),
    CONSTRAINT moneyhash_intent_that_has_ended_keeps_no_card CHECK (
        status = 'UNPROCESSED' OR sealed_instrument IS NULL),
    CONSTRAINT moneyhash_intent_keeps_a_card_with_its_key_and_its_end CHECK (
        num_nulls(sealed_instrument, instrument_key_version, instrument_ends_at) IN (0, 3)),
    CONSTRAINT moneyhash_intent_request_has_at_most_16384_bytes CHECK (octet_length(request) <= 16384)
);

CREATE INDEX moneyhash_intent_by_expiry ON merchants.moneyhash_intent (expires_at) WHERE status = 'UNPROCESSED';
CREATE INDEX moneyhash_intent_by_payment ON merchants.moneyhash_intent (paying_until) WHERE paying_until IS NOT NULL;
CREATE INDEX moneyhash_intent_by_app ON merchants.moneyhash_intent (intent_id) WHERE waits_for_app;
CREATE INDEX moneyhash_intent_by_instrument ON merchants.moneyhash_intent (instrument_ends_at)
    WHERE instrument_ends_at IS NOT NULL;

-- Cards that the customers of a merchant have saved. The number is sealed, and a security code is never stored.
CREATE TABLE merchants.moneyhash_card (
    merchant_id         merchants.merchant_id
        CONSTRAINT moneyhash_card_is_of_a_merchant REFERENCES merchants.merchant,
    is_live             boolean,                -- with which of the merchant's keys it can be used
    card_id             uuid,
    short_id            text        NOT NULL,
    customer            text        NOT NULL,   -- the merchant's own name for who pays
    number_hash         bytea       NOT NULL,   -- keyed, and another one for each merchant
    sealed_instrument   bytea       NOT NULL,
    key_version         integer     NOT NULL,
    scheme              text        NOT NULL,
    bin                 text        NOT NULL,
    last_four           text        NOT NULL,
    expiry_year         integer     NOT NULL,
    expiry_month        integer     NOT NULL,
    origin              text        NOT NULL,   -- JSON, of the intent that saved it
    made_at             timestamptz NOT NULL,
    insertion           bigint      NOT NULL DEFAULT nextval('merchants.payment_insertion'),
    CONSTRAINT moneyhash_card_is_known_once PRIMARY KEY (merchant_id, is_live, card_id),
    CONSTRAINT moneyhash_card_has_a_short_id_of_its_own UNIQUE (merchant_id, is_live, short_id),
    CONSTRAINT moneyhash_customer_saves_a_card_once UNIQUE (merchant_id, is_live, customer, number_hash),
    CONSTRAINT moneyhash_card_short_id_has_7_characters CHECK (short_id ~ '^[0-9A-Za-z]{7}$'),
    CONSTRAINT moneyhash_customer_has_1_to_64_characters CHECK (length(customer) BETWEEN 1 AND 64),
    CONSTRAINT moneyhash_card_shows_6_digits_and_4 CHECK (bin ~ '^[0-9]{6}$' AND last_four ~ '^[0-9]{4}$'),
    CONSTRAINT moneyhash_card_expires_in_a_month CHECK (expiry_month BETWEEN 1 AND 12),
    CONSTRAINT moneyhash_card_origin_has_at_most_8192_bytes CHECK (octet_length(origin) <= 8192)
);

-- Answers to requests that had an X-Idempotency-Key, kept for 24 hours.
CREATE TABLE merchants.moneyhash_answer (
    merchant_id     merchants.merchant_id
        CONSTRAINT moneyhash_answer_is_of_a_merchant REFERENCES merchants.merchant,
    is_live         boolean,
    idempotency_key uuid,
    claim           uuid        NOT NULL,   -- the request that makes the answer
    status          integer,                -- NULL while it is made
    body            text,
    free_at         timestamptz NOT NULL,   -- in real time; then another request may make it
    ends_at         timestamptz NOT NULL,
    path            text        NOT NULL,   -- of the request
    CONSTRAINT moneyhash_request_is_answered_once PRIMARY KEY (merchant_id, is_live, idempotency_key),
    CONSTRAINT moneyhash_answer_has_a_status_and_a_body CHECK ((status IS NULL) = (body IS NULL)),
    CONSTRAINT moneyhash_answer_has_at_most_131072_bytes CHECK (octet_length(body) <= 131072)
);

CREATE INDEX moneyhash_answer_by_end ON merchants.moneyhash_answer (ends_at);
