-- Dintero -------------------------------------------------------------------------------------------------------------

-- A merchant's clients of Dintero's API. Of a secret only a keyed hash is kept.
CREATE TABLE merchants.dintero_client (
    client_id   text    CONSTRAINT dintero_client_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT dintero_client_is_of_a_merchant REFERENCES merchants.merchant,
    account_id  text    NOT NULL,
    secret_hash bytea   NOT NULL,
    CONSTRAINT dintero_client_id_has_1_to_64_characters CHECK (client_id ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT dintero_account_is_p_or_t_and_8_digits CHECK (account_id ~ '^[PT][0-9]{8}$')
);

CREATE INDEX dintero_client_by_merchant ON merchants.dintero_client (merchant_id);

-- What a merchant wants to be paid once. Between the submission of a wallet's token and the payment, what the token
-- contained is kept here, sealed.
CREATE TABLE merchants.dintero_session (
    session_id              uuid            CONSTRAINT dintero_session_is_known_once PRIMARY KEY,
    merchant_id             merchants.merchant_id NOT NULL
        CONSTRAINT dintero_session_is_of_a_merchant REFERENCES merchants.merchant,
    account_id              text            NOT NULL,
    request                 text            NOT NULL,   -- JSON, as the merchant sent it
    amount                  bigint          NOT NULL,
    currency                money.currency  NOT NULL,
    attempt                 integer         NOT NULL,   -- a declined payment allows a further one
    payment_id              uuid            NOT NULL,   -- what the wallet's operations are for
    wallet_transaction_id   uuid,                       -- what stands for the submitted token
    sealed_instrument       bytea,
    key_version             integer,
    instrument_ends_at      timestamptz,
    made_at                 timestamptz     NOT NULL,
    changed_at              timestamptz     NOT NULL,
    expires_at              timestamptz     NOT NULL,
    cancelled_at            timestamptz,
    gives_back_at           timestamptz,    -- when to look for a payment that was under way; real time
    CONSTRAINT dintero_session_asks_for_money CHECK (amount > 0),
    CONSTRAINT dintero_session_is_tried_from_1 CHECK (attempt > 0),
    CONSTRAINT dintero_session_keeps_an_instrument_with_its_end CHECK (
        (sealed_instrument IS NULL) = (key_version IS NULL)
        AND (sealed_instrument IS NULL) = (instrument_ends_at IS NULL)),
    CONSTRAINT dintero_cancelled_session_keeps_no_instrument CHECK (cancelled_at IS NULL OR sealed_instrument IS NULL),
    CONSTRAINT dintero_session_request_has_at_most_65536_bytes CHECK (octet_length(request) <= 65536)
);

CREATE INDEX dintero_session_by_instrument ON merchants.dintero_session (instrument_ends_at)
    WHERE sealed_instrument IS NOT NULL;
CREATE INDEX dintero_session_by_giving_back ON merchants.dintero_session (gives_back_at)
    WHERE gives_back_at IS NOT NULL;
